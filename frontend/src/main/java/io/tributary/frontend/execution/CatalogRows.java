package io.tributary.frontend.execution;

import static io.tributary.frontend.execution.Answer.LocalRows.number;
import static io.tributary.frontend.execution.Answer.LocalRows.text;
import static io.tributary.frontend.execution.Answer.LocalRows.texts;

import io.tributary.planner.catalog.CatalogSnapshot;
import io.tributary.planner.plan.ShowPlan;
import io.tributary.planner.sql.SqlLiterals;
import io.tributary.planner.sql.TableDdl;
import io.tributary.rpc.client.ResultColumn;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.schema.Column;
import io.tributary.rpc.schema.ColumnType;
import io.tributary.rpc.schema.DefaultValue;
import io.tributary.rpc.schema.TableSchema;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What SHOW and DESCRIBE tell of databases and tables, from one catalog snapshot, in MySQL's columns. */
final class CatalogRows {
    private static final String COLLATION = "utf8mb4_0900_bin";

    private final CatalogSnapshot snapshot;

    CatalogRows(CatalogSnapshot snapshot) {
        this.snapshot = snapshot;
    }

    Answer.LocalRows databases() {
        List<List<@Nullable String>> rows = new ArrayList<>();
        rows.add(row("information_schema"));
        for (String name : snapshot.databaseNames()) {
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
        for (TableSchema table : snapshot.tables(plan.database())) {
            rows.add(plan.full() ? row(table.name(), "BASE TABLE") : row(table.name()));
        }
        return new Answer.LocalRows(columns, rows);
    }

    Answer.LocalRows tableStatus(ShowPlan plan) {
        List<ResultColumn> columns = List.of(
                text("Name"),
                text("Engine"),
                number("Version"),
                text("Row_format"),
                number("Rows"),
                number("Avg_row_length"),
                number("Data_length"),
                number("Max_data_length"),
                number("Index_length"),
                number("Data_free"),
                number("Auto_increment"),
                text("Create_time"),
                text("Update_time"),
                text("Check_time"),
                text("Collation"),
                number("Checksum"),
                text("Create_options"),
                text("Comment"));
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (TableSchema table : snapshot.tables(plan.database())) {
            rows.add(row(
                    table.name(),
                    "TRIBUTARY",
                    "10",
                    "Dynamic",
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
                    COLLATION,
                    null,
                    "",
                    table.layout().comment()));
        }
        return new Answer.LocalRows(columns, rows);
    }

    Answer.LocalRows columns(ShowPlan plan) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (Column column : table(plan).columns()) {
            String key = column.key() ? "YES" : "NO";
            String shownDefault = defaultOf(column);
            String extra = column.autoIncrement() ? "auto_increment" : "";
            String nullable = column.nullable() ? "YES" : "NO";
            String type = column.type().ddl();
            rows.add(
                    plan.full()
                            ? row(
                                    column.name(),
                                    type,
                                    isText(column.type()) ? COLLATION : null,
                                    nullable,
                                    key,
                                    shownDefault,
                                    extra,
                                    "select,insert,update,references",
                                    column.comment())
                            : row(column.name(), type, nullable, key, shownDefault, extra));
        }
        return new Answer.LocalRows(
                plan.full()
                        ? texts(
                                "Field",
                                "Type",
                                "Collation",
                                "Null",
                                "Key",
                                "Default",
                                "Extra",
                                "Privileges",
                                "Comment")
                        : texts("Field", "Type", "Null", "Key", "Default", "Extra"),
                rows);
    }

    /** Empty: a DUPLICATE KEY table has a sort order and no index that anybody could name. */
    Answer.LocalRows index() {
        return new Answer.LocalRows(
                List.of(
                        text("Table"),
                        number("Non_unique"),
                        text("Key_name"),
                        number("Seq_in_index"),
                        text("Column_name"),
                        text("Collation"),
                        number("Cardinality"),
                        number("Sub_part"),
                        text("Packed"),
                        text("Null"),
                        text("Index_type"),
                        text("Comment"),
                        text("Index_comment"),
                        text("Visible"),
                        text("Expression")),
                List.of());
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

    private TableSchema table(ShowPlan plan) {
        return snapshot.table(plan.database(), plan.table())
                .orElseThrow(() -> new TributaryException(
                        ErrorCode.UNKNOWN_TABLE, "Table '" + plan.database() + "." + plan.table() + "' doesn't exist"));
    }

    private static @Nullable String defaultOf(Column column) {
        DefaultValue value = column.defaultValue();
        return switch (value.kind()) {
            case NONE, NULL -> null;
            case LITERAL -> value.text();
            case CURRENT_TIMESTAMP -> "CURRENT_TIMESTAMP" + (value.text().isEmpty() ? "" : "(" + value.text() + ")");
        };
    }

    private static boolean isText(ColumnType type) {
        return switch (type.kind()) {
            case CHAR, VARCHAR, STRING -> true;
            default -> false;
        };
    }

    private static List<@Nullable String> row(@Nullable String... cells) {
        return Arrays.asList(cells);
    }
}
