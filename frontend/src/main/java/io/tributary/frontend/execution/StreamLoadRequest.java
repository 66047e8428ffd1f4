package io.tributary.frontend.execution;

import io.tributary.rpc.schema.GroupCommitMode;
import java.time.ZoneId;
import java.util.List;
import java.util.Optional;

/**
 * What the path and the headers of a Stream Load ask for, checked as far as they can be without a catalog.
 *
 * @param comment given back in the answer
 */
public record StreamLoadRequest(
        String database, String table, CsvFormat format, Mapping mapping, Rules rules, Commit commit, String comment) {
    /**
     * What becomes of the rows' values.
     *
     * @param columns the text of the header, or empty: the table's columns in their order
     * @param partitions that alone take the rows; none: all
     * @param deletes whether the rows delete those of their keys
     * @param sequenceColumn whose values decide which row of a key stays, or empty
     * @param hiddenColumns columns behind the visible ones, by name
     */
    public record Mapping(
            String columns,
            List<String> partitions,
            boolean deletes,
            String sequenceColumn,
            List<String> hiddenColumns) {
        public Mapping {
            partitions = List.copyOf(partitions);
            hiddenColumns = List.copyOf(hiddenColumns);
        }
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
     */
    public record Commit(
            String label, Optional<GroupCommitMode> groupCommit, String idempotencyKey, boolean twoPhases) {}
}
