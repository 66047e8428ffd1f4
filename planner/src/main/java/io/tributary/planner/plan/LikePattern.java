package io.tributary.planner.plan;

/** LIKE as SHOW uses it: {@code %}, {@code _}, {@code \} escapes, letters without regard to case. */
public final class LikePattern {
    private LikePattern() {}

    /** Whether the whole value matches; time grows with the product of the lengths at most. */
    public static boolean matches(String pattern, String value) {
        int p = 0;
        int v = 0;
        int afterPercent = -1;
        int retry = 0;
        while (v < value.length()) {
            if (p < pattern.length() && pattern.charAt(p) == '%') {
                afterPercent = ++p;
                retry = v;
            } else if (p < pattern.length() && matchesOne(pattern, p, value.charAt(v))) {
                p = next(pattern, p);
                v++;
            } else if (afterPercent >= 0) {
                p = afterPercent;
                v = ++retry;
            } else {
                return false;
            }
        }
        while (p < pattern.length() && pattern.charAt(p) == '%') {
            p++;
        }
        return p == pattern.length();
    }

    private static boolean matchesOne(String pattern, int at, char c) {
        char wanted = pattern.charAt(at);
        if (wanted == '_') {
            return true;
        }
        if (wanted == '\\' && at + 1 < pattern.length()) {
            wanted = pattern.charAt(at + 1);
        }
        return Character.toLowerCase(wanted) == Character.toLowerCase(c);
    }

    private static int next(String pattern, int at) {
        return at + (pattern.charAt(at) == '\\' && at + 1 < pattern.length() ? 2 : 1);
    }
}
