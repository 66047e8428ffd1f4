package io.tributary.dialect.function;

import java.util.List;
import org.jspecify.annotations.Nullable;

/** Parts of texts, and texts that are repeated. Places and lengths count characters, the first is 1. */
public final class Substrings {
    /** The most bytes of a text that a function makes. */
    public static final int BYTES_MAX = 64 << 20;

    private Substrings() {}

    private static int length(String text) {
        return text.codePointCount(0, text.length());
    }

    public static String left(String text, long count) {
        return count >= text.length() ? text : substring(text, 1, count);
    }

    public static String right(String text, long count) {
        return count >= text.length() ? text : substring(text, Math.max(1, length(text) - count + 1), count);
    }

    /** A negative place counts from the end; nothing begins at 0 or outside. */
    public static String substring(String text, long place, long count) {
        int length = length(text);
        long from = place < 0 ? length + place : place - 1;
        if (from < 0 || from >= length || count < 1) {
            return "";
        }
        int begin = text.offsetByCodePoints(0, (int) from);
        return count >= length - from
                ? text.substring(begin)
                : text.substring(begin, text.offsetByCodePoints(begin, (int) count));
    }

    /** Returns the place of a text in another one from a place on; 0: nowhere. */
    public static long locate(String sought, String text, long from) {
        if (from < 1 || from > length(text)) {
            return 0;
        }
        int found = text.indexOf(sought, text.offsetByCodePoints(0, (int) from - 1));
        return found < 0 ? 0 : text.codePointCount(0, found) + 1;
    }

    /** What stands before the n-th delimiter, or, where n is negative, behind the n-th one from the end. */
    public static String substringIndex(String text, String delimiter, long n) {
        if (delimiter.isEmpty() || n == 0) {
            return "";
        }
        int at = n > 0 ? -delimiter.length() : text.length();
        for (long left = Math.abs(n); left > 0; left--) {
            at = n > 0
                    ? text.indexOf(delimiter, at + delimiter.length())
                    : text.lastIndexOf(delimiter, at - delimiter.length());
            if (at < 0) {
                return text;
            }
        }
        return n > 0 ? text.substring(0, at) : text.substring(at + delimiter.length());
    }

    /** Returns the part of this number, counted from the end where it is negative; null: there is none, or no delimiter. */
    public static @Nullable String part(String text, String delimiter, long n) {
        if (delimiter.isEmpty() || n == 0 || !text.contains(delimiter)) {
            return null;
        }
        long count = Math.abs(n);
        int from = n > 0 ? 0 : text.length();
        for (long left = count; from >= 0; left--) {
            int at = n > 0
                    ? text.indexOf(delimiter, from)
                    : from == 0 ? -1 : text.lastIndexOf(delimiter, from - delimiter.length());
            if (left == 1) {
                return n > 0
                        ? text.substring(from, at < 0 ? text.length() : at)
                        : text.substring(at < 0 ? 0 : at + delimiter.length(), from);
            }
            from = at < 0 ? -1 : n > 0 ? at + delimiter.length() : at;
        }
        return null;
    }

    /** Returns the place of a word in a list that is parted by commas; 0: it is none of them. */
    public static long findInSet(String word, String set) {
        if (set.isEmpty() || word.indexOf(',') >= 0) {
            return 0;
        }
        long place = 1;
        for (int from = 0; from >= 0; place++) {
            int comma = set.indexOf(',', from);
            int end = comma < 0 ? set.length() : comma;
            if (end - from == word.length() && set.startsWith(word, from)) {
                return place;
            }
            from = comma < 0 ? -1 : comma + 1;
        }
        return 0;
    }

    /** @param side BOTH, LEADING or TRAILING */
    public static String trim(String side, String removed, String text) {
        int from = 0;
        int to = text.length();
        while (!side.equals("TRAILING")
                && !removed.isEmpty()
                && from + removed.length() <= to
                && text.startsWith(removed, from)) {
            from += removed.length();
        }
        while (!side.equals("LEADING")
                && !removed.isEmpty()
                && to - removed.length() >= from
                && text.startsWith(removed, to - removed.length())) {
            to -= removed.length();
        }
        return text.substring(from, to);
    }

    /** Returns exactly so many characters; null for less than 0, too many, or nothing to fill up with. */
    public static @Nullable String padded(String text, long count, String filling, boolean before) {
        long missing = count - length(text);
        if (count < 0 || count > BYTES_MAX || (missing > 0 && filling.isEmpty())) {
            return null;
        }
        if (missing <= 0) {
            return left(text, count);
        }
        long times = missing / length(filling);
        String filled = filling.repeat((int) times) + left(filling, missing - times * length(filling));
        return before ? filled + text : text + filled;
    }

    public static @Nullable String repeat(String text, long count) {
        boolean fits = count <= BYTES_MAX && text.length() * Math.max(count, 0) <= BYTES_MAX;
        return fits ? text.repeat((int) Math.max(count, 0)) : null;
    }

    public static @Nullable String replace(String text, String sought, String replacement) {
        if (sought.isEmpty()) {
            return text;
        }
        StringBuilder out = new StringBuilder();
        int from = 0;
        for (int at = text.indexOf(sought); at >= 0; at = text.indexOf(sought, from)) {
            out.append(text, from, at).append(replacement);
            from = at + sought.length();
            if (out.length() > BYTES_MAX) {
                return null;
            }
        }
        return out.append(text, from, text.length()).toString();
    }

    public static @Nullable String join(String separator, List<String> texts) {
        long length = 0;
        for (String text : texts) {
            length += text.length() + separator.length();
        }
        return length > BYTES_MAX ? null : String.join(separator, texts);
    }

    /** How often a text is found, one place behind the other. */
    public static long count(String text, String sought) {
        long count = 0;
        for (int at = sought.isEmpty() ? -1 : text.indexOf(sought);
                at >= 0;
                at = text.indexOf(sought, at + sought.length())) {
            count++;
        }
        return count;
    }

    /** Compares by the codes of characters. */
    public static long compare(String left, String right) {
        int[] one = left.codePoints().toArray();
        int[] other = right.codePoints().toArray();
        return Integer.signum(java.util.Arrays.compare(one, other));
    }
}
