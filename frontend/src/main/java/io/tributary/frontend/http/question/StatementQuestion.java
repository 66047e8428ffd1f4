package io.tributary.frontend.http.question;

import com.fasterxml.jackson.core.JsonGenerator;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.token.SqlLiterals;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.routing.BackendRouter;
import java.io.IOException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;

/** Questions that a statement answers, in the rights of the user who asks. */
public final class StatementQuestion implements Question<Answer.LocalRows> {
    /** Rows that are told where the request says no {@code limit}, and the most that it may say. */
    static final int ROWS = 1_000;

    static final int ROWS_MAX = 10_000;

    private static final Set<String> CATALOGS = Set.of("internal", "default_cluster");

    private final RequestSession session;
    private final String database;
    private final String sql;
    private final int rowsMax;
    private final Told told;

    /** How the rows are told. */
    private interface Told {
        void write(JsonGenerator json, Answer.LocalRows rows) throws IOException;
    }

    private StatementQuestion(RequestSession session, String database, String sql, int rowsMax, Told told) {
        this.session = session;
        this.database = database;
        this.sql = sql;
        this.rowsMax = rowsMax;
        this.told = told;
    }

    /**
     * {@code POST /api/query/{catalog}/{db}}: a statement that answers with rows.
     *
     * @param catalog {@code internal}, or what it was called before
     * @param stated the members {@code stmt} and {@code limit} of the request's body
     * @throws TributaryException if there is no statement, the limit is none, or the catalog is another
     */
    public static StatementQuestion query(
            RequestSession session, String catalog, String database, Map<String, String> stated) {
        if (!CATALOGS.contains(catalog)) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT, "Unknown catalog '" + catalog + "', there is internal");
        }
        String sql = stated.getOrDefault("stmt", "");
        if (sql.isBlank()) {
            throw new TributaryException(ErrorCode.INVALID_STATEMENT, "Missing statement request body");
        }
        String limit = stated.getOrDefault("limit", Integer.toString(ROWS));
        if (!limit.matches("\\d{1,9}") || Integer.parseInt(limit) < 1 || Integer.parseInt(limit) > ROWS_MAX) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT, "limit is '" + limit + "', it must be 1 to " + ROWS_MAX + " rows");
        }
        return new StatementQuestion(session, database, sql, Integer.parseInt(limit), RowsJson::resultSet);
    }

    /** {@code GET /api/{db}/{table}/_count}: {@code {"size", "status"}}. */
    public static StatementQuestion count(RequestSession session, String database, String table) {
        return count(session, database, table, (json, rows) -> {
            json.writeStartObject();
            json.writeNumberField("status", SchemaQuestion.OK);
            json.writeNumberField("size", number(rows));
            json.writeEndObject();
        });
    }

    /** {@code GET /api/rowcount?db=&table=}: the number of rows under the table's name. */
    public static StatementQuestion rowCount(RequestSession session, String database, String table) {
        requireNamed(database, table);
        return count(session, database, table, (json, rows) -> {
            json.writeStartObject();
            json.writeNumberField(table, number(rows));
            json.writeEndObject();
        });
    }

    private static StatementQuestion count(RequestSession session, String database, String table, Told told) {
        return new StatementQuestion(session, "", "SELECT count(*) FROM " + name(database, table), 1, told);
    }

    private static long number(Answer.LocalRows rows) {
        return Long.parseLong(String.valueOf(rows.rows().get(0).get(0)));
    }

    /** {@code GET /api/_get_ddl?db=&table=}: the text that makes the table, in an array. */
    public static StatementQuestion ddl(RequestSession session, String database, String table) {
        requireNamed(database, table);
        return new StatementQuestion(session, "", "SHOW CREATE TABLE " + name(database, table), 1, (json, rows) -> {
            json.writeStartObject();
            json.writeArrayFieldStart("TABLE");
            json.writeString(rows.rows().get(0).get(1));
            json.writeEndArray();
            for (String none : new String[] {"PARTITION", "ROLLUP"}) {
                json.writeArrayFieldStart(none);
                json.writeEndArray();
            }
            json.writeEndObject();
        });
    }

    /**
     * Nodes as a SHOW has them, but for the address that loads are sent to: that of the request.
     *
     * @param show SHOW BACKENDS or SHOW FRONTENDS
     */
    static StatementQuestion nodes(
            RequestSession session, String show, RequestAddress address, NodeQuestion.Form form) {
        return new StatementQuestion(
                session, "", show, ROWS_MAX, (json, rows) -> form.write(json, NodeRows.at(address, rows)));
    }

    private static void requireNamed(String database, String table) {
        if (database.isEmpty() || table.isEmpty()) {
            throw new TributaryException(
                    ErrorCode.INVALID_STATEMENT, database.isEmpty() ? "No database selected" : "No table selected");
        }
    }

    private static String name(String database, String table) {
        return SqlLiterals.identifier(database) + "." + SqlLiterals.identifier(table);
    }

    @Override
    public CompletableFuture<Answer.LocalRows> ask(BackendRouter backends) {
        return session.query(database, sql, rowsMax);
    }

    @Override
    public void answer(JsonGenerator json, Answer.LocalRows rows) throws IOException {
        RestAnswer.success(json, data -> told.write(data, rows));
    }

    @Override
    public void refusal(JsonGenerator json, TributaryException error) throws IOException {
        RestAnswer.failed(json, error);
    }

    @Override
    public void abandon() {
        session.abandon();
    }
}
