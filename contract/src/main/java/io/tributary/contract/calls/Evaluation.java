package io.tributary.contract.calls;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.TableSchema.Layout;
import java.util.List;

/**
 * Expressions to be computed over rows that are no table's: those that a client is just sending. Nothing is stored.
 *
 * @param columns of the rows
 * @param values expressions in MySQL's dialect, of these columns alone, for each row
 * @param condition of the rows for which they are computed; empty: all
 * @param query of all rows at once, which are those of {@link #SOURCE}, instead of values and a condition; or empty
 * @param context its time limit holds for this call
 */
public record Evaluation(
        List<Column> columns,
        List<RowBlock> rows,
        List<String> values,
        String condition,
        String query,
        QueryContext context) {
    /** What the rows are called in a text of the engine's; no table's name. */
    public static final String SOURCE = "$source";

    public Evaluation {
        columns = List.copyOf(columns);
        rows = List.copyOf(rows);
        values = List.copyOf(values);
    }

    /** Returns an evaluation of each row by itself. */
    public static Evaluation ofEach(
            List<Column> columns, RowBlock rows, List<String> values, String condition, QueryContext context) {
        return new Evaluation(columns, List.of(rows), values, condition, "", context);
    }

    /** Returns an evaluation of all rows together. */
    public static Evaluation ofAll(List<Column> columns, List<RowBlock> rows, String query, QueryContext context) {
        return new Evaluation(columns, rows, List.of(), "", query, context);
    }

    public long rowCount() {
        return rows.stream().mapToLong(RowBlock::rowCount).sum();
    }

    /** Encoded bytes. */
    public long length() {
        return rows.stream().mapToLong(RowBlock::length).sum();
    }

    /** The rows as those of a table. */
    public TableSchema source() {
        return new TableSchema(
                0,
                context.database(),
                SOURCE,
                1,
                TableSchema.KeyModel.DUPLICATE,
                columns,
                TableProperties.defaults(),
                Layout.none());
    }
}
