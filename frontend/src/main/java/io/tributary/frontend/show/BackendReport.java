package io.tributary.frontend.show;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.TributaryException;
import io.tributary.frontend.execution.Answer;
import io.tributary.planner.plan.ShowCondition.AllOf;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;

/** What a SHOW asks a backend: its columns are known before, its rows when the backend has answered. */
public final class BackendReport {
    private final List<ResultColumn> columns;
    private final Supplier<CompletableFuture<Answer.LocalRows>> question;
    private final AllOf filters;

    /**
     * @param question asked each time that the rows are wanted; its answer comes on the loop
     * @param filters which the backend does not know
     */
    BackendReport(List<ResultColumn> columns, Supplier<CompletableFuture<Answer.LocalRows>> question, AllOf filters) {
        this.columns = columns;
        this.question = question;
        this.filters = filters;
    }

    /**
     * Returns the columns without asking.
     *
     * @throws TributaryException 1054 where a filter names a column that is not there
     */
    public List<ResultColumn> columns() {
        return ShowFilter.keep(new Answer.LocalRows(columns, List.of()), filters)
                .columns();
    }

    public CompletableFuture<Answer.LocalRows> rows() {
        return question.get().thenApply(rows -> ShowFilter.keep(rows, filters));
    }
}
