package io.tributary.frontend.show;

import static io.tributary.frontend.execution.Answer.LocalRows.number;
import static io.tributary.frontend.execution.Answer.LocalRows.text;
import static io.tributary.frontend.execution.Answer.LocalRows.texts;

import io.tributary.contract.information.SystemTables;
import io.tributary.contract.information.TableFacts;
import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.execution.Answer;
import io.tributary.planner.plan.ShowPlan;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * SHOW DATA and SHOW TABLE STATS in Doris' columns. Rows and bytes are what information_schema tells: those of a table that a server
 * had before, NULL of others. Nothing is said of replicas, which are nobody's here.
 */
final class DataRows {
    private static final TableSchema TABLES =
            SystemTables.find(SystemTables.INFORMATION_SCHEMA, "TABLES").orElseThrow();
    private static final int ROWS = TABLES.indexOf("TABLE_ROWS");
    private static final int BYTES = TABLES.indexOf("DATA_LENGTH");
    private static final String[] UNITS = {"", "KB", "MB", "GB", "TB", "PB"};

    private DataRows() {}

    static Answer.LocalRows of(ShowPlan.Data plan, CatalogTables tables) {
        if (plan.table() != null) {
            return table(tables.require(plan.table()));
        }
        return plan.database().isEmpty() ? databases(tables) : tables(tables, plan.database());
    }

    private static Answer.LocalRows databases(CatalogTables tables) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (String name : tables.databases()) {
            rows.add(Arrays.asList(null, name, null, null, null, null));
        }
        return new Answer.LocalRows(
                texts("DbId", "DbName", "Size", "RemoteSize", "RecycleSize", "RecycleRemoteSize"), rows);
    }

    private static Answer.LocalRows tables(CatalogTables tables, String database) {
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (TableSchema table : tables.of(database)) {
            if (!table.isView()) {
                rows.add(Arrays.asList(table.name(), size(table), null, null));
            }
        }
        return new Answer.LocalRows(
                List.of(text("TableName"), text("Size"), number("ReplicaCount"), text("RemoteSize")), rows);
    }

    private static Answer.LocalRows table(TableSchema table) {
        return new Answer.LocalRows(
                List.of(
                        text("TableName"),
                        text("IndexName"),
                        text("Size"),
                        number("ReplicaCount"),
                        number("RowCount"),
                        text("RemoteSize")),
                List.of(Arrays.asList(table.name(), table.name(), size(table), null, told(table, ROWS), null)));
    }

    /** No row where nothing is known, as of a table in Doris that nobody analyzed. */
    static Answer.LocalRows statistics(TableSchema table) {
        String rows = told(table, ROWS);
        return new Answer.LocalRows(
                List.of(
                        number("updated_rows"),
                        number("query_times"),
                        number("row_count"),
                        text("updated_time"),
                        text("columns"),
                        text("trigger"),
                        text("new_partition"),
                        text("user_inject")),
                rows == null ? List.of() : List.of(Arrays.asList(null, null, rows, null, null, null, null, null)));
    }

    private static @Nullable String told(TableSchema table, int fact) {
        return new TableFacts(table).tables().get(fact);
    }

    private static @Nullable String size(TableSchema table) {
        String bytes = told(table, BYTES);
        return bytes == null ? null : size(Double.parseDouble(bytes));
    }

    /** Bytes in Doris' form: {@code 1.500 KB}. */
    static String size(double bytes) {
        double value = bytes;
        int unit = 0;
        while (value >= 1024 && unit < UNITS.length - 1) {
            value /= 1024;
            unit++;
        }
        return String.format(Locale.ROOT, "%.3f %s", value, UNITS[unit]);
    }
}
