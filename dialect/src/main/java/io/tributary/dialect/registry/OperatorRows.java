package io.tributary.dialect.registry;

import static io.tributary.dialect.registry.Bounds.bits;
import static io.tributary.dialect.registry.Function.Signature.many;
import static io.tributary.dialect.registry.Want.ANY;
import static io.tributary.dialect.registry.Want.BOOL;
import static io.tributary.dialect.registry.Want.EXTREME;
import static io.tributary.dialect.registry.Want.INTEGER;
import static io.tributary.dialect.registry.Want.NUMBER;
import static io.tributary.dialect.registry.Want.UNIFIED;

import io.tributary.dialect.registry.Spelling.Written;
import io.tributary.dialect.type.Arithmetic;
import io.tributary.dialect.type.Collation;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import io.tributary.dialect.type.Unification;
import io.tributary.dialect.value.Division;
import java.math.BigDecimal;
import java.util.List;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Operators, conditions and choices among values. */
final class OperatorRows {
    private static final SqlType TRUTH = SqlType.of(Kind.BOOL);

    private static final int DIGITS_OF_LONG = 18;
    /** Conditions that the engine holds against each other. */
    private static final int SEEN_MAX = 64;

    /** Nested so often, a call is still planned in no time. */
    private static final int PAIRED_MAX = 16;

    /** The engine has a long one twice, and makes elements of a list one type. */
    private static final Spelling LONG_NULLIF = Spelling.repeated("CASE WHEN (#1 = #2) IS NOT TRUE THEN #1 END");

    private OperatorRows() {}

    static List<Function> rows() {
        Rows rows = new Rows();
        rows.row("AND", TRUTH, many(BOOL, BOOL)).duckdb(call -> joined(call, " AND "));
        rows.row("OR", TRUTH, many(BOOL, BOOL)).duckdb(call -> joined(call, " OR "));
        rows.row("XOR", TRUTH, BOOL, BOOL).duckdb("(#1 <> #2)");
        rows.row("NOT", TRUTH, BOOL).duckdb(call -> {
            String negated = call.negated(0);
            return negated == null ? "(NOT " + call.text(0) + ")" : negated;
        });
        rows.row("IF", unified(1), BOOL, UNIFIED, UNIFIED).nullable().duckdb("CASE WHEN #1 THEN #2 ELSE #3 END");
        rows.row("COALESCE", unified(0), many(UNIFIED)).nullable().duckdb("coalesce(#*)");
        rows.row("IFNULL|NVL", unified(0), UNIFIED, UNIFIED).nullable().duckdb("coalesce(#*)");
        for (String name : List.of("GREATEST", "LEAST")) {
            rows.row(name, unified(0), many(EXTREME, EXTREME))
                    .duckdb(call -> extreme(call, name.toLowerCase(Locale.ROOT)));
        }
        rows.row("NULLIF", ResultRule.same(0), ANY, ANY)
                .nullable()
                .duckdb(call -> call.isShort(0)
                        ? "nullif(" + call.text(0) + ", " + call.text(1) + ")"
                        : LONG_NULLIF.write(call));
        arithmetic(rows);
        bitwise(rows);
        return rows.functions();
    }

    /** Operators of 64 bits, whose results have no sign. */
    private static void bitwise(Rows rows) {
        both(rows, "&|BITAND", call -> "(" + bits(call.text(0)) + " & " + bits(call.text(1)) + ")");
        for (String or : List.of("|", "BITOR")) {
            both(rows, or, call -> "(" + bits(call.text(0)) + " | " + bits(call.text(1)) + ")");
        }
        both(rows, "^|BITXOR", call -> "xor(" + bits(call.text(0)) + ", " + bits(call.text(1)) + ")");
        both(rows, ">>|BIT_SHIFT_RIGHT", call -> "(" + bits(call.text(0)) + " >> " + call.as(1, "HUGEINT") + ")");
        both(
                rows,
                "<<|BIT_SHIFT_LEFT",
                call -> call.isShort(1)
                        ? bits("(" + bits(call.text(0)) + " * CASE WHEN " + call.text(1)
                                + " >= 0 AND " + call.text(1) + " <= 63 THEN CAST(1 AS HUGEINT) << "
                                + call.as(1, "HUGEINT") + " WHEN "
                                + call.text(1) + " IS NOT NULL THEN 0 END)")
                        : bits("fn_shifted_bits_2(CAST((xor(" + bits(call.text(0))
                                + ", 9223372036854775808) - 9223372036854775808) AS BIGINT), " + call.as(1, "BIGINT")
                                + ")"));
        rows.row("SHIFTED BITS", SqlType.integer(19), INTEGER, INTEGER).java(OperatorRows::shifted);
        rows.row("~|BITNOT", SqlType.unsignedBigint(), INTEGER).duckdb(call -> bits("(~" + call.text(0) + ")"));
        rows.row("BIT_COUNT", SqlType.integer(2), INTEGER).duckdb("CAST(bit_count(#1) AS BIGINT)");
    }

    private static void both(Rows rows, String names, Spelling spelling) {
        rows.row(names, SqlType.unsignedBigint(), INTEGER, INTEGER).duckdb(spelling);
    }

    private static Object shifted(Values arguments) {
        long count = arguments.whole(1);
        return count < 0 || count >= Long.SIZE ? 0L : arguments.whole(0) << count;
    }

    /**
     * Joins conditions. The engine holds each of them against all the others, but not against what stands within two casts; the first
     * ones of AND it has to see, since it reads only what they need.
     */
    private static String joined(Spelling.Written call, String operator) {
        List<String> conditions =
                IntStream.range(0, call.count()).mapToObj(call::text).toList();
        boolean all = operator.equals(" AND ");
        int seen = !all && conditions.stream().noneMatch(each -> each.contains(" AND ")) ? conditions.size() : SEEN_MAX;
        if (conditions.size() <= seen) {
            return conditions.stream().collect(Collectors.joining(operator, "(", ")"));
        }
        Stream<String> first = conditions.subList(0, all ? seen : 0).stream();
        Stream<String> others = IntStream.iterate(all ? seen : 0, i -> i < conditions.size(), i -> i + SEEN_MAX)
                .mapToObj(i -> conditions.subList(i, Math.min(i + SEEN_MAX, conditions.size())).stream()
                        .collect(Collectors.joining(operator, "CAST(CAST((", ") AS TINYINT) AS BOOLEAN)")));
        return Stream.concat(first, others).collect(Collectors.joining(operator, "(", ")"));
    }

    private static void arithmetic(Rows rows) {
        rows.row("+", of(Arithmetic::sum), NUMBER, NUMBER).duckdb(call -> calculated(call, "+"));
        rows.row("-", of(Arithmetic::sum), NUMBER, NUMBER).duckdb(call -> calculated(call, "-"));
        rows.row(
                        "SIGNED DIFFERENCE",
                        operands -> signed(Arithmetic.sum(operands.type(0), operands.type(1))),
                        NUMBER,
                        NUMBER)
                .duckdb(call -> call.resultType().equals("BIGINT")
                        ? "CAST((" + call.as(0, "HUGEINT") + " - " + call.text(1) + ") AS BIGINT)"
                        : calculated(call, "-"));
        rows.row("*", of(Arithmetic::product), NUMBER, NUMBER).duckdb(call -> calculated(call, "*"));
        rows.row("/", of(Arithmetic::quotient), NUMBER, NUMBER).nullable().duckdb(new Quotients());
        rows.row("WHOLE QUOTIENT", SqlType.of(Kind.LARGEINT), NUMBER, NUMBER).partial(a -> {
            BigDecimal divisor = new BigDecimal(a.text(1));
            return divisor.signum() == 0
                    ? null
                    : new BigDecimal(a.text(0)).divideToIntegralValue(divisor).toBigInteger();
        });
        rows.row("EXACT QUOTIENT", SqlType.text(0), NUMBER, NUMBER)
                .partial(a -> Division.quotient(
                        (BigDecimal) ConvertedNumbers.exact(a.get(0)),
                        (BigDecimal) ConvertedNumbers.exact(a.get(1)),
                        Arithmetic.QUOTIENT_DIGITS));
        rows.row("EXACT PRODUCT", SqlType.text(0), NUMBER, NUMBER)
                .strict(a -> ((BigDecimal) ConvertedNumbers.exact(a.get(0)))
                        .multiply((BigDecimal) ConvertedNumbers.exact(a.get(1)))
                        .toPlainString());
        rows.row("DIV", of(Arithmetic::wholeQuotient), NUMBER, NUMBER)
                .nullable()
                .duckdb(Quotients::wholly);
        rows.row("%|MOD", of(Arithmetic::remainder), NUMBER, NUMBER).nullable().duckdb(Quotients::remainder);
        rows.row(
                        "-",
                        operands -> Arithmetic.sum(operands.type(0), operands.type(0))
                                .unsigned(false)
                                .sized(
                                        Math.min(operands.type(0).precision(), most(operands.type(0))),
                                        operands.type(0).scale())
                                .carrying(operands.type(0).carried()),
                        NUMBER)
                .duckdb(call -> call.type(0).kind().isApproximate()
                        ? "(0 - " + call.as(0, "DOUBLE") + ")"
                        : "CAST((- " + call.text(0) + ") AS " + call.resultType() + ")");
        rows.row("+", ResultRule.same(0), NUMBER).duckdb("#1");
    }

    private static SqlType signed(SqlType type) {
        return type.unsigned() ? SqlType.integer(19) : type;
    }

    private static int most(SqlType type) {
        return type.kind().isInteger() && type.kind() != Kind.LARGEINT ? 19 : SqlType.MYSQL_PRECISION_MAX;
    }

    private interface Pair {
        SqlType of(SqlType a, SqlType b);
    }

    private static ResultRule of(Pair rule) {
        return operands -> rule.of(operands.type(0), operands.type(1));
    }

    /** @param first the first argument that gives the result its type */
    static ResultRule unified(int first) {
        return operands -> Unification.of(IntStream.range(first, operands.count())
                .mapToObj(operands::type)
                .toList());
    }

    /** The engine's own functions pass NULL over; a list sorts it to one end, where it is the extreme. */
    private static String extreme(Written call, String name) {
        List<String> texts =
                IntStream.range(0, call.count()).mapToObj(call::text).toList();
        String list = String.join(", ", texts);
        Collation collation = ComparisonRows.collation(call);
        boolean nulls =
                IntStream.range(0, call.count()).anyMatch(i -> call.type(i).nullable());
        if (collation.folds()) {
            // The first of equal ones stays.
            String place = name.equals("least") ? "i" : "-i";
            return "list_sort(list_transform([" + list + "], lambda e, i: CASE WHEN e IS NOT NULL THEN row("
                    + Spelling.folded("e", collation) + ", " + place + ", e) END), '" + direction(name)
                    + "', 'NULLS FIRST')[1][3]";
        }
        if (texts.size() > PAIRED_MAX || (nulls && !call.areShort())) {
            return "list_sort([" + list + "], '" + direction(name) + "', 'NULLS FIRST')[1]";
        }
        // The engine fails to copy a plan whose call has three columns of one name.
        String paired = texts.stream()
                .reduce((first, next) -> name + "(" + first + ", " + next + ")")
                .orElseThrow();
        return nulls
                ? "CASE WHEN "
                        + texts.stream().map(text -> text + " IS NOT NULL").collect(Collectors.joining(" AND "))
                        + " THEN " + paired + " END"
                : paired;
    }

    private static String direction(String name) {
        return name.equals("least") ? "ASC" : "DESC";
    }

    /** A result beyond a DOUBLE is an error, which a cast makes in the engine. */
    static String finite(Written call, String result) {
        return call.areShort()
                ? "CASE WHEN isfinite(" + result + ") THEN " + result + " ELSE CAST(CAST(" + result
                        + " AS BIGINT) AS DOUBLE) END"
                : "fn_finite_number_1(" + result + ")";
    }

    /** The first operand has so many digits that the engine calculates in 128 bits where 64 may not do; others have few. */
    private static String operand(Written call, int argument) {
        SqlType type = call.type(argument);
        boolean wide = argument == 0 && call.result().wholeDigits() + call.resultScale() > DIGITS_OF_LONG;
        return wide
                ? call.as(argument, "DECIMAL(38," + type.carried() + ")")
                : type.kind().isInteger() && call.isConstant(argument)
                        ? call.as(argument, "DECIMAL(" + Math.min(type.precision(), 38) + ",0)")
                        : call.text(argument);
    }

    /** Sums and products: the engine checks 64 and 128 bits, UNSIGNED is checked here. */
    private static String calculated(Written call, String operator) {
        String type = call.resultType();
        if (type.startsWith("DECIMAL")) {
            int product =
                    operator.equals("*") ? call.type(0).carried() + call.type(1).carried() : 0;
            return product > SqlType.SCALE_MAX
                    ? Quotients.java("product", call.text(0), call.text(1), call)
                    : "CAST((" + operand(call, 0) + " " + operator + " " + operand(call, 1) + ") AS " + type + ")";
        }
        if (type.equals("DOUBLE")) {
            return finite(call, "(" + call.as(0, type) + " " + operator + " " + call.as(1, type) + ")");
        }
        String result = "(" + call.as(0, type) + " " + operator + " " + call.as(1, type) + ")";
        boolean both = call.type(0).unsigned() && call.type(1).unsigned();
        boolean unsigned = call.type(0).unsigned() || call.type(1).unsigned();
        boolean checked = unsigned && (!both || operator.equals("-") || type.equals("HUGEINT"));
        return checked ? "CAST(CAST(" + result + " AS UBIGINT) AS " + type + ")" : result;
    }
}
