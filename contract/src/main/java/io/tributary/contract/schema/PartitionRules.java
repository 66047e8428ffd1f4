package io.tributary.contract.schema;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/** What must hold of a {@link Partitioning}: its columns exist, its partitions have names of their own and do not overlap. */
public final class PartitionRules {
    private final Partitioning partitioning;
    private final List<Column> columns = new ArrayList<>();

    /** @throws TributaryException {@code PARTITION_COLUMN_UNKNOWN} or {@code PARTITION_COLUMN_TYPE} */
    public PartitionRules(Partitioning partitioning, List<Column> ofTable) {
        this.partitioning = partitioning;
        for (String name : partitioning.columns()) {
            Column column = ofTable.stream()
                    .filter(each -> each.name().equalsIgnoreCase(name))
                    .findFirst()
                    .orElseThrow(() -> new TributaryException(
                            ErrorCode.PARTITION_COLUMN_UNKNOWN,
                            "Field in list of fields for partition function not found in table: '" + name + "'"));
            if (!PartitionValue.isAllowed(column.type())) {
                throw new TributaryException(
                        ErrorCode.PARTITION_COLUMN_TYPE,
                        "Field '" + name + "' is of a not allowed type for this type of partitioning: "
                                + column.type().ddl().toUpperCase(Locale.ROOT));
            }
            if (column.autoIncrement() && partitioning.limitsRows()) {
                throw TributaryException.notSupported("PARTITION BY an AUTO_INCREMENT column (" + column.name() + ")");
            }
            columns.add(column);
        }
    }

    /** The columns that bounds have values of. */
    public List<Column> columns() {
        return columns;
    }

    /**
     * Checks all partitions.
     *
     * @throws TributaryException {@code TOO_MANY_PARTITIONS}, {@code DUPLICATE_PARTITION}, {@code PARTITION_VALUE_COUNT},
     *     {@code RANGES_NOT_INCREASING}, {@code DUPLICATE_LIST_VALUE}, or {@code INVALID_STATEMENT} for ranges that overlap
     */
    public void check() {
        List<Partition> partitions = partitioning.partitions();
        if (partitions.size() > Partitioning.PARTITIONS_MAX) {
            throw tooMany(partitions.size());
        }
        Set<String> names = new HashSet<>();
        for (Partition partition : partitions) {
            if (!names.add(partition.name().toLowerCase(Locale.ROOT))) {
                throw new TributaryException(
                        ErrorCode.DUPLICATE_PARTITION, "Duplicate partition name " + partition.name());
            }
            for (List<PartitionValue> bound : partition.bounds()) {
                if (bound.size() != columns.size()) {
                    throw new TributaryException(
                            ErrorCode.PARTITION_VALUE_COUNT,
                            "Inconsistency in usage of column lists for partitioning: partition " + partition.name()
                                    + " has " + bound.size() + " values for " + columns.size() + " columns");
                }
            }
        }
        if (partitioning.kind() == Partitioning.Kind.RANGE) {
            checkRanges();
        } else if (partitioning.kind() == Partitioning.Kind.LIST) {
            checkLists();
        }
    }

    static TributaryException tooMany(long count) {
        return new TributaryException(
                ErrorCode.TOO_MANY_PARTITIONS,
                "Too many partitions (including subpartitions) were defined: " + count + ", allowed are "
                        + Partitioning.PARTITIONS_MAX);
    }

    private void checkRanges() {
        List<Partition> ordered = new ArrayList<>(partitioning.partitions());
        for (Partition partition : ordered) {
            if (compare(partition.lower(), partition.upper()) >= 0) {
                throw new TributaryException(
                        ErrorCode.RANGES_NOT_INCREASING,
                        "VALUES LESS THAN value must be strictly increasing for each partition: partition "
                                + partition.name() + " would be empty");
            }
        }
        ordered.sort((a, b) -> compare(a.lower(), b.lower()));
        for (int i = 1; i < ordered.size(); i++) {
            if (compare(ordered.get(i).lower(), ordered.get(i - 1).upper()) < 0) {
                throw new TributaryException(
                        ErrorCode.INVALID_STATEMENT,
                        "Range of partition " + ordered.get(i).name() + " is intersected with range of partition "
                                + ordered.get(i - 1).name());
            }
        }
    }

    private void checkLists() {
        Set<List<PartitionValue>> seen = new HashSet<>();
        boolean defaultSeen = false;
        for (Partition partition : partitioning.partitions()) {
            if (partition.isDefault() && defaultSeen) {
                throw new TributaryException(
                        ErrorCode.DUPLICATE_LIST_VALUE,
                        "Only one default partition may take the values that no other takes: partition "
                                + partition.name() + " would be the second");
            }
            defaultSeen |= partition.isDefault();
            for (List<PartitionValue> value : partition.bounds()) {
                if (!seen.add(value)) {
                    throw new TributaryException(
                            ErrorCode.DUPLICATE_LIST_VALUE,
                            "Multiple definition of same constant in list partitioning: partition " + partition.name());
                }
            }
        }
    }

    /**
     * Where a range begins of which only the end is said: behind all others.
     *
     * @param others of which none is {@code VALUES LESS THAN} less
     */
    public List<PartitionValue> lowerBehind(List<Partition> others) {
        return others.stream().map(Partition::upper).max(this::compare).orElseGet(() -> columns.stream()
                .map(column -> PartitionValue.MIN)
                .toList());
    }

    /** Compares two bounds column by column. */
    public int compare(List<PartitionValue> a, List<PartitionValue> b) {
        for (int i = 0; i < columns.size(); i++) {
            int order = a.get(i).compareTo(b.get(i), columns.get(i).type());
            if (order != 0) {
                return order;
            }
        }
        return 0;
    }
}
