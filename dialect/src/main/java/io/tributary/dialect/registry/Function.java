package io.tributary.dialect.registry;

import java.util.List;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A function or operator of MySQL or Doris: a row of the {@link FunctionRegistry}. Immutable.
 *
 * @param names the first is the one that errors and other servers are told; all in upper case
 * @param signature how many arguments it takes and what they are made
 * @param result the type of what it gives
 * @param traits when it gives NULL, and whether equal arguments give equal results
 * @param duckdb how the embedded engine writes it; null: it calls {@code body}
 * @param body what computes it from values, for constants and where the engine has no twin; null: the engine alone does
 */
public record Function(
        List<String> names,
        Role role,
        Signature signature,
        ResultRule result,
        Traits traits,
        @Nullable Spelling duckdb,
        @Nullable Body body) {
    /** What a call of it may stand for. */
    public enum Role {
        SCALAR,
        /** One value of many rows; with OVER one for each of them. */
        AGGREGATE,
        /** Needs OVER. */
        WINDOW,
        /** Gives an array whose elements are rows: LATERAL VIEW. */
        TABLE
    }

    /** When the result is NULL. */
    public enum Nulls {
        /** Where an argument is. */
        OF_ARGUMENTS,
        /** Never. */
        NEVER,
        /** It may be, whatever the arguments are. */
        POSSIBLE
    }

    /** For how long a call gives one value. */
    public enum Determinism {
        ALWAYS,
        /** Another one each time: RAND. */
        NEVER
    }

    /** What a function of texts does where an argument is a binary string. */
    public enum OfBytes {
        /** It is refused. */
        REFUSED,
        /** A byte is a character to it, and a text that it gives is bytes again. */
        CHARACTERS,
        /** It gives its first argument: no byte has another case. */
        UNCHANGED
    }

    /** What a statement adds to the arguments of a call: a constant, which the signature has before all others. */
    public enum Supplied {
        NOTHING,
        /** The session's database, NULL without one. */
        DATABASE,
        /** The name of the session's time zone. */
        ZONE,
        /** How many bytes GROUP_CONCAT gives at most. */
        CONCATENATED_MAX,
        /** When the statement began, in the session's time zone. */
        NOW,
        /** The same in UTC. */
        UTC_NOW
    }

    /**
     * What is known of a call beside its type.
     *
     * @param givesMoments whether a text that it gives is a moment, which as a number is its digits
     */
    public record Traits(
            Nulls nulls, Determinism determinism, Supplied supplied, boolean givesMoments, OfBytes ofBytes) {}

    /**
     * Which arguments it takes.
     *
     * @param least how many
     * @param most how many; {@link #MANY}: any number
     * @param wants what the argument at a position is made
     */
    public record Signature(int least, int most, IntFunction<Want> wants) {
        public static final int MANY = Integer.MAX_VALUE;

        /** Exactly these. */
        public static Signature of(Want... wants) {
            return new Signature(wants.length, wants.length, argument -> wants[argument]);
        }

        /** These, of which so many at the end may be left out. */
        public static Signature optional(int missing, Want... wants) {
            return new Signature(wants.length - missing, wants.length, argument -> wants[argument]);
        }

        /** These, the last of them once and again. */
        public static Signature many(Want... wants) {
            return new Signature(wants.length, MANY, argument -> wants[Math.min(argument, wants.length - 1)]);
        }

        /** Whether the engine can call a body of it; what takes values of any type is computed here for constants alone. */
        public boolean isCallable() {
            return IntStream.range(0, most == MANY ? least : most)
                    .mapToObj(wants)
                    .allMatch(Want::hasEngineType);
        }
    }

    /**
     * Computes a value: Long and BigInteger, BigDecimal, Double, String, byte[], LocalDate, LocalDateTime, Duration,
     * Boolean by {@link Want}. Any thread; keeps no state.
     */
    @FunctionalInterface
    public interface Body {
        /**
         * @param arguments NULL among them only where the function's result need not be NULL then
         * @throws io.tributary.contract.error.TributaryException with MySQL's number
         */
        @Nullable
        Object apply(@Nullable Object[] arguments);
    }

    public Function {
        names = List.copyOf(names);
        if (duckdb == null && !signature.isCallable()) {
            throw new IllegalStateException(names.get(0) + " takes values of any type and has no spelling");
        }
    }

    /** Whether a statement may call it with so many arguments. */
    public boolean takes(int arguments) {
        int all = traits.supplied == Supplied.NOTHING ? arguments : arguments + 1;
        return signature.least <= all && all <= signature.most;
    }

    public String name() {
        return names.get(0);
    }

    /** Returns what the engine calls {@link #body} with so many arguments. */
    public String engineName(int arguments) {
        String own = "fn_" + name().toLowerCase(Locale.ROOT).replace(' ', '_');
        return signature.most == Signature.MANY ? own : own + "_" + arguments;
    }
}
