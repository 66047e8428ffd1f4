package io.tributary.dialect.compile;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.dialect.bind.Binder;
import io.tributary.dialect.bind.SystemLookup;
import io.tributary.dialect.print.Template;
import io.tributary.dialect.tree.Literals;
import io.tributary.dialect.tree.PlanForm;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * What was made of one statement. Immutable.
 *
 * @param lookup what it reads of system tables
 * @param plan what of it is told instead of its rows
 * @param timed whether it holds for one moment alone
 * @param pinned the values of the literals that were read: it holds for these alone
 */
record Compiled(
        Template text,
        List<ResultColumn> columns,
        SystemLookup lookup,
        PlanForm plan,
        boolean timed,
        Map<Integer, Literals.Value> pinned) {
    Compiled {
        columns = List.copyOf(columns);
        pinned = Map.copyOf(pinned);
    }

    static Compiled of(
            Template text, List<ResultColumn> columns, Binder.Result<?> bound, PlanForm plan, Literals literals) {
        Map<Integer, Literals.Value> pinned = new LinkedHashMap<>();
        literals.pinned().stream().forEach(index -> pinned.put(index, literals.peek(index)));
        return new Compiled(text, columns, bound.lookup(), plan, bound.timed(), pinned);
    }

    CompiledText with(Literals literals) {
        return new CompiledText(text.fill(literals), columns, table -> lookup.wanted(table, literals), plan);
    }

    boolean holdsFor(Literals literals) {
        for (Map.Entry<Integer, Literals.Value> each : pinned.entrySet()) {
            if (!literals.peek(each.getKey()).equals(each.getValue())) {
                return false;
            }
        }
        return true;
    }
}
