package io.tributary.contract.information;

import io.tributary.contract.schema.AdoptedTable;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * What a server's own information_schema said of a table that was adopted there: rows in the columns of {@link SystemTables}, kept as
 * text among the table's properties. A line is a row, tabs are between its cells, and {@code \N} is NULL, as LOAD DATA has it.
 */
public final class ToldRows {
    /** Whose row is that of the table's database. */
    public static final String DATABASES = "SCHEMATA";

    /** The tables of information_schema of which rows are kept. */
    public static final List<String> TABLES = List.of(
            "TABLES",
            "COLUMNS",
            "STATISTICS",
            "KEY_COLUMN_USAGE",
            "TABLE_CONSTRAINTS",
            "REFERENTIAL_CONSTRAINTS",
            "CHECK_CONSTRAINTS",
            "TRIGGERS",
            "PARTITIONS",
            DATABASES);

    /** Where SCHEMATA has them. */
    private static final int CHARACTER_SET = 2;

    private static final int COLLATION = 3;
    private static final String NULL = "\\N";

    private ToldRows() {}

    /** Returns the columns of a table of information_schema that a server of MySQL's protocol can tell. */
    public static List<Column> columns(String systemTable) {
        return SystemTables.find(SystemTables.INFORMATION_SCHEMA, systemTable).orElseThrow().columns().stream()
                .filter(column -> !TableFacts.OF_DORIS.contains(column.name()))
                .toList();
    }

    /** The property that keeps the rows of a table of information_schema. */
    public static String property(String systemTable) {
        return AdoptedTable.TOLD + systemTable.toLowerCase(Locale.ROOT);
    }

    /** Returns the value of such a property. */
    public static String text(List<List<@Nullable String>> rows) {
        return rows.stream()
                .map(row -> row.stream().map(ToldRows::written).collect(Collectors.joining("\t")))
                .collect(Collectors.joining("\n"));
    }

    /** Returns the rows that are kept of a table; empty where nobody has told any, or of other columns than there are now. */
    static Optional<List<List<@Nullable String>>> of(TableSchema table, String systemTable) {
        String text = table.properties().other().get(property(systemTable));
        if (text == null) {
            return Optional.empty();
        }
        int columns = columns(systemTable).size();
        List<List<@Nullable String>> rows = rows(text);
        return rows.stream().allMatch(row -> row.size() == columns) ? Optional.of(rows) : Optional.empty();
    }

    /** What a table's database is on its server; empty where nobody has told it. */
    static Optional<List<@Nullable String>> databaseOf(TableSchema table) {
        return of(table, DATABASES).filter(rows -> rows.size() == 1).map(rows -> rows.get(0));
    }

    /** What the texts of new tables of a database are there. */
    public record Texts(String characterSet, String collation) {}

    /** Returns what a table's database has told of its texts; empty where nobody has told it. */
    public static Optional<Texts> textsOfDatabase(TableSchema table) {
        return databaseOf(table)
                .map(row -> new Texts(String.valueOf(row.get(CHARACTER_SET)), String.valueOf(row.get(COLLATION))));
    }

    static List<List<@Nullable String>> rows(String text) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        if (!text.isEmpty()) {
            for (String line : text.split("\n", -1)) {
                List<@Nullable String> row = new ArrayList<>(Arrays.asList(line.split("\t", -1)));
                row.replaceAll(cell -> cell == null ? null : read(cell));
                rows.add(row);
            }
        }
        return rows;
    }

    private static String written(@Nullable String cell) {
        return cell == null
                ? NULL
                : cell.replace("\\", "\\\\").replace("\t", "\\t").replace("\n", "\\n");
    }

    private static @Nullable String read(String cell) {
        if (cell.indexOf('\\') < 0) {
            return cell;
        }
        if (cell.equals(NULL)) {
            return null;
        }
        StringBuilder text = new StringBuilder(cell.length());
        for (int i = 0; i < cell.length(); i++) {
            char c = cell.charAt(i);
            if (c == '\\') {
                i++;
                char escaped = cell.charAt(i);
                text.append(escaped == 't' ? '\t' : escaped == 'n' ? '\n' : escaped);
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }
}
