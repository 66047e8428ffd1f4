package io.tributary.dialect.print;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.bind.Arguments;
import io.tributary.dialect.bind.Bound;
import io.tributary.dialect.bind.Bound.Aggregate;
import io.tributary.dialect.bind.Bound.Windowed;
import io.tributary.dialect.registry.Function;
import io.tributary.dialect.registry.Spelling;
import io.tributary.dialect.tree.Expression;
import io.tributary.dialect.tree.Window.Frame;
import io.tributary.dialect.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.function.BiFunction;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** A call whose arguments are printed when they are asked for, each once. */
final class WrittenCall implements Spelling.Written {
    private final ExpressionPrinter printer;
    private final Function function;
    private final Arguments arguments;
    private final SqlType result;
    /** Null: a scalar function. */
    private final @Nullable Rows rows;

    private final @Nullable Term[] terms;

    /** In parts of the engine's. */
    private static final long LIGHT_MAX = 64;

    private static final int CONSTANTS_WEIGHING = 1_000;

    WrittenCall(
            ExpressionPrinter printer, Function function, Arguments arguments, SqlType result, @Nullable Rows rows) {
        this.printer = printer;
        this.function = function;
        this.arguments = arguments;
        this.result = result;
        this.rows = rows;
        terms = new @Nullable Term[arguments.count()];
    }

    /** What an aggregate or a window function has beside its arguments. */
    record Rows(Aggregate aggregate, @Nullable Windowed windowed, AggregateParts parts) {}

    private Term term(int argument) {
        Term term = terms[argument];
        if (term == null) {
            term = printer.print(arguments.values().get(argument));
            terms[argument] = term;
        }
        return term;
    }

    @Override
    public String text(int argument) {
        return as(argument, EngineType.of(type(argument)));
    }

    @Override
    public String raw(int argument) {
        return term(argument).text();
    }

    @Override
    public String as(int argument, String engineType) {
        return term(argument).as(engineType).text();
    }

    @Override
    public Spelling.@Nullable Guarded inLongs(int argument) {
        return LongDecimals.of(arguments.values().get(argument), printer);
    }

    @Override
    public Spelling.@Nullable Units unscaled(int argument) {
        return ofCall(argument, Spelling::unscaled);
    }

    @Override
    public @Nullable String negated(int argument) {
        return ofCall(argument, Spelling::negated);
    }

    private <T> @Nullable T ofCall(int argument, BiFunction<Spelling, Spelling.Written, @Nullable T> form) {
        return arguments.values().get(argument) instanceof Bound.Apply apply
                        && apply.function().duckdb() != null
                ? form.apply(apply.function().duckdb(), printer.call(apply))
                : null;
    }

    @Override
    public String part(String aggregate) {
        return rows == null ? aggregate : rows.parts.name(aggregate);
    }

    @Override
    public boolean isShort(int argument) {
        return arguments.values().get(argument) instanceof Bound.Constant
                || raw(argument).length() <= Spelling.SHORT;
    }

    @Override
    public boolean isOneOfMany() {
        return printer.isOneOfMany();
    }

    @Override
    public boolean isLight(int argument) {
        return term(argument).weight() <= LIGHT_MAX;
    }

    @Override
    public SqlType result() {
        return result;
    }

    Term term() {
        Spelling spelling = function.duckdb();
        String text = spelling == null ? java() : spelling.write(this);
        return Term.of(text, EngineType.of(result), weighing(), spelling == null ? 0 : spelling.copies(this));
    }

    /** Returns the parts that make planning take longer: a long list of constants is as one of {@value #CONSTANTS_WEIGHING}. */
    private List<Term> weighing() {
        List<Term> parts = new ArrayList<>();
        int constants = 0;
        for (int i = 0; i < terms.length; i++) {
            Term term = terms[i];
            if (term != null && (!isConstant(i) || constants++ < CONSTANTS_WEIGHING)) {
                parts.add(term);
            }
        }
        return parts;
    }

    @Override
    public String resultType() {
        return EngineType.of(result);
    }

    @Override
    public String java() {
        return JavaCall.of(function, this);
    }

    @Override
    public String distinct() {
        return rows != null && rows.aggregate.distinct() ? "DISTINCT " : "";
    }

    @Override
    public String order() {
        return sortKeys().isEmpty() ? "" : " ORDER BY " + printer.order(sortKeys());
    }

    @Override
    public String sortKey() {
        return sortKeys().stream()
                .map(key -> printer.print(key.value()).text() + ", '"
                        + ((key.descending() ? "" : "ASC") + ExpressionPrinter.direction(key)).strip() + "'")
                .collect(Collectors.joining(", ", "create_sort_key(", ")"));
    }

    private List<Bound.SortKey> sortKeys() {
        return rows == null ? List.of() : rows.aggregate.order();
    }

    @Override
    public String nulls() {
        return rows != null && rows.windowed != null && rows.windowed.ignoresNulls() ? " IGNORE NULLS" : "";
    }

    @Override
    public String over() {
        if (rows == null || rows.windowed == null) {
            return "";
        }
        Windowed windowed = rows.windowed;
        List<Bound.SortKey> keys = windowed.order();
        Frame frame = windowed.frame();
        return " OVER ("
                + (windowed.partition().isEmpty() ? "" : "PARTITION BY " + printer.list(windowed.partition()))
                + (keys.isEmpty() ? "" : " ORDER BY " + printer.order(keys))
                + (frame == null ? "" : frame(frame)) + ")";
    }

    private String frame(Frame frame) {
        return (frame.rows() ? " ROWS" : " RANGE") + " BETWEEN " + bound(frame.start()) + " AND " + bound(frame.end());
    }

    private String bound(io.tributary.dialect.tree.Window.Bound bound) {
        String words = bound.kind().name().replace('_', ' ');
        return bound.offset() == null ? words : offset(Objects.requireNonNull(bound.offset())) + " " + words;
    }

    private String offset(Expression offset) {
        if (offset instanceof Expression.Literal literal) {
            return printer.literal(literal.index());
        } else if (offset instanceof Expression.Interval interval
                && interval.amount() instanceof Expression.Literal amount) {
            return "(CAST(" + printer.literal(amount.index()) + " AS BIGINT) * INTERVAL '1' " + interval.unit() + ")";
        }
        throw TributaryException.notSupported("frames whose offsets are no literals");
    }

    @Override
    public int count() {
        return arguments.count();
    }

    @Override
    public SqlType type(int argument) {
        return arguments.type(argument);
    }

    @Override
    public boolean isConstant(int argument) {
        return arguments.isConstant(argument);
    }

    @Override
    public @Nullable Object constant(int argument) {
        return arguments.constant(argument);
    }
}
