package io.tributary.frontend.show;

import static io.tributary.frontend.execution.Answer.LocalRows.text;
import static io.tributary.frontend.execution.Answer.LocalRows.texts;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.information.TableFacts;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.token.SqlLiterals;
import io.tributary.frontend.execution.Answer;
import io.tributary.frontend.show.InformationColumns.Shown;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** SHOW DATABASES, CREATE DATABASE, TABLES and TABLE STATUS: which databases exist, and which tables are in one. */
final class DatabaseRows {
    private static final InformationColumns STATUS = new InformationColumns(
            "TABLES",
            List.of(
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
                    new Shown("Comment", "TABLE_COMMENT")));

    private final CatalogTables tables;

    DatabaseRows(CatalogTables tables) {
        this.tables = tables;
    }

    Answer.LocalRows databases() {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (String name : tables.databases()) {
            rows.add(row(name));
        }
        return new Answer.LocalRows(texts("Database"), rows);
    }

    Answer.LocalRows createDatabase(String database) {
        return new Answer.LocalRows(
                texts("Database", "Create Database"),
                List.of(row(database, "CREATE DATABASE " + SqlLiterals.identifier(database) + properties(database))));
    }

    private String properties(String database) {
        return tables.snapshot()
                .engine(database)
                .map(engine -> engine.properties().entrySet().stream()
                        .map(property -> quoted(property.getKey()) + " = " + quoted(property.getValue()))
                        .collect(Collectors.joining(", ", " PROPERTIES (", ")")))
                .orElse("");
    }

    private static String quoted(String text) {
        return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
    }

    /** @param types whether their types are shown, too */
    Answer.LocalRows tables(String database, boolean types) {
        List<ResultColumn> columns = new ArrayList<>(texts("Tables_in_" + database));
        if (types) {
            columns.add(text("Table_type"));
        }
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (TableSchema table : tables.of(database)) {
            rows.add(types ? row(table.name(), new TableFacts(table).type()) : row(table.name()));
        }
        return new Answer.LocalRows(columns, rows);
    }

    Answer.LocalRows tableStatus(String database) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (TableSchema table : tables.of(database)) {
            rows.add(new TableFacts(table).tables());
        }
        return STATUS.of(rows);
    }

    private static List<@Nullable String> row(@Nullable String... cells) {
        return Arrays.asList(cells);
    }
}
