package io.tributary.engine.duckdb;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.schema.RowRules;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.compile.SqlCompiler.Purpose;
import io.tributary.engine.duckdb.query.DuckDbCursor;
import io.tributary.engine.duckdb.session.BegunTransaction;
import io.tributary.engine.duckdb.session.DuckDbErrors;
import io.tributary.engine.duckdb.session.DuckDbSession;
import io.tributary.engine.duckdb.session.EngineText;
import io.tributary.engine.duckdb.session.FailedQueryReasons;
import io.tributary.engine.port.ResultCursor;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.List;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Runs text in MySQL's dialect within a transaction, on a session that is told before what the text needs: where names are looked
 * for, the optimizer, what a division by zero is.
 */
final class UserStatements {
    private final BegunTransaction transaction;
    private final DuckDbInstance instance;
    /** Whether a result was kept in the session. */
    private boolean keeping;

    UserStatements(BegunTransaction transaction, DuckDbInstance instance) {
        this.transaction = transaction;
        this.instance = instance;
    }

    /** An UPDATE or DELETE; gives how many rows it changed. */
    long execute(String sql, RowRules rules, QueryContext context) {
        EngineText text = change(sql, rules, List.of(), context);
        return transaction.run(context.database(), session -> {
            session.useNoDatabase();
            prepare(session, refusesDivisionByZero(context));
            try {
                return session.interruptibly(statement -> statement.execute(text.text())
                        ? rows(statement.getResultSet())
                        : statement.getLargeUpdateCount());
            } catch (SQLException e) {
                throw DuckDbErrors.translate(e, context.database(), text);
            }
        });
    }

    /** Runs it as {@link #execute} does, and gives these columns of the rows that it changed. */
    ResultCursor executeReturning(String sql, RowRules rules, List<String> columns, QueryContext context) {
        EngineText text = change(sql, rules, columns, context);
        return transaction.run(context.database(), session -> {
            prepare(session, refusesDivisionByZero(context));
            // What the engine returns of a change does not stream, so no error is lost; and a change must not run
            // twice.
            return open(session, FailedQueryReasons.NONE, () -> text, context);
        });
    }

    /** @param ownChanges whether the transaction has changed what nobody else sees yet; so of {@link #queryToStore} */
    ResultCursor query(String sql, QueryContext context, boolean ownChanges) {
        return query(sql, context, Purpose.READ, false, ownChanges);
    }

    ResultCursor queryToStore(String sql, QueryContext context, boolean ownChanges) {
        return query(sql, context, Purpose.STORE, refusesDivisionByZero(context), ownChanges);
    }

    private ResultCursor query(
            String sql, QueryContext context, Purpose purpose, boolean refuseDivisionByZero, boolean ownChanges) {
        Supplier<EngineText> texts = compiled(() -> instance.queryText().of(sql, context, purpose));
        return transaction.run(context.database(), session -> {
            prepare(session, refuseDivisionByZero);
            FailedQueryReasons reasons = ownChanges
                    ? FailedQueryReasons.KEPT
                    : instance.failedQueryReasons().refusingDivisionByZero(refuseDivisionByZero);
            keeping |= ownChanges;
            return open(session, reasons, texts, context);
        });
    }

    /** Compiles now, when a text that is refused has done nothing in the transaction; once more for each further time. */
    private static Supplier<EngineText> compiled(Supplier<EngineText> texts) {
        AtomicReference<@Nullable EngineText> first = new AtomicReference<>(texts.get());
        return () -> {
            EngineText text = first.getAndSet(null);
            return text == null ? texts.get() : text;
        };
    }

    /** @param staged what the rows that are staged are called */
    ResultCursor queryStaged(String sql, List<TableSchema> staged, QueryContext context) {
        return transaction.run(context.database(), session -> {
            prepare(session, refusesDivisionByZero(context));
            keeping = true;
            return open(
                    session,
                    FailedQueryReasons.KEPT,
                    () -> instance.queryText().of(sql, staged, Purpose.STORE, context),
                    context);
        });
    }

    /** @param returned names of columns whose values the engine gives; empty: it counts the rows */
    private EngineText change(String sql, RowRules rules, List<String> returned, QueryContext context) {
        return instance.queryText().change(sql, rules, returned, context);
    }

    private static void prepare(DuckDbSession session, boolean refuseDivisionByZero) throws SQLException {
        session.optimize(true);
        session.refuseDivisionByZero(refuseDivisionByZero);
    }

    private ResultCursor open(
            DuckDbSession session, FailedQueryReasons reasons, Supplier<EngineText> texts, QueryContext context) {
        return DuckDbCursor.open(session, instance.allocator(), reasons, texts, context, end -> {
            if (end == DuckDbCursor.End.FAILED) {
                transaction.fail();
            }
        });
    }

    /** Takes away what queries have left in the session; to be called before the commit. */
    void forgetResults() {
        if (keeping) {
            keeping = false;
            transaction.run("", session -> {
                FailedQueryReasons.forget(session);
                return true;
            });
        }
    }

    private static boolean refusesDivisionByZero(QueryContext context) {
        SqlMode mode = context.sqlMode();
        return mode.isStrict() && mode.has(SqlMode.Mode.ERROR_FOR_DIVISION_BY_ZERO);
    }

    private static long rows(ResultSet changed) throws SQLException {
        long count = 0;
        try (changed) {
            while (changed.next()) {
                count++;
            }
        }
        return count;
    }
}
