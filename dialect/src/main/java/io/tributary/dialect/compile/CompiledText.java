package io.tributary.dialect.compile;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.tree.PlanForm;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A statement with its literals, ready for an engine.
 *
 * @param columns of its result as clients are told
 * @param lookup for which tables it can use the rows of a system table at most
 * @param plan whether the engine is to tell its plan instead of the rows
 */
public record CompiledText(
        String text, List<ResultColumn> columns, Function<TableSchema, Predicate<TableSchema>> lookup, PlanForm plan) {
    public CompiledText {
        columns = List.copyOf(columns);
    }
}
