package io.tributary.dialect.compile;

import io.tributary.contract.calls.ResultColumn;
import java.util.List;

/** A query with its literals, ready for an engine, and the columns of its result as clients are told. */
public record CompiledText(String text, List<ResultColumn> columns) {
    public CompiledText {
        columns = List.copyOf(columns);
    }
}
