package io.tributary.dialect.token;

import java.util.Set;

/** Which bytes make up words and blanks in MySQL's text. */
public final class Words {
    private static final byte OTHER = 0;
    private static final byte BLANK = 1;
    private static final byte DIGIT = 2;
    private static final byte LETTER = 3;

    private static final byte[] CLASSES = classes();

    private Words() {}

    private static byte[] classes() {
        byte[] classes = new byte[256];
        for (int b = 0; b < 256; b++) {
            if (b == ' ' || (b >= '\t' && b <= '\r')) {
                classes[b] = BLANK;
            } else if (b >= '0' && b <= '9') {
                classes[b] = DIGIT;
            } else if ((b >= 'a' && b <= 'z') || (b >= 'A' && b <= 'Z') || b == '_' || b == '$' || b >= 0x80) {
                classes[b] = LETTER;
            } else {
                classes[b] = OTHER;
            }
        }
        return classes;
    }

    /** Words that are written side by side. */
    public static Set<String> set(String words) {
        return Set.of(words.split(" ", -1));
    }

    /** Letters, digits, {@code _}, {@code $} and every byte of a character beyond ASCII. */
    public static boolean isWord(byte b) {
        return CLASSES[b & 0xff] >= DIGIT;
    }

    public static boolean isBlank(byte b) {
        return CLASSES[b & 0xff] == BLANK;
    }

    public static boolean isDigit(byte b) {
        return CLASSES[b & 0xff] == DIGIT;
    }

    /** Whether this word begins at {@code at}, in any case. */
    static boolean startsWith(byte[] bytes, int at, int to, String upper) {
        int end = at + upper.length();
        if (end > to || (end < to && isWord(bytes[end]))) {
            return false;
        }
        for (int i = 0; i < upper.length(); i++) {
            if ((bytes[at + i] & ~0x20) != upper.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
