package io.tributary.contract.schema;

import java.util.List;
import java.util.Objects;

/**
 * A part of a table's rows, by the values of the columns that {@link Partitioning} names.
 *
 * @param name unique in its table without regard to case
 * @param bounds of a range its lower bound, which is in it, and its upper, which is not; of a list each of its values; a
 *     value for each column. Empty: the {@linkplain #isDefault default partition}
 */
public record Partition(String name, List<List<PartitionValue>> bounds) {
    public Partition {
        Objects.requireNonNull(name);
        bounds = bounds.stream().map(List::copyOf).toList();
    }

    public static Partition range(String name, List<PartitionValue> lower, List<PartitionValue> upper) {
        return new Partition(name, List.of(lower, upper));
    }

    /** Whether it is the one of a list that takes every value which no other takes. */
    public boolean isDefault() {
        return bounds.isEmpty();
    }

    /** Returns the lower bound of a range. */
    public List<PartitionValue> lower() {
        return bounds.get(0);
    }

    /** Returns the upper bound of a range. */
    public List<PartitionValue> upper() {
        return bounds.get(1);
    }
}
