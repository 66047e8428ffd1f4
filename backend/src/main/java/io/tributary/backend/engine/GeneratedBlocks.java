package io.tributary.backend.engine;

import io.tributary.contract.calls.EvaluatedRows;
import io.tributary.contract.calls.Evaluation;
import io.tributary.contract.calls.GeneratedRows;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.TableEngine;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.function.Function;
import java.util.function.Supplier;

/** Rows that a statement computed here, completed with the values of generated columns. Blocks; one thread at a time. */
public final class GeneratedBlocks implements Function<RowBlock, List<RowBlock>> {
    private final GeneratedRows rows;

    /**
     * @param into as {@link GeneratedRows} has it
     * @param engine computes, each time in a transaction of its own
     */
    public GeneratedBlocks(
            TableSchema table, boolean deletes, RowBlockWriter into, TableEngine engine, QueryContext context) {
        rows = new GeneratedRows(table, deletes, into, new Computing(engine), context, GeneratedRows.Watcher.NONE);
    }

    /**
     * Returns whole rows.
     *
     * @param source of a {@link GeneratedRows#sourceWriter}
     * @throws TributaryException what an expression or a column refuses, where the writer has no filter
     */
    @Override
    public List<RowBlock> apply(RowBlock source) {
        try {
            return rows.complete(List.of(source)).join();
        } catch (CompletionException e) {
            throw e.getCause() instanceof RuntimeException cause ? cause : e;
        }
    }

    private record Computing(TableEngine engine) implements GeneratedRows.Engine {
        @Override
        public CompletableFuture<EvaluatedRows> evaluate(Evaluation evaluation) {
            try (EngineTransaction transaction = engine.beginReading()) {
                return CompletableFuture.completedFuture(transaction.evaluate(evaluation));
            }
        }

        @Override
        public <T> CompletableFuture<T> run(long bytes, Supplier<T> work) {
            return CompletableFuture.completedFuture(work.get());
        }
    }
}
