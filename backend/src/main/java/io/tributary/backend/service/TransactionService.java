package io.tributary.backend.service;

import io.grpc.stub.StreamObserver;
import io.tributary.backend.catalog.TableLookup;
import io.tributary.backend.ingest.LogIngest;
import io.tributary.backend.txn.PrivateCommitter;
import io.tributary.backend.txn.TransactionRegistry;
import io.tributary.rpc.client.LoadResult;
import io.tributary.rpc.proto.AppendToReply;
import io.tributary.rpc.proto.AppendToRequest;
import io.tributary.rpc.proto.BeginReply;
import io.tributary.rpc.proto.BeginRequest;
import io.tributary.rpc.proto.CommitRequest;
import io.tributary.rpc.proto.InsertRequest;
import io.tributary.rpc.proto.LoadReply;
import io.tributary.rpc.proto.RollbackReply;
import io.tributary.rpc.proto.RollbackRequest;
import io.tributary.rpc.proto.TransactionsGrpc;
import io.tributary.rpc.schema.TableSchema;
import java.util.function.Supplier;

/**
 * Private batches: one statement's, or a session's transaction. Into a UNIQUE KEY table their rows go behind everything
 * that was acknowledged before them: a row that waits in the log would otherwise replace a newer one at its commit.
 */
public final class TransactionService extends TransactionsGrpc.TransactionsImplBase {
    private final TableLookup tables;
    private final PrivateCommitter committer;
    private final TransactionRegistry transactions;
    private final UnaryCalls calls;
    private final Barriers barriers;

    public TransactionService(
            TableLookup tables,
            LogIngest ingest,
            PrivateCommitter committer,
            TransactionRegistry transactions,
            EnginePool pool) {
        this.tables = tables;
        this.committer = committer;
        this.transactions = transactions;
        calls = new UnaryCalls(pool);
        barriers = new Barriers(ingest, committer, pool);
    }

    @Override
    public void insert(InsertRequest request, StreamObserver<LoadReply> out) {
        Supplier<LoadReply> insert = () -> reply(committer.insert(
                new RowCheck(tables).check(request.getTableId(), request.getSchemaVersion(), request.getBlocksList()),
                request.getLabel()));
        if (isUnique(request.getTableId())) {
            barriers.afterSync(out, request.getTableId(), insert);
        } else {
            calls.answer(out, insert);
        }
    }

    @Override
    public void begin(BeginRequest request, StreamObserver<BeginReply> out) {
        calls.answer(out, () -> BeginReply.newBuilder()
                .setTransactionId(transactions.begin(request.getLabel()))
                .build());
    }

    @Override
    public void appendTo(AppendToRequest request, StreamObserver<AppendToReply> out) {
        Supplier<AppendToReply> append = () -> {
            try (TransactionRegistry.Use use = transactions.use(request.getTransactionId())) {
                use.transaction()
                        .append(new RowCheck(tables)
                                .check(request.getTableId(), request.getSchemaVersion(), request.getBlocksList()));
            }
            return AppendToReply.getDefaultInstance();
        };
        long tableId = request.getTableId();
        // Its later rows do not wait for the log: a batch with keys that this transaction has written would end it.
        if (isUnique(tableId) && !transactions.hasWritten(request.getTransactionId(), tableId)) {
            barriers.afterSync(out, tableId, append);
        } else {
            calls.answer(out, append);
        }
    }

    private boolean isUnique(long tableId) {
        TableSchema table = tables.table(tableId);
        return table != null && table.isUnique();
    }

    @Override
    public void commit(CommitRequest request, StreamObserver<LoadReply> out) {
        calls.answer(out, () -> {
            try (TransactionRegistry.Use use = transactions.use(request.getTransactionId())) {
                LoadResult result = use.transaction().commit();
                use.end();
                return reply(result);
            }
        });
    }

    @Override
    public void rollback(RollbackRequest request, StreamObserver<RollbackReply> out) {
        calls.answer(out, () -> {
            transactions.rollback(request.getTransactionId());
            return RollbackReply.getDefaultInstance();
        });
    }

    private static LoadReply reply(LoadResult result) {
        return LoadReply.newBuilder()
                .setLabel(result.label())
                .setTxnId(result.txnId())
                .build();
    }
}
