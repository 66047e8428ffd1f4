package io.tributary.frontend.write;

import io.tributary.contract.calls.GeneratedRows;
import io.tributary.contract.calls.InsertQuery;
import io.tributary.contract.calls.ReservedIds;
import io.tributary.contract.calls.StatementResult;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.AutoIncrementRows;
import io.tributary.contract.row.FilteredRows;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.AdoptedTable;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.execution.DecisionCounters;
import io.tributary.frontend.execution.ExecutionServices;
import io.tributary.frontend.execution.IdRanges;
import io.tributary.frontend.execution.QueryContexts;
import io.tributary.frontend.routing.BackendRouter;
import io.tributary.planner.GroupCommitDecision;
import io.tributary.planner.Planner;
import io.tributary.planner.TableRules;
import io.tributary.planner.catalog.Catalog;
import io.tributary.planner.plan.EngineRows;
import io.tributary.planner.plan.FallbackReason;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.plan.part.TargetColumns;
import io.tributary.session.Session;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;

/**
 * Chooses the path of a statement's rows: group commit, a transaction of its own, the transaction that is open, or
 * staging until COMMIT. Event loop of the connection.
 */
public final class InsertExecutor {
    private final Session session;
    private final SessionTransaction transaction;
    private final OwnWrites ownWrites;
    private final BackendRouter router;
    private final Catalog catalog;
    private final ConnectionLoop loop;
    private final Loads loads;
    private final DecisionCounters counters;
    private final IdRanges ids;
    private final KeyedLoads keyed;
    private final GeneratedWrites generated;

    /**
     * Rows with their numbers.
     *
     * @param firstId the first number that was generated, or 0
     * @param lastGiven the last one that the rows bring themselves, or 0
     */
    public record Numbered(List<RowBlock> blocks, long firstId, long lastGiven) {}

    public InsertExecutor(
            ExecutionServices services,
            Session session,
            SessionTransaction transaction,
            OwnWrites ownWrites,
            ConnectionLoop loop) {
        this.session = session;
        this.transaction = transaction;
        this.ownWrites = ownWrites;
        this.router = services.router();
        this.catalog = services.catalog();
        this.loop = loop;
        this.loads = new Loads(services, session, loop);
        this.counters = services.status().counters();
        this.ids = services.ids();
        this.keyed = new KeyedLoads(session, loop);
        this.generated = new GeneratedWrites(session, router, loop);
    }

    /** @param sessionKey the idempotency key that the session gave the statement, or empty */
    public CompletableFuture<Answer.Done> execute(InsertRows rows, String sessionKey) {
        return rows.plan().table().isCompleted()
                ? generated
                        .complete(rows)
                        .whenComplete((whole, error) -> {
                            if (error != null) {
                                transaction.statementEnded();
                            }
                        })
                        .thenCompose(whole -> executeWhole(whole, sessionKey))
                : executeWhole(rows, sessionKey);
    }

    /** Whatever completes the rows of a load with generated columns. */
    public GeneratedRows generated(InsertPlan target, RowBlockWriter source, GeneratedRows.Watcher watcher) {
        return generated.of(target, source, watcher);
    }

    /** Executes rows like {@link #execute}, whose generated columns have their values. */
    public CompletableFuture<Answer.Done> executeWhole(InsertRows rows, String sessionKey) {
        CompletableFuture<Answer.Done> stored =
                store(rows, sessionKey).whenComplete((done, error) -> transaction.statementEnded());
        FilteredRows filtered = rows.filtered();
        return filtered.count() == 0
                ? stored
                : stored.thenApply(done -> {
                    session.filtered(filtered.count(), filtered.refusals());
                    return done;
                });
    }

    private CompletableFuture<Answer.Done> store(InsertRows rows, String sessionKey) {
        InsertPlan plan = rows.plan();
        TableSchema table = Planner.current(plan, catalog.snapshot()).orElse(plan.table());
        transaction.requireWritable();
        requireStorable(plan);
        if (plan.overwrites()) {
            transaction.requireNone();
        }
        if (rows.isEmpty()) {
            return CompletableFuture.completedFuture(nothing(plan));
        }
        GroupCommitDecision decision = decide(rows, table);
        String key = KeyedLoads.keyOf(plan, sessionKey);
        if (!key.isEmpty()) {
            return appendOnce(rows, table, decision, key);
        }
        if (!rows.queries().isEmpty()) {
            counters.count(decision);
            return compute(rows, table);
        }
        if (PartialUpdates.isOne(session, plan)) {
            counters.count(decision);
            return compute(rows.merged(PartialUpdates.rule(session, plan)), table);
        }
        return table.autoIncrementPosition() < 0 ? send(rows, table, decision) : sendNumbered(rows, table, decision);
    }

    /** All rows were left out. */
    private Answer.Done nothing(InsertPlan plan) {
        if (!transaction.isActive()) {
            return Answer.Done.NOTHING;
        }
        transaction.requireLabel(plan.label());
        return transaction.done(0);
    }

    /** A load that takes place once, however often its statement is sent. */
    private CompletableFuture<Answer.Done> appendOnce(
            InsertRows rows, TableSchema table, GroupCommitDecision decision, String key) {
        keyed.requireGrouped(decision);
        return keyed.digest(table, rows).thenCompose(digest -> numbered(table, rows.blocks())
                .thenCompose(numbered -> appendOnce(
                        rows.with(numbered.blocks()),
                        table,
                        decision,
                        new IdempotencyKey(key, digest, numbered.firstId()))));
    }

    private CompletableFuture<Answer.Done> appendOnce(
            InsertRows rows, TableSchema table, GroupCommitDecision decision, IdempotencyKey key) {
        return loads.sendOnce(table, rows.blocks(), decision, key).thenApply(result -> {
            session.wrote(table.tableId());
            Answer.Load load = loads.grouped(result, decision.mode());
            long firstId = result.isRepeated() ? result.repeatedFirstId() : key.firstId();
            return new Answer.Done(rows.rows(), load, "", firstId);
        });
    }

    private CompletableFuture<Answer.Done> sendNumbered(
            InsertRows rows, TableSchema table, GroupCommitDecision decision) {
        return numbered(table, rows.blocks())
                .thenCompose(numbered -> send(rows.with(numbered.blocks()), table, decision)
                        .thenApply(done -> done.withInsertId(numbered.firstId()).withGivenId(numbered.lastGiven())));
    }

    /**
     * Puts the numbers of an AUTO_INCREMENT column, if there is one, into rows before they go anywhere, so that a replay of
     * the log gives the same. Many rows are looked at and written off the loop.
     */
    public CompletableFuture<Numbered> numbered(TableSchema table, List<RowBlock> blocks) {
        if (table.autoIncrementPosition() < 0) {
            return CompletableFuture.completedFuture(new Numbered(blocks, 0, 0));
        }
        boolean zeroIsGiven = session.variables().sqlMode().has(SqlMode.Mode.NO_AUTO_VALUE_ON_ZERO);
        long bytes = blocks.stream().mapToLong(RowBlock::length).sum();
        if (bytes <= ConnectionLoop.BYTES_MAX) {
            AutoIncrementRows rows = new AutoIncrementRows(table, blocks, zeroIsGiven);
            return numbers(table, rows).thenApply(first -> numbered(rows, first));
        }
        return loop.offLoop(() -> new AutoIncrementRows(table, blocks, zeroIsGiven))
                .thenCompose(
                        rows -> numbers(table, rows).thenCompose(first -> loop.offLoop(() -> numbered(rows, first))));
    }

    private CompletableFuture<ReservedIds> numbers(TableSchema table, AutoIncrementRows rows) {
        return loop.resume(ids.take(table, rows.generated(), rows.largestGiven()));
    }

    private static Numbered numbered(AutoIncrementRows rows, ReservedIds ids) {
        return new Numbered(
                rows.fill(ids.first(), ids.step()), rows.generated() == 0 ? 0 : ids.first(), rows.lastGiven());
    }

    private CompletableFuture<Answer.Done> send(InsertRows rows, TableSchema table, GroupCommitDecision decision) {
        String label = rows.plan().label();
        transaction.requireConnected();
        if (transaction.isActive()) {
            counters.count(decision);
            return transaction.append(table, rows.blocks(), rows.rows(), label);
        }
        if (session.variables().autocommit()) {
            return sendAlone(rows, table, decision);
        }
        if (label.isEmpty()) {
            // Only their COMMIT decides, and counts them with what else is staged for the table.
            return transaction.stage(table, rows.blocks(), rows.rows());
        }
        counters.count(decision);
        // A label names one transaction, and group commit has its own: the statement opens an ordinary one of that
        // name.
        return transaction
                .becomeTransaction(label, table)
                .thenCompose(id -> transaction.append(table, rows.blocks(), rows.rows(), label));
    }

    private CompletableFuture<Answer.Done> sendAlone(InsertRows rows, TableSchema table, GroupCommitDecision decision) {
        return loads.send(table, rows.blocks(), decision, rows.plan().label()).thenApply(load -> {
            if (load.status() == Answer.Status.PREPARE) {
                session.wrote(table.tableId());
            }
            return new Answer.Done(rows.rows(), load);
        });
    }

    private GroupCommitDecision decide(InsertRows rows, TableSchema table) {
        GroupCommitDecision decision = decide(rows.plan(), rows.reason(), table);
        boolean isNumbered = AdoptedTable.conditions(table).contains(AdoptedTable.Condition.NUMBERS);
        return decision.reason() == null && isNumbered && bringsNumbers(rows, table)
                ? decision.fallingBack(FallbackReason.UNIQUE_INDEX)
                : decision;
    }

    private boolean bringsNumbers(InsertRows rows, TableSchema table) {
        boolean zeroIsGiven = session.variables().sqlMode().has(SqlMode.Mode.NO_AUTO_VALUE_ON_ZERO);
        AutoIncrementRows numbered = new AutoIncrementRows(table, rows.blocks(), zeroIsGiven);
        return numbered.generated()
                < rows.blocks().stream().mapToLong(RowBlock::rowCount).sum();
    }

    /**
     * Whether a statement's text goes to the server of its table as it is: only there it means what its program expects. What the
     * text says that a server does not know keeps it here, and so does a query, which may read what other engines have. The table as
     * it is now decides, whose properties may have changed since the plan was made.
     */
    public boolean isServers(InsertPlan plan, String key) {
        if (!isServersText(plan, key)) {
            return false;
        }
        TableSchema table = now(plan);
        return isReplacing(plan, table)
                || (isLiteralForm(plan) && decide(plan, plan.reason(), table).reason() != null);
    }

    /** The same of a statement whose rows were looked at: what is computed beside a unique index depends on what is there. */
    public boolean isServers(InsertRows rows, String key) {
        InsertPlan plan = rows.plan();
        return rows.isComputed()
                && isServersText(plan, key)
                && (isLiteralForm(plan) || rows.onDuplicateKey() != null || isMadeThere(now(plan)));
    }

    /** The table of a plan as it is now, of whatever schema version; as it was planned where it is gone. */
    private TableSchema now(InsertPlan plan) {
        TableSchema planned = plan.table();
        return catalog.snapshot()
                .table(planned.database(), planned.name())
                .filter(table -> table.tableId() == planned.tableId())
                .orElse(planned);
    }

    private static boolean isReplacing(InsertPlan plan, TableSchema table) {
        return !table.isUnique() && (plan.verb() == InsertPlan.Verb.REPLACE || plan.ignore() || isMadeThere(table));
    }

    private static boolean isMadeThere(TableSchema table) {
        return AdoptedTable.conditions(table).contains(AdoptedTable.Condition.STATEMENTS);
    }

    private static boolean isLiteralForm(InsertPlan plan) {
        return plan.form() == InsertPlan.Form.VALUES || plan.form() == InsertPlan.Form.SET;
    }

    /** Whether it may go there; a table was adopted, or was not, for as long as it lives. */
    private static boolean isServersText(InsertPlan plan, String key) {
        return AdoptedTable.isOne(plan.table())
                && key.isEmpty()
                && plan.label().isEmpty()
                && plan.partitions().isEmpty()
                && !plan.overwrites();
    }

    /** What EXPLAIN says and {@link #execute} does. */
    public GroupCommitDecision decide(InsertPlan plan, @Nullable FallbackReason reason, TableSchema table) {
        return GroupCommitDecision.decide(new GroupCommitDecision.Facts(
                plan.hint().groupCommit(),
                session.variables().groupCommit(),
                session.variables().globalGroupCommit(),
                table.properties().groupCommitMode(),
                TableRules.of(table, session.variables().timeZone(), false),
                transaction.isActive(),
                reason == null && PartialUpdates.isOne(session, plan) ? FallbackReason.PARTIAL_UPDATE : reason));
    }

    /**
     * Requires what rows need that are stored as rows. Without a sequence one would lose against every other of its key; a partial
     * update leaves the one that is there. Moments are stored as they are in UTC.
     */
    public void requireStorable(InsertPlan plan) {
        TableSchema table = plan.table();
        ZoneId zone = session.variables().timeZone();
        if (TableRules.meansOtherMoments(table, zone)) {
            throw TributaryException.notSupported(
                    "rows for " + table.database() + "." + table.name() + " in time zone " + zone,
                    ": it has TIMESTAMP columns, and only its server knows their zones; an INSERT statement goes there, and all rows do"
                            + " where time_zone is UTC");
        }
        int sequence = table.sequencePosition();
        if (sequence >= 0
                && session.variables().requiresSequence()
                && !plan.columns().contains(sequence)
                && !PartialUpdates.isOne(session, plan)
                && table.columns().get(sequence).defaultValue().kind() != DefaultValue.Kind.CURRENT_TIMESTAMP) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT,
                    "Table " + table.name() + " has sequence column, need to specify the sequence column");
        }
    }

    private CompletableFuture<Answer.Done> compute(InsertRows rows, TableSchema table) {
        String label = rows.plan().label();
        return ownWrites
                .beforeReading()
                // What is overwritten cannot be rolled back, with or without autocommit.
                .thenCompose(visible -> rows.plan().overwrites()
                        ? CompletableFuture.completedFuture(0L)
                        : transaction.forChange(label, table))
                .thenCompose(id -> transaction.within(router.ownerOf(table.tableId())
                        .insertQuery(new InsertQuery(
                                table.tableId(),
                                table.schemaVersion(),
                                sources(rows.queries()),
                                rows.onDuplicateKey(),
                                label,
                                QueryContexts.of(session, id),
                                SessionPlanner.filterLimits(session),
                                rows.plan().partitions(),
                                rows.plan().overwrites(),
                                session.variables().limits().insertTimeoutSeconds(),
                                rows.blocks()))))
                .thenApply(result -> {
                    session.filtered(
                            result.filtered().count(), result.filtered().refusals());
                    ids.stored(table, result.largestGiven());
                    return computed(result).withInsertId(result.lastInsertId()).withGivenId(result.largestGiven());
                });
    }

    private Answer.Done computed(StatementResult result) {
        return transaction.isActive()
                ? transaction.done(result.affectedRows())
                : new Answer.Done(
                        result.affectedRows(), new Answer.Load(result.label(), Answer.Status.VISIBLE, result.txnId()));
    }

    private static List<InsertQuery.Source> sources(List<EngineRows> queries) {
        return queries.stream()
                .map(query -> new InsertQuery.Source(
                        query.query(),
                        query.rows().stream().map(TargetColumns::positions).toList()))
                .toList();
    }
}
