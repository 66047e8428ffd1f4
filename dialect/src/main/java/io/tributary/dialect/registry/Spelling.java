package io.tributary.dialect.registry;

import io.tributary.dialect.type.Collation;
import io.tributary.dialect.type.SqlType;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/** How an engine writes a call. */
@FunctionalInterface
public interface Spelling {
    /** The most characters of a text that is written twice: what nests would double with every level. */
    int SHORT = 48;

    /** Comparisons with a few values that are known, or with those of a query, have so many copies of what is compared. */
    int COPIES = 3;

    String write(Written call);

    /** Returns a DECIMAL as the integer that it is without its point, which is summed in less time; null: there is no such form. */
    default @Nullable Units unscaled(Written call) {
        return null;
    }

    /** Returns NOT of a truth value where the engine has an operator for that, with which it plans better; null: it has none. */
    default @Nullable String negated(Written call) {
        return null;
    }

    /** Returns how many more copies of the first argument the engine makes than stand in the text. */
    default int copies(Written call) {
        return 0;
    }

    /**
     * An integer of 128 bits, {@code high * factor + low} of 64 bits each, whose sums are made apart.
     *
     * @param high NULL where it does not fit
     * @param others the integer where {@code high} is NULL
     */
    record Units(String high, String low, String factor, String others) {
        public String whole() {
            return "coalesce(CAST(" + high + " AS HUGEINT) * " + factor + " + " + low + ", " + others + ")";
        }

        public String rest() {
            return "CASE WHEN " + high + " IS NULL THEN " + others + " END";
        }
    }

    /** A text that fails where a condition does not hold. */
    record Guarded(String condition, String text) {
        public String or(String other) {
            return "CASE WHEN " + condition + " THEN " + text + " ELSE " + other + " END";
        }
    }

    /** The arguments as the engine's text. */
    interface Written extends Operands {
        /** Returns an argument as a term of the type that the engine calculates its kind of values with. */
        String text(int argument);

        /** Returns an argument as a term of whatever type it is stored with: for what does not calculate. */
        String raw(int argument);

        /** Returns an argument as a term of a type of the engine's that its values fit. */
        String as(int argument, String engineType);

        /** Returns a number with the digits of a fraction that it shows, rounded. */
        default String shown(int argument) {
            SqlType type = type(argument);
            return type.carried() > type.scale()
                    ? "CAST(" + text(argument) + " AS DECIMAL(38," + type.scale() + "))"
                    : text(argument);
        }

        /** Returns a DECIMAL that is calculated in 64 bits; null: there is no such form. */
        @Nullable
        Guarded inLongs(int argument);

        /** Returns an argument by {@link Spelling#unscaled}. */
        @Nullable
        Units unscaled(int argument);

        /** Returns an argument by {@link Spelling#negated}. */
        @Nullable
        String negated(int argument);

        /** Returns an aggregate's text or, where its groups are rows of their own, the name of its column: that may be repeated. */
        String part(String aggregate);

        /** Whether the argument's text may be repeated. */
        boolean isShort(int argument);

        /** Whether it stands in one of so many values that what the engine makes of each counts for more than how fast each is. */
        boolean isOneOfMany();

        /** Whether the engine makes few parts of an argument, of which it may have some copies. */
        boolean isLight(int argument);

        /** Whether the texts of all arguments may be repeated. */
        default boolean areShort() {
            return IntStream.range(0, count()).allMatch(this::isShort);
        }

        SqlType result();

        /** Returns the engine's type of the result, which the text must have. */
        String resultType();

        /** Returns how many digits of its fraction a DECIMAL result carries. */
        default int resultScale() {
            return result().carried();
        }

        /** Returns a call of what the function computes in Java. */
        String java();

        /** Returns DISTINCT with a blank, or nothing. */
        String distinct();

        /** Returns the order of an aggregate's values behind a blank, or nothing. */
        String order();

        /** Returns one value that rises in the order of an aggregate's values. */
        String sortKey();

        /** Returns IGNORE NULLS behind a blank, or nothing. */
        String nulls();

        /** Returns OVER with its window behind a blank, or nothing. */
        String over();
    }

    /** Returns what is the same of texts that are equal by a collation, and stands in its order. */
    static String folded(String text, Collation collation) {
        return collation == Collation.PADDED
                ? "rtrim(" + letters(text, collation) + ", ' ')"
                : letters(text, collation);
    }

    /** Returns the same of a text within which something is found: its blanks count. */
    static String letters(String text, Collation collation) {
        return switch (collation) {
            case CASELESS -> "lower(" + text + ")";
            case ACCENTLESS, PADDED -> "strip_accents(lower(" + text + "))";
            default -> text;
        };
    }

    /**
     * Returns the spelling of a text in which {@code #1} to {@code #9} stand for the arguments, {@code #*} for all of them,
     * and {@code @1} and {@code @*} for the same as they are stored.
     */
    static Spelling of(String template) {
        return call -> written(template, call, call::text, false);
    }

    /** Returns the same of a text that names each argument so many times more than once, however long it is. */
    static Spelling copying(Spelling spelling, int copies) {
        return new Spelling() {
            @Override
            public String write(Written call) {
                return spelling.write(call);
            }

            @Override
            public int copies(Written call) {
                return copies;
            }
        };
    }

    /** Returns that of a text which names an argument several times: where one is long all are read from a row. */
    static Spelling repeated(String template) {
        Spelling spelling = of(template);
        return call -> call.areShort()
                ? spelling.write(call)
                : "list_transform([row(" + of("#*").write(call) + ")], lambda e: "
                        + written(template, call, i -> call.isConstant(i) ? call.text(i) : "e[" + (i + 1) + "]", false)
                        + ")[1]";
    }

    /** Returns that of a text which names an argument twice: where one is long the body is called. */
    static Spelling shortly(String template) {
        Spelling spelling = of(template);
        return call -> call.areShort() ? spelling.write(call) : call.java();
    }

    /**
     * Returns the text of an expression of {@code e[1]} and so on, of one type: the engine has some constructs as copies of an
     * argument, however long it is, but not of an element.
     */
    static String once(String expression, String... arguments) {
        return "list_transform([[" + String.join(", ", arguments) + "]], lambda e: " + expression + ")[1]";
    }

    /** Returns that of a function of {@code e}, the first argument, which is NULL where the engine's fails. */
    static Spelling tried(String function) {
        // The engine allows no subquery within TRY.
        return of("list_transform([#1], lambda e: TRY(" + function + "))[1]");
    }

    /**
     * Returns that of an aggregate: {@code $} stands for DISTINCT and {@code ~} for OVER with its window, which follows the
     * text where it has no place in it.
     */
    static Spelling ofAggregate(String template) {
        return call -> written(template.indexOf('~') < 0 ? template + "~" : template, call, call::text, true);
    }

    private static String written(String template, Written call, IntFunction<String> calculable, boolean aggregate) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < template.length(); i++) {
            char c = template.charAt(i);
            if (c == '#' || c == '@') {
                argument(text, template.charAt(++i), call.count(), c == '#' ? calculable : call::raw);
            } else if (aggregate && (c == '$' || c == '~')) {
                text.append(c == '$' ? call.distinct() : call.over());
            } else {
                text.append(c);
            }
        }
        return text.toString();
    }

    private static void argument(StringBuilder text, char which, int count, IntFunction<String> argument) {
        int from = which == '*' ? 0 : which - '1';
        int to = which == '*' ? count : from + 1;
        for (int i = from; i < to; i++) {
            text.append(i == from ? "" : ", ").append(argument.apply(i));
        }
    }
}
