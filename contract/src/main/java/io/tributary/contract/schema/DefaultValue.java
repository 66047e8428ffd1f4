package io.tributary.contract.schema;

/**
 * What an omitted column gets.
 *
 * @param text the literal's text when {@code kind} is {@link Kind#LITERAL}, the fraction digits when it is
 *     {@link Kind#CURRENT_TIMESTAMP}, else empty
 */
public record DefaultValue(Kind kind, String text) {
    public enum Kind {
        /** No DEFAULT clause: NULL where the column allows it, else error 1364. */
        NONE,
        NULL,
        LITERAL,
        /** Fixed in the frontend before the row is logged, so that a replay gives the same value. */
        CURRENT_TIMESTAMP
    }

    /** CURRENT_TIMESTAMP as MySQL writes it: with its fraction digits, unless there are none. */
    public String clock() {
        return "CURRENT_TIMESTAMP" + (text.isEmpty() || text.equals("0") ? "" : "(" + text + ")");
    }

    private static final DefaultValue NONE = new DefaultValue(Kind.NONE, "");

    public static DefaultValue none() {
        return NONE;
    }

    public static DefaultValue literal(String text) {
        return new DefaultValue(Kind.LITERAL, text);
    }
}
