package io.tributary.dialect.function;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What Doris computes from texts and MySQL does not.
 *
 * @see <a href="https://doris.apache.org/docs/sql-manual/sql-functions/scalar-functions/string-functions/">String Functions</a>
 */
public final class DorisTexts {
    /** RFC 3986, appendix B. */
    private static final Pattern URL =
            Pattern.compile("(?:([^:/?#]+):)?(?://([^/?#]*))?([^?#]*)(?:\\?([^#]*))?(?:#(.*))?");

    private static final Pattern AUTHORITY = Pattern.compile("(?:([^@]*)@)?([^:@]*)(?::(\\d*))?");
    private static final List<String> THOUSANDS = List.of("", "K", "M", "B", "T", "Q");

    private static final int MURMUR_SEED = 104_729;

    private DorisTexts() {}

    /** Words begin behind whatever is no letter or digit. */
    public static String initcap(String text) {
        StringBuilder out = new StringBuilder();
        boolean inside = false;
        for (int c : text.codePoints().toArray()) {
            out.appendCodePoint(inside ? Character.toLowerCase(c) : Character.toUpperCase(c));
            inside = Character.isLetterOrDigit(c);
        }
        return out.toString();
    }

    /** Hides letters and digits of so many characters at the beginning or the end. */
    public static String masked(String text, long count, boolean first) {
        long hidden = Math.max(0, Math.min(count, text.length()));
        long from = first ? 0 : text.length() - hidden;
        StringBuilder out = new StringBuilder();
        for (int i = 0; i < text.length(); i++) {
            out.append(i >= from && i < from + hidden ? hidden(text.charAt(i)) : text.charAt(i));
        }
        return out.toString();
    }

    private static char hidden(char c) {
        if (c >= 'A' && c <= 'Z') {
            return 'X';
        }
        return c >= 'a' && c <= 'z' ? 'x' : c >= '0' && c <= '9' ? 'n' : c;
    }

    /** @return null for what is not one character */
    public static @Nullable String trailing(String text, String character) {
        if (character.codePointCount(0, character.length()) != 1) {
            return null;
        }
        return text.endsWith(character) ? text : text + character;
    }

    /** Returns a part of a URL by Doris' name of it; null: it has none. */
    public static @Nullable String url(String text, String part, @Nullable String parameter) {
        Matcher url = URL.matcher(text.strip());
        if (!url.matches()) {
            return null;
        }
        Matcher authority = AUTHORITY.matcher(url.group(2) == null ? "" : url.group(2));
        boolean known = authority.matches() && url.group(2) != null;
        String query = url.group(4);
        return switch (part.toUpperCase(Locale.ROOT)) {
            case "PROTOCOL" -> url.group(1);
            case "AUTHORITY" -> url.group(2);
            case "USERINFO" -> known ? authority.group(1) : null;
            case "HOST" -> known ? authority.group(2) : null;
            case "PORT" -> known ? authority.group(3) : null;
            case "PATH" -> url.group(3);
            case "FILE" -> url.group(3) + (query == null ? "" : "?" + query);
            case "QUERY" -> parameter == null || query == null ? query : parameter(query, parameter);
            case "REF" -> url.group(5);
            default -> null;
        };
    }

    private static @Nullable String parameter(String query, String name) {
        for (String pair : query.split("&", -1)) {
            if (pair.startsWith(name + "=")) {
                return pair.substring(name.length() + 1);
            }
        }
        return null;
    }

    /** Three digits or more with a unit: 1.50K. */
    public static String formatted(double number) {
        double rest = Math.abs(number);
        int unit = 0;
        while (rest >= 1_000 && unit < THOUSANDS.size() - 1) {
            rest /= 1_000;
            unit++;
        }
        BigDecimal shown = BigDecimal.valueOf(number < 0 ? -rest : rest);
        return (unit == 0 ? shown.stripTrailingZeros() : shown.setScale(2, RoundingMode.HALF_UP)).toPlainString()
                + THOUSANDS.get(unit);
    }

    /** MurmurHash3 of 32 bits, each text seeded with the hash of those before. */
    public static long murmur(List<String> texts) {
        int hash = MURMUR_SEED;
        for (String text : texts) {
            hash = murmur(text.getBytes(StandardCharsets.UTF_8), hash);
        }
        return hash;
    }

    private static int murmur(byte[] bytes, int seed) {
        int hash = seed;
        int word = 0;
        for (int i = 0; i < bytes.length; i++) {
            word |= (bytes[i] & 0xff) << (8 * (i & 3));
            if ((i & 3) == 3 || i == bytes.length - 1) {
                hash ^= Integer.rotateLeft(word * 0xcc9e2d51, 15) * 0x1b873593;
                hash = (i & 3) == 3 ? Integer.rotateLeft(hash, 13) * 5 + 0xe6546b64 : hash;
                word = 0;
            }
        }
        hash ^= bytes.length;
        hash = (hash ^ (hash >>> 16)) * 0x85ebca6b;
        hash = (hash ^ (hash >>> 13)) * 0xc2b2ae35;
        return hash ^ (hash >>> 16);
    }
}
