package io.tributary.engine.duckdb.rows;

import io.tributary.contract.calls.EvaluatedRows;
import io.tributary.contract.calls.EvaluatedRows.Refused;
import io.tributary.contract.calls.Evaluation;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.print.QueryPrinter.Parts;
import io.tributary.dialect.print.SqlName;
import io.tributary.engine.duckdb.query.DuckDbCursor;
import io.tributary.engine.duckdb.query.QueryText;
import io.tributary.engine.duckdb.session.DuckDbErrors;
import io.tributary.engine.duckdb.session.DuckDbSession;
import io.tributary.engine.duckdb.session.EngineText;
import io.tributary.engine.duckdb.session.FailedQueryReasons;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import org.apache.arrow.memory.BufferAllocator;

/**
 * Expressions computed over rows that a client sends: the rows become a temporary table of the session, of which one
 * query is asked. Where that fails, the engine does not say by which row: the expressions are then tried of each row by
 * itself, and asked once more without those that fail. Functions that give another value each time cannot be tried: there
 * the rows are computed in halves. A query of all rows at once fails as a whole. One call, one thread.
 */
public final class RowEvaluation {
    /** Rows of one call of which is told why they fail; the others are refused with the first one's reason. */
    static final int REASONS_MAX = 100;

    private static final int DIRECT_ROWS_MAX = 1_000;

    /** Errors of values that are not told from those of a statement by their kind. */
    private static final Set<ErrorCode> OF_VALUES = EnumSet.of(
            ErrorCode.WRONG_ARGUMENTS,
            ErrorCode.INVALID_STATEMENT,
            ErrorCode.INVALID_JSON_PATH,
            ErrorCode.JSON_PATH_IS_DOCUMENT,
            ErrorCode.JSON_ONE_OR_ALL);

    private static final String SOURCE = DuckDbSession.temporary(Evaluation.SOURCE);
    private static final String RESULT = DuckDbSession.temporary("$evaluated");
    private static final String FAILED = DuckDbSession.temporary("$failed");
    private static final String REASON = DuckDbSession.temporary("$reason");
    private static final String CREATE = "CREATE OR REPLACE TEMP TABLE ";
    /** The number of a row. No column of a client's is called so. */
    static final String ROW = "$row";

    private static final String QUOTED_ROW = SqlName.quote(ROW);

    private final DuckDbSession session;
    private final BufferAllocator allocator;
    private final Evaluation evaluation;
    private final QueryContext context;
    private final TableSchema source;
    private final RowText texts;

    public RowEvaluation(DuckDbSession session, BufferAllocator allocator, QueryText queryText, Evaluation evaluation) {
        this.session = session;
        this.allocator = allocator;
        this.evaluation = evaluation;
        context = evaluation.context();
        source = evaluation.source();
        texts = new RowText(evaluation, queryText);
    }

    /**
     * Computes the rows in a transaction that does nothing else, and is not to be committed; it may be another one
     * afterwards.
     */
    public EvaluatedRows run() throws SQLException {
        session.optimize(true);
        // NULL, as everywhere where rows may be left out.
        session.refuseDivisionByZero(false);
        EngineText text = texts.query();
        session.useNoDatabase();
        if (evaluation.query().isEmpty() && evaluation.rowCount() <= DIRECT_ROWS_MAX) {
            try {
                return RowView.during(session, allocator, rows(), () -> direct(text));
            } catch (TributaryException e) {
                if (e.code() == ErrorCode.INTERRUPTED) {
                    throw e;
                }
                // The engine may have lost the reason, and says it where the values become a table.
                session.execute("ROLLBACK");
                session.begin();
            }
        }
        stage();
        try {
            session.execute(CREATE + RESULT + " AS " + text.text());
        } catch (SQLException e) {
            if (!evaluation.query().isEmpty()) {
                // Several rows at once: it is nobody's fault.
                throw texts.told(translated(e, text));
            }
            return withoutFailing(text, e);
        }
        // The transaction ends without a commit, and the tables with it.
        return result(kept(text), List.of());
    }

    private static EngineText kept(EngineText text) {
        return text.reading("SELECT * FROM " + RESULT);
    }

    private TributaryException translated(SQLException error, EngineText text) {
        return DuckDbErrors.translate(error, context.database(), text);
    }

    /** Few rows are not worth two tables, which take longer than their values do. */
    private EvaluatedRows direct(EngineText text) throws SQLException {
        session.execute("CREATE OR REPLACE TEMP VIEW " + SOURCE + " AS " + typed());
        return result(text, List.of());
    }

    private RowBlockStream rows() {
        return RowBlockStream.whole(allocator, source, evaluation.rows());
    }

    private void stage() throws SQLException {
        RowView.read(session, allocator, rows(), CREATE + SOURCE + " AS " + typed());
    }

    private String typed() {
        StringJoiner columns = new StringJoiner(", ");
        List<Column> all = evaluation.columns();
        for (int i = 0; i < all.size(); i++) {
            columns.add(KeyedSql.typed(all.get(i), i) + " AS "
                    + SqlName.quote(all.get(i).name()));
        }
        if (evaluation.query().isEmpty()) {
            columns.add("row_number() OVER () AS " + QUOTED_ROW);
        }
        return "SELECT " + columns + " FROM " + RowView.QUALIFIED_NAME;
    }

    private EvaluatedRows result(EngineText all, List<Refused> refused) throws SQLException {
        List<RowBlock> blocks = new ArrayList<>();
        long bytes = 0;
        try (DuckDbCursor cursor =
                DuckDbCursor.open(session, allocator, FailedQueryReasons.NONE, () -> all, context, ignored -> {})) {
            for (RowBlock block = cursor.next(); block != null; block = cursor.next()) {
                blocks.add(block);
                bytes += block.length();
                if (bytes > EvaluatedRows.BYTES_MAX) {
                    throw new TributaryException(
                            ErrorCode.LIMIT_OR_LOCK_WAIT,
                            "expressions make more than " + EvaluatedRows.BYTES_MAX + " bytes of "
                                    + evaluation.rowCount() + " rows, which take "
                                    + evaluation.length());
                }
            }
            return new EvaluatedRows(cursor.columns(), blocks, refused);
        }
    }

    private void drop() throws SQLException {
        for (String table : List.of(SOURCE, RESULT, FAILED, REASON)) {
            session.execute("DROP TABLE IF EXISTS " + table);
        }
    }

    // ---- where a row fails

    /** Computes the rows that do not fail, without a transaction, which each failure would end. */
    private EvaluatedRows withoutFailing(EngineText text, SQLException failure) throws SQLException {
        session.execute("ROLLBACK");
        stage();
        try {
            // What is wrong with the text, not with a row, is told by its positions.
            session.connection().prepareStatement(text.text()).close();
        } catch (SQLException e) {
            throw texts.told(translated(e, text));
        }
        TributaryException first = translated(failure, text);
        if (!isOfRow(first)) {
            throw first;
        }
        List<Refused> refused;
        Parts parts = texts.parts();
        if (canTry(parts)) {
            refused = refused(parts, first);
            runWithout(text);
        } else {
            refused = new RowHalves(session, SOURCE, RESULT, QUOTED_ROW)
                    .run(text.text(), evaluation.rowCount(), e -> translated(e, text));
        }
        EvaluatedRows rows = result(kept(text), refused);
        drop();
        session.begin();
        return rows;
    }

    /** Whether an error is of values, and not of the statement. */
    static boolean isOfRow(TributaryException error) {
        return error.code().kind() == ErrorCode.Kind.ROW || OF_VALUES.contains(error.code());
    }

    /** The engine tries no functions that give another value each time. */
    private boolean canTry(Parts parts) throws SQLException {
        try {
            session.connection()
                    .prepareStatement("SELECT TRY(row(" + all(parts) + ")) FROM " + parts.from())
                    .close();
            return true;
        } catch (SQLException e) {
            return false;
        }
    }

    private static String all(Parts parts) {
        List<String> all = new ArrayList<>(parts.values());
        if (!parts.condition().isEmpty()) {
            all.add(parts.condition());
        }
        return String.join(", ", all);
    }

    private void runWithout(EngineText text) throws SQLException {
        session.execute("DELETE FROM " + SOURCE + " WHERE " + QUOTED_ROW + " IN (SELECT " + QUOTED_ROW + " FROM "
                + FAILED + ")");
        try {
            session.execute(CREATE + RESULT + " AS " + text.text());
        } catch (SQLException e) {
            throw translated(e, text);
        }
    }

    /** @throws TributaryException the first error where it is none of single rows */
    private List<Refused> refused(Parts parts, TributaryException first) throws SQLException {
        String condition = parts.condition();
        String failing = condition.isEmpty() || parts.values().isEmpty()
                ? fails(all(parts))
                : fails(condition) + " OR (TRY(" + condition + ") AND " + fails(String.join(", ", parts.values()))
                        + ")";
        session.execute(CREATE + FAILED + " AS SELECT " + QUOTED_ROW + " FROM " + parts.from() + " WHERE " + failing);
        List<Long> rows = failed();
        if (rows.isEmpty()) {
            throw first;
        }
        List<Refused> refused = new ArrayList<>(rows.size());
        for (int i = 0; i < rows.size(); i++) {
            TributaryException reason =
                    i < REASONS_MAX ? reason(parts, rows.get(i)).orElse(first) : first;
            refused.add(new Refused(rows.get(i), reason));
        }
        return refused;
    }

    private static String fails(String expressions) {
        // A row of values is never NULL itself.
        return "TRY(row(" + expressions + ")) IS NULL";
    }

    private List<Long> failed() throws SQLException {
        return session.interruptibly(statement -> {
            List<Long> rows = new ArrayList<>();
            try (ResultSet failed = statement.executeQuery("SELECT " + QUOTED_ROW + " FROM " + FAILED)) {
                while (failed.next()) {
                    rows.add(failed.getLong(1));
                }
            }
            return rows;
        });
    }

    private Optional<TributaryException> reason(Parts parts, long row) {
        try {
            session.execute(CREATE + REASON + " AS SELECT row(" + all(parts) + ") AS r FROM " + parts.from() + " WHERE "
                    + QUOTED_ROW + " = " + row);
            return Optional.empty();
        } catch (SQLException e) {
            return Optional.of(DuckDbErrors.translate(e, context.database()));
        }
    }
}
