package io.tributary.dialect.registry;

import static io.tributary.dialect.registry.Function.Signature.many;
import static io.tributary.dialect.registry.Function.Signature.optional;
import static io.tributary.dialect.registry.TextLimit.limited;
import static io.tributary.dialect.registry.Want.INTEGER;
import static io.tributary.dialect.registry.Want.KEYWORD;
import static io.tributary.dialect.registry.Want.STRING;
import static io.tributary.dialect.registry.Want.TEXT;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.function.DorisTexts;
import io.tributary.dialect.function.LetterCase;
import io.tributary.dialect.function.Substrings;
import io.tributary.dialect.function.TextFunctions;
import io.tributary.dialect.registry.Spelling.Written;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import io.tributary.dialect.value.Characters;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.function.IntPredicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Functions that make texts of texts.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/string-functions.html">String Functions and Operators</a>
 */
final class TextRows {
    /** A text of any length, ordered as the first argument. */
    static final ResultRule UNBOUNDED = operands -> TextLimit.text(operands, 0);

    private static final ResultRule FIRST = ofArgument(0, 1);
    private static final ResultRule JOINED = together(i -> true);
    private static final ResultRule CHARACTERS = operands -> SqlType.text(4 * operands.count());
    private static final ResultRule SPACES = operands -> ofCount(operands, 0, 1);
    private static final ResultRule REPEATED =
            operands -> ofCount(operands, 1, operands.type(0).precision());
    private static final ResultRule REPLACED = operands -> replaced(operands, 0);
    private static final Set<String> UNICODE = Set.of("UTF8MB4", "UTF8MB3", "UTF8", "ASCII");

    private TextRows() {}

    static List<Function> rows() {
        Rows rows = new Rows();
        joined(rows);
        parts(rows);
        trimmed(rows);
        repeated(rows);
        changed(rows);
        rows.row("BYTES OF TEXT", UNBOUNDED, TEXT, INTEGER).strict(a -> Characters.upTo(a.text(0), a.whole(1)));
        return rows.functions();
    }

    private static void joined(Rows rows) {
        rows.row("CONCAT", JOINED, many(TEXT))
                .ofBytes()
                .strict(a -> Substrings.join("", a.known(0, String.class)))
                .duckdb(limited(JOINED, call -> bytes(call), call -> "(" + each(call, 0, "%s", " || ") + ")"));
        rows.row("CONCAT_WS", TextRows::joinedType, many(TEXT, TEXT))
                .ofBytes()
                .nullable()
                .java(a -> a.get(0) == null ? null : Substrings.join(a.text(0), a.known(1, String.class)))
                .duckdb(limited(TextRows::joinedType, TextRows::joinedBytes, Spelling.of("concat_ws(#*)")));
        rows.row("ELT", OperatorRows.unified(1), many(INTEGER, TEXT))
                .ofBytes()
                .nullable()
                .duckdb(call -> "list_extract(["
                        + IntStream.range(1, call.count()).mapToObj(call::text).collect(Collectors.joining(", "))
                        + "], greatest(" + call.as(0, "BIGINT") + ", 0))");
        rows.row("MAKE_SET", UNBOUNDED, many(INTEGER, TEXT))
                .ofBytes()
                .nullable()
                .java(a -> a.get(0) == null ? null : TextFunctions.set(a.bits(0), a.texts(1)));
        rows.row("EXPORT_SET", UNBOUNDED, optional(2, INTEGER, TEXT, TEXT, TEXT, INTEGER))
                .partial(a -> TextFunctions.exported(a.bits(0), a.text(1), a.text(2), a.text(3, ","), a.whole(4, 64)));
    }

    private static void parts(Rows rows) {
        rows.row("LEFT|STRLEFT", FIRST, TEXT, INTEGER)
                .ofBytes()
                .strict(a -> Substrings.left(a.text(0), a.whole(1)))
                .duckdb(call -> {
                    String count = place(call, 1);
                    return count == null ? call.java() : "substring(" + call.text(0) + ", 1, " + count + ")";
                });
        // Below 0 it begins at a place that is counted from the begin.
        rows.row("STRRIGHT", FIRST, TEXT, INTEGER)
                .ofBytes()
                .strict(a -> a.whole(1) < 0
                        ? Substrings.substring(a.text(0), -Math.max(a.whole(1), -Long.MAX_VALUE), Long.MAX_VALUE)
                        : Substrings.right(a.text(0), a.whole(1)))
                .duckdb(call -> call.isConstant(1) && call.constant(1) != null && call.constant(1, 0) >= 0
                        ? "right(" + call.text(0) + ", " + call.constant(1, 0) + ")"
                        : call.java());
        rows.row("RIGHT", FIRST, TEXT, INTEGER)
                .ofBytes()
                .strict(a -> Substrings.right(a.text(0), a.whole(1)))
                .duckdb(call -> call.isConstant(1) && call.constant(1) != null
                        ? "right(" + call.text(0) + ", " + Math.max(0, call.constant(1, 0)) + ")"
                        : call.isShort(1)
                                ? written(call, "right(#1, CASE WHEN #2 < 0 THEN 0 ELSE #2 END)")
                                : call.java());
        rows.row("SUBSTRING|SUBSTR|MID", FIRST, TEXT, INTEGER)
                .ofBytes()
                .strict(a -> Substrings.substring(a.text(0), a.whole(1), Long.MAX_VALUE))
                .duckdb(TextRows::substring);
        rows.row("SUBSTRING|SUBSTR|MID", FIRST, TEXT, INTEGER, INTEGER)
                .ofBytes()
                .strict(a -> Substrings.substring(a.text(0), a.whole(1), a.whole(2)))
                .duckdb(TextRows::substring);
        rows.row("SUBSTRING_INDEX", FIRST, TEXT, TEXT, INTEGER)
                .ofBytes()
                .strict(a -> Substrings.substringIndex(a.text(0), a.text(1), a.whole(2)))
                .duckdb(TextRows::substringIndex);
        rows.row("SPLIT_PART", FIRST, TEXT, TEXT, INTEGER)
                .partial(a -> Substrings.part(a.text(0), a.text(1), a.whole(2)));
        rows.row("PARSE_URL", FIRST, optional(1, TEXT, TEXT, TEXT))
                .partial(a -> DorisTexts.url(a.text(0), a.text(1), a.count() < 3 ? null : a.text(2)));
        rows.row("EXTRACT_URL_PARAMETER", FIRST, TEXT, TEXT)
                .partial(a -> DorisTexts.url(a.text(0), "QUERY", a.text(1)));
    }

    private static void trimmed(Rows rows) {
        rows.row("TRIM", FIRST, TEXT).ofBytes().duckdb("trim(#1, ' ')");
        rows.row("LTRIM", FIRST, TEXT).ofBytes().duckdb("ltrim(#1, ' ')");
        rows.row("RTRIM", FIRST, TEXT).ofBytes().duckdb("rtrim(#1, ' ')");
        rows.row("TRIM", ofArgument(1, 1), KEYWORD, TEXT)
                .ofBytes()
                .duckdb(call -> side(call) + "(" + call.text(1) + ", ' ')");
        rows.row("TRIM", ofArgument(2, 1), KEYWORD, TEXT, TEXT)
                .ofBytes()
                .strict(a -> Substrings.trim(a.text(0), a.text(1), a.text(2)))
                .duckdb(call -> isCharacter(call, 1)
                        ? side(call) + "(" + call.text(2) + ", " + call.text(1) + ")"
                        : call.java());
        for (String name : List.of("TRIM ENDS", "LTRIM", "RTRIM")) {
            String side = name.equals("LTRIM") ? "LEADING" : name.equals("RTRIM") ? "TRAILING" : "BOTH";
            String twin = name.equals("TRIM ENDS") ? "trim" : name.toLowerCase(Locale.ROOT);
            rows.row(name, FIRST, TEXT, TEXT)
                    .ofBytes()
                    .strict(a -> Substrings.trim(side, a.text(1), a.text(0)))
                    .duckdb(call -> isCharacter(call, 1) ? written(call, twin + "(#1, #2)") : call.java());
        }
        // The engine removes a set of characters, as Doris does under these names.
        rows.row("TRIM_IN", FIRST, TEXT, TEXT).duckdb("trim(#1, #2)");
        rows.row("LTRIM_IN", FIRST, TEXT, TEXT).duckdb("ltrim(#1, #2)");
        rows.row("RTRIM_IN", FIRST, TEXT, TEXT).duckdb("rtrim(#1, #2)");
    }

    private static void repeated(Rows rows) {
        for (String side : List.of("LPAD", "RPAD")) {
            rows.row(side, operands -> ofCount(operands, 1, 1), TEXT, INTEGER, TEXT)
                    .ofBytes()
                    .partial(a -> Substrings.padded(a.text(0), a.whole(1), a.text(2), side.equals("LPAD")))
                    .duckdb(call ->
                            ofCount(call, 1, 1).precision() > 0 && call.isConstant(2) && !"".equals(call.constant(2))
                                    ? side.toLowerCase(Locale.ROOT) + written(call, "(#1, CAST(#2 AS INTEGER), #3)")
                                    : call.java());
        }
        rows.row("REPEAT", REPEATED, TEXT, INTEGER)
                .ofBytes()
                .partial(a -> Substrings.repeat(a.text(0), a.whole(1)))
                .duckdb(limited(REPEATED, "CAST(strlen(#1) AS DOUBLE) * #2", "repeat(#1, CAST(#2 AS BIGINT))"));
        rows.row("SPACE", SPACES, INTEGER)
                .partial(a -> Substrings.repeat(" ", a.whole(0)))
                .duckdb(limited(SPACES, "#1", "repeat(' ', CAST(#1 AS BIGINT))"));
        rows.row("REPLACE", REPLACED, TEXT, TEXT, TEXT)
                .ofBytes()
                .strict(a -> Substrings.replace(a.text(0), a.text(1), a.text(2)))
                .duckdb(TextLimit.guarded(
                        REPLACED,
                        "CAST(strlen(#1) AS DOUBLE) * (1 + strlen(#3))",
                        "strlen(#1) + CAST(strlen(#1) - strlen(replace(#1, #2, '')) AS DOUBLE) / greatest(strlen(#2), 1)"
                                + " * (strlen(#3) - strlen(#2))",
                        "replace(#1, #2, #3)"));
        rows.row("INSERT|OVERLAY", together(i -> i == 0 || i == 3), TEXT, INTEGER, INTEGER, TEXT)
                .ofBytes()
                .strict(a -> TextFunctions.insert(a.text(0), a.whole(1), a.whole(2), a.text(3)));
        rows.row("APPEND_TRAILING_CHAR_IF_ABSENT", UNBOUNDED, TEXT, TEXT)
                .partial(a -> DorisTexts.trailing(a.text(0), a.text(1)));
    }

    private static void changed(Rows rows) {
        // The engine's own know later pairs of letters, and a capital of what has none.
        rows.row("UPPER|UCASE", FIRST, TEXT)
                .keepsBytes()
                .strict(a -> LetterCase.upper(a.text(0)))
                .duckdb(Spelling.repeated("CASE WHEN strlen(#1) = length(#1) THEN upper(#1) ELSE fn_upper_1(#1) END"));
        rows.row("LOWER|LCASE", FIRST, TEXT)
                .keepsBytes()
                .strict(a -> LetterCase.lower(a.text(0)))
                .duckdb(Spelling.repeated("CASE WHEN strlen(#1) = length(#1) THEN lower(#1) ELSE fn_lower_1(#1) END"));
        rows.row("INITCAP", FIRST, TEXT).strict(a -> DorisTexts.initcap(a.text(0)));
        // The engine's own keeps marks behind their letters.
        rows.row("REVERSE", FIRST, TEXT)
                .ofBytes()
                .strict(a -> new StringBuilder(a.text(0)).reverse().toString())
                .shortly("CASE WHEN strlen(#1) = length(#1) THEN reverse(#1) ELSE fn_reverse_1(#1) END");
        rows.row("QUOTE", UNBOUNDED, TEXT)
                .never()
                .java(a -> a.get(0) == null ? "NULL" : TextFunctions.quote(a.text(0)));
        rows.row("SOUNDEX", FIRST, TEXT).strict(a -> TextFunctions.soundex(a.text(0)));
        rows.row("CHAR", operands -> SqlType.bytes(4 * operands.count()), many(INTEGER))
                .never()
                .java(a -> TextFunctions.bytes(a.known(0, Long.class)));
        rows.row("CHARACTERS OF NUMBERS", CHARACTERS, many(INTEGER))
                .never()
                .java(a -> TextFunctions.characters(a.known(0, Long.class)));
        rows.row("CHAR USING", operands -> charset(operands, CHARACTERS), many(INTEGER, INTEGER))
                .never()
                .duckdb(call -> (call.resultType().equals("BLOB") ? "unhex(fn_char(" : "(fn_characters_of_numbers(")
                        + each(call, 1, "%s", ", ") + "))");
        rows.row("CONVERT USING", operands -> charset(operands, FIRST), STRING, KEYWORD)
                .nullable()
                .duckdb(TextRows::inCharset);
        rows.row("TRANSLATE", FIRST, TEXT, TEXT, TEXT)
                .duckdb(TextLimit.made(FIRST, Spelling.of("translate(#1, #2, #3)")));
        rows.row("MASK", FIRST, TEXT).strict(a -> DorisTexts.masked(a.text(0), Integer.MAX_VALUE, true));
        rows.row("MASK_FIRST_N", FIRST, optional(1, TEXT, INTEGER)).strict(a -> masked(a, true));
        rows.row("MASK_LAST_N", FIRST, optional(1, TEXT, INTEGER)).strict(a -> masked(a, false));
        rows.row("URL_ENCODE", ofArgument(0, 12), TEXT)
                .duckdb(TextLimit.made(ofArgument(0, 12), Spelling.of("url_encode(#1)")));
        rows.row("URL_DECODE", FIRST, TEXT).nullable().duckdb(Spelling.tried("url_decode(e)"));
        rows.row("FORMAT_NUMBER", SqlType.text(32), Want.DOUBLE).strict(a -> DorisTexts.formatted(a.real(0)));
    }

    private static String masked(Values a, boolean first) {
        return DorisTexts.masked(a.text(0), a.count() < 2 ? 4 : a.whole(1), first);
    }

    /** Returns the arguments but those at the end, each within a text. */
    static String each(Written call, int last, String text, String separator) {
        return IntStream.range(0, call.count() - last)
                .mapToObj(i -> text.formatted(call.text(i)))
                .collect(Collectors.joining(separator));
    }

    private static String written(Written call, String template) {
        return Spelling.of(template).write(call);
    }

    private static String bytes(Written call) {
        return each(call, 0, "strlen(%s)", " + ");
    }

    /** The separator of CONCAT_WS is counted as often as there are arguments. */
    private static SqlType joinedType(Operands operands) {
        long all = JOINED.of(operands).precision();
        return TextLimit.text(
                operands,
                all == 0 ? 0 : all + (long) operands.count() * operands.type(0).precision());
    }

    private static String joinedBytes(Written call) {
        return each(call, 0, "coalesce(strlen(%s), 0)", " + ") + " + " + call.count() + " * strlen(" + call.text(0)
                + ")";
    }

    /** Returns an argument as a place or a length, for which the engine takes 32 bits; null: it may have more. */
    private static @Nullable String place(Written call, int argument) {
        int digits = call.type(argument).precision();
        if (digits > 9 && call.isConstant(argument) && call.constant(argument) != null) {
            return String.valueOf(call.constant(argument, 0));
        }
        return digits <= 10 ? call.text(argument) : null;
    }

    /** What begins at a place; null: it is computed in Java. */
    private static @Nullable String from(Written call) {
        String text = call.text(0);
        if (!call.isConstant(1) || call.constant(1) == null) {
            String place = place(call, 1);
            return place == null || !call.isShort(0) || !call.isShort(1)
                    ? null
                    : "CASE WHEN " + place + " = 0 OR - " + place + " > length(" + text + ") THEN left(" + text
                            + ", 0) ELSE substring(" + text + ", " + place + ") END";
        }
        int place = call.constant(1, 0);
        if (place < 0) {
            return call.isShort(0)
                    ? "CASE WHEN length(" + text + ") < " + -(long) place + " THEN left(" + text + ", 0) ELSE right("
                            + text + ", " + -(long) place + ") END"
                    : null;
        }
        return place == 0 ? "left(" + text + ", 0)" : "substring(" + text + ", " + place + ")";
    }

    private static String substring(Written call) {
        String from = from(call);
        String count = call.count() < 3 ? "" : place(call, 2);
        return from == null || count == null
                ? call.java()
                : count.isEmpty() ? from : "substring(" + from + ", 1, " + count + ")";
    }

    /** A delimiter of several characters may overlap itself, where it matters from which end it is sought. */
    private static String substringIndex(Written call) {
        boolean known =
                call.isConstant(2) && call.constant(2) != null && call.isConstant(1) && call.constant(1) != null;
        int n = known ? call.constant(2, 0) : 0;
        int length = known ? ((String) Objects.requireNonNull(call.constant(1))).length() : 0;
        if (n == 0 || length == 0 || (n < 0 && length > 1) || !TextLimit.isSplit(call.type(0))) {
            return call.java();
        }
        if (n == 1 || n == -1) {
            // split_part is a macro of the engine that repeats its argument.
            return written(call, "list_extract(string_split(#1, #2), " + n + ")");
        }
        // array_to_string is a macro of the engine that repeats its argument.
        String slice = n > 0 ? ", 1, " + n : ", " + n + ", -1";
        return written(call, "list_aggregate(list_slice(string_split(#1, #2)" + slice + "), 'string_agg', #2)");
    }

    private static boolean isCharacter(Written call, int argument) {
        return call.isConstant(argument)
                && call.constant(argument) instanceof String text
                && text.codePointCount(0, text.length()) == 1;
    }

    private static String side(Written call) {
        return switch (String.valueOf(call.constant(0))) {
            case "LEADING" -> "ltrim";
            case "TRAILING" -> "rtrim";
            default -> "trim";
        };
    }

    /** A text as long as an argument may be, or some times as long. */
    static ResultRule ofArgument(int argument, int times) {
        return operands ->
                TextLimit.text(operands, (long) times * operands.type(argument).precision());
    }

    /**
     * A text of which each character, and what stands between them, may become the third argument.
     *
     * @param between how many of these there are beside the characters
     */
    static SqlType replaced(Operands operands, int between) {
        long characters = operands.type(0).precision();
        long replacement = operands.type(2).precision();
        boolean known = characters > 0 && (replacement > 0 || operands.isConstant(2));
        return TextLimit.text(operands, known ? (characters + between) * (between + Math.max(1, replacement)) : 0);
    }

    /** A text as long as these arguments may be together. */
    private static ResultRule together(IntPredicate which) {
        return operands -> {
            long characters = 0;
            for (int i = 0; i < operands.count(); i++) {
                int own = which.test(i) ? operands.type(i).precision() : 0;
                if (which.test(i) && own == 0) {
                    return TextLimit.text(operands, 0);
                }
                characters += own;
            }
            return TextLimit.text(operands, characters);
        };
    }

    private static SqlType ofCount(Operands operands, int count, int times) {
        return TextLimit.text(operands, (long) Math.max(0, operands.constant(count, 0)) * times);
    }

    /** A text in a character set that has all of Unicode, or its bytes; the last argument says which. */
    private static SqlType charset(Operands operands, ResultRule text) {
        String name = String.valueOf(operands.constant(operands.count() - 1));
        if (name.equals("BINARY")) {
            return SqlType.bytes(4 * text.of(operands).precision());
        }
        if (!UNICODE.contains(name)) {
            throw TributaryException.notSupported("character set " + name.toLowerCase(Locale.ROOT));
        }
        return text.of(operands);
    }

    private static String inCharset(Written call) {
        boolean bytes = call.type(0).kind() == Kind.BYTES;
        boolean same = bytes == call.resultType().equals("BLOB");
        return same ? call.text(0) : (bytes ? Spelling.tried("decode(e)") : Spelling.of("encode(#1)")).write(call);
    }
}
