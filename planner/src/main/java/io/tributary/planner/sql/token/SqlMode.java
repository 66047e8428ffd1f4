package io.tributary.planner.sql.token;

import java.util.Locale;

/**
 * What of {@code @@sql_mode} changes how a text is read.
 *
 * @param ansiQuotes double quotes enclose identifiers, not strings
 * @param noBackslashEscapes a backslash in a string is an ordinary character
 */
public record SqlMode(boolean ansiQuotes, boolean noBackslashEscapes) {
    public static final SqlMode DEFAULT = new SqlMode(false, false);

    /** From the value of {@code @@sql_mode}: names separated by commas, in any case. */
    public static SqlMode of(String sqlMode) {
        boolean ansi = false;
        boolean noBackslash = false;
        for (String name : sqlMode.toUpperCase(Locale.ROOT).split(",", -1)) {
            switch (name.strip()) {
                case "ANSI_QUOTES", "ANSI" -> ansi = true;
                case "NO_BACKSLASH_ESCAPES" -> noBackslash = true;
                default -> {}
            }
        }
        return new SqlMode(ansi, noBackslash);
    }
}
