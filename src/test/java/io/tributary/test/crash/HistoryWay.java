package io.tributary.test.crash;

import io.tributary.test.history.Mode;
import io.tributary.test.process.Sql;
import java.sql.PreparedStatement;
import java.sql.SQLException;

/** How a client of a recorded history inserts. */
enum HistoryWay {
    SYNC(Mode.SYNC),
    /** Prepared by the server. */
    SYNC_PREPARED(Mode.SYNC),
    ASYNC(Mode.ASYNC),
    OFF(Mode.ALONE),
    LABELLED(Mode.ALONE),
    TRANSACTION(Mode.ALONE),
    STREAM_LOAD(Mode.SYNC),
    TWO_PHASES(Mode.ALONE);

    private final Mode mode;

    HistoryWay(Mode mode) {
        this.mode = mode;
    }

    Mode mode() {
        return mode;
    }

    /** @param unique for the label */
    void insert(Sql sql, HistoryLoads loads, String table, String values, String unique) throws SQLException {
        String row = "(" + values + ")";
        switch (this) {
            case SYNC -> sql.run(hinted("sync_mode", table, row));
            case ASYNC -> sql.run(hinted("async_mode", table, row));
            case OFF -> sql.run(hinted("off_mode", table, row));
            case LABELLED -> sql.run("INSERT INTO " + table + " WITH LABEL history_" + unique + " VALUES " + row);
            case TRANSACTION -> transaction(sql, "INSERT INTO " + table + " VALUES " + row);
            case SYNC_PREPARED -> prepared(sql, table, values);
            case STREAM_LOAD -> loads.sync(table, values);
            case TWO_PHASES -> loads.inTwoPhases(table, values, "history_" + unique);
        }
    }

    private static String hinted(String mode, String table, String row) {
        return "INSERT /*+ SET_VAR(group_commit = '" + mode + "') */ INTO " + table + " VALUES " + row;
    }

    /** Whatever the error, an open transaction is rolled back: of a lost connection the server does so itself. */
    private static void transaction(Sql sql, String insert) throws SQLException {
        sql.run("BEGIN");
        try {
            sql.run(insert, "COMMIT");
        } catch (SQLException e) {
            try {
                sql.run("ROLLBACK");
            } catch (SQLException lost) {
                e.addSuppressed(lost);
            }
            throw e;
        }
    }

    private static void prepared(Sql sql, String table, String row) throws SQLException {
        String[] values = row.split(", ", -1);
        String places = "?" + ", ?".repeat(values.length - 1);
        String text = "INSERT /*+ SET_VAR(group_commit = 'sync_mode') */ INTO " + table + " VALUES (" + places + ")";
        try (PreparedStatement insert = sql.connection().prepareStatement(text)) {
            for (int i = 0; i < values.length; i++) {
                insert.setLong(i + 1, Long.parseLong(values[i]));
            }
            insert.executeUpdate();
        }
    }
}
