package io.tributary.frontend.show;

import static io.tributary.frontend.execution.Answer.LocalRows.number;
import static io.tributary.frontend.execution.Answer.LocalRows.text;
import static io.tributary.frontend.execution.Answer.LocalRows.texts;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.information.SystemTables;
import io.tributary.contract.information.TableFacts;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.execution.Answer;
import io.tributary.planner.catalog.CatalogSnapshot;
import io.tributary.planner.plan.MaintenancePlan;
import io.tributary.planner.plan.ShowPlan;
import io.tributary.planner.plan.part.TableName;
import io.tributary.planner.sql.definition.TableDdl;
import io.tributary.planner.sql.token.SqlLiterals;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * What SHOW and DESCRIBE tell of databases and tables, from one catalog snapshot, in MySQL's columns. The facts are those
 * of information_schema; a result is a choice of its columns under other names.
 */
final class CatalogRows {
    private final CatalogSnapshot snapshot;

    /** A column of a result, and where information_schema has it. */
    private record Shown(String name, String source) {}

    private static final List<Shown> COLUMNS = List.of(
            new Shown("Field", "COLUMN_NAME"),
            new Shown("Type", "COLUMN_TYPE"),
            new Shown("Null", "IS_NULLABLE"),
            new Shown("Key", "COLUMN_KEY"),
            new Shown("Default", "COLUMN_DEFAULT"),
            new Shown("Extra", "EXTRA"));
    private static final List<Shown> COLUMNS_FULL = List.of(
            new Shown("Field", "COLUMN_NAME"),
            new Shown("Type", "COLUMN_TYPE"),
            new Shown("Collation", "COLLATION_NAME"),
            new Shown("Null", "IS_NULLABLE"),
            new Shown("Key", "COLUMN_KEY"),
            new Shown("Default", "COLUMN_DEFAULT"),
            new Shown("Extra", "EXTRA"),
            new Shown("Privileges", "PRIVILEGES"),
            new Shown("Comment", "COLUMN_COMMENT"));
    private static final List<Shown> INDEX = List.of(
            new Shown("Table", "TABLE_NAME"),
            new Shown("Non_unique", "NON_UNIQUE"),
            new Shown("Key_name", "INDEX_NAME"),
            new Shown("Seq_in_index", "SEQ_IN_INDEX"),
            new Shown("Column_name", "COLUMN_NAME"),
            new Shown("Collation", "COLLATION"),
            new Shown("Cardinality", "CARDINALITY"),
            new Shown("Sub_part", "SUB_PART"),
            new Shown("Packed", "PACKED"),
            new Shown("Null", "NULLABLE"),
            new Shown("Index_type", "INDEX_TYPE"),
            new Shown("Comment", "COMMENT"),
            new Shown("Index_comment", "INDEX_COMMENT"),
            new Shown("Visible", "IS_VISIBLE"),
            new Shown("Expression", "EXPRESSION"));
    private static final List<Shown> TABLE_STATUS = List.of(
            new Shown("Name", "TABLE_NAME"),
            new Shown("Engine", "ENGINE"),
            new Shown("Version", "VERSION"),
            new Shown("Row_format", "ROW_FORMAT"),
            new Shown("Rows", "TABLE_ROWS"),
            new Shown("Avg_row_length", "AVG_ROW_LENGTH"),
            new Shown("Data_length", "DATA_LENGTH"),
            new Shown("Max_data_length", "MAX_DATA_LENGTH"),
            new Shown("Index_length", "INDEX_LENGTH"),
            new Shown("Data_free", "DATA_FREE"),
            new Shown("Auto_increment", "AUTO_INCREMENT"),
            new Shown("Create_time", "CREATE_TIME"),
            new Shown("Update_time", "UPDATE_TIME"),
            new Shown("Check_time", "CHECK_TIME"),
            new Shown("Collation", "TABLE_COLLATION"),
            new Shown("Checksum", "CHECKSUM"),
            new Shown("Create_options", "CREATE_OPTIONS"),
            new Shown("Comment", "TABLE_COMMENT"));

    CatalogRows(CatalogSnapshot snapshot) {
        this.snapshot = snapshot;
    }

    Answer.LocalRows databases() {
        TreeSet<String> names = new TreeSet<>(snapshot.databaseNames());
        names.addAll(SystemTables.databases());
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (String name : names) {
            rows.add(row(name));
        }
        return new Answer.LocalRows(texts("Database"), rows);
    }

    Answer.LocalRows tables(ShowPlan plan) {
        List<ResultColumn> columns = new ArrayList<>(texts("Tables_in_" + plan.database()));
        if (plan.full()) {
            columns.add(text("Table_type"));
        }
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (TableSchema table : tables(plan.database())) {
            rows.add(plan.full() ? row(table.name(), new TableFacts(table).type()) : row(table.name()));
        }
        return new Answer.LocalRows(columns, rows);
    }

    Answer.LocalRows tableStatus(ShowPlan plan) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (TableSchema table : tables(plan.database())) {
            rows.add(new TableFacts(table).tables());
        }
        return chosen("TABLES", rows, TABLE_STATUS);
    }

    /** @param hidden whether the hidden columns are shown as well */
    Answer.LocalRows columns(ShowPlan plan, boolean hidden) {
        TableFacts facts = new TableFacts(table(plan));
        return chosen(
                "COLUMNS", hidden ? facts.columnsWithHidden() : facts.columns(), plan.full() ? COLUMNS_FULL : COLUMNS);
    }

    Answer.LocalRows partitions(ShowPlan plan) {
        return PartitionRows.of(table(plan), plan);
    }

    Answer.LocalRows index(ShowPlan plan) {
        return chosen("STATISTICS", new TableFacts(table(plan)).statistics(), INDEX);
    }

    Answer.LocalRows createTable(ShowPlan plan) {
        TableSchema table = table(plan);
        return new Answer.LocalRows(texts("Table", "Create Table"), List.of(row(table.name(), TableDdl.show(table))));
    }

    Answer.LocalRows createDatabase(ShowPlan plan) {
        return new Answer.LocalRows(
                texts("Database", "Create Database"),
                List.of(row(plan.database(), "CREATE DATABASE " + SqlLiterals.identifier(plan.database()))));
    }

    /** As MySQL answers of tables that need nothing done. */
    Answer.LocalRows maintenance(MaintenancePlan plan) {
        boolean checksum = plan.operation() == MaintenancePlan.Operation.CHECKSUM;
        String operation = plan.operation().name().toLowerCase(Locale.ROOT);
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (TableName name : plan.tables()) {
            boolean exists = find(name.database(), name.table()).isPresent();
            if (checksum) {
                rows.add(row(name.toString(), null));
            } else if (exists) {
                rows.add(row(name.toString(), operation, "status", "OK"));
            } else {
                rows.add(row(name.toString(), operation, "Error", "Table '" + name + "' doesn't exist"));
                rows.add(row(name.toString(), operation, "status", "Operation failed"));
            }
        }
        return new Answer.LocalRows(
                checksum ? List.of(text("Table"), number("Checksum")) : texts("Table", "Op", "Msg_type", "Msg_text"),
                rows);
    }

    private Collection<TableSchema> tables(String database) {
        return SystemTables.isDatabase(database) ? SystemTables.tables(database) : snapshot.tables(database);
    }

    private TableSchema table(ShowPlan plan) {
        return find(plan.database(), plan.table())
                .orElseThrow(() -> new TributaryException(
                        ErrorCode.UNKNOWN_TABLE, "Table '" + plan.database() + "." + plan.table() + "' doesn't exist"));
    }

    private Optional<TableSchema> find(String database, String table) {
        return SystemTables.isDatabase(database) ? SystemTables.find(database, table) : snapshot.table(database, table);
    }

    /** Some columns of rows that a table of information_schema would have. */
    private static Answer.LocalRows chosen(String table, List<List<@Nullable String>> rows, List<Shown> columns) {
        TableSchema source =
                SystemTables.find(SystemTables.INFORMATION_SCHEMA, table).orElseThrow();
        List<ResultColumn> names = new ArrayList<>();
        int[] positions = new int[columns.size()];
        for (int i = 0; i < positions.length; i++) {
            positions[i] = source.indexOf(columns.get(i).source());
            names.add(named(columns.get(i).name(), source.columns().get(positions[i])));
        }
        List<List<@Nullable String>> shown = new ArrayList<>();
        for (List<@Nullable String> row : rows) {
            List<@Nullable String> cells = new ArrayList<>();
            for (int position : positions) {
                cells.add(row.get(position));
            }
            shown.add(cells);
        }
        return new Answer.LocalRows(names, shown);
    }

    private static ResultColumn named(String name, Column column) {
        ColumnType.Kind kind = column.type().kind();
        return kind == ColumnType.Kind.INT || kind == ColumnType.Kind.BIGINT ? number(name) : text(name);
    }

    private static List<@Nullable String> row(@Nullable String... cells) {
        return Arrays.asList(cells);
    }
}
