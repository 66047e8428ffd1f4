package io.tributary.frontend.execution;

import io.tributary.frontend.columnar.SpoolDirectory;
import io.tributary.rpc.client.EvaluatedRows;
import io.tributary.rpc.client.Evaluation;
import io.tributary.rpc.client.QueryContext;
import io.tributary.rpc.row.RowBlockWriter;
import io.tributary.rpc.row.RowFilter;
import io.tributary.rpc.schema.Column;
import java.time.ZoneId;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Makes the input of one load, in the format that the request names.
 *
 * @param columns of the table, as the writer has them
 * @param writer of the table
 * @param filter of all rows of the load, wherever they turn out bad
 * @param engine computes expressions
 * @param context in which it does so
 * @param spool for formats that are read as whole files
 */
record LoadInputs(
        StreamLoadRequest request,
        List<Column> columns,
        RowBlockWriter writer,
        RowFilter filter,
        RejectedRows rejected,
        ZoneId zone,
        Function<Evaluation, CompletableFuture<EvaluatedRows>> engine,
        QueryContext context,
        SpoolDirectory spool,
        ConnectionLoop loop) {
    /** Of a body whose columns are known. */
    LoadInput of(LoadFields fields) {
        if (!fields.areComputed()) {
            LoadRows rows = rows(columns, fields.straight(), writer);
            rejected.linesOf(rows);
            return new EncodedInput(rows, loop);
        }
        RowBlockWriter source = new RowBlockWriter(fields.columns());
        source.setTimeZone(zone);
        source.filter(filter);
        LoadRows rows = rows(fields.columns(), fields.all(), source);
        return new ComputedInput(new EncodedInput(rows, loop), fields, writer, rejected, rows, engine, context, loop);
    }

    private LoadRows rows(List<Column> ofWriter, SourceFields fields, RowBlockWriter into) {
        return request.format().accept(new FormatRows(ofWriter, fields, into, spool));
    }
}
