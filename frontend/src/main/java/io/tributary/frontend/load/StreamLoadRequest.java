package io.tributary.frontend.load;

import io.tributary.contract.schema.Durability;
import io.tributary.contract.schema.GroupCommitMode;
import io.tributary.frontend.load.format.LoadFormat;
import io.tributary.planner.plan.HttpStreamPlan;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What the path and the headers of a Stream Load ask for, checked as far as they can be without a catalog.
 *
 * @param comment given back in the answer
 */
public record StreamLoadRequest(
        String database, String table, LoadFormat format, Mapping mapping, Rules rules, Commit commit, String comment) {
    /**
     * What becomes of the rows' values.
     *
     * @param columns names and expressions as the header has them; without a name of a value: the table's columns in their
     *     order are those
     * @param partitions that alone take the rows; none: all
     * @param deletes whether the rows delete those of their keys
     * @param sequenceColumn whose values decide which row of a key stays, or empty
     * @param hiddenColumns columns behind the visible ones, by name, where {@code columns} names no value
     * @param condition of the rows that are loaded; empty: all
     * @param deleteCondition of the rows that delete those of their keys, or empty
     * @param omittedColumns what becomes of other columns than these
     * @param statement that says all this instead, or null
     */
    public record Mapping(
            String columns,
            List<String> partitions,
            boolean deletes,
            String sequenceColumn,
            List<String> hiddenColumns,
            String condition,
            String deleteCondition,
            OmittedColumns omittedColumns,
            @Nullable HttpStreamPlan statement) {
        /** Returns what a statement says. */
        public static Mapping of(HttpStreamPlan statement) {
            return new Mapping(
                    "", statement.partitions(), false, "", List.of(), "", "", OmittedColumns.DEFAULT, statement);
        }

        public Mapping {
            partitions = List.copyOf(partitions);
            hiddenColumns = List.copyOf(hiddenColumns);
        }
    }

    /** What becomes of the columns that a load leaves out. */
    public enum OmittedColumns {
        /** They get their defaults. */
        DEFAULT,
        /** They keep what a row of the same key has; a row of a new key is inserted. */
        KEPT,
        /** They keep what a row of the same key has; a row of a new key is an error. */
        KEPT_OF_EXISTING
    }

    /**
     * @param filterRatioMax the share of bad rows that may be left out, 0 to 1
     * @param strict whether a value that does not fit makes its row a bad one, or NULL of it where that is possible
     * @param zone of values with an offset and of times that are filled in; the server's unless given
     */
    public record Rules(double filterRatioMax, boolean strict, Optional<ZoneId> zone) {}

    /**
     * @param label the user's name for the load, or empty
     * @param groupCommit the mode asked for, or empty: the table decides
     * @param idempotencyKey or empty
     * @param twoPhases whether the rows become visible by a second request only
     * @param durability of a load that the log takes in {@code async_mode}
     */
    public record Commit(
            String label,
            Optional<GroupCommitMode> groupCommit,
            String idempotencyKey,
            boolean twoPhases,
            Durability durability) {}
}
