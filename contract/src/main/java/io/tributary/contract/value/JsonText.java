package io.tributary.contract.value;

/** Whether a text is one JSON value (RFC 8259). Its UTF-8 was checked before; nesting is bounded, not recursive. */
public final class JsonText {
    /** Nesting that is still taken, as in MySQL. */
    static final int DEPTH_MAX = 100;

    private final byte[] bytes;
    private final int to;
    private int at;

    private JsonText(byte[] bytes, int from, int to) {
        this.bytes = bytes;
        this.at = from;
        this.to = to;
    }

    public static boolean isValid(byte[] bytes, int offset, int length) {
        return new JsonText(bytes, offset, offset + length).document();
    }

    private boolean document() {
        boolean[] inObject = new boolean[DEPTH_MAX + 1];
        int depth = 0;
        while (true) {
            skipBlanks();
            // Here a value begins.
            if (at == to) {
                return false;
            }
            byte first = bytes[at];
            if (first == '{' || first == '[') {
                at++;
                if (++depth > DEPTH_MAX) {
                    return false;
                }
                inObject[depth] = first == '{';
                skipBlanks();
                if (!take(first == '{' ? '}' : ']')) {
                    if (first == '{' && !memberName()) {
                        return false;
                    }
                    continue;
                }
                depth--;
            } else if (!scalar(first)) {
                return false;
            }
            // Here a value has ended.
            while (true) {
                skipBlanks();
                if (depth == 0) {
                    return at == to;
                }
                if (take(',')) {
                    skipBlanks();
                    if (inObject[depth] && !memberName()) {
                        return false;
                    }
                    break;
                }
                if (!take(inObject[depth] ? '}' : ']')) {
                    return false;
                }
                depth--;
            }
        }
    }

    private boolean memberName() {
        if (!string()) {
            return false;
        }
        skipBlanks();
        return take(':');
    }

    private boolean scalar(byte first) {
        return switch (first) {
            case '"' -> string();
            case 't' -> word("true");
            case 'f' -> word("false");
            case 'n' -> word("null");
            default -> number();
        };
    }

    private boolean string() {
        if (!take('"')) {
            return false;
        }
        while (at < to) {
            int next = bytes[at++];
            if (next == '"') {
                return true;
            }
            if (next >= 0 && next < ' ') {
                return false;
            }
            if (next == '\\' && !escape()) {
                return false;
            }
        }
        return false;
    }

    private boolean escape() {
        if (at == to) {
            return false;
        }
        byte kind = bytes[at++];
        if (kind != 'u') {
            return "\"\\/bfnrt".indexOf(kind) >= 0;
        }
        for (int i = 0; i < 4; i++) {
            if (at == to || Character.digit(bytes[at++], 16) < 0) {
                return false;
            }
        }
        return true;
    }

    private boolean number() {
        take('-');
        if (!take('0') && !digits()) {
            return false;
        }
        if (take('.') && !digits()) {
            return false;
        }
        if (take('e') || take('E')) {
            if (!take('+')) {
                take('-');
            }
            return digits();
        }
        return true;
    }

    private boolean digits() {
        int begin = at;
        while (at < to && bytes[at] >= '0' && bytes[at] <= '9') {
            at++;
        }
        return at > begin;
    }

    private boolean word(String expected) {
        for (int i = 0; i < expected.length(); i++) {
            if (!take(expected.charAt(i))) {
                return false;
            }
        }
        return true;
    }

    private boolean take(char expected) {
        if (at < to && bytes[at] == expected) {
            at++;
            return true;
        }
        return false;
    }

    private void skipBlanks() {
        while (at < to && (bytes[at] == ' ' || bytes[at] == '\n' || bytes[at] == '\r' || bytes[at] == '\t')) {
            at++;
        }
    }
}
