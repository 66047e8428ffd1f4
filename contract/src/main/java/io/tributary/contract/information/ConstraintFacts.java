package io.tributary.contract.information;

import static io.tributary.contract.information.TableFacts.CATALOG;
import static io.tributary.contract.information.TableFacts.row;

import io.tributary.contract.schema.Check;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ForeignKey;
import io.tributary.contract.schema.TableIndex;
import io.tributary.contract.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** What information_schema tells of the constraints of one table, {@link TableFacts} of the rest. */
final class ConstraintFacts {
    private static final String ENFORCED = "YES";
    /** A FOREIGN KEY is kept and shown. */
    private static final String NOT_ENFORCED = "NO";

    private final TableSchema table;
    private final String keyName;
    private final List<Column> keyColumns;

    ConstraintFacts(TableSchema table, String keyName, List<Column> keyColumns) {
        this.table = table;
        this.keyName = keyName;
        this.keyColumns = keyColumns;
    }

    /** TABLE_CONSTRAINTS. */
    List<List<@Nullable String>> all() {
        return told("TABLE_CONSTRAINTS", () -> {
            List<List<@Nullable String>> rows = new ArrayList<>();
            if (TableFacts.hasKey(table)) {
                boolean primary = keyName.equals(TableSchema.PRIMARY);
                rows.add(constraint(keyName, primary ? "PRIMARY KEY" : "UNIQUE", ENFORCED));
            }
            unique().forEach(index -> rows.add(constraint(index.name(), "UNIQUE", ENFORCED)));
            foreignKeys().forEach(key -> rows.add(constraint(key.name(), "FOREIGN KEY", NOT_ENFORCED)));
            checkList().forEach(check -> rows.add(constraint(check.name(), "CHECK", ENFORCED)));
            return rows;
        });
    }

    private List<@Nullable String> constraint(String name, String type, String enforced) {
        return row(CATALOG, table.database(), name, table.database(), table.name(), type, enforced);
    }

    /** KEY_COLUMN_USAGE. */
    List<List<@Nullable String>> keyColumns() {
        return told("KEY_COLUMN_USAGE", () -> {
            List<List<@Nullable String>> rows = new ArrayList<>();
            addColumns(rows, keyName, keyColumns.stream().map(Column::name).toList(), null);
            unique().forEach(index -> addColumns(rows, index.name(), index.columns(), null));
            foreignKeys().forEach(key -> addColumns(rows, key.name(), key.columns(), key));
            return rows;
        });
    }

    /** @param columns an expression has no name */
    private void addColumns(
            List<List<@Nullable String>> rows, String name, List<String> columns, @Nullable ForeignKey key) {
        for (int i = 0; i < columns.size(); i++) {
            if (!columns.get(i).isEmpty()) {
                String number = Integer.toString(i + 1);
                rows.add(row(
                        CATALOG,
                        table.database(),
                        name,
                        CATALOG,
                        table.database(),
                        table.name(),
                        columns.get(i),
                        number,
                        key == null ? null : number,
                        key == null ? null : database(key),
                        key == null ? null : key.table(),
                        key == null ? null : key.referenced().get(i)));
            }
        }
    }

    /** REFERENTIAL_CONSTRAINTS. */
    List<List<@Nullable String>> referential() {
        return told("REFERENTIAL_CONSTRAINTS", () -> foreignKeys().stream()
                .map(key -> row(
                        CATALOG,
                        table.database(),
                        key.name(),
                        CATALOG,
                        database(key),
                        TableSchema.PRIMARY,
                        "NONE",
                        key.rules().onUpdate().text(),
                        key.rules().onDelete().text(),
                        table.name(),
                        key.table()))
                .toList());
    }

    /** CHECK_CONSTRAINTS. */
    List<List<@Nullable String>> checks() {
        return told("CHECK_CONSTRAINTS", () -> checkList().stream()
                .map(check -> row(CATALOG, table.database(), check.name(), check.text()))
                .toList());
    }

    private String database(ForeignKey key) {
        return key.database().isEmpty() ? table.database() : key.database();
    }

    private List<ForeignKey> foreignKeys() {
        return table.layout().constraints().foreignKeys();
    }

    private List<Check> checkList() {
        return table.layout().constraints().checks();
    }

    private List<TableIndex> unique() {
        return table.layout().indexes().stream()
                .filter(index -> TableFacts.isEnforced(table, index))
                .toList();
    }

    private List<List<@Nullable String>> told(String systemTable, Supplier<List<List<@Nullable String>>> own) {
        Optional<List<List<@Nullable String>>> servers = ToldRows.of(table, systemTable);
        return servers.orElseGet(own);
    }
}
