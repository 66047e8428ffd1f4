package io.tributary.frontend.statement;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.ColumnOrigin;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.temporary.TemporaryTables;
import io.tributary.dialect.token.SqlLiterals;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.write.InsertExecutor;
import io.tributary.frontend.write.InsertRows;
import io.tributary.frontend.write.SessionPlanner;
import io.tributary.frontend.write.SessionTransaction;
import io.tributary.planner.Prepared;
import io.tributary.planner.plan.DefinitionPlan;
import io.tributary.planner.plan.PassThroughPlan;
import io.tributary.planner.plan.Plan;
import io.tributary.planner.plan.SelectVariablesPlan;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.StringJoiner;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/**
 * CREATE TABLE … AS SELECT: the engine describes the query, a table of such columns is made, and an INSERT fills it. Where
 * that fails the table is dropped again. Each step is the statement that a client would have sent for it; as a definition
 * the whole commits, also where autocommit is off.
 *
 * <p>Event loop of the connection.
 */
final class TableFromQuery {
    /** The length of {@code -838:59:59.000000}, and some more. */
    private final SessionPlanner planner;

    private final PlanExecutor plans;
    private final DefinitionExecutor definitions;
    private final TemporaryTableStatements temporary;
    private final InsertExecutor inserts;
    private final SessionTransaction transaction;
    private final ConnectionLoop loop;

    TableFromQuery(
            SessionPlanner planner,
            PlanExecutor plans,
            DefinitionExecutor definitions,
            TemporaryTableStatements temporary,
            InsertExecutor inserts,
            SessionTransaction transaction,
            ConnectionLoop loop) {
        this.planner = planner;
        this.plans = plans;
        this.definitions = definitions;
        this.temporary = temporary;
        this.inserts = inserts;
        this.transaction = transaction;
        this.loop = loop;
    }

    CompletableFuture<Answer.Done> execute(DefinitionPlan.CreateTableAs as) {
        return plans.prepared(bytes(as.query()))
                .thenCompose(this::described)
                .thenCompose(columns -> definitions.createNew(table(as, columns)))
                .thenCompose(created -> created ? filled(as) : CompletableFuture.completedFuture(Answer.Done.NOTHING));
    }

    /** The same of a temporary table, which commits nothing, and which its query does not mean yet. */
    CompletableFuture<Answer.Done> executeTemporary(DefinitionPlan.CreateTableAs as) {
        TemporaryTables before = temporary.names();
        transaction.requireWritable();
        temporary.requireSeen();
        return plans.prepared(bytes(as.query()))
                .thenCompose(this::described)
                .thenCompose(columns -> temporary.create(table(as, columns)))
                .thenCompose(created ->
                        created ? filled(as, before) : CompletableFuture.completedFuture(Answer.Done.NOTHING));
    }

    private CompletableFuture<Answer.Done> filled(DefinitionPlan.CreateTableAs as, TemporaryTables before) {
        byte[] sql = insert(as);
        TemporaryTables now = temporary.names();
        return made(sql, () -> planner.rows(sql, now, before))
                .thenCompose(made -> transaction.aloneIfNothingIsWritten(() -> inserts.execute(made, "")))
                .whenComplete((done, error) -> {
                    if (error != null) {
                        CompletableFuture<?> unused = temporary.forget(as.table());
                    }
                });
    }

    private CompletableFuture<List<ResultColumn>> described(Prepared prepared) {
        if (prepared.parameterCount() > 0) {
            throw TributaryException.notSupported("parameters in CREATE TABLE … AS SELECT");
        }
        Plan plan = prepared.plan();
        if (!(plan instanceof PassThroughPlan || plan instanceof SelectVariablesPlan)) {
            throw new TributaryException(
                    ErrorCode.SYNTAX, "You have an error in your SQL syntax; CREATE TABLE … AS takes a query");
        }
        return plans.describe(plan);
    }

    private DefinitionPlan.CreateTable table(DefinitionPlan.CreateTableAs as, List<ResultColumn> columns) {
        if (!as.columns().isEmpty() && as.columns().size() != columns.size()) {
            throw new TributaryException(
                    ErrorCode.COLUMN_COUNT,
                    "Column count doesn't match value count at row 1: "
                            + as.columns().size() + " columns are listed, the query has " + columns.size());
        }
        StringJoiner definition = new StringJoiner(", ", "(", ")");
        for (int i = 0; i < columns.size(); i++) {
            ResultColumn column = columns.get(i);
            String name = as.columns().isEmpty() ? column.name() : as.columns().get(i);
            String collation = column.collation().isEmpty() ? "" : " COLLATE " + column.collation();
            definition.add(SqlLiterals.identifier(name) + " " + type(column).ddl() + collation
                    + (column.nullable() ? " NULL" : " NOT NULL"));
        }
        byte[] sql = bytes("CREATE TABLE " + (as.ifNotExists() ? "IF NOT EXISTS " : "") + name(as) + " " + definition
                + " " + as.clauses());
        return (DefinitionPlan.CreateTable) planner.plan(sql, 0, sql.length);
    }

    /** A column of a table gives its declared type; as in Doris, a bare NULL becomes TINYINT. */
    private static ColumnType type(ResultColumn column) {
        ColumnOrigin origin = column.origin();
        ColumnType type = origin.originalName().isEmpty() ? column.type() : origin.type();
        return type.kind() == ColumnType.Kind.NULL ? ColumnType.of(ColumnType.Kind.TINYINT) : type;
    }

    private CompletableFuture<Answer.Done> filled(DefinitionPlan.CreateTableAs as) {
        byte[] sql = insert(as);
        TemporaryTables now = temporary.names();
        // The table that was made is not one that the session alone sees.
        return made(sql, () -> planner.rows(sql, TemporaryTables.NONE, now))
                .thenCompose(made -> inserts.execute(made, ""))
                .thenCompose(done -> transaction.commit().thenApply(committed -> done))
                .exceptionallyCompose(error -> undone(as, error));
    }

    private CompletableFuture<Answer.Done> undone(DefinitionPlan.CreateTableAs as, Throwable error) {
        return transaction
                .rollback()
                .handle((rolledBack, failure) -> as.table())
                .thenCompose(definitions::drop)
                .handle((dropped, failure) -> failure == null ? error : left(as, error))
                .thenCompose(CompletableFuture::failedFuture);
    }

    private static Throwable left(DefinitionPlan.CreateTableAs as, Throwable error) {
        return TributaryException.of(ConnectionLoop.cause(error))
                .behind(as.table().database() + "." + as.table().table() + " is created, and cannot be dropped again");
    }

    private static byte[] insert(DefinitionPlan.CreateTableAs as) {
        return bytes("INSERT INTO " + name(as) + " " + as.query());
    }

    private CompletableFuture<InsertRows> made(byte[] sql, Supplier<InsertRows> rows) {
        if (sql.length > ConnectionLoop.BYTES_MAX) {
            return loop.offLoop(rows);
        }
        try {
            return CompletableFuture.completedFuture(rows.get());
        } catch (TributaryException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private static String name(DefinitionPlan.CreateTableAs as) {
        return SqlLiterals.identifier(as.table().database()) + "."
                + SqlLiterals.identifier(as.table().table());
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }
}
