package io.tributary.frontend.load.format;

import io.tributary.planner.plan.part.TargetColumns;
import java.util.List;

/**
 * Which value of an input row goes to which column of the table.
 *
 * @param names of the values of a row, in their order; a name may be nobody's column
 * @param targets columns that get a value, or the delete sign
 * @param sources for each target the place of its value among the names, or {@link #ONE}
 */
public record SourceFields(List<String> names, TargetColumns targets, List<Integer> sources) {
    /** The number 1 in place of a source, for rows that delete. */
    public static final int ONE = -1;

    public SourceFields {
        names = List.copyOf(names);
        sources = List.copyOf(sources);
        if (sources.size() != targets.count()) {
            throw new IllegalArgumentException(sources.size() + " sources for " + targets.count() + " columns");
        }
    }

    int[] sourceArray() {
        return sources.stream().mapToInt(Integer::intValue).toArray();
    }
}
