package io.tributary.contract.schema;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * PARTITION BY: into which parts a table's rows are divided. An embedded engine keeps them together; what counts is that a
 * row without a partition is refused, and that the rows of a partition can be named, dropped and truncated.
 *
 * @param automatic AUTO PARTITION: every row has a place, whether or not a partition that was written takes it
 * @param expression what stands in the parentheses of AUTO PARTITION BY RANGE, or all of a HASH clause; else empty
 * @param columns of the table, in the order of the values in bounds; empty for HASH
 * @param partitions in the order in which they were written or added; at most {@link #PARTITIONS_MAX}
 * @param byClock whether the backend makes and drops partitions as {@code dynamic_partition.*} says; false where these properties
 *     were set by a version that did not, and nobody has set one since
 */
public record Partitioning(
        Kind kind,
        boolean automatic,
        String expression,
        List<String> columns,
        List<Partition> partitions,
        boolean byClock) {
    /** The most partitions of a table, as many as Doris' {@code max_multi_partition_num}. */
    public static final int PARTITIONS_MAX = 4_096;

    public static final Partitioning NONE = new Partitioning(Kind.NONE, false, "", List.of(), List.of());

    /** How rows find their partition. */
    public enum Kind {
        NONE,
        RANGE,
        LIST,
        /** MySQL's HASH and KEY: every row has a place, and nobody can say which. */
        HASH
    }

    /** Partitions that no clock changes. */
    public Partitioning(
            Kind kind, boolean automatic, String expression, List<String> columns, List<Partition> partitions) {
        this(kind, automatic, expression, columns, partitions, false);
    }

    public Partitioning {
        Objects.requireNonNull(kind);
        Objects.requireNonNull(expression);
        columns = List.copyOf(columns);
        partitions = List.copyOf(partitions);
    }

    /** Whether there may be rows that have no place. */
    public boolean limitsRows() {
        return hasPartitions() && !automatic;
    }

    /** Whether it has partitions with names and bounds. */
    public boolean hasPartitions() {
        return kind == Kind.RANGE || kind == Kind.LIST;
    }

    public Optional<Partition> find(String name) {
        return partitions.stream()
                .filter(partition -> partition.name().equalsIgnoreCase(name))
                .findFirst();
    }

    /** The partition of a list that takes every value which no other takes. */
    public Optional<Partition> defaultPartition() {
        return kind == Kind.LIST
                ? partitions.stream().filter(Partition::isDefault).findFirst()
                : Optional.empty();
    }

    /** @throws TributaryException {@code PARTITION_OF_NOT_PARTITIONED} or {@code UNKNOWN_PARTITION} */
    public Partition require(String name, String table) {
        if (!hasPartitions()) {
            throw new TributaryException(
                    ErrorCode.PARTITION_OF_NOT_PARTITIONED, "PARTITION () clause on non partitioned table " + table);
        }
        return find(name)
                .orElseThrow(() -> new TributaryException(
                        ErrorCode.UNKNOWN_PARTITION, "Unknown partition '" + name + "' in table '" + table + "'"));
    }

    /** Returns the partition of each name, like {@link #require}. */
    public List<Partition> requireAll(List<String> names, String table) {
        return names.stream().map(name -> require(name, table)).toList();
    }

    public Partitioning with(List<Partition> added) {
        List<Partition> all = new ArrayList<>(partitions);
        all.addAll(added);
        return having(all);
    }

    public Partitioning without(String name) {
        return having(partitions.stream()
                .filter(partition -> !partition.name().equalsIgnoreCase(name))
                .toList());
    }

    public Partitioning renamed(String from, String to) {
        return having(partitions.stream()
                .map(partition ->
                        partition.name().equalsIgnoreCase(from) ? new Partition(to, partition.bounds()) : partition)
                .toList());
    }

    /** The same with these partitions alone. */
    public Partitioning having(List<Partition> all) {
        return new Partitioning(kind, automatic, expression, columns, all, byClock);
    }

    /** The same, changed by the clock or not as another one is. */
    public Partitioning clockedLike(Partitioning other) {
        return new Partitioning(kind, automatic, expression, columns, partitions, other.byClock);
    }

    /** The same, which the clock changes from now on. */
    public Partitioning startingClock() {
        return new Partitioning(kind, automatic, expression, columns, partitions, true);
    }

    /** Those of {@code before} whose rows are here no longer; one that has another name now is none of them. */
    public List<Partition> droppedSince(Partitioning before) {
        Set<List<List<PartitionValue>>> bounds =
                partitions.stream().map(Partition::bounds).collect(Collectors.toSet());
        return before.partitions.stream()
                .filter(partition -> !bounds.contains(partition.bounds()))
                .toList();
    }
}
