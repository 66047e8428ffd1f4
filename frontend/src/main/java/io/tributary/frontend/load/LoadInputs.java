package io.tributary.frontend.load;

import io.tributary.contract.calls.EvaluatedRows;
import io.tributary.contract.calls.Evaluation;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.row.encode.RowFilter;
import io.tributary.contract.schema.Column;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.execution.LoadRoom;
import io.tributary.frontend.load.format.FormatRows;
import io.tributary.frontend.load.format.LoadRows;
import io.tributary.frontend.load.format.RejectedRows;
import io.tributary.frontend.load.format.SourceFields;
import io.tributary.planner.plan.part.TargetColumns;
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
 */
record LoadInputs(
        StreamLoadRequest request,
        List<Column> columns,
        RowBlockWriter writer,
        RowFilter filter,
        RejectedRows rejected,
        ZoneId zone,
        Surroundings surroundings) {
    /**
     * What a load meets in this process and at its backend.
     *
     * @param context in which the engine computes; says when the load began
     * @param engine computes expressions; its futures complete anywhere
     * @param room of rows that wait in this process, and of files
     */
    record Surroundings(
            QueryContext context,
            Function<Evaluation, CompletableFuture<EvaluatedRows>> engine,
            LoadRoom room,
            ConnectionLoop loop) {}

    /** Returns the input of a body whose columns are known. */
    LoadInput of(LoadFields fields) {
        if (!fields.areComputed()) {
            LoadRows rows = rows(columns, fields.straight(), writer);
            rejected.linesOf(rows);
            return encoded(rows);
        }
        LoadRows rows = source(fields.columns());
        return new ComputedInput(encoded(rows), fields, writer, rejected, rows, surroundings);
    }

    /** Returns the input of a body of which a query is asked. */
    LoadInput of(HttpStreamQuery query) {
        LoadRows rows = source(query.columns());
        return new QueriedInput(encoded(rows), query, writer, rejected, rows, surroundings);
    }

    private LoadInput encoded(LoadRows rows) {
        return new EncodedInput(rows, surroundings.room().memory(), surroundings.loop());
    }

    /** The body's values as they are. */
    private LoadRows source(List<Column> ofBody) {
        RowBlockWriter source = new RowBlockWriter(ofBody);
        source.setTimeZone(zone);
        source.filter(filter);
        TargetColumns all = TargetColumns.all(ofBody.size());
        return rows(ofBody, new SourceFields(ofBody.stream().map(Column::name).toList(), all, all.positions()), source);
    }

    private LoadRows rows(List<Column> ofWriter, SourceFields fields, RowBlockWriter into) {
        return request.format()
                .accept(new FormatRows(
                        ofWriter, fields, into, surroundings.room().spool()));
    }
}
