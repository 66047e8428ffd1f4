package io.tributary.backend.service;

import io.grpc.stub.ServerCallStreamObserver;
import io.grpc.stub.StreamObserver;
import io.tributary.backend.service.wait.Barriers;
import io.tributary.backend.service.wait.EngineAccess;
import io.tributary.backend.service.wait.EnginePool;
import io.tributary.backend.service.wait.StatementReads;
import io.tributary.backend.service.wait.StatementWaits;
import io.tributary.backend.service.wait.TimedAnswers;
import io.tributary.backend.service.wait.UnaryCalls;
import io.tributary.backend.txn.ComputedInserts;
import io.tributary.backend.txn.LoadTransaction;
import io.tributary.backend.txn.PrivateCommitter;
import io.tributary.backend.txn.Snapshots;
import io.tributary.backend.txn.StatementTimeouts;
import io.tributary.backend.txn.TransactionRegistry;
import io.tributary.contract.calls.EvaluatedRows;
import io.tributary.contract.calls.Evaluation;
import io.tributary.contract.calls.InsertQuery;
import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.StatementResult;
import io.tributary.contract.schema.RowRules;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.TableEngine;
import io.tributary.rpc.client.EvaluationMapping;
import io.tributary.rpc.client.StatementMapping;
import io.tributary.rpc.proto.DescribeReply;
import io.tributary.rpc.proto.EvaluateReply;
import io.tributary.rpc.proto.EvaluateRequest;
import io.tributary.rpc.proto.ExecuteReply;
import io.tributary.rpc.proto.ExecuteRequest;
import io.tributary.rpc.proto.InsertQueryRequest;
import io.tributary.rpc.proto.QueriesGrpc;
import io.tributary.rpc.proto.QueryReply;
import io.tributary.rpc.proto.QueryRequest;
import java.util.Collection;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;

/** The text path: queries, and statements that change rows by text. */
public final class QueryService extends QueriesGrpc.QueriesImplBase {
    private final TableEngine engine;
    private final TimedAnswers answers;
    private final StatementWaits waits;
    private final PrivateCommitter committer;
    private final ComputedInserts inserts;
    private final TransactionRegistry transactions;
    private final OpenQueries queries;
    private final StatementTimeouts timeouts;
    private final EnginePool readingPool;
    private final UnaryCalls readings;
    private final EngineAccess access;

    public QueryService(
            TableEngine engine,
            EngineAccess access,
            ComputedInserts inserts,
            TransactionRegistry transactions,
            OpenQueries queries,
            StatementTimeouts timeouts) {
        this.engine = engine;
        waits = access.waits();
        answers = waits.answers();
        committer = access.committer();
        this.inserts = inserts;
        this.transactions = transactions;
        this.queries = queries;
        this.timeouts = timeouts;
        this.access = access;
        readingPool = access.pools().queries();
        readings = new UnaryCalls(readingPool);
    }

    @Override
    public void query(QueryRequest request, StreamObserver<QueryReply> out) {
        QueryContext context = StatementMapping.fromProto(request.getContext());
        long transactionId = context.transactionId();
        new RunningQuery(
                        (ServerCallStreamObserver<QueryReply>) out,
                        readingPool,
                        () -> placed(request.getSql(), context),
                        queries,
                        context.timeMaxMillis(),
                        () -> transactions.ending(transactionId))
                .startAfter(before(List.of(), new StatementReads(request.getSql(), context), transactionId));
    }

    /** One of a server's tables has a thread of that server's. */
    private RunningQuery.Opening placed(String sql, QueryContext context) {
        TableEngine of = engineOf(sql, context);
        long transactionId = context.transactionId();
        return new RunningQuery.Opening(
                queriesOf(of),
                () -> transactionId == 0
                        ? alone(of, sql, context)
                        : QuerySource.inTransaction(transactions.use(transactionId), sql, context));
    }

    private EnginePool queriesOf(TableEngine of) {
        return access.pools().of(of == engine ? null : of).queries();
    }

    /**
     * Queries outside of a transaction. A text that reads several tables some of whose rows it is bound to see reads a
     * snapshot that is taken at the right moment.
     */
    private QuerySource alone(TableEngine of, String sql, QueryContext context) {
        if (!waits.reads().needMoment(sql)) {
            return QuerySource.of(of.query(sql, context));
        }
        return QuerySource.inSnapshot(of.beginReading(), snapshot -> {
            waits.reads().take(snapshot, sql, context.snapshotMillis());
            return snapshot.query(sql, context);
        });
    }

    private Barriers barriersOf(long tableId) {
        return access.barriers(access.poolsOf(tableId).changes());
    }

    private TableEngine engineOf(String sql, QueryContext context) {
        return engine.ofStatement(sql, context).orElse(engine);
    }

    /**
     * What a statement waits for: of a transaction without a snapshot all that this is to hold, of one that has it for nothing
     * that it reads, since it would not see it.
     */
    private CompletableFuture<Void> before(Collection<Long> written, StatementReads reads, long transactionId) {
        if (transactionId == 0) {
            return waits.before(written, reads);
        }
        return transactions.hasSnapshot(transactionId)
                ? waits.inSnapshot(written, reads)
                : waits.beforeSnapshot(written, reads);
    }

    @Override
    public void describe(QueryRequest request, StreamObserver<DescribeReply> out) {
        readings.answerElsewhere(out, () -> {
            QueryContext context = StatementMapping.fromProto(request.getContext());
            TableEngine of = engineOf(request.getSql(), context);
            return new UnaryCalls.Elsewhere<>(
                    queriesOf(of), () -> StatementMapping.toDescribeReply(of.describe(request.getSql(), context)));
        });
    }

    @Override
    public void execute(ExecuteRequest request, StreamObserver<ExecuteReply> to) {
        QueryContext context = StatementMapping.fromProto(request.getContext());
        long tableId = request.getTableId();
        if (context.transactionId() == 0) {
            TimedAnswers.TimedAnswer<ExecuteReply> out = answers.of(to, context.timeMaxMillis());
            barriersOf(tableId)
                    .answer(
                            out,
                            tableId,
                            new StatementReads(request.getSql(), context),
                            out.by(() -> executeAlone(request, context)));
        } else {
            // Nothing may wait for the client of a transaction, so what came before is committed and nothing is held
            // back after.
            TimedAnswers.TimedAnswer<ExecuteReply> out =
                    answers.of(to, TimedAnswers.Kind.IN_TRANSACTION, context.timeMaxMillis());
            CompletableFuture<Void> before =
                    before(List.of(tableId), new StatementReads(request.getSql(), context), context.transactionId());
            barriersOf(tableId).afterSync(out, tableId, before, out.by(() -> {
                try (TransactionRegistry.Use use = transactions.use(context.transactionId())) {
                    return executeIn(use.transaction(), request, context);
                }
            }));
        }
    }

    @Override
    public void insertQuery(InsertQueryRequest request, StreamObserver<ExecuteReply> to) {
        InsertQuery insert = StatementMapping.fromProto(request);
        long transactionId = insert.context().transactionId();
        long insertTimeoutMillis = TimeUnit.SECONDS.toMillis(insert.timeoutSeconds());
        StatementReads reads = new StatementReads(insert.texts(), insert.context());
        if (transactionId == 0) {
            TimedAnswers.TimedAnswer<ExecuteReply> out = answers.of(to, insertTimeoutMillis);
            barriersOf(insert.tableId())
                    .answer(
                            out,
                            insert.tableId(),
                            reads,
                            out.by(() -> StatementMapping.toProto(inserts.insert(insert))));
        } else {
            TimedAnswers.TimedAnswer<ExecuteReply> out =
                    answers.of(to, TimedAnswers.Kind.IN_TRANSACTION, insertTimeoutMillis);
            CompletableFuture<Void> before = before(List.of(insert.tableId()), reads, transactionId);
            barriersOf(insert.tableId()).afterSync(out, insert.tableId(), before, out.by(() -> {
                try (TransactionRegistry.Use use = transactions.use(transactionId)) {
                    return StatementMapping.toProto(inserts.insert(insert, use.transaction()));
                }
            }));
        }
    }

    @Override
    public void evaluate(EvaluateRequest request, StreamObserver<EvaluateReply> to) {
        QueryContext context = StatementMapping.fromProto(request.getContext());
        TimedAnswers.TimedAnswer<EvaluateReply> out =
                answers.of(to, TimedAnswers.Kind.HARMLESS, context.timeMaxMillis());
        String texts =
                String.join(" ", request.getValuesList()) + " " + request.getCondition() + " " + request.getQuery();
        readings.answerAfter(
                out,
                waits.before(List.of(), new StatementReads(texts, context)),
                out.by(() -> EvaluationMapping.toProto(evaluated(EvaluationMapping.fromProto(request), texts))));
    }

    private EvaluatedRows evaluated(Evaluation evaluation, String texts) {
        try (EngineTransaction transaction = engine.beginReading();
                StatementTimeouts.Running running =
                        timeouts.beginChange(evaluation.context().timeMaxMillis())) {
            running.interruptBy(transaction::interrupt);
            try {
                waits.reads().take(transaction, texts, evaluation.context().snapshotMillis());
                return transaction.evaluate(evaluation);
            } catch (RuntimeException e) {
                throw running.told(e);
            }
        }
    }

    private ExecuteReply executeIn(LoadTransaction transaction, ExecuteRequest request, QueryContext context) {
        TableSchema table = committer.current(request.getTableId(), request.getSchemaVersion());
        try (StatementTimeouts.Running running = timeouts.beginChange(context.timeMaxMillis())) {
            running.interruptBy(transaction::interrupt);
            try {
                StatementResult changed = transaction.execute(request.getSql(), table, context);
                return ExecuteReply.newBuilder()
                        .setAffectedRows(changed.affectedRows())
                        .setLastInsertId(changed.lastInsertId())
                        .build();
            } catch (RuntimeException e) {
                throw running.told(e);
            }
        }
    }

    /** Executes in the table's lane, where its names stay what they are: the engine goes by them. */
    private ExecuteReply executeAlone(ExecuteRequest request, QueryContext context) {
        TableSchema table = committer.current(request.getTableId(), request.getSchemaVersion());
        ExecuteReply.Builder reply = ExecuteReply.newBuilder();
        try (StatementTimeouts.Running running = timeouts.beginChange(context.timeMaxMillis())) {
            try {
                LoadResult result = committer.commit(table, "", null, transaction -> {
                    running.interruptBy(transaction::interrupt);
                    waits.reads()
                            .take(
                                    transaction,
                                    request.getSql(),
                                    Math.min(context.snapshotMillis(), Snapshots.LANE_MILLIS_MAX));
                    reply.setAffectedRows(transaction.execute(request.getSql(), new RowRules(table), context));
                    reply.setLastInsertId(transaction.lastInsertId());
                    running.requireTime();
                });
                return reply.setLabel(result.label()).setTxnId(result.txnId()).build();
            } catch (RuntimeException e) {
                throw running.told(e);
            }
        }
    }
}
