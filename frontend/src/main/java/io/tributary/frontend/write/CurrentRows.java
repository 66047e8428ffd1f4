package io.tributary.frontend.write;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.change.AddedColumns;
import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.execution.StatementRun;
import io.tributary.frontend.routing.RemoteCatalog;
import io.tributary.session.Session;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Sends rows that were encoded a while ago as rows of their table as it is by now. Their statement cannot be encoded anew,
 * so only what {@link AddedColumns} knows is made up for; after any other change they are refused with 1412. Event loop of
 * the connection.
 */
final class CurrentRows {
    private final Session session;
    private final RemoteCatalog catalog;
    private final ConnectionLoop loop;

    CurrentRows(Session session, RemoteCatalog catalog, ConnectionLoop loop) {
        this.session = session;
        this.catalog = catalog;
        this.loop = loop;
    }

    /** @param send stores nothing of rows that it refuses with 1412; called again for each change that comes meanwhile */
    <T> CompletableFuture<T> send(StagedRows.Table rows, Function<StagedRows.Table, CompletableFuture<T>> send) {
        return send(rows, send, StatementRun.REPLANS_MAX);
    }

    private <T> CompletableFuture<T> send(
            StagedRows.Table rows, Function<StagedRows.Table, CompletableFuture<T>> send, int attemptsLeft) {
        return current(rows).thenCompose(now -> loop.resume(send.apply(now)).exceptionallyCompose(error -> {
            Throwable cause = ConnectionLoop.cause(error);
            return attemptsLeft > 0 && isChanged(cause)
                    ? loop.resume(catalog.refresh()).thenCompose(refreshed -> send(rows, send, attemptsLeft - 1))
                    : CompletableFuture.failedFuture(cause);
        }));
    }

    private static boolean isChanged(Throwable error) {
        return error instanceof TributaryException refused && refused.code() == ErrorCode.SCHEMA_VERSION_MISMATCH;
    }

    private CompletableFuture<StagedRows.Table> current(StagedRows.Table rows) {
        TableSchema before = rows.schema();
        TableSchema now = catalog.snapshot().now(before).orElse(before);
        if (now.schemaVersion() == before.schemaVersion()) {
            return CompletableFuture.completedFuture(of(now, rows.blocks()));
        }
        ZoneId zone = session.variables().timeZone();
        return loop.offLoop(() -> of(now, converted(rows, now, zone)));
    }

    private static List<RowBlock> converted(StagedRows.Table rows, TableSchema now, ZoneId zone) {
        return AddedColumns.between(rows.schema(), now)
                .orElseThrow(() -> new TributaryException(
                        ErrorCode.SCHEMA_VERSION_MISMATCH,
                        "Table definition has changed, please retry transaction: columns of " + now.database() + "."
                                + now.name() + " were dropped, renamed or given another type, partitions dropped,"
                                + " or all rows truncated, since rows for it were inserted"))
                .to(rows.blocks(), zone, TableWriters.localMicros(zone));
    }

    private static StagedRows.Table of(TableSchema table, List<RowBlock> blocks) {
        return new StagedRows.Table(table, blocks);
    }
}
