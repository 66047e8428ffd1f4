package io.tributary.test.crash;

import io.tributary.test.history.HistoryCheck;
import io.tributary.test.process.Sql;
import java.sql.SQLException;
import java.util.List;

/** The tables of a recorded history. */
final class HistoryTables {
    static final String DATABASE = "histories";

    /** Rows are added to it, by single statements in all modes. */
    static final String APPENDS = "appends";

    static final String PARENTS = HistoryCheck.PARENTS;
    static final String CHILDREN = HistoryCheck.CHILDREN;

    /** Keys that all modes replace and delete. */
    static final String REGISTERS = "registers";

    /** The same without sync writers, whose commits would leave nothing acknowledged to wait in the log. */
    static final String LATE_REGISTERS = "late_registers";

    /** What an INSERT … SELECT has read: its number, the table and the id. */
    static final String COPIES = "copies";

    /** What the subqueries of VALUES have read. */
    static final String COUNTS = "counts";

    /** What the subqueries of ON DUPLICATE KEY UPDATE have read. */
    static final String KEYED_COUNTS = "keyed_counts";

    static final int KEYS = 4;

    /** Those of which reads are recorded, each in the log of its turn: parents and children in two. */
    static final List<String> RECORDED = List.of(PARENTS, CHILDREN, APPENDS, REGISTERS, LATE_REGISTERS);

    private HistoryTables() {}

    /** @param policy {@code group_commit_policy} of the tables */
    static void create(Sql sql, String policy) throws SQLException {
        String properties =
                " PROPERTIES ('group_commit_interval_ms' = '150', 'group_commit_policy' = '" + policy + "')";
        sql.run("CREATE DATABASE " + DATABASE, "USE " + DATABASE);
        for (String table : List.of(PARENTS, CHILDREN, APPENDS)) {
            sql.run("CREATE TABLE " + table + " (id INT NOT NULL) DUPLICATE KEY(id)" + properties);
        }
        for (String table : List.of(REGISTERS, LATE_REGISTERS)) {
            sql.run("CREATE TABLE " + table + " (k INT NOT NULL, v BIGINT NOT NULL) UNIQUE KEY(k)" + properties);
        }
        sql.run("CREATE TABLE " + COPIES + " (statement BIGINT NOT NULL, source INT NOT NULL, id INT)"
                + " DUPLICATE KEY(statement)");
        String counted = " (statement BIGINT NOT NULL, rows_seen INT, id_max INT) ";
        sql.run("CREATE TABLE " + COUNTS + counted + "DUPLICATE KEY(statement)");
        sql.run("CREATE TABLE " + KEYED_COUNTS + counted + "UNIQUE KEY(statement)");
    }
}
