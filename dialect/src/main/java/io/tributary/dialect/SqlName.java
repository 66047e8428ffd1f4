package io.tributary.dialect;

/** Names as the engine's text has them. */
public final class SqlName {
    private SqlName() {}

    /** In quotes, whatever the name holds. */
    public static String quote(String identifier) {
        return "\"" + identifier.replace("\"", "\"\"") + "\"";
    }
}
