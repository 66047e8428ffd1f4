package io.tributary.dialect.registry;

import static io.tributary.dialect.registry.Function.Signature.many;
import static io.tributary.dialect.registry.Function.Signature.optional;
import static io.tributary.dialect.registry.Want.ANY;
import static io.tributary.dialect.registry.Want.ARRAY;
import static io.tributary.dialect.registry.Want.ARRAYS;
import static io.tributary.dialect.registry.Want.ELEMENT;
import static io.tributary.dialect.registry.Want.INTEGER;
import static io.tributary.dialect.registry.Want.JSON;
import static io.tributary.dialect.registry.Want.TEXT;
import static io.tributary.dialect.registry.Want.UNIFIED;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.registry.Function.Role;
import io.tributary.dialect.registry.Function.Signature;
import io.tributary.dialect.registry.Spelling.Written;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Functions of arrays, as Doris has them: the first element is 1.
 *
 * @see <a href="https://doris.apache.org/docs/sql-manual/sql-functions/scalar-functions/array-functions/">Array Functions</a>
 */
final class ArrayRows {
    private static final SqlType COUNT = SqlType.integer(10);
    private static final SqlType TRUTH = SqlType.of(Kind.BOOL);
    private static final SqlType TEXTS = SqlType.arrayOf(SqlType.text(0));
    private static final ResultRule SAME = ResultRule.same(0);
    /** The most elements of an array that is computed from numbers. */
    private static final int ELEMENTS_MAX = 1_000_000;
    /** Comparisons up to which elements are sought. */
    private static final int SOUGHT_MAX = 4_096;

    private ArrayRows() {}

    static List<Function> rows() {
        Rows rows = new Rows();
        rows.row("ARRAY", SqlType.arrayOf(SqlType.of(Kind.NULL))).never().duckdb("CAST([] AS VARCHAR[])");
        rows.row(
                        "ARRAY",
                        operands -> SqlType.arrayOf(
                                OperatorRows.unified(0).of(operands).nullable(true)),
                        many(UNIFIED))
                .never()
                .duckdb("[#*]");
        rows.row("[]|ELEMENT_AT", ArrayRows::element, ANY, ANY).nullable().duckdb(ArrayRows::elementAt);
        rows.row("SIZE|ARRAY_SIZE|CARDINALITY", COUNT, ARRAY).duckdb("len(@1)");
        found(rows);
        aggregated(rows);
        changed(rows);
        combined(rows);
        made(rows);
        exploded(rows);
        return rows.functions();
    }

    /** NULL is found, too. */
    private static void found(Rows rows) {
        rows.row("ARRAY_CONTAINS", TRUTH, ARRAYS, ELEMENT)
                .duckdb(call -> sought(
                        call,
                        "(CASE WHEN #1 IS NOT NULL THEN list_position(#1, #2) IS NOT NULL END)",
                        "(len(list_filter(#1, lambda e: e IS NOT DISTINCT FROM #2)) > 0)"));
        rows.row("ARRAY_POSITION", COUNT, ARRAYS, ELEMENT)
                .duckdb(call -> sought(
                        call,
                        "CASE WHEN #1 IS NOT NULL THEN coalesce(CAST(list_position(#1, #2) AS BIGINT), 0) END",
                        "list_reduce(list_transform(#1, lambda e, i: CASE WHEN e IS NOT DISTINCT FROM #2 THEN i ELSE 0 END),"
                                + " lambda a, e: CASE WHEN a = 0 THEN e ELSE a END, CAST(0 AS BIGINT))"));
        rows.row("COUNTEQUAL", COUNT, ARRAYS, ELEMENT)
                .duckdb("len(list_filter(#1, lambda e: e IS NOT DISTINCT FROM #2))");
        rows.row("ARRAYS_OVERLAP", TRUTH, ARRAYS, ARRAYS).duckdb(call -> "(len(" + among(call, true) + ") > 0)");
    }

    private static String sought(Written call, String shortly, String once) {
        return Spelling.of(call.isShort(0) ? shortly : once).write(call);
    }

    private static void aggregated(Rows rows) {
        for (String name : List.of("MIN", "MAX")) {
            rows.row("ARRAY_" + name, operands -> elementOf(operands.type(0)), ARRAY)
                    .nullable()
                    .duckdb("list_" + name.toLowerCase(Locale.ROOT) + "(#1)");
        }
        rows.row("ARRAY_SUM", ArrayRows::sum, ARRAY).nullable().duckdb(call -> reduced(call, "list_sum"));
        rows.row("ARRAY_AVG", operands -> number(operands, SqlType.of(Kind.DOUBLE)), ARRAY)
                .nullable()
                .duckdb(call -> reduced(call, "list_avg"));
        rows.row("ARRAY_PRODUCT", operands -> number(operands, SqlType.of(Kind.DOUBLE)), ARRAY)
                .nullable()
                .duckdb(call -> reduced(call, "list_product"));
        for (int count : List.of(2, 3)) {
            rows.row(
                            "ARRAY_JOIN",
                            SqlType.text(0),
                            count == 2 ? Signature.of(ARRAY, TEXT) : Signature.of(ARRAY, TEXT, TEXT))
                    .duckdb(call -> joined(call, 0));
        }
        rows.row("CONCAT_WS OF ARRAY", SqlType.text(0), TEXT, ARRAY).duckdb(call -> joined(call, 1));
    }

    /** The engine has no sum of an array without a value, whose elements have no type. */
    private static String reduced(Written call, String function) {
        boolean none = elementOf(call.type(0)).kind() == Kind.NULL;
        return "CAST(" + (none ? "NULL" : function + "(" + call.text(0) + ")") + " AS " + call.resultType() + ")";
    }

    /** The engine's own takes no separator of a row. An array that would make too long a text is NULL. */
    private static String joined(Written call, int array) {
        String part = call.count() < 3 ? "t" : "coalesce(t, e[3])";
        String bytes =
                "coalesce(list_sum(list_transform(e[1], lambda t: strlen(t))), 0) + CAST(len(e[1]) AS DOUBLE) * (strlen(e[2])"
                        + (call.count() < 3 ? "" : " + strlen(e[3])") + ")";
        return "list_transform([row(" + call.as(array, "VARCHAR[]") + ", "
                + IntStream.range(0, call.count())
                        .filter(i -> i != array)
                        .mapToObj(call::text)
                        .collect(Collectors.joining(", "))
                + ")], lambda e: substring(list_aggregate([e[2]] || list_transform(CASE WHEN " + TextLimit.fits(bytes)
                + " THEN e[1] END, lambda t: e[2] || " + part + "), 'string_agg', ''), 2 * length(e[2]) + 1))[1]";
    }

    private static void changed(Rows rows) {
        rows.row("ARRAY_SORT", SAME, ARRAY).duckdb("list_sort(#1, 'ASC', 'NULLS FIRST')");
        rows.row("ARRAY_REVERSE_SORT", SAME, ARRAY).duckdb("list_sort(#1, 'DESC', 'NULLS LAST')");
        rows.row("ARRAY_REVERSE|REVERSE OF ARRAY", SAME, ARRAY).duckdb("list_reverse(#1)");
        rows.row("ARRAY_DISTINCT", SAME, ARRAY).duckdb(call -> firsts(call.text(0), "e"));
        rows.row("ARRAY_COMPACT", SAME, ARRAY)
                .duckdb(
                        "list_transform([#1], lambda l: list_filter(l, lambda e, i: i = 1 OR l[i - 1] IS DISTINCT FROM e))[1]");
        rows.row("ARRAY_REMOVE", SAME, ARRAYS, ELEMENT).duckdb("list_filter(#1, lambda e: e IS DISTINCT FROM #2)");
        rows.row("ARRAY_PUSHBACK", SAME, ARRAYS, ELEMENT).duckdb("(#1 || [#2])");
        rows.row("ARRAY_PUSHFRONT", SAME, ARRAYS, ELEMENT).duckdb("([#2] || #1)");
        rows.row("ARRAY_POPBACK", SAME, ARRAY).duckdb("list_slice(#1, 1, -2)");
        rows.row("ARRAY_POPFRONT", SAME, ARRAY).duckdb("list_slice(#1, 2, -1)");
        rows.row("ARRAY_SLICE", SAME, optional(1, ARRAY, INTEGER, INTEGER)).duckdb(ArrayRows::slice);
        rows.row("ARRAY_ENUMERATE", SqlType.arrayOf(COUNT), ARRAY).duckdb("list_transform(#1, lambda e, i: i)");
    }

    private static void combined(Rows rows) {
        rows.row("ARRAY_CONCAT", SAME, many(ARRAYS)).duckdb(call -> "(" + TextRows.each(call, 0, "%s", " || ") + ")");
        rows.row("ARRAY_UNION", SAME, many(ARRAYS, ARRAYS))
                .duckdb(call -> firsts("(" + TextRows.each(call, 0, "%s", " || ") + ")", "e"));
        rows.row("ARRAY_INTERSECT", SAME, ARRAYS, ARRAYS).duckdb(call -> among(call, true));
        rows.row("ARRAY_EXCEPT", SAME, ARRAYS, ARRAYS).duckdb(call -> among(call, false));
    }

    private static void made(Rows rows) {
        rows.row("SPLIT_BY_STRING|SPLIT_BY_CHAR", TEXTS, TEXT, TEXT)
                .nullable()
                .duckdb(TextLimit.split("string_split(#1, #2)"));
        rows.row("SPLIT_BY_REGEXP", TEXTS, TEXT, TEXT)
                .nullable()
                .duckdb(call -> "string_split_regex(" + TextLimit.searched(call) + ", " + call.text(1) + ")");
        rows.row("END OF NUMBERS", COUNT, INTEGER, INTEGER, INTEGER)
                .partial(a -> end(a.whole(0), a.whole(1), a.whole(2)));
        rows.row("SEQUENCE|ARRAY_RANGE", SqlType.arrayOf(COUNT), INTEGER).duckdb(ArrayRows::upTo);
        rows.row("SEQUENCE|ARRAY_RANGE", SqlType.arrayOf(COUNT), optional(1, INTEGER, INTEGER, INTEGER))
                .nullable()
                .duckdb(call -> range(
                        call.as(0, "BIGINT"), call.as(1, "BIGINT"), call.count() < 3 ? "1" : call.as(2, "BIGINT")));
    }

    /** What LATERAL VIEW makes rows of. */
    private static void exploded(Rows rows) {
        rows.row("EXPLODE", SAME, ARRAY).duckdb("#1").role(Role.TABLE);
        rows.row("EXPLODE_SPLIT", TEXTS, TEXT, TEXT)
                .duckdb(TextLimit.split("string_split(#1, #2)"))
                .role(Role.TABLE);
        rows.row("EXPLODE_NUMBERS", SqlType.arrayOf(COUNT), INTEGER)
                .duckdb(ArrayRows::upTo)
                .role(Role.TABLE);
        for (Kind kind : List.of(Kind.BIGINT, Kind.DOUBLE, Kind.TEXT, Kind.JSON)) {
            String name = kind == Kind.BIGINT ? "INT" : kind == Kind.TEXT ? "STRING" : kind.name();
            String element = kind == Kind.TEXT
                    ? "json_extract_string(e, '$')"
                    : "TRY_CAST(e AS " + (kind == Kind.JSON ? "VARCHAR" : kind) + ")";
            rows.row("EXPLODE_JSON_ARRAY_" + name, SqlType.arrayOf(SqlType.of(kind)), JSON)
                    .duckdb(call -> "list_transform("
                            + Spelling.tried("json_extract(e, '$[*]')").write(call) + ", lambda e: " + element + ")")
                    .role(Role.TABLE);
        }
    }

    private static SqlType elementOf(SqlType array) {
        return Objects.requireNonNull(array.element());
    }

    /** A member of a JSON document is a VARIANT, and so is an element of its array. */
    private static SqlType element(Operands operands) {
        SqlType type = operands.type(0);
        if (type.kind() != Kind.ARRAY && type.kind() != Kind.JSON) {
            throw TributaryException.notSupported("an element of a value that is no array");
        }
        boolean name = operands.type(1).kind().isText();
        if (type.kind() == Kind.JSON) {
            return SqlType.variant();
        }
        if (name) {
            throw TributaryException.notSupported("an element of an array by a name");
        }
        return elementOf(type);
    }

    private static String elementAt(Written call) {
        if (call.type(0).kind() != Kind.JSON) {
            return "list_extract(" + call.text(0) + ", " + call.as(1, "BIGINT") + ")";
        }
        return call.type(1).kind().isText()
                ? "fn_json_extract(" + call.text(0) + ", '$.\"' || replace(replace(" + call.text(1)
                        + ", '\\', '\\\\'), '\"', '\\\"') || '\"')"
                : "fn_json_element_2(" + call.text(0) + ", " + call.as(1, "BIGINT") + ")";
    }

    private static SqlType sum(Operands operands) {
        SqlType element = elementOf(operands.type(0));
        return number(
                operands,
                switch (element.kind()) {
                    case LARGEINT, DECIMAL -> SqlType.decimal(38, element.scale());
                    case FLOAT, DOUBLE -> SqlType.of(Kind.DOUBLE);
                    default -> SqlType.integer(19);
                });
    }

    private static SqlType number(Operands operands, SqlType type) {
        Kind kind = elementOf(operands.type(0)).kind();
        if ((!kind.isNumber() && kind != Kind.NULL) || kind == Kind.BOOL) {
            throw TributaryException.notSupported("a sum of an array of " + kind);
        }
        return type;
    }

    /**
     * Returns the different elements of one array that are in another one, or are not. Those of long arrays are sorted together, so that
     * each stands behind an equal one of the other array; in short ones they are sought, which takes a third of the time.
     */
    private static String among(Written call, boolean wanted) {
        String few = "list_filter(e[1], lambda v, i: list_position(e[2], v) IS " + (wanted ? "NOT NULL" : "NULL")
                + " AND list_position(e[1], v) = i)";
        String both = "list_sort(list_transform(e[2], lambda v: row(v, 0, CAST(0 AS BIGINT)))"
                + " || list_transform(e[1], lambda v, i: row(v, 1, i)), 'ASC')";
        String condition = wanted
                ? "i > 1 AND s[i - 1][2] = 0 AND s[i - 1][1] IS NOT DISTINCT FROM p[1]"
                : "(i = 1 OR s[i - 1][1] IS DISTINCT FROM p[1])";
        String many = "list_transform([" + both + "], lambda s: list_filter(s, lambda p, i: p[2] = 1 AND " + condition
                + "))[1]";
        return ofBoth(call, few, inOrder(many, "p[3]", "p[1]"));
    }

    /** Reads two arrays from {@code e}. The engine computes the branches of CASE for constants, too, but not those of an element. */
    private static String ofBoth(Written call, String few, String many) {
        return "list_transform([row(" + call.text(0) + ", " + call.text(1)
                + ")], lambda e: CASE WHEN len(e[1]) * (len(e[1]) + len(e[2])) <= " + SOUGHT_MAX + " THEN " + few
                + " ELSE " + many + " END)[1]";
    }

    /**
     * Returns the elements of a list, of those that are equal the first: they are sorted with their places, which takes less than to
     * seek each of them among those before.
     *
     * @param value what is compared of an element {@code e}
     */
    static String firsts(String list, String value) {
        String placed = "list_sort(list_transform(" + list + ", lambda e, i: row(" + value + ", i, e)), 'ASC')";
        String first = "list_transform([" + placed
                + "], lambda s: list_filter(s, lambda p, i: i = 1 OR s[i - 1][1] IS DISTINCT FROM p[1]))[1]";
        return inOrder(first, "p[2]", "p[3]");
    }

    /** Returns elements of rows {@code p} in the order of their places. */
    private static String inOrder(String rows, String place, String element) {
        return "list_transform(list_sort(list_transform(" + rows + ", lambda p: row(" + place + ", " + element
                + ")), 'ASC'), lambda p: p[2])";
    }

    private static String slice(Written call) {
        for (int i = 1; i < call.count(); i++) {
            if (!call.isConstant(i) || call.constant(i) == null) {
                throw TributaryException.notSupported("ARRAY_SLICE with computed places");
            }
        }
        int from = call.constant(1, 0);
        long count = call.count() < 3 ? Integer.MAX_VALUE : call.constant(2, 0);
        long to = from < 0 && from + count > 0 ? -1 : from + count - 1;
        boolean none = from == 0 || count <= 0;
        return "list_slice(" + call.text(0) + ", " + (none ? "1, 0" : from + ", " + to) + ")";
    }

    private static String upTo(Written call) {
        return range("0", call.as(0, "BIGINT"), "1");
    }

    /** The engine makes the numbers of constants before it looks at any condition, so their end is what is checked. */
    private static String range(String from, String to, String step) {
        return Spelling.once("range(e[1], fn_end_of_numbers_3(e[1], e[2], e[3]), e[3])", from, to, step);
    }

    /** @return null: Doris has no such array */
    private static @Nullable Object end(long from, long to, long step) {
        if (from < 0 || step <= 0) {
            return null;
        }
        if (to > from && (to - from - 1) / step >= ELEMENTS_MAX) {
            throw TributaryException.notSupported("arrays of more than " + ELEMENTS_MAX + " numbers");
        }
        return to;
    }
}
