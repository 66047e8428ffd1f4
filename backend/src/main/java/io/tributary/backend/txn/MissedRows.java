package io.tributary.backend.txn;

import io.tributary.backend.catalog.TableLookup;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.schema.TableSchema;
import java.util.List;
import java.util.Objects;
import java.util.Set;

/**
 * The tables that lacked acknowledged rows when a snapshot of the engine was taken, since the start had not committed them
 * yet. Who holds the snapshot does not see them later either, so no statement in it may read such a table.
 */
record MissedRows(List<TableSchema> tables) {
    static final MissedRows NONE = new MissedRows(List.of());

    /**
     * @param recovering tables of which rows were missing before the snapshot was taken
     * @param seen the tables in it, whose names the engine goes by there
     */
    static MissedRows of(Set<Long> recovering, TableLookup seen) {
        return recovering.isEmpty()
                ? NONE
                : new MissedRows(recovering.stream()
                        .map(seen::table)
                        .filter(Objects::nonNull)
                        .toList());
    }

    /** @throws TributaryException {@code WRITE_CONFLICT} if the statement may read such a table: its client begins anew */
    void requireUnnamed(String sql) {
        for (TableSchema table : tables) {
            if (TextNames.mayName(sql, table.name())) {
                throw new TributaryException(
                        ErrorCode.WRITE_CONFLICT,
                        "Deadlock found when trying to get lock; try restarting transaction: " + table.database() + "."
                                + table.name() + " was being recovered from the write-ahead log when this transaction"
                                + " took its snapshot, which lacks rows of it; it is rolled back");
            }
        }
    }
}
