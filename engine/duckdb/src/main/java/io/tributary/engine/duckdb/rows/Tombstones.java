package io.tributary.engine.duckdb.rows;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.text.PartitionConditions;
import io.tributary.engine.duckdb.session.DuckDbSession;
import io.tributary.engine.duckdb.session.DuckDbSessions;
import io.tributary.engine.duckdb.session.EngineTypes;
import io.tributary.engine.duckdb.session.PiecewiseRemoval;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.function.LongPredicate;
import java.util.stream.Collectors;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The sequences of rows that were deleted by their sign: whatever comes later with a lower sequence has to lose against
 * them as it would have against the row. Only tables with a sequence column have any; a later row with the same key and a
 * higher sequence takes the tombstone away, TRUNCATE all of a table or of a partition.
 *
 * <p>One table for all, so that nobody who deletes nothing pays for it: a key is the text of its columns' values, a
 * sequence a number whatever its type. A table goes by its id, so those of one that was dropped harm nobody and need not
 * go with it: the deletion would fail where a transaction holds one of them.
 */
public final class Tombstones {
    private static final Logger log = LoggerFactory.getLogger(Tombstones.class);
    private static final String TABLE = DuckDbSession.table("tributary", "tombstones");
    private static final String COLUMNS = "table_id BIGINT, key VARCHAR, sequence HUGEINT";

    private Tombstones() {}

    public static void open(DuckDbSession session) throws SQLException {
        String columns = columns(session);
        if (!columns.isEmpty() && !columns.equals(COLUMNS)) {
            // The table is of a version that was never released, where a table went by its name.
            session.execute("DROP TABLE " + TABLE);
        }
        session.execute("CREATE TABLE IF NOT EXISTS " + TABLE + " (" + COLUMNS + ")");
    }

    /** Returns the table's columns, written like {@link #COLUMNS}; empty where there is no table yet. */
    private static String columns(DuckDbSession session) throws SQLException {
        try (PreparedStatement select = session.connection()
                .prepareStatement(
                        "SELECT coalesce(string_agg(column_name || ' ' || data_type, ', ' ORDER BY column_index), '')"
                                + " FROM duckdb_columns() WHERE database_name = ? AND schema_name = 'tributary'"
                                + " AND table_name = 'tombstones'")) {
            select.setString(1, DuckDbSession.STORE);
            try (ResultSet rows = select.executeQuery()) {
                rows.next();
                return rows.getString(1);
            }
        }
    }

    static boolean existFor(DuckDbSession session, TableSchema table) throws SQLException {
        try (PreparedStatement select =
                session.connection().prepareStatement("SELECT 1 FROM " + TABLE + " WHERE table_id = ? LIMIT 1")) {
            select.setLong(1, table.tableId());
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
        return "INSERT INTO " + TABLE + " SELECT " + table.tableId() + ", " + key(table, "new.") + ", "
                + sequence(table, "new.") + " FROM " + staged + " AS new";
    }

    static String deleteAll(long tableId) {
        return "DELETE FROM " + TABLE + " WHERE table_id = " + tableId;
    }

    /**
     * Deletes those of keys that these partitions take. The key's columns are read back from its text, one a level.
     *
     * @param table partitioned by columns of its key
     */
    static String deleteIn(TableSchema table, List<Partition> partitions) {
        String rows = "(SELECT key, key AS rest FROM " + TABLE + " WHERE table_id = " + table.tableId() + ")";
        for (int i : keyPositions(table)) {
            String length = "(SELECT *, CASE WHEN starts_with(rest, '-') THEN NULL"
                    + " ELSE CAST(split_part(rest, ':', 1) AS BIGINT) END AS length FROM " + rows + ")";
            String begin = "strpos(rest, ':') + 1";
            rows = "(SELECT * EXCLUDE (rest, length), CAST(substr(rest, " + begin + ", length) AS "
                    + EngineTypes.ddl(table.columns().get(i).type()) + ") AS c" + i
                    + ", CASE WHEN length IS NULL THEN substr(rest, 2) ELSE substr(rest, " + begin
                    + " + length) END AS rest FROM " + length + ")";
        }
        String condition = new PartitionConditions(table, name -> "c" + table.indexOf(name)).in(partitions);
        return "DELETE FROM " + TABLE + " WHERE table_id = " + table.tableId() + " AND key IN (SELECT key FROM " + rows
                + " WHERE " + condition + ")";
    }

    /** Deletes those of tables that were dropped; what an open transaction holds stays. */
    public static long forget(DuckDbSessions sessions, LongPredicate dropped) {
        try {
            return new PiecewiseRemoval(sessions, TABLE).ofTables(dropped, "TRUE");
        } catch (TributaryException e) {
            log.info("event=tombstones_kept error={}", e.getMessage());
            return 0;
        }
    }

    public static long count(DuckDbSessions sessions) {
        return sessions.inTransaction(session -> session.number("SELECT count(*) FROM " + TABLE));
    }

    private static String isOf(TableSchema table) {
        return "old.table_id = " + table.tableId();
    }

    /** Each value with its length before it, so that no two keys have one text. */
    private static String key(TableSchema table, String qualifier) {
        return Arrays.stream(keyPositions(table))
                .mapToObj(i -> qualifier + "c" + i)
                .map(column -> "CASE WHEN " + column + " IS NULL THEN '-' ELSE length(CAST(" + column
                        + " AS VARCHAR)) || ':' || CAST(" + column + " AS VARCHAR) END")
                .collect(Collectors.joining(" || "));
    }

    /** Returns the positions of the key's columns in its order, which stays when columns are put into another one. */
    private static int[] keyPositions(TableSchema table) {
        List<String> names = table.layout().keyColumns();
        return names.isEmpty()
                ? table.keyPositions()
                : names.stream().mapToInt(table::indexOf).toArray();
    }

    private static String sequence(TableSchema table, String qualifier) {
        int position = table.sequencePosition();
        Column column = table.columns().get(position);
        String value = qualifier + "c" + position;
        boolean time = column.type().kind() == Kind.DATE || column.type().kind() == Kind.DATETIME;
        return "CAST(" + (time ? "epoch_us(CAST(" + value + " AS TIMESTAMP))" : value) + " AS HUGEINT)";
    }
}
