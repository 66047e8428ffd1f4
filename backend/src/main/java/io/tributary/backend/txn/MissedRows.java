package io.tributary.backend.txn;

import io.tributary.backend.catalog.TableLookup;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The tables that lacked acknowledged rows when a snapshot of the engine was taken. Who holds the snapshot does not see them later
 * either, so no statement in it may read such a table.
 *
 * @param recovering since the start had not committed them yet
 * @param stranded since their log has failed: the next start commits them
 * @param views by which a statement may read them
 */
record MissedRows(List<TableSchema> recovering, List<TableSchema> stranded, List<ViewSchema> views) {
    static final MissedRows NONE = new MissedRows(List.of(), List.of(), List.of());

    /**
     * @param recovering tables of which rows were missing before the snapshot was taken
     * @param stranded likewise
     * @param seen the tables in it, whose names the engine goes by there
     */
    static MissedRows of(Set<Long> recovering, Set<Long> stranded, TableLookup seen) {
        return recovering.isEmpty() && stranded.isEmpty()
                ? NONE
                : new MissedRows(in(seen, recovering), in(seen, stranded), seen.views());
    }

    private static List<TableSchema> in(TableLookup seen, Set<Long> tableIds) {
        return tableIds.stream().map(seen::table).filter(Objects::nonNull).toList();
    }

    /**
     * @throws TributaryException if the statement may read such a table: {@code WRITE_CONFLICT} where its client may begin anew,
     *     {@code LIMIT_OR_LOCK_WAIT} where that is of no use
     */
    void requireUnnamed(String sql) {
        if (!recovering.isEmpty() || !stranded.isEmpty()) {
            requireNone(TextNames.withViews(sql, views));
        }
    }

    private void requireNone(String sql) {
        for (TableSchema table : recovering) {
            if (TextNames.mayName(sql, table.name())) {
                throw new TributaryException(
                        ErrorCode.WRITE_CONFLICT,
                        "Deadlock found when trying to get lock; try restarting transaction: " + table.database() + "."
                                + table.name() + " was being recovered from the write-ahead log when this transaction"
                                + " took its snapshot, which lacks rows of it; it is rolled back");
            }
        }
        for (TableSchema table : stranded) {
            if (TextNames.mayName(sql, table.name())) {
                throw new TributaryException(
                        ErrorCode.LIMIT_OR_LOCK_WAIT,
                        "Lock wait timeout exceeded; rows of " + table.database() + "." + table.name()
                                + " that were acknowledged are not visible: their write-ahead log has failed, and a"
                                + " restart commits them; the transaction is rolled back");
            }
        }
    }
}
