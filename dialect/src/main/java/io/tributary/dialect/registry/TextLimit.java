package io.tributary.dialect.registry;

import io.tributary.dialect.function.Substrings;
import io.tributary.dialect.type.SqlType;
import org.jspecify.annotations.Nullable;

/**
 * How long a text may become: a longer one is NULL, as beyond MySQL's {@code max_allowed_packet}. Calls that nest would
 * otherwise take any amount of memory.
 */
final class TextLimit {
    /** Characters of a type whose values are not counted, since they fit. */
    private static final int FITTING = Substrings.BYTES_MAX / 4;

    private static final int NESTED_CHARS_MAX = 1 << 20;

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

    static Spelling limited(ResultRule result, String bytes, String template) {
        return limited(result, Spelling.of(bytes), Spelling.of(template));
    }

    static @Nullable Object checked(@Nullable Object value) {
        return value instanceof String text && text.length() > Substrings.BYTES_MAX ? null : value;
    }

    /** A text that was lengthened by many calls; NULL where it is too long for that. */
    static @Nullable Object nested(Values values) {
        String text = values.text(0);
        return text.length() <= NESTED_CHARS_MAX ? text : null;
    }

    /** Returns the type of a text of at most so many characters (0: not known) that is ordered as an argument is. */
    static SqlType text(Operands operands, int ordering, long characters) {
        int most = characters > FITTING ? 0 : (int) characters;
        return SqlType.text(most).ordered(operands.type(ordering).text());
    }
}
