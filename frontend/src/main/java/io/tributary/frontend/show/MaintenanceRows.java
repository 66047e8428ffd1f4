package io.tributary.frontend.show;

import static io.tributary.frontend.execution.Answer.LocalRows.number;
import static io.tributary.frontend.execution.Answer.LocalRows.text;
import static io.tributary.frontend.execution.Answer.LocalRows.texts;

import io.tributary.frontend.execution.Answer;
import io.tributary.planner.plan.MaintenancePlan;
import io.tributary.planner.plan.part.TableName;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** CHECK, ANALYZE, OPTIMIZE, REPAIR and CHECKSUM TABLE, answered as MySQL does of tables that need nothing done. */
final class MaintenanceRows {
    private MaintenanceRows() {}

    static Answer.LocalRows of(MaintenancePlan plan, CatalogTables tables) {
        boolean checksum = plan.operation() == MaintenancePlan.Operation.CHECKSUM;
        String operation = plan.operation().name().toLowerCase(Locale.ROOT);
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (TableName name : plan.tables()) {
            boolean exists = tables.find(name).isPresent();
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

    private static List<@Nullable String> row(@Nullable String... cells) {
        return Arrays.asList(cells);
    }
}
