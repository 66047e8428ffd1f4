package io.tributary.planner.sql.definition;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.TableSchema;
import java.util.List;

/** The partitions of an {@link AlteredTable}, and which of its columns they hold where they are. */
final class AlteredPartitions {
    private final TableSchema before;
    private Partitioning partitioning;
    private boolean changed;

    AlteredPartitions(TableSchema before) {
        this.before = before;
        partitioning = before.layout().partitioning();
    }

    /** Whether the statement asked for a change of one of them. */
    boolean isChanged() {
        return changed;
    }

    Partitioning partitioning() {
        return partitioning;
    }

    /** Whether rows of the table go with a partition. */
    boolean isDropped() {
        return !partitioning.droppedSince(before.layout().partitioning()).isEmpty();
    }

    /** The partitions so far, of a table that has such as can be added and dropped. */
    Partitioning require() {
        if (!partitioning.hasPartitions()) {
            throw ErrorCode.NOT_PARTITIONED.error(
                    "Partition management on a not partitioned table is not possible: " + before.name());
        }
        return partitioning;
    }

    /** Requires that no clock makes and drops them, which would do so with what is made or dropped here, too. */
    private void requireNoClock() {
        if (before.isDynamic() && partitioning.byClock()) {
            throw ErrorCode.INVALID_STATEMENT.error(
                    "Cannot add/drop partition on a Dynamic Partition Table, Use command `ALTER TABLE " + before.name()
                            + " SET (\"dynamic_partition.enable\" = \"false\")` firstly.");
        }
    }

    /** Partitions that IF NOT EXISTS finds are none of them. */
    void add(List<Partition> added) {
        requireNoClock();
        Partitioning were = before.layout().partitioning();
        for (Partition one : added) {
            if (were.find(one.name()).isPresent()
                    && partitioning.find(one.name()).isEmpty()) {
                throw TributaryException.notSupported(
                        "DROP and ADD of partition " + one.name() + " in one ALTER TABLE");
            }
            if (were.partitions().stream()
                    .anyMatch(partition -> partition.bounds().equals(one.bounds()))) {
                // Its rows would be taken for those of a partition that was renamed.
                throw TributaryException.notSupported(
                        "DROP and ADD of the values of partition " + one.name() + " in one ALTER TABLE");
            }
        }
        partitioning = partitioning.with(added);
        changed |= !added.isEmpty();
    }

    /** Drops the partition with its rows. */
    void drop(String partition, boolean ifExists) {
        Partitioning there = require();
        requireNoClock();
        if (there.find(partition).isEmpty()) {
            if (ifExists) {
                return;
            }
            throw ErrorCode.UNKNOWN_PARTITION_ON_DROP.error(
                    "Error in list of partitions to DROP: '" + partition + "' is none of table " + before.name());
        }
        partitioning = there.without(partition);
        changed = true;
    }

    void rename(String from, String to) {
        Partitioning there = require();
        if (there.find(from).isEmpty()) {
            throw ErrorCode.UNKNOWN_PARTITION.error(
                    "Unknown partition '" + from + "' in table '" + before.name() + "'");
        }
        if (!from.equalsIgnoreCase(to) && there.find(to).isPresent()) {
            throw ErrorCode.DUPLICATE_PARTITION.error("Duplicate partition name " + to);
        }
        partitioning = there.renamed(from, to);
        changed = true;
    }

    /** Whether PARTITION BY names a column. */
    boolean areBy(String column) {
        return partitioning.columns().stream().anyMatch(column::equalsIgnoreCase);
    }

    /** The text of an expression is kept as it was written. */
    void requireNotBy(String column) {
        String expression = before.layout().partitioning().expression();
        if (areBy(column) || PartitionDdl.namesOf(expression).stream().anyMatch(column::equalsIgnoreCase)) {
            throw TributaryException.notSupported("dropping or renaming a column of PARTITION BY (" + column + ")");
        }
    }
}
