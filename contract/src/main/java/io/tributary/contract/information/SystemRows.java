package io.tributary.contract.information;

import static io.tributary.contract.information.TableFacts.row;

import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import io.tributary.contract.temporary.TemporaryName;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The rows of {@link SystemTables} at one version of the catalog, as text; null is SQL's NULL. Immutable; rows are made
 * when they are asked for.
 */
public final class SystemRows {
    private static final List<String> PRIVILEGES = List.of("SELECT", "INSERT", "UPDATE", "DELETE", "CREATE", "DROP");

    private final List<String> databases;
    private final List<TableSchema> tables;
    private final List<ViewSchema> views;
    private final Map<String, String> plugins;

    /**
     * @param databases of users, and so are the tables; those described here come by themselves
     * @param plugins of accounts, by their names
     */
    public SystemRows(
            List<String> databases, List<TableSchema> tables, List<ViewSchema> views, Map<String, String> plugins) {
        this.databases = List.copyOf(databases);
        this.tables = List.copyOf(tables);
        this.views = List.copyOf(views);
        this.plugins = new TreeMap<>(plugins);
    }

    /** Returns the databases of users. */
    public List<String> databases() {
        return databases;
    }

    public List<ViewSchema> views() {
        return views;
    }

    /** Returns the tables of users, but no views. */
    public List<TableSchema> tables() {
        return tables;
    }

    /** The rows of a table of information_schema that are the same on every server. */
    public static List<List<@Nullable String>> fixed(String table) {
        return FixedRows.of(table);
    }

    /** Cells in the order of the table's columns; none for a table that is always empty, or not one of ours. */
    public List<List<@Nullable String>> of(TableSchema table) {
        return of(table, any -> true);
    }

    /**
     * Returns cells like {@link #of(TableSchema)}; where a row tells of a table, only those of the tables that are wanted.
     */
    public List<List<@Nullable String>> of(TableSchema table, Predicate<TableSchema> wanted) {
        return table.database().equals(SystemTables.MYSQL) ? ofMySql(table) : ofInformationSchema(table.name(), wanted);
    }

    private List<List<@Nullable String>> ofInformationSchema(String table, Predicate<TableSchema> wanted) {
        return switch (table) {
            case "SCHEMATA" -> schemata();
            case "TABLES" -> each(wanted, facts -> List.of(facts.tables()));
            case "COLUMNS" -> each(wanted, TableFacts::columns);
            case "STATISTICS" -> each(wanted, TableFacts::statistics);
            case "KEY_COLUMN_USAGE" -> each(wanted, facts -> facts.constraints().keyColumns());
            case "TABLE_CONSTRAINTS" ->
                each(wanted, facts -> facts.constraints().all());
            case "PARTITIONS" -> each(wanted.and(each -> !each.isView()), TableFacts::partitions);
            case "REFERENTIAL_CONSTRAINTS" ->
                each(wanted, facts -> facts.constraints().referential());
            case "CHECK_CONSTRAINTS" ->
                each(wanted, facts -> facts.constraints().checks());
            case "TRIGGERS" -> each(wanted, facts -> facts.ofServer(table));
            case "VIEWS" -> definitions(wanted);
            case "USER_PRIVILEGES" -> userPrivileges();
            default -> FixedRows.of(table);
        };
    }

    /** Rows of every table, those of the system included, but of none that is a session's alone. */
    private List<List<@Nullable String>> each(
            Predicate<TableSchema> wanted, Function<TableFacts, List<List<@Nullable String>>> rows) {
        List<List<@Nullable String>> all = new ArrayList<>();
        Stream.concat(tables.stream(), views.stream().map(ViewSchema::table))
                .filter(table -> !TemporaryName.isOne(table.name()) && wanted.test(table))
                .forEach(table -> all.addAll(rows.apply(new TableFacts(table))));
        for (String database : SystemTables.databases()) {
            SystemTables.tables(database).stream()
                    .filter(wanted)
                    .forEach(table -> all.addAll(rows.apply(new TableFacts(table))));
        }
        return all;
    }

    private List<List<@Nullable String>> definitions(Predicate<TableSchema> wanted) {
        return views.stream()
                .filter(view -> wanted.test(view.table()))
                .map(view -> row(
                        TableFacts.CATALOG,
                        view.database(),
                        view.name(),
                        view.query(),
                        "NONE",
                        "NO",
                        view.definer() + "@%",
                        "DEFINER",
                        ColumnFacts.CHARACTER_SET,
                        ColumnFacts.COLLATION))
                .toList();
    }

    private List<List<@Nullable String>> schemata() {
        Map<String, List<@Nullable String>> told = new TreeMap<>();
        for (TableSchema table : tables) {
            if (!told.containsKey(table.database())) {
                ToldRows.databaseOf(table).ifPresent(row -> told.put(table.database(), row));
            }
        }
        List<List<@Nullable String>> rows = new ArrayList<>();
        SystemTables.databases().forEach(name -> rows.add(schema(name)));
        databases.forEach(name -> rows.add(told.getOrDefault(name, schema(name))));
        return rows;
    }

    private static List<@Nullable String> schema(String name) {
        return row(TableFacts.CATALOG, name, ColumnFacts.CHARACTER_SET, ColumnFacts.COLLATION, null, "NO");
    }

    private List<List<@Nullable String>> userPrivileges() {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (String user : plugins.keySet()) {
            for (String privilege : PRIVILEGES) {
                rows.add(row("'" + user + "'@'%'", TableFacts.CATALOG, privilege, "YES"));
            }
        }
        return rows;
    }

    /** Every account may do everything. Verifiers of passwords are not told. */
    private List<List<@Nullable String>> ofMySql(TableSchema table) {
        if (!table.name().equals("user")) {
            return List.of();
        }
        List<List<@Nullable String>> rows = new ArrayList<>();
        plugins.forEach((user, plugin) -> {
            List<@Nullable String> row = new ArrayList<>(row("%", user));
            for (Column column : table.columns().subList(2, table.columns().size())) {
                row.add(
                        switch (column.name()) {
                            case "plugin" -> plugin;
                            case "password_expired", "account_locked" -> "N";
                            default -> "Y";
                        });
            }
            rows.add(row);
        });
        return rows;
    }
}
