package io.tributary.backend.engine.duckdb.function;

import java.util.List;
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
 */
public record JavaFunction(String name, int least, int most, First first, Result result, boolean takesNull, Body body) {
    /** Of arguments without bound. */
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
         * @throws io.tributary.rpc.error.TributaryException with MySQL's number
         */
        @Nullable
        String apply(List<@Nullable String> arguments);
    }

    /** Of texts, which gives a text. */
    static JavaFunction text(String name, int least, int most, Body body) {
        return new JavaFunction(name, least, most, First.TEXT, Result.TEXT, false, body);
    }

    /** Of texts, which gives a number. */
    static JavaFunction number(String name, int least, int most, Body body) {
        return new JavaFunction(name, least, most, First.TEXT, Result.BIGINT, false, body);
    }

    JavaFunction of(First kind) {
        return new JavaFunction(name, least, most, kind, result, takesNull, body);
    }

    JavaFunction giving(Result kind) {
        return new JavaFunction(name, least, most, first, kind, takesNull, body);
    }

    JavaFunction takingNull() {
        return new JavaFunction(name, least, most, first, result, true, body);
    }

    /** What the engine calls it. */
    public String engineName() {
        return "java_" + name;
    }
}
