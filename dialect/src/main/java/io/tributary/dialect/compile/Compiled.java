package io.tributary.dialect.compile;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.dialect.bind.Binder;
import io.tributary.dialect.bind.SystemLookup;
import io.tributary.dialect.print.Template;
import io.tributary.dialect.tree.Literals;
import io.tributary.dialect.tree.PlanForm;
import java.util.List;

/**
 * What was made of one statement. Immutable.
 *
 * @param lookup what it reads of system tables
 * @param plan what of it is told instead of its rows
 * @param timed whether it holds for one moment alone
 * @param facts what was asked of literals: it holds for those with the same answers
 */
record Compiled(
        Template text,
        List<ResultColumn> columns,
        SystemLookup lookup,
        PlanForm plan,
        boolean timed,
        List<Literals.Fact> facts) {
    Compiled {
        columns = List.copyOf(columns);
        facts = List.copyOf(facts);
    }

    static Compiled of(
            Template text, List<ResultColumn> columns, Binder.Result<?> bound, PlanForm plan, Literals literals) {
        return new Compiled(text, columns, bound.lookup(), plan, bound.timed(), literals.facts());
    }

    CompiledText with(Literals literals) {
        return new CompiledText(text.fill(literals), columns, table -> lookup.wanted(table, literals), plan);
    }

    boolean holdsFor(Literals literals) {
        for (Literals.Fact fact : facts) {
            if (!fact.holdsFor(literals)) {
                return false;
            }
        }
        return true;
    }
}
