package io.tributary.frontend.mysql;

import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What SHOW PROCESSLIST may tell of a statement: its beginning, at most {@link #BYTES_MAX} bytes of it, and of one that
 * could hold a password only its first two words.
 */
final class StatementInfo {
    static final int BYTES_MAX = 256;

    /** Stands before every password in SQL, so that a text cut off before it shows none. */
    private static final Pattern SECRET = Pattern.compile("IDENTIFIED|PASSWORD", Pattern.CASE_INSENSITIVE);

    private static final Pattern FIRST_WORDS = Pattern.compile("\\s*([a-zA-Z]+(?:\\s+[a-zA-Z]+)?)");

    private StatementInfo() {}

    /** @param sql as UTF-8 */
    static String of(byte[] sql) {
        String beginning = new String(sql, 0, Math.min(sql.length, BYTES_MAX), StandardCharsets.UTF_8);
        if (!SECRET.matcher(beginning).find()) {
            return beginning;
        }
        Matcher words = FIRST_WORDS.matcher(beginning);
        return words.lookingAt() ? words.group(1) + " ..." : "...";
    }
}
