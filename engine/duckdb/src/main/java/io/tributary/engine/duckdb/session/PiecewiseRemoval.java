package io.tributary.engine.duckdb.session;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.function.LongPredicate;

/**
 * Deletes rows of a table of ours that nobody else changes, at most {@value #ROWS} in one transaction, so that neither the
 * engine's log nor its memory is ever asked for all of them. What a crash leaves is deleted the next time. Any thread.
 */
public final class PiecewiseRemoval {
    static final int ROWS = 100_000;

    private final DuckDbSessions sessions;
    private final String table;

    public PiecewiseRemoval(DuckDbSessions sessions, String table) {
        this.sessions = sessions;
        this.table = table;
    }

    /** @param condition over the table's columns, without text of a client; returns how many rows went */
    public long run(String condition) {
        long removed = 0;
        long piece = ROWS;
        while (piece == ROWS) {
            piece = sessions.inTransaction(session -> {
                session.optimize(true);
                try (Statement delete = session.connection().createStatement()) {
                    return delete.executeLargeUpdate("DELETE FROM " + table + " WHERE rowid IN (SELECT rowid FROM "
                            + table + " WHERE " + condition + " LIMIT " + ROWS + ")");
                }
            });
            removed += piece;
        }
        return removed;
    }

    /** Deletes rows of these tables, by the column {@code table_id}, that meet the condition, too. */
    public long ofTables(LongPredicate tables, String condition) {
        List<Long> tableIds = sessions.inTransaction(session -> tableIds(session, condition));
        long removed = 0;
        for (long tableId : tableIds) {
            if (tables.test(tableId)) {
                removed += run("table_id = " + tableId + " AND " + condition);
            }
        }
        return removed;
    }

    private List<Long> tableIds(DuckDbSession session, String condition) throws SQLException {
        session.optimize(true);
        List<Long> found = new ArrayList<>();
        try (Statement select = session.connection().createStatement();
                ResultSet rows =
                        select.executeQuery("SELECT DISTINCT table_id FROM " + table + " WHERE " + condition)) {
            while (rows.next()) {
                found.add(rows.getLong(1));
            }
        }
        return found;
    }
}
