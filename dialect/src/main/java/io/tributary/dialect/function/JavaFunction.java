package io.tributary.dialect.function;

import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.function.IntPredicate;
import org.jspecify.annotations.Nullable;

/**
 * A function of MySQL that the engine has no twin of, computed here. The engine calls it on its own threads with texts,
 * row by row; it keeps no state.
 *
 * @param name MySQL's, in lower case
 * @param least number of arguments
 * @param most number of arguments
 * @param first what the first argument is
 * @param result what the text that comes out stands for
 * @param takesNull whether it is called where an argument is NULL; otherwise its result is NULL there
 * @param values which arguments, from 0 on, are values of any type and come as JSON
 */
public record JavaFunction(
        String name,
        int least,
        int most,
        First first,
        Result result,
        boolean takesNull,
        IntPredicate values,
        Body body) {
    /** The most arguments of a function that takes any number of them in MySQL. */
    public static final int MANY = 64;

    /** What the first argument is made before it becomes a text. */
    public enum First {
        TEXT,
        /** Comes as hexadecimal digits. */
        BYTES,
        /** Comes as {@code yyyy-mm-dd hh:mm:ss[.ffffff]}; what is none fails the statement. */
        MOMENT
    }

    /** What the text that comes out is made. */
    public enum Result {
        TEXT,
        BIGINT,
        DATE,
        /** Out of hexadecimal digits. */
        BYTES
    }

    /** What is computed. */
    @FunctionalInterface
    public interface Body {
        /**
         * @param arguments NULL among them only where the function takes it
         * @throws io.tributary.contract.error.TributaryException with MySQL's number
         */
        @Nullable
        String apply(List<@Nullable String> arguments);
    }

    private static boolean none(int ignored) {
        return false;
    }

    /** Returns a function of texts that gives a text. */
    static JavaFunction text(String name, int least, int most, Body body) {
        return new JavaFunction(name, least, most, First.TEXT, Result.TEXT, false, JavaFunction::none, body);
    }

    /** Returns a function of texts that gives a number. */
    static JavaFunction number(String name, int least, int most, Body body) {
        return new JavaFunction(name, least, most, First.TEXT, Result.BIGINT, false, JavaFunction::none, body);
    }

    JavaFunction of(First kind) {
        return new JavaFunction(name, least, most, kind, result, takesNull, values, body);
    }

    JavaFunction giving(Result kind) {
        return new JavaFunction(name, least, most, first, kind, takesNull, values, body);
    }

    JavaFunction takingNull() {
        return new JavaFunction(name, least, most, first, result, true, values, body);
    }

    JavaFunction ofValues(IntPredicate those) {
        return new JavaFunction(name, least, most, first, result, takesNull, those, body);
    }

    /** Computes it from values of Java: numbers, texts, bytes and truth values. */
    public @Nullable Object compute(@Nullable Object[] values) {
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
                    case TEXT, DATE -> text;
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

    /** What the engine calls it. */
    public String engineName() {
        return "java_" + name;
    }
}
