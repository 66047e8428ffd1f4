package io.tributary.engine.duckdb.session;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.compile.CompiledText;
import io.tributary.dialect.tree.PlanForm;
import java.util.List;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * A statement as the engine gets it.
 *
 * @param columns of its result as clients are told; empty: those that the engine names
 * @param lookup for which tables it can use the rows of a system table at most
 * @param plan whether the engine is to tell its plan of the text instead of the rows
 * @param isCompiled whether it was made of a client's statement: its names are whole, and its errors are told in MySQL's words
 */
public record EngineText(
        String text,
        List<ResultColumn> columns,
        Function<TableSchema, Predicate<TableSchema>> lookup,
        PlanForm plan,
        boolean isCompiled) {
    public EngineText {
        columns = List.copyOf(columns);
    }

    /** A statement of our own. */
    public static EngineText own(String text) {
        return new EngineText(text, List.of(), table -> any -> true, PlanForm.NONE, false);
    }

    public static EngineText compiled(CompiledText made) {
        return new EngineText(made.text(), made.columns(), made.lookup(), made.plan(), true);
    }

    /** The same rows, read by a text of our own. */
    public EngineText reading(String kept) {
        return new EngineText(kept, columns, lookup, plan, isCompiled);
    }
}
