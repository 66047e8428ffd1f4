package io.tributary.backend.service;

import io.grpc.stub.StreamObserver;
import io.tributary.backend.catalog.TableCatalog;
import io.tributary.backend.catalog.clock.RowTtl;
import io.tributary.backend.service.wait.EngineAccess;
import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.schema.RowRules;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.TableEngine;
import java.time.InstantSource;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.LongPredicate;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Deletes rows that are older than {@code row_ttl}, as a client's DELETE would: behind the table's barrier, in its lane, so many
 * rows a transaction. Others write between two of these. One round at a time.
 */
public final class RowTtlRounds {
    private static final Logger log = LoggerFactory.getLogger(RowTtlRounds.class);

    /** Rows of one transaction. */
    private static final int ROWS_MAX = 100_000;

    private final TableCatalog catalog;
    private final TableEngine engine;
    private final InstantSource clock;
    private final EngineAccess access;
    private final LongPredicate isCopied;
    private final Set<Long> underWay = ConcurrentHashMap.newKeySet();

    /** @param isCopied whether an ALTER TABLE is copying a table: a DELETE would make the copy useless, so it waits */
    public RowTtlRounds(
            TableCatalog catalog,
            TableEngine engine,
            InstantSource clock,
            EngineAccess access,
            LongPredicate isCopied) {
        this.catalog = catalog;
        this.engine = engine;
        this.clock = clock;
        this.access = access;
        this.isCopied = isCopied;
    }

    /** Looks for rows that are too old, and begins to delete them. Blocks on the embedded engine, which alone has such tables. */
    public void look() {
        for (TableSchema table : catalog.state().tables()) {
            try {
                if (!underWay.contains(table.tableId()) && !isCopied.test(table.tableId()) && hasOld(table)) {
                    underWay.add(table.tableId());
                    deleteSome(table.tableId());
                }
            } catch (RuntimeException e) {
                underWay.remove(table.tableId());
                tell(table.database() + "." + table.name(), e);
            }
        }
    }

    private boolean hasOld(TableSchema table) {
        String old = condition(table);
        if (old.isEmpty()) {
            return false;
        }
        try (ResultCursor found = engine.query("SELECT 1 FROM " + name(table) + old + " LIMIT 1", context(table))) {
            return found.next() != null;
        }
    }

    private void deleteSome(long tableId) {
        access.barriers(access.pools().changes())
                .answer(access.waits().answers().of(new Deleted(tableId)), tableId, () -> delete(tableId));
    }

    /** In the table's lane, where it stays as it is. */
    private Long delete(long tableId) {
        TableSchema table = access.committer().current(tableId);
        String old = condition(table);
        if (old.isEmpty()) {
            return 0L;
        }
        long[] deleted = new long[1];
        LoadResult unused = access.committer()
                .commitOver(
                        table,
                        "",
                        null,
                        transaction -> deleted[0] = transaction.execute(
                                "DELETE FROM " + name(table) + old + " LIMIT " + ROWS_MAX,
                                new RowRules(table),
                                context(table)));
        log.info("event=row_ttl table={}.{} rows={}", table.database(), table.name(), deleted[0]);
        return deleted[0];
    }

    /** What is true of rows that are too old, from WHERE on; empty where none is. */
    private String condition(TableSchema table) {
        return RowTtl.of(table)
                .flatMap(ttl -> ttl.oldest(clock.instant())
                        .map(oldest -> " WHERE " + quoted(ttl.column()) + " < '" + oldest + "'"))
                .orElse("");
    }

    private static String name(TableSchema table) {
        return quoted(table.database()) + "." + quoted(table.name());
    }

    private static String quoted(String name) {
        return "`" + name.replace("`", "``") + "`";
    }

    private static QueryContext context(TableSchema table) {
        return new QueryContext(table.database(), SqlMode.NONE, "UTC", 0);
    }

    private static void tell(String table, Throwable error) {
        log.warn("event=row_ttl_failed table={} tried again in the next round", table, error);
    }

    /** Goes on while there may be more. */
    private final class Deleted implements StreamObserver<Long> {
        private final long tableId;

        Deleted(long tableId) {
            this.tableId = tableId;
        }

        @Override
        public void onNext(Long rows) {
            if (rows == ROWS_MAX) {
                deleteSome(tableId);
            } else {
                underWay.remove(tableId);
            }
        }

        @Override
        public void onError(Throwable error) {
            underWay.remove(tableId);
            tell(Long.toString(tableId), error);
        }

        @Override
        public void onCompleted() {
            // It was told how many rows there were.
        }
    }
}
