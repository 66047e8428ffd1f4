package io.tributary.dialect.function;

import java.util.function.IntUnaryOperator;

/**
 * Capital and small letters as MySQL's {@code utf8mb4_0900_ai_ci} has them: each letter becomes one letter, by Unicode 9. Letters that
 * later versions of Unicode made pairs of stay as they are, whatever the version of Java is.
 *
 * @see <a href="https://www.unicode.org/Public/9.0.0/ucd/UnicodeData.txt">UnicodeData 9.0</a>
 */
public final class LetterCase {
    /** First and last letters that have a partner since Unicode 11 or later. */
    private static final int[] LATER = {
        0x10d0, 0x10ff, 0x1c89, 0x1c8a, 0x1c90, 0x1cbf, 0x2c2f, 0x2c2f, 0x2c5f, 0x2c5f, 0xa7b8, 0xa7f6, 0x10570,
        0x105bc, 0x10d50, 0x10d85, 0x16e40, 0x16ed3
    };

    private LetterCase() {}

    public static String upper(String text) {
        return mapped(text, Character::toUpperCase);
    }

    public static String lower(String text) {
        return mapped(text, Character::toLowerCase);
    }

    private static String mapped(String text, IntUnaryOperator letters) {
        StringBuilder out = new StringBuilder(text.length());
        for (int i = 0; i < text.length(); ) {
            int from = text.codePointAt(i);
            int to = letters.applyAsInt(from);
            out.appendCodePoint(isLater(from) || isLater(to) ? from : to);
            i += Character.charCount(from);
        }
        return out.toString();
    }

    private static boolean isLater(int letter) {
        for (int i = 0; i < LATER.length; i += 2) {
            if (letter >= LATER[i] && letter <= LATER[i + 1]) {
                return true;
            }
        }
        return false;
    }
}
