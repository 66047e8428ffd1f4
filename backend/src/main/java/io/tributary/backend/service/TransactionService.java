package io.tributary.backend.service;

import io.grpc.stub.StreamObserver;
import io.tributary.backend.catalog.TableLookup;
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

/** Private batches: one statement's, or a session's transaction. */
public final class TransactionService extends TransactionsGrpc.TransactionsImplBase {
    private final TableLookup tables;
    private final PrivateCommitter committer;
    private final TransactionRegistry transactions;
    private final UnaryCalls calls;

    public TransactionService(
            TableLookup tables, PrivateCommitter committer, TransactionRegistry transactions, EnginePool pool) {
        this.tables = tables;
        this.committer = committer;
        this.transactions = transactions;
        calls = new UnaryCalls(pool);
    }

    @Override
    public void insert(InsertRequest request, StreamObserver<LoadReply> out) {
        calls.answer(
                out,
                () -> reply(committer.insert(
                        new RowCheck(tables)
                                .check(request.getTableId(), request.getSchemaVersion(), request.getBlocksList()),
                        request.getLabel())));
    }

    @Override
    public void begin(BeginRequest request, StreamObserver<BeginReply> out) {
        calls.answer(out, () -> BeginReply.newBuilder()
                .setTransactionId(transactions.begin(request.getLabel()))
                .build());
    }

    @Override
    public void appendTo(AppendToRequest request, StreamObserver<AppendToReply> out) {
        calls.answer(out, () -> {
            try (TransactionRegistry.Use use = transactions.use(request.getTransactionId())) {
                use.transaction()
                        .append(new RowCheck(tables)
                                .check(request.getTableId(), request.getSchemaVersion(), request.getBlocksList()));
            }
            return AppendToReply.getDefaultInstance();
        });
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
