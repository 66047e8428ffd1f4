package io.tributary.dialect.registry;

import static io.tributary.dialect.registry.Bounds.bits;
import static io.tributary.dialect.registry.Function.Signature.many;
import static io.tributary.dialect.registry.Function.Signature.optional;
import static io.tributary.dialect.registry.Want.ANY;
import static io.tributary.dialect.registry.Want.BOOL;
import static io.tributary.dialect.registry.Want.DOUBLE;
import static io.tributary.dialect.registry.Want.INTEGER;
import static io.tributary.dialect.registry.Want.JSON_VALUE;
import static io.tributary.dialect.registry.Want.NUMBER;
import static io.tributary.dialect.registry.Want.TEXT;
import static io.tributary.dialect.registry.Want.UNIFIED;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.registry.Function.Role;
import io.tributary.dialect.registry.Function.Signature;
import io.tributary.dialect.registry.Function.Supplied;
import io.tributary.dialect.registry.Spelling.Guarded;
import io.tributary.dialect.registry.Spelling.Units;
import io.tributary.dialect.registry.Spelling.Written;
import io.tributary.dialect.type.Arithmetic;
import io.tributary.dialect.type.Collation;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import io.tributary.dialect.type.Unification;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * Aggregates and functions that need a window. In a spelling {@code $} stands for DISTINCT where the call says so, and {@code ~} for OVER with its window.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/window-function-descriptions.html">Window Function Descriptions</a>
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/aggregate-functions.html">Aggregate Function Descriptions</a>
 */
final class AggregateRows {

    private static final int DIGITS_OF_LONG = 18;
    /** How many digits a sum has more than its values. */
    private static final int DIGITS_MORE = 22;

    private static final SqlType COUNT = SqlType.integer(19);
    private static final SqlType REAL = SqlType.of(Kind.DOUBLE);

    /** Doris has 0 where all values of a side are equal, for which the engine's own fails. */
    private static final String CORRELATION =
            "CASE WHEN regr_sxx(#1, #2)~ = 0 OR regr_syy(#1, #2)~ = 0 THEN 0 ELSE regr_sxy(#1, #2)~ / sqrt(regr_sxx(#1, #2)~"
                    + " * regr_syy(#1, #2)~) END";

    private AggregateRows() {}

    static List<Function> rows() {
        Rows rows = new Rows(Role.AGGREGATE);
        counts(rows);
        sums(rows);
        statistics(rows);
        lists(rows);
        Rows windows = new Rows(Role.WINDOW);
        windows(windows);
        return Stream.concat(rows.functions().stream(), windows.functions().stream())
                .toList();
    }

    private static void windows(Rows rows) {
        for (String name : List.of("ROW_NUMBER", "RANK", "DENSE_RANK", "PERCENT_RANK", "CUME_DIST")) {
            boolean part = name.equals("PERCENT_RANK") || name.equals("CUME_DIST");
            rows.row(name, part ? REAL : COUNT).never().duckdb(name.toLowerCase(Locale.ROOT) + "()");
        }
        rows.row("NTILE", COUNT, INTEGER).duckdb(call -> called(call, "NTILE", 0, 1));
        for (String name : List.of("LAG", "LEAD")) {
            rows.row(
                            name,
                            operands -> operands.count() < 3
                                    ? operands.type(0)
                                    : Unification.of(operands.type(0), operands.type(2)),
                            optional(2, UNIFIED, INTEGER, UNIFIED))
                    .duckdb(call -> called(call, name, 1, 0));
        }
        for (String name : List.of("FIRST_VALUE", "LAST_VALUE", "NTH_VALUE")) {
            rows.row(name, ResultRule.same(0), name.startsWith("NTH") ? Signature.of(ANY, INTEGER) : Signature.of(ANY))
                    .duckdb(call -> called(call, name, 1, 1));
        }
    }

    /** @param number the argument that counts rows, {@code least} of them at least */
    private static String called(Written call, String name, int number, int least) {
        if (number < call.count() && call.isConstant(number) && call.constant(number, least - 1) < least) {
            throw ErrorCode.WRONG_ARGUMENTS.error("Incorrect arguments to " + name.toLowerCase(Locale.ROOT));
        }
        return name.toLowerCase(Locale.ROOT)
                + IntStream.range(0, call.count()).mapToObj(call::text).collect(Collectors.joining(", ", "(", ""))
                + call.nulls() + ")" + call.over();
    }

    private static void counts(Rows rows) {
        rows.row("COUNT", COUNT).never().duckdb("count(*)");
        rows.row("COUNT", COUNT, many(ANY)).never().duckdb(AggregateRows::count);
        rows.row("APPROX_COUNT_DISTINCT|NDV|MULTI_DISTINCT_COUNT", COUNT, ANY)
                .never()
                .duckdb("count(DISTINCT @1)");
        rows.row("COUNT_IF", COUNT, BOOL).never().duckdb("count(nullif(#1, FALSE))");
        rows.row("BOOL_AND|BOOLAND_AGG", SqlType.of(Kind.BOOL), BOOL).duckdb("bool_and(#1)");
        rows.row("BOOL_OR|BOOLOR_AGG", SqlType.of(Kind.BOOL), BOOL).duckdb("bool_or(#1)");
    }

    /** Rows with a NULL among several values do not count. */
    private static String count(Written call) {
        List<String> values = IntStream.range(0, call.count())
                .mapToObj(i -> Spelling.folded(call.raw(i), call.type(i).text().collation()))
                .toList();
        String known = values.stream().map(value -> value + " IS NOT NULL").collect(Collectors.joining(" AND "));
        String counted = values.size() == 1
                ? values.get(0)
                : "CASE WHEN " + known + " THEN row(" + String.join(", ", values) + ") END";
        return "count(" + call.distinct() + counted + ")" + call.over();
    }

    private static void sums(Rows rows) {
        rows.row("SUM|MULTI_DISTINCT_SUM", AggregateRows::sum, NUMBER).duckdb(AggregateRows::summed);
        rows.row("SUM0", AggregateRows::sum, NUMBER)
                .never()
                .duckdb(call -> "coalesce(" + summed(call) + ", CAST(0 AS " + call.resultType() + "))");
        rows.row(
                        "AVG",
                        operands -> operands.type(0).kind().isExact()
                                ? Arithmetic.quotient(operands.type(0), SqlType.integer(1))
                                : real(operands, Arithmetic.QUOTIENT_DIGITS),
                        NUMBER)
                .duckdb(call -> {
                    String window = call.over();
                    if (!call.type(0).kind().isExact()) {
                        return "avg(" + call.distinct() + call.as(0, "DOUBLE") + ")" + window;
                    }
                    String sum = sum(call, call.text(0), true);
                    String count = values(call);
                    String java = Quotients.java("quotient", sum, count, call);
                    // A sum of quotients has more digits than 128 bits divide.
                    return call.isOneOfMany() || call.unscaled(0) != null
                            ? java
                            : Quotients.quotient(
                                    new Quotients.Operand(sum, sum(call)),
                                    new Quotients.Operand(count, SqlType.integer(18)),
                                    call.result(),
                                    call.resultType(),
                                    java);
                });
        for (Map.Entry<String, String> bit :
                Map.of("and", "18446744073709551615", "or", "0", "xor", "0").entrySet()) {
            String name = "bit_" + bit.getKey();
            rows.row(
                            name.toUpperCase(Locale.ROOT) + "|GROUP_" + name.toUpperCase(Locale.ROOT),
                            SqlType.unsignedBigint(),
                            INTEGER)
                    .never()
                    .duckdb(call -> "coalesce(" + name + "(" + call.distinct() + bits(call.text(0)) + ")" + call.over()
                            + ", CAST(" + bit.getValue() + " AS HUGEINT))");
        }
    }

    private static String summed(Written call) {
        boolean integer = call.type(0).kind().isInteger();
        String value =
                call.type(0).kind().isApproximate() ? call.as(0, "DOUBLE") : integer ? call.raw(0) : call.text(0);
        return "CAST(" + sum(call, value, false) + " AS " + call.resultType() + ")";
    }

    /**
     * Rows whose values fit 64 bits are summed apart from others: there are hardly ever others, and it takes half of the time.
     *
     * @param repeated whether what is returned stands in a text more than once
     */
    private static String sum(Written call, String value, boolean repeated) {
        Units units = call.unscaled(0);
        boolean plain = (call.distinct() + call.over()).isEmpty();
        if (units != null) {
            return "(CAST(" + (plain ? sum(call, units) : whole(call, units.whole(), repeated))
                    + " AS DECIMAL(38,0)) * " + Quotients.fraction(call.type(0).carried()) + ")";
        }
        Guarded few = plain && sum(call).precision() > DIGITS_OF_LONG + DIGITS_MORE ? call.inLongs(0) : null;
        return few == null
                ? whole(call, value, repeated)
                : both(
                        call.part("sum(" + few.or("NULL") + ")"),
                        call.part("sum(" + new Guarded(few.condition(), "NULL").or(value) + ")"));
    }

    private static String sum(Written call, Units units) {
        String sum = "(" + call.part("sum(" + units.high() + ")") + " * " + units.factor() + " + "
                + call.part("sum(" + units.low() + ")") + ")";
        return both(sum, call.part("sum(" + units.rest() + ")"));
    }

    private static String whole(Written call, String value, boolean repeated) {
        String sum = "sum(" + call.distinct() + value + ")" + call.over();
        return repeated ? call.part(sum) : sum;
    }

    /** Returns how many values there are that are not NULL. */
    private static String values(Written call) {
        Units units = call.unscaled(0);
        return units == null || !(call.distinct() + call.over()).isEmpty()
                ? call.part("count(" + call.distinct() + call.text(0) + ")" + call.over())
                : "(" + call.part("count(" + units.high() + ")") + " + " + call.part("count(" + units.rest() + ")")
                        + ")";
    }

    private static String both(String sum, String others) {
        return "coalesce(" + sum + " + " + others + ", " + sum + ", " + others + ")";
    }

    /** A sum of exact numbers is exact. */
    private static SqlType sum(Operands operands) {
        SqlType type = operands.type(0);
        return type.kind().isExact()
                ? SqlType.decimal(type.precision() + DIGITS_MORE, type.scale()).carrying(type.carried())
                : real(operands, 0);
    }

    /** @param more digits of a fraction than the argument's */
    private static SqlType real(Operands operands, int more) {
        return REAL.fixed(operands.type(0).scale() + more);
    }

    private static void statistics(Rows rows) {
        extreme(rows, "MIN", "min");
        extreme(rows, "MAX", "max");
        rows.row("GROUPING|GROUPING_ID", SqlType.integer(19), many(ANY)).never().duckdb("CAST(grouping(@*) AS BIGINT)");
        rows.row("ANY_VALUE|ANY", ResultRule.same(0), ANY).duckdb(call -> same(call, "first(" + call.raw(0)));
        for (Map.Entry<String, String> by :
                Map.of("MAX_BY", "arg_max", "MIN_BY", "arg_min").entrySet()) {
            rows.row(by.getKey(), ResultRule.same(0), ANY, ANY)
                    .duckdb(call -> same(call, by.getValue() + "(" + call.raw(0) + ", " + call.raw(1)));
        }
        real(rows, "STD|STDDEV|STDDEV_POP", "stddev_pop");
        real(rows, "STDDEV_SAMP", "stddev_samp");
        real(rows, "VARIANCE|VAR_POP|VARIANCE_POP", "var_pop");
        real(rows, "VAR_SAMP|VARIANCE_SAMP", "var_samp");
        real(rows, "SKEWNESS|SKEW|SKEW_POP", "skewness");
        real(rows, "KURTOSIS|KURT|KURT_POP", "kurtosis_pop");
        real(rows, "MEDIAN", "median");
        rows.row("CORR", REAL, DOUBLE, DOUBLE).duckdb(Spelling.copying(Spelling.ofAggregate(CORRELATION), 4));
        for (Map.Entry<String, String> pair : Map.of("COVAR|COVAR_POP", "covar_pop", "COVAR_SAMP", "covar_samp")
                .entrySet()) {
            rows.row(pair.getKey(), REAL, DOUBLE, DOUBLE).duckdb(pair.getValue() + "(#1, #2)");
        }
        rows.row("PERCENTILE", REAL, DOUBLE, DOUBLE).duckdb(AggregateRows::percentile);
        rows.row("PERCENTILE_APPROX", REAL, optional(1, DOUBLE, DOUBLE, DOUBLE)).duckdb(AggregateRows::percentile);
    }

    private static String percentile(Written call) {
        if (!call.isConstant(1)) {
            throw TributaryException.notSupported("PERCENTILE of a share that is no constant");
        }
        if (!(call.constant(1) instanceof Double share) || share < 0 || share > 1) {
            throw ErrorCode.WRONG_ARGUMENTS.error("Incorrect arguments to PERCENTILE: a share is between 0 and 1");
        }
        return "quantile_cont(" + call.text(0) + ", " + share + ")" + call.over();
    }

    private static void real(Rows rows, String names, String function) {
        rows.row(names, REAL, DOUBLE).duckdb(function + "($#1)");
    }

    /** The least of conditions is a number. */
    private static SqlType extreme(Operands operands) {
        return operands.type(0).isCondition() ? SqlType.counted() : operands.type(0);
    }

    private static void extreme(Rows rows, String name, String function) {
        rows.row(name, AggregateRows::extreme, ANY).duckdb(call -> {
            Collation collation = ComparisonRows.collation(call);
            String value = call.raw(0);
            return collation.folds()
                    ? same(call, "arg_" + function + "(" + value + ", " + Spelling.folded(value, collation))
                    : same(call, function + "(" + value);
        });
    }

    /** Values as they are stored may have a narrower type than those that are calculated with. */
    private static String same(Written call, String begun) {
        return "CAST(" + begun + ")" + call.over() + " AS " + call.resultType() + ")";
    }

    private static void lists(Rows rows) {
        rows.row(
                        "GROUP_CONCAT",
                        operands -> SqlType.text(0).ordered(operands.type(1).text()),
                        INTEGER,
                        TEXT,
                        TEXT)
                .supplied(Supplied.CONCATENATED_MAX)
                .duckdb(call -> cut(call.part(concatenated(call)), call));
        rows.row("JSON_ARRAYAGG", SqlType.of(Kind.JSON), JSON_VALUE)
                .duckdb("('[' || string_agg($coalesce(#1, 'null'), ', ')~ || ']')");
        rows.row("JSON_OBJECTAGG", SqlType.of(Kind.JSON), TEXT, JSON_VALUE)
                .duckdb(
                        "fn_json_print_1('{' || string_agg(CAST(to_json(#1) AS VARCHAR) || ': ' || coalesce(#2, 'null'), ', ')~"
                                + " || '}')");
        list(rows, "ARRAY_AGG", "");
        list(rows, "COLLECT_LIST|GROUP_ARRAY", "");
        list(rows, "COLLECT_SET|GROUP_UNIQ_ARRAY", "DISTINCT ");
    }

    /** Returns a text up to so many bytes; one that has no more characters may have more of them. */
    private static String cut(String text, Written call) {
        String bytes = call.text(0);
        return "CASE WHEN strlen(" + text + ") > " + bytes + " THEN fn_bytes_of_text_2(" + text + ", " + bytes
                + ") ELSE " + text + " END";
    }

    /**
     * The engine orders different values by nothing but themselves, so each is sorted behind its keys, and of those that are equal
     * the first stays. The engine passes NULL over.
     */
    private static String concatenated(Written call) {
        if (!call.distinct().isEmpty() && call.type(1).text().collation().folds()) {
            throw TributaryException.notSupported("GROUP_CONCAT(DISTINCT …) of texts that are compared without case");
        }
        if (call.distinct().isEmpty() || call.order().isEmpty()) {
            return "string_agg(" + call.distinct() + call.text(1) + ", " + call.text(2) + call.order() + ")"
                    + call.over();
        }
        String sorted =
                "list_sort(list(DISTINCT row(" + call.sortKey() + ", " + call.text(1) + "))" + call.over() + ", 'ASC')";
        return "list_aggregate(list_transform(" + ArrayRows.firsts(sorted, "e[2]") + ", lambda e: e[2]), 'string_agg', "
                + call.text(2) + ")";
    }

    private static void list(Rows rows, String names, String distinct) {
        boolean nulls = names.equals("ARRAY_AGG");
        rows.row(names, operands -> SqlType.arrayOf(operands.type(0)), ANY)
                .never()
                .duckdb(call -> "coalesce(list(" + (distinct.isEmpty() ? call.distinct() : distinct) + call.text(0)
                        + call.order() + ")" + (nulls ? "" : " FILTER (WHERE " + call.raw(0) + " IS NOT NULL)")
                        + call.over() + ", [])");
    }
}
