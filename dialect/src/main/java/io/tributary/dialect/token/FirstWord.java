package io.tributary.dialect.token;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import java.util.List;

/** What a statement begins with, comments aside: told without planning it, so also of one that cannot be planned. */
public final class FirstWord {
    private FirstWord() {}

    /** @param uppers in upper case */
    public static boolean isAny(byte[] sql, int from, int to, SqlMode mode, List<String> uppers) {
        try {
            return uppers.stream().anyMatch(new Tokens(sql, from, to, mode)::at);
        } catch (TributaryException e) {
            // A comment or a quote without an end stands before any word.
            return false;
        }
    }
}
