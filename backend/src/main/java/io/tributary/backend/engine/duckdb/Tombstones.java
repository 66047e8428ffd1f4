package io.tributary.backend.engine.duckdb;

import io.tributary.rpc.schema.Column;
import io.tributary.rpc.schema.ColumnType.Kind;
import io.tributary.rpc.schema.TableSchema;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.stream.Collectors;

/**
 * The sequences of rows that were deleted by their sign: whatever comes later with a lower sequence has to lose against
 * them as it would have against the row. Only tables with a sequence column have any; a later row with the same key and a
 * higher sequence takes the tombstone away, DROP and TRUNCATE all of a table.
 *
 * <p>One table for all, so that nobody who deletes nothing pays for it: a key is the text of its columns' values, a
 * sequence a number whatever its type.
 */
final class Tombstones {
    private static final String TABLE = DuckDbSession.table("tributary", "tombstones");

    private Tombstones() {}

    static void open(DuckDbSession session) throws SQLException {
        session.execute("CREATE TABLE IF NOT EXISTS " + TABLE
                + " (database_name VARCHAR, table_name VARCHAR, key VARCHAR, sequence HUGEINT)");
    }

    static boolean existFor(DuckDbSession session, TableSchema table) throws SQLException {
        try (PreparedStatement select = session.connection()
                .prepareStatement("SELECT 1 FROM " + TABLE + " WHERE database_name = ? AND table_name = ? LIMIT 1")) {
            select.setString(1, table.database());
            select.setString(2, table.name());
            try (ResultSet rows = select.executeQuery()) {
                return rows.next();
            }
        }
    }

    /** Deletes those rows of a staged table (columns {@code c} and their position) that a tombstone outdoes. */
    static String deleteOutdone(TableSchema table, String staged) {
        String sequence = sequence(table, "new.");
        return "DELETE FROM " + staged + " AS new USING " + TABLE + " AS old WHERE " + isOf(table) + " AND old.key = "
                + key(table, "new.") + " AND (old.sequence > " + sequence + " OR (" + sequence
                + " IS NULL AND old.sequence IS NOT NULL))";
    }

    /** Deletes the tombstones of the staged rows' keys. */
    static String deleteReplaced(TableSchema table, String staged) {
        return "DELETE FROM " + TABLE + " AS old USING " + staged + " AS new WHERE " + isOf(table) + " AND old.key = "
                + key(table, "new.");
    }

    /** Makes tombstones of the staged rows. */
    static String insert(TableSchema table, String staged) {
        return "INSERT INTO " + TABLE + " SELECT " + text(table.database()) + ", " + text(table.name()) + ", "
                + key(table, "new.") + ", " + sequence(table, "new.") + " FROM " + staged + " AS new";
    }

    static String deleteAll(String database, String table) {
        return "DELETE FROM " + TABLE + " WHERE database_name = " + text(database) + " AND table_name = " + text(table);
    }

    static String deleteAll(String database) {
        return "DELETE FROM " + TABLE + " WHERE database_name = " + text(database);
    }

    static String rename(String database, String from, String to) {
        return "UPDATE " + TABLE + " SET table_name = " + text(to) + " WHERE database_name = " + text(database)
                + " AND table_name = " + text(from);
    }

    private static String isOf(TableSchema table) {
        return "old.database_name = " + text(table.database()) + " AND old.table_name = " + text(table.name());
    }

    /** Each value with its length before it, so that no two keys have one text. */
    private static String key(TableSchema table, String qualifier) {
        return Arrays.stream(table.keyPositions())
                .mapToObj(i -> qualifier + "c" + i)
                .map(column -> "CASE WHEN " + column + " IS NULL THEN '-' ELSE length(CAST(" + column
                        + " AS VARCHAR)) || ':' || CAST(" + column + " AS VARCHAR) END")
                .collect(Collectors.joining(" || "));
    }

    private static String sequence(TableSchema table, String qualifier) {
        int position = table.sequencePosition();
        Column column = table.columns().get(position);
        String value = qualifier + "c" + position;
        boolean time = column.type().kind() == Kind.DATE || column.type().kind() == Kind.DATETIME;
        return "CAST(" + (time ? "epoch_us(CAST(" + value + " AS TIMESTAMP))" : value) + " AS HUGEINT)";
    }

    private static String text(String value) {
        return "'" + value.replace("'", "''") + "'";
    }
}
