package io.tributary.frontend.execution;

import io.tributary.planner.plan.HttpStreamPlan;
import io.tributary.planner.plan.TargetColumns;
import io.tributary.rpc.client.EvaluatedRows;
import io.tributary.rpc.client.Evaluation;
import io.tributary.rpc.client.QueryContext;
import io.tributary.rpc.row.RowBlockWriter;
import io.tributary.rpc.row.RowFilter;
import java.time.ZoneId;
import java.util.Locale;
import java.util.concurrent.CompletableFuture;
import java.util.function.Function;

/**
 * Makes the input of one load, in the format that the request names.
 *
 * @param writer of the table
 * @param filter of all rows of the load, wherever they turn out bad
 * @param engine computes expressions
 * @param context in which it does so
 */
record LoadInputs(
        StreamLoadRequest request,
        RowBlockWriter writer,
        RowFilter filter,
        RejectedRows rejected,
        ZoneId zone,
        Function<Evaluation, CompletableFuture<EvaluatedRows>> engine,
        QueryContext context,
        ConnectionLoop loop) {
    /** Of a body whose columns are known. */
    LoadInput of(LoadFields fields) {
        if (!fields.areComputed()) {
            CsvRows rows = new CsvRows(request.format(), fields.straight(), writer);
            rejected.linesOf(rows);
            return new EncodedInput(rows, loop);
        }
        RowBlockWriter source = new RowBlockWriter(fields.columns());
        source.setTimeZone(zone);
        source.filter(filter);
        CsvRows rows = new CsvRows(request.format(), fields.all(), source);
        return new ComputedInput(new EncodedInput(rows, loop), fields, writer, rejected, rows, engine, context, loop);
    }

    /** Of a body that shows itself which columns it has. */
    LoadInput of(HttpStreamPlan statement, TargetColumns targets) {
        return new LateInput(
                new CsvHead(request.format(), hasNames(statement)),
                names -> of(HttpStreamFields.of(statement, targets, names)));
    }

    private static boolean hasNames(HttpStreamPlan statement) {
        return statement
                .properties()
                .getOrDefault("format", "")
                .toLowerCase(Locale.ROOT)
                .startsWith("csv_with_names");
    }
}
