package io.tributary.dialect.bind;

import io.tributary.dialect.bind.Bound.Apply;
import io.tributary.dialect.bind.Bound.Stored;
import io.tributary.dialect.bind.BoundQuery.Ordering;
import io.tributary.dialect.registry.Function.Determinism;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * An UPDATE or DELETE whose names are looked up.
 *
 * @param target the changed table, a part of {@code from}
 * @param from all that it reads
 * @param assignments one for each column that changes; empty: the rows are deleted
 * @param checks what no row may make false as it is behind the change, by the name of the check
 */
public record BoundChange(
        BoundSource.Table target,
        BoundSource from,
        List<Stored> assignments,
        Map<String, Bound> checks,
        @Nullable Bound where,
        Ordering ordering) {
    public BoundChange {
        assignments = List.copyOf(assignments);
        checks = Map.copyOf(checks);
    }

    /** Whether what stands in it may be computed twice: it gives the same, and is cheap. */
    public boolean isRepeatable() {
        return (where == null || isRepeatable(where))
                && assignments.stream().allMatch(each -> isRepeatable(each.value()));
    }

    static boolean isRepeatable(Bound value) {
        boolean query =
                value instanceof Bound.Scalar || value instanceof Bound.Exists || value instanceof Bound.Quantified;
        boolean varies = value instanceof Apply call && call.function().traits().determinism() == Determinism.NEVER;
        return !query && !varies && !value.hasPart(part -> !isRepeatable(part));
    }

    BoundChange map(UnaryOperator<Bound> change) {
        return new BoundChange(
                target,
                from == target ? target : from.map(change),
                assignments.stream().map(each -> (Stored) each.map(change)).toList(),
                checks.entrySet().stream()
                        .collect(Collectors.toMap(Map.Entry::getKey, each -> change.apply(each.getValue()))),
                where == null ? null : change.apply(where),
                ordering.map(change));
    }
}
