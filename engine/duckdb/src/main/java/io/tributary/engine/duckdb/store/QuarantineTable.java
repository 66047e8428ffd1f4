package io.tributary.engine.duckdb.store;

import io.tributary.engine.duckdb.session.DuckDbSession;
import io.tributary.engine.duckdb.session.DuckDbSessions;
import io.tributary.engine.port.QuarantineStore;
import io.tributary.engine.port.QuarantinedRow;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;
import java.util.stream.Collectors;
import org.duckdb.DuckDBAppender;

/**
 * The table {@code tributary.quarantine} of the system schema. It has no index, and so no constraint that could refuse what
 * others refuse already.
 */
public final class QuarantineTable implements QuarantineStore {
    private static final String NAME = "quarantine";
    private static final String TABLE = DuckDbSession.table("tributary", NAME);
    private static final String IDS = DuckDbSession.table("tributary", "quarantine_ids");

    private final DuckDbSessions sessions;

    public QuarantineTable(DuckDbSessions sessions) {
        this.sessions = sessions;
    }

    public static void open(DuckDbSession session) throws SQLException {
        session.execute("CREATE SEQUENCE IF NOT EXISTS " + IDS);
        session.execute("CREATE TABLE IF NOT EXISTS " + TABLE + " (id BIGINT, table_id BIGINT, database_name VARCHAR,"
                + " table_name VARCHAR, schema_version INTEGER, label VARCHAR, position BIGINT, row VARCHAR,"
                + " reason VARCHAR, quarantined_millis BIGINT)");
    }

    /** The statement that makes a view of it for users, as {@code SystemTables} describes it. */
    public static String view(String name) {
        return "CREATE VIEW " + name + " AS SELECT id, database_name, table_name, label COLLATE NOCASE AS label,"
                + " \"row\" COLLATE NOCASE AS row_json, reason COLLATE NOCASE AS reason,"
                + " CAST(date_trunc('second', make_timestamp(quarantined_millis * 1000)) AS TIMESTAMP_S)"
                + " AS quarantined_time FROM " + TABLE;
    }

    /**
     * Writes rows within the session's transaction; they are there when this returns. After a failure the session must be
     * ended: the appender keeps what it could not flush.
     */
    public static void write(DuckDbSession session, List<QuarantinedRow> rows) throws SQLException {
        long unnumbered = rows.stream().filter(row -> row.id() == 0).count();
        Iterator<Long> ids = newIds(session, unnumbered).iterator();
        DuckDBAppender appender = session.connection().createAppender(DuckDbSession.STORE, "tributary", NAME);
        for (QuarantinedRow row : rows) {
            appender.beginRow();
            appender.append(row.id() == 0 ? ids.next() : row.id());
            appender.append(row.tableId());
            appender.append(row.database());
            appender.append(row.table());
            appender.append(row.schemaVersion());
            appender.append(row.label());
            appender.append(row.position());
            appender.append(row.json());
            appender.append(row.reason());
            appender.append(row.millis());
            appender.endRow();
        }
        // Closing would swallow the failure of a flush.
        appender.flush();
        appender.close();
    }

    private static List<Long> newIds(DuckDbSession session, long count) throws SQLException {
        List<Long> ids = new ArrayList<>();
        try (PreparedStatement next = session.connection()
                        .prepareStatement("SELECT nextval('" + IDS + "') FROM range(" + count + ")");
                ResultSet rows = next.executeQuery()) {
            while (rows.next()) {
                ids.add(rows.getLong(1));
            }
        }
        return ids;
    }

    /** Removes rows within the session's transaction, and returns how many. */
    public static long remove(DuckDbSession session, Filter filter) throws SQLException {
        try (PreparedStatement delete =
                session.connection().prepareStatement("DELETE FROM " + TABLE + " WHERE " + condition(filter))) {
            return delete.executeLargeUpdate();
        }
    }

    /** Numbers only, so no text of a client is in it. */
    private static String condition(Filter filter) {
        String condition = filter.tableId() == 0 ? "TRUE" : "table_id = " + filter.tableId();
        return filter.ids().isEmpty()
                ? condition
                : condition
                        + filter.ids().stream()
                                .map(String::valueOf)
                                .collect(Collectors.joining(", ", " AND id IN (", ")"));
    }

    @Override
    public Size size() {
        return sessions.inTransaction(session -> {
            try (PreparedStatement select = session.connection()
                            .prepareStatement(
                                    "SELECT count(*), coalesce(sum(octet_length(encode(row))), 0)::BIGINT FROM "
                                            + TABLE);
                    ResultSet size = select.executeQuery()) {
                size.next();
                return new Size(size.getLong(1), size.getLong(2));
            }
        });
    }

    @Override
    public List<QuarantinedRow> read(Filter filter, long after, int limit) {
        return sessions.inTransaction(session -> {
            session.optimize(true);
            List<QuarantinedRow> found = new ArrayList<>();
            String sql = "SELECT id, table_id, database_name, table_name, schema_version, label, position, row, reason,"
                    + " quarantined_millis FROM " + TABLE + " WHERE id > " + after + " AND " + condition(filter)
                    + " ORDER BY id LIMIT " + limit;
            try (PreparedStatement select = session.connection().prepareStatement(sql);
                    ResultSet rows = select.executeQuery()) {
                while (rows.next()) {
                    found.add(new QuarantinedRow(
                            rows.getLong(1),
                            rows.getLong(2),
                            rows.getString(3),
                            rows.getString(4),
                            rows.getInt(5),
                            rows.getString(6),
                            rows.getLong(7),
                            rows.getString(8),
                            rows.getString(9),
                            rows.getLong(10)));
                }
            }
            return found;
        });
    }
}
