package io.tributary.contract.information;

import io.tributary.contract.schema.AdoptedTable;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.HiddenColumns;
import io.tributary.contract.schema.TableIndex;
import io.tributary.contract.schema.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What information_schema tells of one table: rows of its tables, cell by cell as {@link SystemTables} orders them. Of a table that was
 * adopted they are the {@link ToldRows} of its server.
 */
public final class TableFacts {
    public static final String ENGINE = "TRIBUTARY";

    static final String CATALOG = "def";
    /** Columns of COLUMNS that Doris has and MySQL has not, behind the others. */
    static final List<String> OF_DORIS = List.of("COLUMN_SIZE", "DECIMAL_DIGITS");

    /** Where COLUMNS has a column's name. */
    private static final int COLUMN_NAME = 3;

    private static final String PRIVILEGES = "select,insert,update,references";
    private static final String ROW_FORMAT = "Dynamic";
    private static final String FORMAT_VERSION = "10";

    private final TableSchema table;

    public TableFacts(TableSchema table) {
        this.table = table;
    }

    /** Returns the type that SHOW FULL TABLES shows. */
    public String type() {
        return table.isView()
                ? "VIEW"
                : table.database().equals(SystemTables.INFORMATION_SCHEMA) ? "SYSTEM VIEW" : "BASE TABLE";
    }

    /** TABLES. Nothing is said of sizes and times: the engine does not keep them for single tables. */
    public List<@Nullable String> tables() {
        return told("TABLES")
                .filter(rows -> rows.size() == 1)
                .map(rows -> rows.get(0))
                .orElseGet(this::ownTables);
    }

    private List<@Nullable String> ownTables() {
        return row(
                CATALOG,
                table.database(),
                table.name(),
                type(),
                stored(ENGINE),
                stored(FORMAT_VERSION),
                stored(ROW_FORMAT),
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                null,
                stored(ColumnFacts.COLLATION),
                null,
                stored(""),
                table.isView() ? "VIEW" : table.layout().comment());
    }

    /** A view has nothing that rows in an engine have. */
    private @Nullable String stored(String fact) {
        return table.isView() ? null : fact;
    }

    /** COLUMNS. */
    public List<List<@Nullable String>> columns() {
        return columns(table.visibleColumns());
    }

    /** COLUMNS, with the hidden ones behind the others. */
    public List<List<@Nullable String>> columnsWithHidden() {
        return columns(HiddenColumns.shown(table));
    }

    private List<List<@Nullable String>> columns(List<Column> columns) {
        List<List<@Nullable String>> told = told("COLUMNS").orElse(List.of());
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (Column column : columns) {
            ColumnFacts facts = ColumnFacts.of(column);
            Optional<List<@Nullable String>> servers = told.stream()
                    .filter(row -> column.name().equals(row.get(COLUMN_NAME)))
                    .findFirst();
            if (servers.isPresent()) {
                List<@Nullable String> row = new ArrayList<>(servers.get());
                row.addAll(row(text(facts.size(column)), text(facts.digits())));
                rows.add(row);
                continue;
            }
            rows.add(row(
                    CATALOG,
                    table.database(),
                    table.name(),
                    column.name(),
                    Integer.toString(rows.size() + 1),
                    ColumnFacts.defaultText(column),
                    column.nullable() ? "YES" : "NO",
                    facts.dataType(),
                    text(facts.characters()),
                    text(facts.octets()),
                    text(facts.precision()),
                    text(facts.scale()),
                    text(facts.fraction()),
                    facts.text() ? ColumnFacts.CHARACTER_SET : null,
                    facts.text() ? ColumnFacts.collation(column) : null,
                    facts.columnType(),
                    ColumnFacts.key(table, column),
                    ColumnFacts.extra(column),
                    PRIVILEGES,
                    column.comment(),
                    column.declared().generated().expression(),
                    null,
                    text(facts.size(column)),
                    text(facts.digits())));
        }
        return rows;
    }

    /** STATISTICS: the key that no two rows share, and the other indexes: none of those is enforced, but by a server that had the table. */
    public List<List<@Nullable String>> statistics() {
        return told("STATISTICS").orElseGet(this::ownStatistics);
    }

    private List<List<@Nullable String>> ownStatistics() {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (Column column : keyColumns()) {
            rows.add(row(
                    CATALOG,
                    table.database(),
                    table.name(),
                    "0",
                    table.database(),
                    keyName(),
                    Integer.toString(rows.size() + 1),
                    column.name(),
                    "A",
                    null,
                    null,
                    null,
                    column.nullable() ? "YES" : "",
                    "BTREE",
                    "",
                    "",
                    "YES",
                    null));
        }
        for (TableIndex index : table.layout().indexes()) {
            rows.addAll(statistics(index));
        }
        return rows;
    }

    private List<List<@Nullable String>> statistics(TableIndex index) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (int i = 0; i < index.columns().size(); i++) {
            String ending = index.endings().get(i);
            boolean expression = index.columns().get(i).isEmpty();
            Column column = expression
                    ? null
                    : table.columns().get(table.indexOf(index.columns().get(i)));
            rows.add(row(
                    CATALOG,
                    table.database(),
                    table.name(),
                    isEnforced(table, index) ? "0" : "1",
                    table.database(),
                    index.name(),
                    Integer.toString(rows.size() + 1),
                    column == null ? null : column.name(),
                    null,
                    null,
                    expression ? null : prefix(ending),
                    null,
                    column == null || column.nullable() ? "YES" : "",
                    index.type().isEmpty() ? "BTREE" : index.type(),
                    "",
                    index.comment(),
                    "YES",
                    expression ? ending : null));
        }
        return rows;
    }

    /** Returns the number of {@code (10) DESC}; null where there is none. */
    private static @Nullable String prefix(String ending) {
        return ending.startsWith("(") ? ending.substring(1, ending.indexOf(')')).strip() : null;
    }

    /** What holds its rows, and what was said to. */
    ConstraintFacts constraints() {
        return new ConstraintFacts(table, keyName(), keyColumns());
    }

    /** Its server holds the rows of an adopted table to its indexes. */
    static boolean isEnforced(TableSchema table, TableIndex index) {
        return index.unique() && AdoptedTable.isOne(table);
    }

    /** Whether no two rows have the same key. */
    static boolean hasKey(TableSchema table) {
        return table.isKeyed() || AdoptedTable.hasUniqueKey(table);
    }

    /** PARTITIONS. */
    List<List<@Nullable String>> partitions() {
        return told("PARTITIONS").orElseGet(() -> new PartitionFacts(table).rows());
    }

    /** The rows of a table of information_schema in which only a server's own tables are. */
    List<List<@Nullable String>> ofServer(String systemTable) {
        return told(systemTable).orElse(List.of());
    }

    private Optional<List<List<@Nullable String>>> told(String systemTable) {
        return ToldRows.of(table, systemTable);
    }

    /** Returns the columns of the key in its order; none for one that is only an order of rows. */
    private List<Column> keyColumns() {
        return !hasKey(table)
                ? List.of()
                : table.layout().keyColumns().stream()
                        .map(name -> table.columns().get(table.indexOf(name)))
                        .toList();
    }

    /** A key in Doris' form has no name of its own. */
    private String keyName() {
        String name = table.layout().keyName();
        return name.isEmpty() ? TableSchema.PRIMARY : name;
    }

    private static @Nullable String text(@Nullable Number number) {
        return number == null ? null : number.toString();
    }

    static List<@Nullable String> row(@Nullable String... cells) {
        return Arrays.asList(cells);
    }
}
