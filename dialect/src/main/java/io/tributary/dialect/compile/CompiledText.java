package io.tributary.dialect.compile;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.schema.TableSchema;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A query with its literals, ready for an engine.
 *
 * @param columns of its result as clients are told
 * @param lookup for which tables it can use the rows of a system table at most
 */
public record CompiledText(
        String text, List<ResultColumn> columns, Function<TableSchema, Predicate<TableSchema>> lookup) {
    public CompiledText {
        columns = List.copyOf(columns);
    }
}
