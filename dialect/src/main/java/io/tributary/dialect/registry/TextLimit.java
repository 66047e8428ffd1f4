package io.tributary.dialect.registry;

import io.tributary.dialect.function.Substrings;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.Unification;
import org.jspecify.annotations.Nullable;

/**
 * How long a text may become: a longer one is NULL, as beyond MySQL's {@code max_allowed_packet}. Calls that nest would
 * otherwise take any amount of memory.
 */
final class TextLimit {
    /** Characters of a type whose values are not counted, since they fit. */
    private static final int FITTING = Substrings.BYTES_MAX / 4;

    private static final int NESTED_CHARS_MAX = 1 << 20;
    /** The most elements of a list that is made of a text. */
    private static final int ELEMENTS_MAX = 1_000_000;
    /** The most bytes of a text whose matches are counted or listed: each takes 0.2 µs and 40 bytes. */
    static final int SEARCHED_BYTES_MAX = 4 << 20;

    private TextLimit() {}

    /**
     * Returns a spelling that gives NULL for what is too long.
     *
     * @param result says how long it may be by the types of the arguments
     * @param bytes how long it is, by the values
     */
    static Spelling limited(ResultRule result, Spelling bytes, Spelling spelling) {
        return call -> {
            int characters = result.of(call).precision();
            if (characters > 0 && characters <= FITTING) {
                return spelling.write(call);
            }
            return call.areShort()
                    ? "CASE WHEN " + bytes.write(call) + " <= " + Substrings.BYTES_MAX + " THEN " + spelling.write(call)
                            + " END"
                    : call.java();
        };
    }

    /** Returns the same of a text that may name its arguments several times. */
    static Spelling limited(ResultRule result, String bytes, String template) {
        return unlessShort(
                result,
                Spelling.of(template),
                Spelling.repeated("CASE WHEN " + fits(bytes) + " THEN " + template + " END"));
    }

    /**
     * Returns the spelling of a function that gives NULL for a first argument of which it would make too long a text. The engine
     * computes what is constant before it looks at a condition around it, so the condition is upon the argument.
     *
     * @param bytes how long it may become, which is known at once
     * @param exactly how long it becomes, where the other one is too long
     */
    static Spelling guarded(ResultRule result, String bytes, String exactly, String template) {
        String first = "CASE WHEN " + fits(bytes) + " THEN #1 WHEN " + fits(exactly) + " THEN #1 END";
        return unlessShort(result, Spelling.of(template), Spelling.repeated(template.replaceFirst("#1", first)));
    }

    /** Returns the spelling of a text that is a few times as long as an argument: what is too long is NULL when it was made. */
    static Spelling made(ResultRule result, Spelling spelling) {
        return unlessShort(
                result,
                spelling,
                call -> "list_transform([" + spelling.write(call) + "], lambda e: CASE WHEN " + fits("strlen(e)")
                        + " THEN e END)[1]");
    }

    private static Spelling unlessShort(ResultRule result, Spelling spelling, Spelling limited) {
        return call -> {
            int characters = result.of(call).precision();
            return (characters > 0 && characters <= FITTING ? spelling : limited).write(call);
        };
    }

    /**
     * Returns the spelling of a list, or of what is made of one, of the parts of the first argument between those of the second: NULL
     * where there are too many.
     */
    static Spelling split(String template) {
        String part = "CASE WHEN strlen(#1) < " + ELEMENTS_MAX
                + " THEN #1 WHEN strlen(#1) - strlen(replace(#1, #2, '')) < CAST(strlen(#2) AS BIGINT) * "
                + ELEMENTS_MAX
                + " THEN #1 END";
        Spelling limited = Spelling.repeated(template.replaceFirst("#1", part));
        Spelling plain = Spelling.of(template);
        return call -> (isSplit(call.type(0)) ? plain : limited).write(call);
    }

    /** Returns the first argument, in which a regular expression may match at each byte: NULL where that takes too long. */
    static String searched(Spelling.Written call) {
        int characters = call.type(0).precision();
        if (characters > 0 && characters <= SEARCHED_BYTES_MAX / 4) {
            return call.text(0);
        }
        return Spelling.repeated("CASE WHEN strlen(#1) <= " + SEARCHED_BYTES_MAX + " THEN #1 END")
                .write(call);
    }

    /** Whether a text has few parts, by its type. */
    static boolean isSplit(SqlType type) {
        return type.precision() > 0 && type.precision() < ELEMENTS_MAX;
    }

    static String fits(String bytes) {
        return bytes + " <= " + Substrings.BYTES_MAX;
    }

    static @Nullable Object checked(@Nullable Object value) {
        return value instanceof String text && text.length() > Substrings.BYTES_MAX ? null : value;
    }

    /** A text that was lengthened by many calls; NULL where it is too long for that. */
    static @Nullable Object nested(Values values) {
        String text = values.text(0);
        return text.length() <= NESTED_CHARS_MAX ? text : null;
    }

    /** Returns the type of a text of at most so many characters (0: not known) that is ordered as all arguments are together. */
    static SqlType text(Operands operands, long characters) {
        SqlType type = SqlType.text(characters > FITTING ? 0 : (int) characters)
                .ordered(operands.type(0).text());
        for (int i = 1; i < operands.count(); i++) {
            type = type.ordered(Unification.order(type, operands.type(i)));
        }
        return type;
    }
}
