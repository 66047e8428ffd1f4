package io.tributary.frontend.write;

import io.tributary.contract.calls.BackendClient;
import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.calls.TransactionTimeout;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.routing.BackendRouter;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;

/**
 * Commits a load as a batch of its own. One that is long for a message goes in pieces, as a transaction of the backend
 * that nobody else knows of; all of it is committed or nothing. {@code transaction_bytes} bounds either, and no timeout of
 * the session: the rows are there, and between two pieces the transaction's lease is enough.
 *
 * <p>Futures complete where the backend's answers come.
 */
final class PrivateLoads {
    /** Encoded rows that one message carries, or else a single block. */
    static final long MESSAGE_BYTES_MAX = 64L << 20;

    private final BackendRouter router;
    private final long messageBytesMax;

    /** @param messageBytesMax encoded rows that one message carries */
    PrivateLoads(BackendRouter router, long messageBytesMax) {
        this.router = router;
        this.messageBytesMax = messageBytesMax;
    }

    /** @param label the user's, or empty */
    CompletableFuture<LoadResult> commit(TableSchema table, List<RowBlock> blocks, String label) {
        BackendClient backend = router.ownerOf(table.tableId());
        List<List<RowBlock>> pieces = pieces(blocks);
        if (pieces.size() == 1) {
            return backend.insert(table.tableId(), table.schemaVersion(), blocks, label);
        }
        return backend.begin(label, TransactionTimeout.NONE).thenCompose(id -> append(backend, id, table, pieces)
                .thenCompose(ignored -> backend.commit(id))
                .exceptionallyCompose(error -> undone(backend, id, error)));
    }

    private static CompletableFuture<Void> append(
            BackendClient backend, long id, TableSchema table, List<List<RowBlock>> pieces) {
        CompletableFuture<Void> all = CompletableFuture.completedFuture(null);
        for (List<RowBlock> piece : pieces) {
            all = all.thenCompose(ignored -> backend.appendTo(id, table.tableId(), table.schemaVersion(), piece));
        }
        return all;
    }

    /** Whether the rollback succeeds or not: what is not committed ends with its lease. */
    private static CompletableFuture<LoadResult> undone(BackendClient backend, long id, Throwable error) {
        return backend.rollback(id).<LoadResult>handle((done, ignored) -> {
            throw ConnectionLoop.unchecked(error);
        });
    }

    private List<List<RowBlock>> pieces(List<RowBlock> blocks) {
        List<List<RowBlock>> pieces = new ArrayList<>(1);
        int from = 0;
        long bytes = 0;
        for (int i = 0; i < blocks.size(); i++) {
            long more = blocks.get(i).length();
            if (i > from && bytes + more > messageBytesMax) {
                pieces.add(blocks.subList(from, i));
                from = i;
                bytes = 0;
            }
            bytes += more;
        }
        pieces.add(blocks.subList(from, blocks.size()));
        return pieces;
    }
}
