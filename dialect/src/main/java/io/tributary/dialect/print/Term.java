package io.tributary.dialect.print;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.function.Substrings;
import java.util.List;

/**
 * A part of an expression as text.
 *
 * @param text one term: a name, a literal, a call, or something in parentheses
 * @param type the engine's
 * @param weight how many parts the engine makes of it: it has some constructs as copies of their arguments
 */
record Term(String text, String type, long weight) {
    /** The type of a number that is written plainly: the narrowest that has it. */
    static final String LITERAL = "literal";

    /** Planning takes some seconds from about here on. */
    private static final long WEIGHT_MAX = 20_000;

    /** What the engine plans as if its argument stood there twice, however short its text is. */
    private static final List<String> COPYING = List.of("nullif(", " BETWEEN ", "array_to_string(");

    Term(String text, String type) {
        this(text, type, 1);
    }

    /** Whether the engine's type is known. */
    boolean isTyped() {
        return !type.equals(LITERAL);
    }

    /** Returns the same as another type. */
    Term as(String wanted) {
        return type.equals(wanted) ? this : new Term("CAST(" + text + " AS " + wanted + ")", wanted, weight);
    }

    /**
     * Returns a term that was made of others.
     *
     * @param more copies of the first part than stand in the text
     */
    static Term of(String text, String type, List<Term> parts, int more) {
        long weight = 1 + parts.stream().mapToLong(Term::weight).sum();
        long copies = 1;
        if (more > 0) {
            weight += parts.get(0).weight * more;
        }
        for (String construct : COPYING) {
            long within = parts.stream()
                    .mapToLong(part -> within(text, part, construct))
                    .sum();
            long own = Substrings.count(text, construct) - within;
            copies <<= Math.max(0, Math.min(own, 16));
        }
        return new Term(text, type, limited(weight * copies));
    }

    /** Returns how often a construct stands in the copies of a part: side by side they are as many, and none within another. */
    private static long within(String text, Term part, String construct) {
        long count = Substrings.count(part.text, construct);
        return count == 0 ? 0 : count * Math.max(1, Substrings.count(text, part.text));
    }

    /** Returns how often a text has what the engine plans as copies of an argument. */
    static int copying(String text) {
        return COPYING.stream()
                .mapToInt(construct -> (int) Substrings.count(text, construct))
                .sum();
    }

    /** @throws TributaryException NOT_SUPPORTED of what the engine would not plan in time */
    static long limited(long weight) {
        if (weight > WEIGHT_MAX) {
            throw TributaryException.notSupported(
                    "an expression that nests so deep",
                    ": the engine would make more than " + WEIGHT_MAX + " parts of it");
        }
        return weight;
    }
}
