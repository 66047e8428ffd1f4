package io.tributary.frontend;

import io.tributary.contract.calls.EvaluatedRows;
import io.tributary.contract.calls.EvaluatedRows.Refused;
import io.tributary.contract.calls.Evaluation;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** A stand-in for an engine that computes expressions: what a test says of each row. */
record RowEngine(OneRow computing) implements Function<Evaluation, EvaluatedRows> {
    interface OneRow {
        /**
         * @param cells numbers and texts; null is NULL
         * @return a text a value, or null where the row does not meet the condition
         * @throws TributaryException where it makes an expression fail
         */
        @Nullable
        List<String> values(List<@Nullable String> cells);
    }

    @Override
    public EvaluatedRows apply(Evaluation evaluation) {
        List<Column> columns = new ArrayList<>(List.of(Column.of("$row", ColumnType.of(Kind.BIGINT), false)));
        evaluation.values().forEach(value -> columns.add(Column.of(value, ColumnType.of(Kind.STRING), true)));
        RowBlockWriter writer = new RowBlockWriter(columns);
        List<Refused> refused = new ArrayList<>();
        RowBlockReader reader = new RowBlockReader(
                evaluation.columns().stream().map(Column::type).toList());
        reader.reset(evaluation.rows().get(0));
        for (int row = 0; row < reader.rowCount(); row++) {
            try {
                List<String> values = computing.values(cells(evaluation, reader, row));
                if (values != null) {
                    writer.beginRow();
                    writer.putLong(0, row + 1);
                    for (int i = 0; i < values.size(); i++) {
                        byte[] text = values.get(i).getBytes(StandardCharsets.UTF_8);
                        writer.putText(i + 1, text, 0, text.length);
                    }
                    writer.endRow();
                }
            } catch (TributaryException e) {
                refused.add(new Refused(row + 1, e));
            }
        }
        return new EvaluatedRows(
                columns.stream()
                        .map(column -> new ResultColumn(column.name(), column.type(), true))
                        .toList(),
                List.of(writer.finish()),
                refused);
    }

    private static List<@Nullable String> cells(Evaluation evaluation, RowBlockReader reader, int row) {
        List<@Nullable String> cells = new ArrayList<>();
        for (int i = 0; i < evaluation.columns().size(); i++) {
            if (reader.isNull(i, row)) {
                cells.add(null);
            } else if (evaluation.columns().get(i).type().isVariableWidth()) {
                cells.add(new String(
                        reader.array(),
                        reader.bytesOffset(i, row),
                        reader.bytesLength(i, row),
                        StandardCharsets.UTF_8));
            } else {
                cells.add(Long.toString(reader.getLong(i, row)));
            }
        }
        return cells;
    }
}
