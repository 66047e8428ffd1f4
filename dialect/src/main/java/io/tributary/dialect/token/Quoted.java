package io.tributary.dialect.token;

/** Strings and identifiers in quotes: where they end and what they mean. */
public final class Quoted {
    private Quoted() {}

    /**
     * The index after the closing quote of what begins with a quote at {@code at}, or -1 where there is none. A doubled
     * quote is content.
     */
    public static int end(byte[] sql, int at, int to, boolean escapes) {
        byte quote = sql[at];
        int i = at + 1;
        while (i < to) {
            byte b = sql[i];
            if (b == quote) {
                if (i + 1 < to && sql[i + 1] == quote) {
                    i++;
                } else {
                    return i + 1;
                }
            } else if (b == '\\' && escapes) {
                i++;
            }
            i++;
        }
        return -1;
    }

    /**
     * Writes the meaning of {@code sql[from, to)}, which stood between two {@code quote}s, to {@code target} from
     * {@code at} on; it never needs more room than the text. Returns the index after the last byte written.
     */
    public static int unescape(byte[] sql, int from, int to, byte quote, boolean escapes, byte[] target, int at) {
        int out = at;
        int i = from;
        while (i < to) {
            byte b = sql[i++];
            if (b == quote) {
                i++;
            } else if (b == '\\' && escapes && i < to) {
                byte escaped = sql[i++];
                if (escaped == '%' || escaped == '_') {
                    target[out++] = '\\';
                }
                b = meaning(escaped);
            }
            target[out++] = b;
        }
        return out;
    }

    /** The byte that a backslash and {@code escaped} stand for. */
    public static byte meaning(byte escaped) {
        return switch (escaped) {
            case '0' -> 0;
            case 'b' -> '\b';
            case 'n' -> '\n';
            case 'r' -> '\r';
            case 't' -> '\t';
            case 'Z' -> 26;
            default -> escaped;
        };
    }
}
