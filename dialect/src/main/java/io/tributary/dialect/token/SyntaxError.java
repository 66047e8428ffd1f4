package io.tributary.dialect.token;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.nio.charset.StandardCharsets;

/** MySQL's error for a statement that ends, or goes on, where it must not. */
public final class SyntaxError {
    private static final int NEAR_LENGTH_MAX = 80;

    private SyntaxError() {}

    /** @param at the first character that does not belong there; what the client wrote is told from there on */
    static TributaryException near(String sql, int at) {
        int before = Math.min(at, sql.length());
        byte[] rest = RewrittenText.original(sql, before, sql.length()).getBytes(StandardCharsets.UTF_8);
        long line = 1 + sql.substring(0, before).chars().filter(c -> c == '\n').count();
        return near(rest, 0, rest.length, line);
    }

    /** @param at the first byte of {@code sql[from, to)} that does not belong there */
    public static TributaryException near(byte[] sql, int from, int to, int at) {
        long line = 1;
        for (int i = from; i < at; i++) {
            if (sql[i] == '\n') {
                line++;
            }
        }
        return near(sql, at, to, line);
    }

    private static TributaryException near(byte[] sql, int at, int to, long line) {
        int last = Math.min(to, at + NEAR_LENGTH_MAX);
        while (last < to && last > at && (sql[last] & 0xc0) == 0x80) {
            last--;
        }
        return ErrorCode.SYNTAX.error(
                "You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version"
                        + " for the right syntax to use near '"
                        + new String(sql, at, last - at, StandardCharsets.UTF_8) + "' at line " + line);
    }
}
