package io.tributary.dialect.token;

/** Where comments end. */
public final class Comments {
    private Comments() {}

    /**
     * The index after a comment to the end of the line ({@code # …}, or {@code --} followed by a blank) that begins at
     * {@code at}, or -1 where there is none.
     */
    static int skipLine(byte[] sql, int at, int to) {
        byte b = sql[at];
        boolean line = b == '#' || (b == '-' && at + 1 < to && sql[at + 1] == '-' && blankOrEnd(sql, at + 2, to));
        if (!line) {
            return -1;
        }
        int i = at;
        while (i < to && sql[i] != '\n') {
            i++;
        }
        return i;
    }

    private static boolean blankOrEnd(byte[] sql, int at, int to) {
        return at == to || (sql[at] >= 0 && sql[at] <= ' ');
    }

    /** The index after the {@code *}{@code /} of the comment that begins at {@code at}, or -1 where it has none. */
    static int endOfBlock(byte[] sql, int at, int to) {
        for (int i = at + 2; i + 1 < to; i++) {
            if (sql[i] == '*' && sql[i + 1] == '/') {
                return i + 2;
            }
        }
        return -1;
    }

    /** The index of the first byte that is neither blank nor of a comment; what stands in executable comments counts. */
    public static int skipBlanks(byte[] sql, int from, int to) {
        int i = from;
        while (i < to) {
            if (Words.isBlank(sql[i])) {
                i++;
                continue;
            }
            boolean block = sql[i] == '/' && i + 1 < to && sql[i + 1] == '*' && !(i + 2 < to && sql[i + 2] == '!');
            int after = block ? endOfBlock(sql, i, to) : skipLine(sql, i, to);
            if (after < 0) {
                return i;
            }
            i = after;
        }
        return to;
    }
}
