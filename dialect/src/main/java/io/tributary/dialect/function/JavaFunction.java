package io.tributary.dialect.function;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A function of MySQL that the engine has no twin of, computed here. The engine calls it on its own threads with texts,
 * row by row; it keeps no state.
 *
 * @param name in lower case
 * @param result what the text that comes out stands for
 * @param takesNull whether it is called where an argument is NULL; otherwise its result is NULL there
 */
record JavaFunction(String name, Result result, boolean takesNull, Body body) {
    /** What the text that comes out is made. */
    enum Result {
        TEXT,
        BIGINT,
        /** Out of hexadecimal digits. */
        BYTES
    }

    /** What is computed. */
    @FunctionalInterface
    interface Body {
        /**
         * @param arguments NULL among them only where the function takes it
         * @throws io.tributary.contract.error.TributaryException with MySQL's number
         */
        @Nullable
        String apply(List<@Nullable String> arguments);
    }

    /** Returns a function of texts that gives a text. */
    static JavaFunction text(String name, Body body) {
        return new JavaFunction(name, Result.TEXT, false, body);
    }

    /** Returns a function of texts that gives a number. */
    static JavaFunction number(String name, Body body) {
        return new JavaFunction(name, Result.BIGINT, false, body);
    }

    JavaFunction givingBytes() {
        return new JavaFunction(name, Result.BYTES, takesNull, body);
    }

    JavaFunction takingNull() {
        return new JavaFunction(name, result, true, body);
    }

    /** Computes it from values of Java: numbers, texts, bytes and truth values. */
    @Nullable
    Object compute(@Nullable Object[] values) {
        List<@Nullable String> texts = new ArrayList<>(values.length);
        for (Object value : values) {
            if (value == null && !takesNull) {
                return null;
            }
            texts.add(value == null ? null : textOf(value));
        }
        String text = body.apply(texts);
        return text == null
                ? null
                : switch (result) {
                    case TEXT -> text;
                    case BIGINT -> Long.valueOf(text);
                    case BYTES -> HexFormat.of().parseHex(text);
                };
    }

    private static String textOf(Object value) {
        if (value instanceof byte[] bytes) {
            return HexFormat.of().formatHex(bytes);
        }
        return value instanceof Boolean truth ? truth ? "1" : "0" : value.toString();
    }
}
