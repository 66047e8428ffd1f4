package io.tributary.engine.mysql.existing;

import io.tributary.engine.mysql.session.Sql;
import io.tributary.engine.port.ExistingTable;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Reads what tables, and views and the like, a database of the server has. One connection, one thread. */
public final class ServerTables {
    private static final String BASE_TABLE = "BASE TABLE";

    private final Sql sql;
    private final boolean mariaDb;
    private final String database;
    private final Map<String, TableFacts> tables = new LinkedHashMap<>();

    /**
     * Reads them.
     *
     * @param mariaDb whether the server is one
     * @param table only this one; empty: all
     */
    public ServerTables(Sql sql, boolean mariaDb, String database, String table) throws SQLException {
        this.sql = sql;
        this.database = database;
        this.mariaDb = mariaDb;
        String where =
                "table_schema = " + quoted(database) + (table.isEmpty() ? "" : " AND table_name = " + quoted(table));
        readTables(where);
        readColumns(where);
        readIndexes(where);
        readForeignKeys(table);
        readTriggers(table);
        readChecks(where, table);
    }

    /** @param told of the same tables */
    public List<ExistingTable> existing(boolean upsert, ToldTables told) {
        return tables.entrySet().stream()
                .map(table -> table.getValue().existing(mariaDb, upsert, told.of(table.getKey())))
                .toList();
    }

    public Map<String, String> versions() {
        Map<String, String> versions = new TreeMap<>();
        tables.forEach((name, table) -> versions.put(name, table.version()));
        return versions;
    }

    static String quoted(String text) {
        return "'" + text.replace("\\", "\\\\").replace("'", "''") + "'";
    }

    private interface Row {
        void read(ResultSet row) throws SQLException;
    }

    private void each(String query, Row reader) throws SQLException {
        boolean unused = sql.query(query, rows -> {
            while (rows.next()) {
                reader.read(rows);
            }
            return true;
        });
    }

    private void readTables(String where) throws SQLException {
        each(
                "SELECT table_name, table_comment, e.engine, t.engine, table_type FROM information_schema.tables t"
                        + " LEFT JOIN information_schema.engines e ON e.engine = t.engine AND e.transactions = 'YES'"
                        + " WHERE " + where + " ORDER BY table_name",
                row -> {
                    TableFacts table = new TableFacts(
                            database,
                            row.getString(1),
                            text(row, 2),
                            whyNot(text(row, 5).toUpperCase(Locale.ROOT), row.getString(3) != null));
                    table.know("engine", text(row, 4));
                    if (!text(row, 5).equals(BASE_TABLE)) {
                        table.know("type", text(row, 5));
                    }
                    tables.put(row.getString(1), table);
                });
    }

    /** Why no table of this type can be used; empty: it can. */
    private static String whyNot(String type, boolean hasTransactions) {
        return switch (type) {
            case BASE_TABLE -> hasTransactions ? "" : "its storage engine has no transactions";
            case "SYSTEM VERSIONED" -> "it is system-versioned";
            default -> "it is a " + type.toLowerCase(Locale.ROOT) + ", not a table";
        };
    }

    private static String text(ResultSet row, int column) throws SQLException {
        String text = row.getString(column);
        return text == null ? "" : text;
    }

    private void readColumns(String where) throws SQLException {
        each(
                "SELECT table_name, column_name, data_type, column_type, character_maximum_length, numeric_precision,"
                        + " numeric_scale, datetime_precision, is_nullable, character_set_name, collation_name,"
                        + " column_default, extra, column_comment FROM information_schema.columns WHERE " + where
                        + " ORDER BY table_name, ordinal_position",
                row -> {
                    TableFacts table = tables.get(row.getString(1));
                    if (table != null) {
                        table.know("column", text(row, 2), text(row, 4), text(row, 9), text(row, 11));
                        table.know(String.valueOf(row.getString(12)), text(row, 13));
                        table.columns.add(new ServerColumn(
                                row.getString(2),
                                new ServerType(
                                        text(row, 3).toLowerCase(Locale.ROOT),
                                        text(row, 4).toLowerCase(Locale.ROOT),
                                        row.getLong(5),
                                        row.getInt(6),
                                        Math.max(row.getInt(7), row.getInt(8)),
                                        text(row, 10),
                                        text(row, 11)),
                                row.getString(9).equals("YES"),
                                row.getString(12),
                                text(row, 13).toLowerCase(Locale.ROOT),
                                text(row, 14)));
                    }
                });
    }

    private void readIndexes(String where) throws SQLException {
        each(
                "SELECT table_name, index_name, non_unique, column_name, sub_part, index_type"
                        + " FROM information_schema.statistics WHERE " + where
                        + " ORDER BY table_name, index_name = 'PRIMARY' DESC, index_name, seq_in_index",
                row -> {
                    TableFacts table = tables.get(row.getString(1));
                    if (table != null) {
                        table.know("index", text(row, 2), text(row, 3), text(row, 4), text(row, 5));
                        boolean unique = row.getInt(3) == 0;
                        String type = text(row, 6).toUpperCase(Locale.ROOT);
                        TableFacts.Index index = table.indexes.computeIfAbsent(
                                row.getString(2), name -> new TableFacts.Index(name, unique, type));
                        String part = row.getString(5);
                        index.columns.add(text(row, 4));
                        // An expression has no column.
                        index.endings.add(row.getString(4) == null ? "(…)" : part == null ? "" : "(" + part + ")");
                    }
                });
    }

    private void readForeignKeys(String table) throws SQLException {
        String named = table.isEmpty() ? "" : " AND " + quoted(table) + " IN (table_name, referenced_table_name)";
        each(
                "SELECT table_name, referenced_table_name, constraint_name, delete_rule,"
                        + " constraint_schema, unique_constraint_schema"
                        + " FROM information_schema.referential_constraints WHERE " + quoted(database)
                        + " IN (constraint_schema, unique_constraint_schema)" + named
                        + " ORDER BY constraint_schema, table_name, constraint_name",
                row -> {
                    TableFacts child = row.getString(5).equals(database) ? tables.get(row.getString(1)) : null;
                    TableFacts parent = row.getString(6).equals(database) ? tables.get(row.getString(2)) : null;
                    String what =
                            "foreign key " + row.getString(3) + " of " + row.getString(5) + "." + row.getString(1);
                    if (child != null) {
                        child.know("foreign", text(row, 3), text(row, 2), text(row, 4));
                        child.checks.add(what);
                    }
                    if (parent != null) {
                        parent.know("referenced", text(row, 5), text(row, 1), text(row, 3), text(row, 4));
                        parent.onDelete.add(what);
                    }
                });
    }

    private void readTriggers(String table) throws SQLException {
        each(
                "SELECT event_object_table, trigger_name, event_manipulation, action_timing, action_statement"
                        + " FROM information_schema.triggers WHERE event_object_schema = " + quoted(database)
                        + (table.isEmpty() ? "" : " AND event_object_table = " + quoted(table))
                        + " ORDER BY event_object_table, trigger_name",
                row -> {
                    TableFacts of = tables.get(row.getString(1));
                    if (of != null) {
                        of.know("trigger", text(row, 2), text(row, 3), text(row, 4), text(row, 5));
                        String what = "trigger " + row.getString(2);
                        switch (row.getString(3)) {
                            case "INSERT" -> {
                                of.checks.add(what);
                                of.hasInsertTriggers = true;
                            }
                            case "DELETE" -> of.onDelete.add(what);
                            default -> {}
                        }
                    }
                });
    }

    /** MySQL tells a CHECK's table elsewhere, and MariaDB that a column is JSON by a CHECK alone. */
    private void readChecks(String where, String table) throws SQLException {
        String query = mariaDb
                ? "SELECT table_name, constraint_name, check_clause FROM information_schema.check_constraints"
                        + " WHERE constraint_schema = " + quoted(database)
                        + (table.isEmpty() ? "" : " AND table_name = " + quoted(table))
                : "SELECT table_name, constraint_name, (SELECT c.check_clause FROM information_schema.check_constraints c"
                        + " WHERE c.constraint_schema = t.table_schema AND c.constraint_name = t.constraint_name)"
                        + " FROM information_schema.table_constraints t WHERE " + where
                        + " AND constraint_type = 'CHECK'";
        each(query + " ORDER BY table_name, constraint_name", row -> {
            TableFacts of = tables.get(row.getString(1));
            if (of != null) {
                of.know("check", text(row, 2), text(row, 3));
                if (text(row, 3).equals("json_valid(`" + row.getString(2) + "`)")) {
                    of.json.add(row.getString(2));
                } else {
                    of.checks.add("check " + row.getString(2));
                }
            }
        });
    }
}
