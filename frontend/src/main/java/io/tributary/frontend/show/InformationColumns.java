package io.tributary.frontend.show;

import static io.tributary.frontend.execution.Answer.LocalRows.number;
import static io.tributary.frontend.execution.Answer.LocalRows.text;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.information.SystemTables;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.execution.Answer;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Some columns of a table of information_schema, under the names that a SHOW gives them.
 *
 * @param table of information_schema
 */
record InformationColumns(String table, List<Shown> columns) {
    /** A column of a result, and where information_schema has it. */
    record Shown(String name, String source) {}

    InformationColumns {
        columns = List.copyOf(columns);
    }

    /** @param rows as the table would have them */
    Answer.LocalRows of(List<List<@Nullable String>> rows) {
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
}
