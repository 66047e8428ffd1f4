package io.tributary.engine.mysql.existing;

import io.tributary.contract.information.ToldRows;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.engine.mysql.session.Sql;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Reads what information_schema of the server tells of tables, in the columns that it has here, which are MySQL 8's. What changes
 * with a table's rows is not read. One connection, one thread.
 */
public final class ToldTables {
    /** Counts, sizes and times. */
    private static final Set<String> OF_ROWS = Set.of(
            "TABLE_ROWS",
            "AVG_ROW_LENGTH",
            "DATA_LENGTH",
            "MAX_DATA_LENGTH",
            "INDEX_LENGTH",
            "DATA_FREE",
            "AUTO_INCREMENT",
            "CREATE_TIME",
            "UPDATE_TIME",
            "CHECK_TIME",
            "CHECKSUM",
            "CARDINALITY");

    private final Sql sql;
    private final boolean mariaDb;
    private final String database;
    private final String table;

    /** The keys are names of tables; what is told of the database has none. */
    private final Map<String, Map<String, List<List<@Nullable String>>>> tables = new HashMap<>();

    /**
     * Reads it.
     *
     * @param mariaDb whether the server is one
     * @param table only this one; empty: all
     */
    public ToldTables(Sql sql, boolean mariaDb, String database, String table) throws SQLException {
        this.sql = sql;
        this.mariaDb = mariaDb;
        this.database = database;
        this.table = table;
        for (String systemTable : ToldRows.TABLES) {
            read(systemTable);
        }
    }

    /** What is kept of a table, as its properties. */
    Map<String, String> of(String name) {
        Map<String, List<List<@Nullable String>>> told = tables.getOrDefault(name, Map.of());
        Map<String, String> properties = new HashMap<>();
        for (String systemTable : ToldRows.TABLES) {
            properties.put(ToldRows.property(systemTable), ToldRows.text(told.getOrDefault(systemTable, List.of())));
        }
        properties.put(
                ToldRows.property(ToldRows.DATABASES),
                ToldRows.text(tables.getOrDefault("", Map.of()).getOrDefault(ToldRows.DATABASES, List.of())));
        return properties;
    }

    private void read(String systemTable) throws SQLException {
        List<Column> columns = ToldRows.columns(systemTable);
        boolean ofTables = !systemTable.equals(ToldRows.DATABASES);
        String tableColumn = systemTable.equals("TRIGGERS") ? "EVENT_OBJECT_TABLE" : "TABLE_NAME";
        String where = " WHERE " + schemaColumn(systemTable) + " = " + ServerTables.quoted(database)
                + (table.isEmpty() || !ofTables ? "" : " AND " + tableColumn + " = " + ServerTables.quoted(table));
        boolean unused = sql.query("SELECT * FROM " + source(systemTable) + where + order(systemTable), rows -> {
            Map<String, Integer> positions = positions(rows.getMetaData());
            while (rows.next()) {
                List<@Nullable String> cells = new ArrayList<>();
                for (Column column : columns) {
                    cells.add(cell(rows, column, positions));
                }
                tables.computeIfAbsent(ofTables ? rows.getString(tableColumn) : "", name -> new HashMap<>())
                        .computeIfAbsent(systemTable, name -> new ArrayList<>())
                        .add(cells);
            }
            return true;
        });
    }

    /** MySQL tells a CHECK's table elsewhere. */
    private String source(String systemTable) {
        return systemTable.equals("CHECK_CONSTRAINTS") && !mariaDb
                ? "(SELECT c.*, t.TABLE_NAME FROM information_schema.CHECK_CONSTRAINTS c"
                        + " JOIN information_schema.TABLE_CONSTRAINTS t ON t.CONSTRAINT_TYPE = 'CHECK'"
                        + " AND t.CONSTRAINT_SCHEMA = c.CONSTRAINT_SCHEMA"
                        + " AND t.CONSTRAINT_NAME = c.CONSTRAINT_NAME) x"
                : "information_schema." + systemTable;
    }

    /** A MariaDB has indexes in the order of SHOW INDEX, a MySQL in that of their names, and nowhere the order among equals. */
    private String order(String systemTable) {
        return systemTable.equals("STATISTICS") && !mariaDb
                ? " ORDER BY TABLE_NAME, INDEX_NAME <> 'PRIMARY', NON_UNIQUE, INDEX_NAME, SEQ_IN_INDEX"
                : "";
    }

    private static String schemaColumn(String systemTable) {
        return switch (systemTable) {
            case ToldRows.DATABASES -> "SCHEMA_NAME";
            case "TRIGGERS" -> "EVENT_OBJECT_SCHEMA";
            case "REFERENTIAL_CONSTRAINTS", "CHECK_CONSTRAINTS" -> "CONSTRAINT_SCHEMA";
            default -> "TABLE_SCHEMA";
        };
    }

    private static Map<String, Integer> positions(ResultSetMetaData told) throws SQLException {
        Map<String, Integer> positions = new HashMap<>();
        for (int i = 1; i <= told.getColumnCount(); i++) {
            positions.put(told.getColumnLabel(i).toUpperCase(Locale.ROOT), i);
        }
        return positions;
    }

    private @Nullable String cell(ResultSet row, Column column, Map<String, Integer> positions) throws SQLException {
        Integer position = positions.get(column.name());
        if (OF_ROWS.contains(column.name())) {
            return null;
        }
        if (position == null) {
            return missing(row, column, positions);
        }
        String text = row.getString(position);
        if (text != null && mariaDb && column.name().equals("COLUMN_DEFAULT")) {
            return asMySqlTells(text);
        }
        return text == null && !column.nullable() ? "" : text;
    }

    /** What only MySQL has. */
    private static @Nullable String missing(ResultSet row, Column column, Map<String, Integer> positions)
            throws SQLException {
        Integer ignored = positions.get("IGNORED");
        return switch (column.name()) {
            case "IS_VISIBLE" -> ignored != null && "YES".equals(row.getString(ignored)) ? "NO" : "YES";
            case "ENFORCED" -> "YES";
            case "DEFAULT_ENCRYPTION" -> "NO";
            default -> column.nullable() ? null : column.type().kind() == ColumnType.Kind.VARCHAR ? "" : "0";
        };
    }

    /** MariaDB has texts in quotes here, and NULL as a word, which it has not in SHOW COLUMNS, and MySQL nowhere. */
    private static @Nullable String asMySqlTells(String value) {
        if (value.equals("NULL")) {
            return null;
        }
        return value.startsWith("'") && value.endsWith("'") ? ServerColumn.unquoted(value) : value;
    }
}
