package io.tributary.dialect.print;

import io.tributary.dialect.bind.BoundQuery;
import io.tributary.dialect.bind.BoundQuery.Output;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.IntFunction;
import java.util.function.Predicate;
import java.util.stream.IntStream;

/**
 * The engine's types of the columns of a query within another. Those of a SELECT stay as they are stored where that is wanted; those of
 * others must be alike in all parts and have the types that are calculated with.
 */
final class ColumnTypes implements QueryPrinter.ResultTypes {
    private final IntFunction<Predicate<String>> kept;
    private final Map<Integer, String> types = new HashMap<>();

    /** The types of a query whose columns may all stay as they are stored. */
    ColumnTypes() {
        this(column -> type -> true);
    }

    /** @param kept whether a column stays in a type, by its position */
    ColumnTypes(IntFunction<Predicate<String>> kept) {
        this.kept = kept;
    }

    @Override
    public String of(Output output) {
        return QueryPrinter.calculable(output);
    }

    /** Returns the type of a column whose value is printed as it is. */
    String of(Output output, int column, Term value) {
        String type = value.isTyped() && kept.apply(column).test(value.type()) ? value.type() : of(output);
        types.put(column, type);
        return type;
    }

    /** Returns the types of all columns of the query that was printed with this. */
    List<String> of(BoundQuery query) {
        return IntStream.range(0, query.outputs().size())
                .mapToObj(column -> of(query, column))
                .toList();
    }

    /** Returns the type of a column of the query that was printed with this. */
    String of(BoundQuery query, int column) {
        String type = types.get(column);
        return type == null ? of(query.outputs().get(column)) : type;
    }
}
