package io.tributary.dialect.registry;

import static io.tributary.dialect.registry.Function.Signature.many;
import static io.tributary.dialect.registry.Want.BYTES;
import static io.tributary.dialect.registry.Want.COMPARED;
import static io.tributary.dialect.registry.Want.INTEGER;
import static io.tributary.dialect.registry.Want.ORDERED;
import static io.tributary.dialect.registry.Want.SEARCHED;
import static io.tributary.dialect.registry.Want.STRING;
import static io.tributary.dialect.registry.Want.TEXT;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.function.DorisTexts;
import io.tributary.dialect.function.Substrings;
import io.tributary.dialect.function.TextFunctions;
import io.tributary.dialect.registry.Spelling.Written;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/** What is found in texts, and how long they are. */
final class SearchRows {
    private static final SqlType COUNT = SqlType.integer(10);
    private static final SqlType TRUTH = SqlType.of(Kind.BOOL);

    private SearchRows() {}

    static List<Function> rows() {
        Rows rows = new Rows();
        rows.row("CHAR_LENGTH|CHARACTER_LENGTH", COUNT, TEXT).duckdb("length(#1)");
        rows.row("LENGTH|OCTET_LENGTH", COUNT, STRING).duckdb(call -> bytes(call));
        rows.row("BIT_LENGTH", COUNT, STRING).duckdb(call -> "(8 * " + bytes(call) + ")");
        rows.row("ASCII", SqlType.integer(3), BYTES).strict(a -> a.bytes(0).length == 0 ? 0L : a.bytes(0)[0] & 0xffL);
        rows.row("ORD", SqlType.integer(10), TEXT).strict(a -> TextFunctions.utf8(a.text(0)));
        rows.row("STRCMP", SqlType.integer(1), ORDERED, ORDERED)
                .strict(a -> Substrings.compare(a.text(0), a.text(1)))
                .shortly("CASE WHEN #1 < #2 THEN CAST(-1 AS BIGINT) WHEN #1 > #2 THEN 1 WHEN #1 = #2 THEN 0 END");
        rows.row("INSTR", COUNT, SEARCHED, SEARCHED).ofBytes().duckdb("instr(#1, #2)");
        rows.row("LOCATE", COUNT, SEARCHED, SEARCHED).ofBytes().duckdb("instr(#2, #1)");
        rows.row("LOCATE", COUNT, SEARCHED, SEARCHED, INTEGER)
                .ofBytes()
                .strict(a -> Substrings.locate(a.text(0), a.text(1), a.whole(2)));
        rows.row("FIND_IN_SET", SqlType.integer(3), SEARCHED, SEARCHED)
                .ofBytes()
                .strict(a -> Substrings.findInSet(a.text(0), a.text(1)));
        rows.row("FIELD", SqlType.integer(3), many(COMPARED, COMPARED)).never().duckdb(SearchRows::field);
        rows.row("COUNT_SUBSTRINGS", COUNT, TEXT, TEXT).strict(a -> Substrings.count(a.text(0), a.text(1)));
        rows.row("STARTS_WITH", TRUTH, TEXT, TEXT).duckdb("starts_with(#1, #2)");
        rows.row("ENDS_WITH", TRUTH, TEXT, TEXT).duckdb("suffix(#1, #2)");
        rows.row("NULL_OR_EMPTY", TRUTH, TEXT).never().duckdb("(coalesce(#1, '') = '')");
        rows.row("NOT_NULL_OR_EMPTY", TRUTH, TEXT).never().duckdb("(coalesce(#1, '') <> '')");
        rows.row("REGEXP_EXTRACT", TextRows.UNBOUNDED, TEXT, TEXT, INTEGER).duckdb(SearchRows::group);
        rows.row("REGEXP_EXTRACT_ALL", TextRows.UNBOUNDED, TEXT, TEXT)
                .duckdb(TextLimit.made(
                        TextRows.UNBOUNDED,
                        call -> "regexp_replace('[' || array_to_string(list_transform(regexp_extract_all("
                                + TextLimit.searched(call)
                                + ", " + grouped(call.text(1))
                                + ", 1), lambda e: '''' || e || ''''), ',') || ']', '^\\[\\]$', '')"));
        rows.row("REGEXP_COUNT", COUNT, TEXT, TEXT)
                .nullable()
                .duckdb(call -> "len(regexp_extract_all(" + TextLimit.searched(call) + ", " + call.text(1) + "))");
        rows.row("REGEXP_REPLACE_ONE", TextRows.UNBOUNDED, TEXT, TEXT, TEXT)
                .duckdb(TextLimit.guarded(
                        TextRows.UNBOUNDED,
                        "strlen(#1) + strlen(#3) + CAST(strlen(#1) AS DOUBLE) * CASE WHEN contains(#3, '\\') THEN strlen(#3)"
                                + " ELSE 0 END",
                        "strlen(#1) + strlen(#3) + CAST(strlen(regexp_extract(#1, #2)) AS DOUBLE) * strlen(#3) / 2",
                        "regexp_replace(#1, #2, #3)"));
        rows.row("MURMUR_HASH3_32", SqlType.of(Kind.INT), many(TEXT))
                .strict(a -> DorisTexts.murmur(a.known(0, String.class)));
        return rows.functions();
    }

    private static String bytes(Written call) {
        return (call.type(0).kind() == Kind.BYTES ? "octet_length(" : "strlen(") + call.text(0) + ")";
    }

    /** The engine compares a subject of CASE once for each branch, and repeats it for that. */
    private static String field(Written call) {
        if (!call.isShort(0)) {
            String[] all = IntStream.range(0, call.count())
                    .mapToObj(i -> ComparisonRows.side(call, i))
                    .toArray(String[]::new);
            return Spelling.once(field(call, i -> "e[" + (i + 1) + "]"), all);
        }
        return field(call, i -> ComparisonRows.side(call, i));
    }

    private static String field(Written call, IntFunction<String> text) {
        return "CASE " + text.apply(0)
                + IntStream.range(1, call.count())
                        .mapToObj(i -> " WHEN " + text.apply(i) + " THEN " + i)
                        .collect(Collectors.joining("", "", " ELSE CAST(0 AS BIGINT) END"));
    }

    /** Returns the pattern, or one that never matches where it has no group. */
    private static String grouped(String pattern) {
        return "list_transform([" + pattern
                + "], lambda e: CASE WHEN regexp_matches(regexp_replace(e, '\\\\.|\\[\\^?\\]?[^\\]]*\\]', '', 'g'),"
                + " '\\((\\?P?<[A-Za-z_]|[^?]|$)') THEN e ELSE '(\\b\\B)' END)[1]";
    }

    private static String group(Written call) {
        if (!call.isConstant(2)) {
            throw TributaryException.notSupported("REGEXP_EXTRACT of a computed group");
        }
        return "regexp_extract(" + call.text(0) + ", " + call.text(1) + ", " + Math.max(0, call.constant(2, 0)) + ")";
    }
}
