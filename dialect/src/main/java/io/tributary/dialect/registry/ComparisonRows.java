package io.tributary.dialect.registry;

import static io.tributary.dialect.registry.Function.Signature.many;
import static io.tributary.dialect.registry.Want.ANY;
import static io.tributary.dialect.registry.Want.BOOL;
import static io.tributary.dialect.registry.Want.COMPARED;
import static io.tributary.dialect.registry.Want.COMPARED_CARRIED;
import static io.tributary.dialect.registry.Want.DOUBLE;
import static io.tributary.dialect.registry.Want.JSON;
import static io.tributary.dialect.registry.Want.TEXT;

import io.tributary.dialect.function.JsonComparisons;
import io.tributary.dialect.registry.Spelling.Written;
import io.tributary.dialect.type.Collation;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import io.tributary.dialect.type.SqlType.TextOrder;
import io.tributary.dialect.type.Unification;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Comparisons: of texts by the collation that both sides have in common, of JSON by its own order.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/comparison-operators.html">Comparison Functions and Operators</a>
 */
final class ComparisonRows {
    private static final SqlType TRUTH = SqlType.of(Kind.BOOL);

    private ComparisonRows() {}

    static List<Function> rows() {
        Rows rows = new Rows();
        for (String operator : List.of("=", "<>", "<", "<=", ">", ">=")) {
            rows.row(operator, TRUTH, COMPARED, COMPARED).duckdb(call -> compared(call, operator));
        }
        rows.row("<=>", TRUTH, COMPARED, COMPARED)
                .never()
                .duckdb(call -> isJson(call)
                        ? "(fn_json_key_1(" + call.text(0) + ") IS NOT DISTINCT FROM fn_json_key_1(" + call.text(1)
                                + "))"
                        : "(" + side(call, 0) + " IS NOT DISTINCT FROM " + side(call, 1) + ")");
        rows.row("IS NULL|ISNULL", TRUTH, ANY).never().duckdb("(@1 IS NULL)");
        rows.row("IS TRUE", TRUTH, BOOL).never().duckdb("(#1 IS TRUE)");
        rows.row("IS FALSE", TRUTH, BOOL).never().duckdb("(#1 IS FALSE)");
        rows.row("IS UNKNOWN", TRUTH, BOOL).never().duckdb("(#1 IS NULL)");
        rows.row("BETWEEN", TRUTH, COMPARED_CARRIED, COMPARED_CARRIED, COMPARED_CARRIED)
                .duckdb(call -> isJson(call)
                        ? "(" + json(call, 0, 1) + " >= 0 AND " + json(call, 0, 2) + " <= 0)"
                        : call.isShort(0)
                                ? "(" + side(call, 0) + " BETWEEN " + side(call, 1) + " AND " + side(call, 2) + ")"
                                : Spelling.once(
                                        "(e[1] >= e[2] AND e[1] <= e[3])",
                                        side(call, 0),
                                        side(call, 1),
                                        side(call, 2)));
        rows.row("IN", TRUTH, many(COMPARED_CARRIED, COMPARED_CARRIED)).duckdb(new In());
        rows.row("JSON COMPARE", SqlType.integer(1), JSON, JSON)
                .strict(a -> JsonComparisons.compare(a.text(0), a.text(1)));
        rows.row("JSON IN", SqlType.integer(1), many(JSON, JSON)).nullable().java(a -> JsonComparisons.in(a.texts(0)));
        rows.row("JSON KEY", SqlType.text(0), JSON).strict(a -> JsonComparisons.key(a.text(0)));
        rows.row("COLLATION KEY", ComparisonRows::compared, TEXT)
                .duckdb(call ->
                        Spelling.folded(call.text(0), call.type(0).text().collation()));
        rows.row("FOLDED LETTERS", ComparisonRows::compared, TEXT)
                .duckdb(call ->
                        Spelling.letters(call.text(0), call.type(0).text().collation()));
        rows.row("INTERVAL", SqlType.integer(10), many(DOUBLE, DOUBLE)).never().java(ComparisonRows::interval);
        return rows.functions();
    }

    /** Letters that are alike already are compared by their codes. */
    private static SqlType compared(Operands operands) {
        SqlType text = operands.type(0);
        return text.ordered(new TextOrder(Collation.CODES, text.text().coercibility()));
    }

    private static boolean isJson(Written call) {
        return call.type(0).kind() == Kind.JSON;
    }

    private static String compared(Written call, String operator) {
        return isJson(call)
                ? "(" + json(call, 0, 1) + " " + operator + " 0)"
                : "(" + side(call, 0) + " " + operator + " " + side(call, 1) + ")";
    }

    private static String json(Written call, int left, int right) {
        return "fn_json_compare_2(" + call.text(left) + ", " + call.text(right) + ")";
    }

    private static final class In implements Spelling {
        @Override
        public String write(Written call) {
            if (isJson(call)) {
                return "(fn_json_in(" + call.text(0) + ", " + list(call, call::text) + ") <> 0)";
            }
            // Once: it asks each value of the list.
            Collation collation = collation(call);
            String value = Spelling.folded(call.raw(0), collation);
            String list = list(call, i -> Spelling.folded(call.raw(i), collation));
            if (call.count() == 2) {
                // The engine takes IN of one IN with a query for IN of that query.
                return "(" + value + " = " + list + ")";
            }
            return isKnown(call) && !call.isLight(0)
                    ? Spelling.once("(e[1] IN (" + list + "))", value)
                    : "(" + value + " IN (" + list + "))";
        }

        private static String list(Written call, IntFunction<String> text) {
            return IntStream.range(1, call.count()).mapToObj(text).collect(Collectors.joining(", "));
        }

        /** The engine compares with each of a few values that it knows anew, and with each that it does not know. */
        @Override
        public int copies(Written call) {
            return !isKnown(call) ? call.count() - 1 : call.isLight(0) ? COPIES : 0;
        }

        private static boolean isKnown(Written call) {
            return IntStream.range(1, call.count()).allMatch(call::isConstant);
        }
    }

    /** Returns an argument as it is compared with the others. */
    static String side(Written call, int argument) {
        return Spelling.folded(call.raw(argument), collation(call));
    }

    /** Returns what texts are compared by, where there are some. */
    static Collation collation(Operands operands) {
        SqlType type = operands.type(0);
        for (int i = 1; i < operands.count(); i++) {
            type = type.ordered(Unification.order(type, operands.type(i)));
        }
        return operands.type(0).kind().isText() ? type.text().collation() : Collation.CODES;
    }

    /** How many of the bounds, which rise, are not above the first argument; -1 of NULL. */
    private static Object interval(Values arguments) {
        if (!(arguments.get(0) instanceof Double number)) {
            return -1L;
        }
        int below = 1;
        while (below < arguments.count() && !(arguments.get(below) instanceof Double bound && bound > number)) {
            below++;
        }
        return below - 1L;
    }
}
