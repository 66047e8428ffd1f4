package io.tributary.contract.information;

import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;

/**
 * The tables of {@code information_schema} and {@code mysql} that exist here, with MySQL 8.0's columns, and those of {@code
 * tributary}. Read only; names have no case, unlike those of users' databases and tables. They have no id.
 */
public final class SystemTables {
    public static final String INFORMATION_SCHEMA = "information_schema";
    public static final String MYSQL = "mysql";
    /** What the engine keeps for itself and shows: the quarantine. */
    public static final String TRIBUTARY = "tributary";

    private static final int NAME_CHARACTERS = 64;

    private static final Map<String, Map<String, TableSchema>> TABLES = read();

    private SystemTables() {}

    /** Returns the names of the databases that hold system tables, in order. */
    public static Collection<String> databases() {
        return TABLES.keySet();
    }

    public static boolean isDatabase(String name) {
        return TABLES.containsKey(name.toLowerCase(Locale.ROOT));
    }

    /** Returns the system tables of a database in name order; none for any other database. */
    public static Collection<TableSchema> tables(String database) {
        return TABLES.getOrDefault(database.toLowerCase(Locale.ROOT), Map.of()).values();
    }

    public static Optional<TableSchema> find(String database, String table) {
        return Optional.ofNullable(
                TABLES.getOrDefault(database.toLowerCase(Locale.ROOT), Map.of()).get(table.toLowerCase(Locale.ROOT)));
    }

    private static Map<String, Map<String, TableSchema>> read() {
        Map<String, Map<String, TableSchema>> tables = new TreeMap<>();
        for (String line : Resource.lines("tables.txt")) {
            TableSchema table = table(line.split(" ", -1));
            tables.computeIfAbsent(table.database(), name -> new TreeMap<>())
                    .put(table.name().toLowerCase(Locale.ROOT), table);
        }
        return tables;
    }

    private static TableSchema table(String[] words) {
        List<Column> columns = new ArrayList<>();
        for (int i = 1; i < words.length; i++) {
            columns.add(column(words[i]));
        }
        int point = words[0].indexOf('.');
        return new TableSchema(
                0,
                words[0].substring(0, point),
                words[0].substring(point + 1),
                1,
                TableSchema.KeyModel.DUPLICATE,
                columns,
                TableProperties.defaults(),
                TableSchema.Layout.none());
    }

    private static Column column(String word) {
        boolean nullable = word.endsWith("?");
        String[] parts = word.replace("?", "").split(":", -1);
        ColumnType type = parts.length == 1 ? ColumnType.varchar(NAME_CHARACTERS) : type(parts[1]);
        return new Column(parts[0], type, nullable, false, DefaultValue.none(), false, "");
    }

    private static ColumnType type(String name) {
        return switch (name) {
            case "text" -> ColumnType.of(ColumnType.Kind.STRING);
            case "int" -> ColumnType.of(ColumnType.Kind.INT);
            case "bigint" -> ColumnType.of(ColumnType.Kind.BIGINT);
            case "datetime" -> ColumnType.datetime(0);
            default -> throw new IllegalStateException("tables.txt: unknown type " + name);
        };
    }
}
