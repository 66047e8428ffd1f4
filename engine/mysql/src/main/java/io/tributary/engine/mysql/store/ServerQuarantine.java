package io.tributary.engine.mysql.store;

import io.tributary.engine.mysql.session.ServerConnections;
import io.tributary.engine.mysql.session.Sql;
import io.tributary.engine.port.QuarantineStore;
import io.tributary.engine.port.QuarantinedRow;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;

/** Acknowledged rows that the server refuses for their values. Any thread; blocks. */
public final class ServerQuarantine implements QuarantineStore {
    private static final String COLUMNS = "`table_id`, `database_name`, `table_name`, `schema_version`, `label`,"
            + " `position`, `row_json`, `reason`, `quarantined_millis`";

    private final ServerConnections connections;

    public ServerQuarantine(ServerConnections connections) {
        this.connections = connections;
    }

    /** Keeps rows in the connection's transaction, those without an id under new ones. */
    public static void keep(Connection connection, List<QuarantinedRow> rows) throws SQLException {
        Sql sql = new Sql(connection);
        for (QuarantinedRow row : rows) {
            sql.update(
                    "INSERT INTO " + StoreTables.QUARANTINE + " (`id`, " + COLUMNS
                            + ") VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)",
                    row.id() == 0 ? QuarantineIds.next() : row.id(),
                    row.tableId(),
                    row.database(),
                    row.table(),
                    row.schemaVersion(),
                    row.label(),
                    row.position(),
                    row.json(),
                    row.reason(),
                    row.millis());
        }
    }

    /** Removes rows in the connection's transaction; returns how many. */
    public static long remove(Connection connection, Filter filter) throws SQLException {
        return new Sql(connection).update("DELETE FROM " + StoreTables.QUARANTINE + " WHERE " + condition(filter));
    }

    /** Numbers only, so no text of a client is in it. */
    private static String condition(Filter filter) {
        String condition = filter.tableId() == 0 ? "TRUE" : "`table_id` = " + filter.tableId();
        return filter.ids().isEmpty()
                ? condition
                : condition
                        + filter.ids().stream()
                                .map(String::valueOf)
                                .collect(Collectors.joining(", ", " AND `id` IN (", ")"));
    }

    @Override
    public Size size() {
        return Sql.on(
                connections,
                sql -> sql.query(
                        "SELECT count(*), coalesce(sum(length(`row_json`)), 0) FROM " + StoreTables.QUARANTINE,
                        rows -> {
                            rows.next();
                            return new Size(rows.getLong(1), rows.getLong(2));
                        }));
    }

    @Override
    public List<QuarantinedRow> read(Filter filter, long after, int limit) {
        return Sql.on(
                connections,
                sql -> sql.query(
                        "SELECT `id`, " + COLUMNS + " FROM " + StoreTables.QUARANTINE + " WHERE `id` > ? AND "
                                + condition(filter) + " ORDER BY `id` LIMIT ?",
                        ServerQuarantine::rows,
                        after,
                        limit));
    }

    private static List<QuarantinedRow> rows(ResultSet rows) throws SQLException {
        List<QuarantinedRow> found = new ArrayList<>();
        while (rows.next()) {
            found.add(new QuarantinedRow(
                    rows.getLong(1),
                    rows.getLong(2),
                    Sql.text(rows, 3),
                    Sql.text(rows, 4),
                    rows.getInt(5),
                    Sql.text(rows, 6),
                    rows.getLong(7),
                    Sql.text(rows, 8),
                    Sql.text(rows, 9),
                    rows.getLong(10)));
        }
        return found;
    }
}
