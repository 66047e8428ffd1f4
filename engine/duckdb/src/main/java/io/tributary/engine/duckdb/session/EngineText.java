package io.tributary.engine.duckdb.session;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.compile.CompiledText;
import io.tributary.dialect.compile.Explanation;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;
import org.jspecify.annotations.Nullable;

/**
 * A statement as the engine gets it.
 *
 * @param columns of its result as clients are told; empty: those that the engine names
 * @param lookup for which tables it can use the rows of a system table at most
 * @param plan what makes the engine tell its plan of the text instead of its rows; null: the rows are wanted
 * @param isCompiled whether it was made of a client's statement: its names are whole, and its errors are told in MySQL's words
 */
public record EngineText(
        String text,
        List<ResultColumn> columns,
        Function<TableSchema, Predicate<TableSchema>> lookup,
        @Nullable String plan,
        boolean isCompiled) {
    public EngineText {
        columns = List.copyOf(columns);
    }

    /** A statement of our own. */
    public static EngineText own(String text) {
        return new EngineText(text, List.of(), table -> any -> true, null, false);
    }

    public static EngineText compiled(CompiledText made) {
        return new EngineText(made.text(), made.columns(), made.lookup(), null, true);
    }

    public static EngineText explained(Explanation made) {
        return new EngineText(
                made.query().text(),
                Explanation.COLUMNS,
                made.query().lookup(),
                made.runs() ? "EXPLAIN ANALYZE " : "EXPLAIN ",
                true);
    }

    /** The same rows, read by a text of our own. */
    public EngineText reading(String kept) {
        return new EngineText(kept, columns, lookup, plan, isCompiled);
    }
}
