package io.tributary.dialect.registry;

/** Values that the embedded engine's dates and intervals may have, so that none of its functions fails. */
final class Bounds {
    /** The last microsecond before the year 1, and the first one behind the year 9999. */
    private static final String BEFORE = "make_timestamp(-62135596800000001)";

    private static final String BEHIND = "make_timestamp(253402300800000000)";

    /** The most characters of what the engine may have several times: a column and an interval of columns. */
    private static final int SHORT = 300;

    private Bounds() {}

    /** Returns the moment, NULL outside of the years 1 to 9999; the engine's extremes pass NULL over. */
    static String moment(String text) {
        if (text.length() > SHORT) {
            return Spelling.once("CASE WHEN e[1] > " + BEFORE + " AND e[1] < " + BEHIND + " THEN e[1] END", text);
        }
        return "nullif(nullif(greatest(least(" + text + ", " + BEHIND + "), " + BEFORE + "), " + BEHIND + "), " + BEFORE
                + ")";
    }

    /** Returns the BIGINT, NULL where it is not between {@code -most} and {@code most}. */
    static String within(String text, long most) {
        String low = "CAST(" + (-most - 1) + " AS BIGINT)";
        String high = "CAST(" + (most + 1) + " AS BIGINT)";
        return text.length() > Spelling.SHORT
                ? Spelling.once("CASE WHEN e[1] > " + low + " AND e[1] < " + high + " THEN e[1] END", text)
                : "CASE WHEN " + text + " > " + low + " AND " + text + " < " + high + " THEN " + text + " END";
    }
}
