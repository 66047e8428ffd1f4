package io.tributary.backend.service;

import io.grpc.stub.StreamObserver;
import io.tributary.backend.catalog.TableLookup;
import io.tributary.backend.service.wait.Barriers;
import io.tributary.backend.service.wait.EngineAccess;
import io.tributary.backend.service.wait.EnginePools;
import io.tributary.backend.service.wait.StatementReads;
import io.tributary.backend.service.wait.StatementWaits;
import io.tributary.backend.service.wait.TimedAnswers;
import io.tributary.backend.service.wait.UnaryCalls;
import io.tributary.backend.txn.LoadOutcomes;
import io.tributary.backend.txn.PrecommittedTransactions;
import io.tributary.backend.txn.PrivateCommitter;
import io.tributary.backend.txn.QuarantineRows;
import io.tributary.backend.txn.TransactionRegistry;
import io.tributary.contract.calls.BatchInfo;
import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.calls.TransactionInfo;
import io.tributary.contract.calls.TransactionTimeout;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.QuarantineStore;
import io.tributary.rpc.client.QuarantineMapping;
import io.tributary.rpc.client.TransactionMapping;
import io.tributary.rpc.proto.AppendToReply;
import io.tributary.rpc.proto.AppendToRequest;
import io.tributary.rpc.proto.BeginReply;
import io.tributary.rpc.proto.BeginRequest;
import io.tributary.rpc.proto.CommitRequest;
import io.tributary.rpc.proto.DecideRequest;
import io.tributary.rpc.proto.FindTransactionReply;
import io.tributary.rpc.proto.FindTransactionRequest;
import io.tributary.rpc.proto.InsertRequest;
import io.tributary.rpc.proto.KeepReply;
import io.tributary.rpc.proto.KeepRequest;
import io.tributary.rpc.proto.LoadReply;
import io.tributary.rpc.proto.PrecommitRequest;
import io.tributary.rpc.proto.QuarantineOutcome;
import io.tributary.rpc.proto.QuarantineRequest;
import io.tributary.rpc.proto.QuarantinedReply;
import io.tributary.rpc.proto.RollbackReply;
import io.tributary.rpc.proto.RollbackRequest;
import io.tributary.rpc.proto.TransactionsGrpc;
import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * Private batches: one statement's, or a session's transaction. Into a UNIQUE KEY table their rows go behind everything
 * that was acknowledged before them: a row that waits in the log would otherwise replace a newer one at its commit.
 */
public final class TransactionService extends TransactionsGrpc.TransactionsImplBase {
    private final TableLookup tables;
    private final TombstoneRoom tombstones;
    private final StatementWaits waits;
    private final TransactionRegistry transactions;
    private final PrecommittedTransactions precommitted;
    private final LoadOutcomes outcomes;
    private final QuarantineRows quarantine;
    private final UnaryCalls calls;
    private final EngineAccess access;

    public TransactionService(
            TableLookup tables,
            TombstoneRoom tombstones,
            EngineAccess access,
            TransactionRegistry transactions,
            PrecommittedTransactions precommitted,
            LoadOutcomes outcomes,
            QuarantineRows quarantine) {
        this.tables = tables;
        this.tombstones = tombstones;
        waits = access.waits();
        this.transactions = transactions;
        this.precommitted = precommitted;
        this.outcomes = outcomes;
        this.quarantine = quarantine;
        calls = new UnaryCalls(access.pools().writes());
        this.access = access;
    }

    private Barriers barriersOf(Collection<Long> tableIds) {
        return access.barriers(access.poolsOf(tableIds).writes());
    }

    private EnginePools poolsOfTransaction(long id) {
        return access.pools().of(transactions.serverOf(id));
    }

    @Override
    public void insert(InsertRequest request, StreamObserver<LoadReply> to) {
        TimedAnswers.TimedAnswer<LoadReply> out = waits.answers().of(to);
        Supplier<LoadReply> insert = out.by(() -> reply(transactions.insert(
                new RowCheck(tables, tombstones)
                        .check(request.getTableId(), request.getSchemaVersion(), request.getBlocksList()),
                request.getLabel())));
        List<Long> table = List.of(request.getTableId());
        if (isKeyed(request.getTableId())) {
            barriersOf(table).afterSyncInTurn(out, request.getTableId(), insert);
        } else {
            barriersOf(table).inTurn(out, table, insert);
        }
    }

    @Override
    public void begin(BeginRequest request, StreamObserver<BeginReply> to) {
        TimedAnswers.TimedAnswer<BeginReply> out = waits.answers().of(to, TimedAnswers.Kind.HARMLESS);
        calls.answer(out, out.by(() -> BeginReply.newBuilder()
                .setTransactionId(transactions.begin(
                        request.getLabel(),
                        new TransactionTimeout(request.getTimeoutSeconds(), request.getTimeoutLeftMillis())))
                .build()));
    }

    @Override
    public void appendTo(AppendToRequest request, StreamObserver<AppendToReply> to) {
        TimedAnswers.TimedAnswer<AppendToReply> out = waits.answers().of(to, TimedAnswers.Kind.IN_TRANSACTION);
        Supplier<AppendToReply> append = out.by(() -> {
            try (TransactionRegistry.Use use = transactions.use(request.getTransactionId())) {
                use.transaction()
                        .append(new RowCheck(tables, tombstones)
                                .check(request.getTableId(), request.getSchemaVersion(), request.getBlocksList()));
            }
            return AppendToReply.getDefaultInstance();
        });
        long tableId = request.getTableId();
        // Its later rows do not wait for the log: a batch with keys that this transaction has written would end it.
        if (isKeyed(tableId) && !transactions.hasWritten(request.getTransactionId(), tableId)) {
            barriersOf(List.of(tableId)).afterSync(out, tableId, append);
        } else {
            new UnaryCalls(access.poolsOf(tableId).writes()).answer(out, append);
        }
    }

    @Override
    public void keep(KeepRequest request, StreamObserver<KeepReply> to) {
        TimedAnswers.TimedAnswer<KeepReply> out = waits.answers().of(to, TimedAnswers.Kind.IN_TRANSACTION);
        new UnaryCalls(poolsOfTransaction(request.getTransactionId()).writes()).answer(out, out.by(() -> {
            try (TransactionRegistry.Use use = transactions.use(request.getTransactionId())) {
                use.transaction().keep(request.getAppends());
            }
            return KeepReply.getDefaultInstance();
        }));
    }

    private boolean isKeyed(long tableId) {
        TableSchema table = tables.table(tableId);
        return table != null && table.isKeyed();
    }

    @Override
    public void commit(CommitRequest request, StreamObserver<LoadReply> to) {
        TimedAnswers.TimedAnswer<LoadReply> out = waits.answers().of(to);
        List<Long> written = transactions.writtenTables(request.getTransactionId());
        access.barriers(poolsOfTransaction(request.getTransactionId()).writes()).inTurn(out, written, out.by(() -> {
            try (TransactionRegistry.Use use = transactions.use(request.getTransactionId())) {
                LoadResult result = use.transaction().commit();
                use.end();
                return reply(result);
            }
        }));
    }

    @Override
    public void precommit(PrecommitRequest request, StreamObserver<LoadReply> to) {
        TimedAnswers.TimedAnswer<LoadReply> out = waits.answers().of(to);
        new UnaryCalls(access.poolsOf(request.getTableId()).writes()).answer(out, out.by(() -> {
            try (TransactionRegistry.Use use = transactions.use(request.getTransactionId())) {
                try {
                    return reply(precommitted.keep(
                            use.transaction(),
                            PrivateCommitter.requireCurrent(tables, request.getTableId(), request.getSchemaVersion())));
                } finally {
                    use.end();
                }
            }
        }));
    }

    @Override
    public void decide(DecideRequest request, StreamObserver<LoadReply> to) {
        TimedAnswers.TimedAnswer<LoadReply> out = waits.answers().of(to);
        PrecommittedTransactions.Name name =
                new PrecommittedTransactions.Name(request.getDatabase(), request.getTxnId(), request.getLabel());
        if (!request.getCommit()) {
            new UnaryCalls(access.poolsIn(name.database()).writes())
                    .answer(out, out.by(() -> reply(precommitted.abort(name))));
            return;
        }
        Optional<Long> keyed = precommitted.tables(Optional.of(name)).stream()
                .filter(this::isKeyed)
                .findAny();
        if (keyed.isPresent()) {
            barriersOf(List.of(keyed.get()))
                    .afterSyncInTurn(out, keyed.get(), out.by(() -> reply(precommitted.commit(name))));
        } else {
            List<Long> table = precommitted.tables(Optional.of(name));
            barriersOf(table).inTurn(out, table, out.by(() -> reply(precommitted.commit(name))));
        }
    }

    @Override
    public void rollback(RollbackRequest request, StreamObserver<RollbackReply> to) {
        TimedAnswers.TimedAnswer<RollbackReply> out = waits.answers().of(to, TimedAnswers.Kind.HARMLESS);
        new UnaryCalls(poolsOfTransaction(request.getTransactionId()).writes()).answer(out, out.by(() -> {
            transactions.rollback(request.getTransactionId());
            return RollbackReply.getDefaultInstance();
        }));
    }

    @Override
    public void quarantined(QuarantineRequest request, StreamObserver<QuarantinedReply> out) {
        new UnaryCalls(access.poolsOf(request.getTableId()).queries())
                .answer(out, () -> QuarantineMapping.toProto(quarantine.show(filter(request), request.getLimit())));
    }

    @Override
    public void replayQuarantine(QuarantineRequest request, StreamObserver<QuarantineOutcome> to) {
        TimedAnswers.TimedAnswer<QuarantineOutcome> out = waits.answers().of(to);
        long tableId = request.getTableId();
        new UnaryCalls(access.poolsOf(tableId).changes())
                .answerAfter(
                        out,
                        tableId == 0
                                ? waits.recovery()
                                        .ofAll()
                                        .thenCompose(done -> waits.beforeSnapshot(List.of(), StatementReads.NOTHING))
                                : waits.before(List.of(tableId), StatementReads.NOTHING),
                        out.by(() -> QuarantineMapping.toProto(quarantine.replay(filter(request)))));
    }

    @Override
    public void discardQuarantine(QuarantineRequest request, StreamObserver<QuarantineOutcome> to) {
        TimedAnswers.TimedAnswer<QuarantineOutcome> out = waits.answers().of(to);
        new UnaryCalls(access.poolsOf(request.getTableId()).changes())
                .answer(out, out.by(() -> QuarantineMapping.toProto(quarantine.discard(filter(request)))));
    }

    private static QuarantineStore.Filter filter(QuarantineRequest request) {
        return new QuarantineStore.Filter(request.getTableId(), Set.copyOf(request.getIdsList()));
    }

    /** First among the batches that are not committed, then among what has ended. */
    @Override
    public void find(FindTransactionRequest request, StreamObserver<FindTransactionReply> out) {
        String label = request.getLabel();
        CompletableFuture<?> unused = waits.log().batches().whenComplete((batches, error) -> {
            if (error != null) {
                UnaryCalls.fail(out, error);
                return;
            }
            for (BatchInfo batch : batches) {
                if (label.isEmpty()
                        ? batch.txnId() == request.getTxnId()
                        : batch.label().equals(label)) {
                    UnaryCalls.reply(out, TransactionMapping.toProto(List.of(uncommitted(batch))));
                    return;
                }
            }
            new UnaryCalls(access.poolsIn(request.getDatabase()).writes())
                    .answer(
                            out,
                            () -> TransactionMapping.toProto(outcomes.find(new PrecommittedTransactions.Name(
                                    request.getDatabase(), request.getTxnId(), label))));
        });
    }

    private static TransactionInfo uncommitted(BatchInfo batch) {
        return new TransactionInfo(
                batch.txnId(),
                batch.label(),
                batch.database(),
                batch.table(),
                true,
                batch.state() == BatchInfo.State.OPEN
                        ? TransactionInfo.Status.PREPARE
                        : TransactionInfo.Status.COMMITTED,
                batch.rows(),
                System.currentTimeMillis() - batch.ageMillis(),
                0,
                batch.lastError());
    }

    private static LoadReply reply(LoadResult result) {
        return LoadReply.newBuilder()
                .setLabel(result.label())
                .setTxnId(result.txnId())
                .build();
    }
}
