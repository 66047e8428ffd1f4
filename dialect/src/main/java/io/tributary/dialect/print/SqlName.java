package io.tributary.dialect.print;

/** Names as the engine's text has them. */
public final class SqlName {
    private SqlName() {}

    /** Puts the name in quotes, whatever it holds. */
    public static String quote(String identifier) {
        return "\"" + identifier.replace("\"", "\"\"") + "\"";
    }
}
