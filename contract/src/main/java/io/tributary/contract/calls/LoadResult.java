package io.tributary.contract.calls;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Answer to a load that was accepted.
 *
 * @param label of the batch (grouped) or of the load's own transaction
 * @param visible whether the rows can be read now
 * @param repeatedFirstId of a load that was made before under its idempotency key: the first number that was generated for
 *     it then, or 0; {@link #NOT_REPEATED} of any other
 */
public record LoadResult(String label, long txnId, boolean visible, long repeatedFirstId) {
    public static final long NOT_REPEATED = -1;

    private static final String GROUP_PREFIX = "group_commit_";
    private static final Pattern GROUP_LABEL = Pattern.compile(GROUP_PREFIX + "([0-9a-f]{16})_([0-9a-f]{16})");

    /** The answer to a load that was made now. */
    public LoadResult(String label, long txnId, boolean visible) {
        this(label, txnId, visible, NOT_REPEATED);
    }

    /** Whether the load was there already, and nothing was added. */
    public boolean isRepeated() {
        return repeatedFirstId != NOT_REPEATED;
    }

    /**
     * The label of a group-commit batch: its transaction id and the log's random epoch. Of the id the lowest bit comes first, so
     * that labels of batches that follow one another differ in their beginnings, which is what some programs compare.
     */
    public static String groupLabel(long epoch, long txnId) {
        StringBuilder label = new StringBuilder(46).append(GROUP_PREFIX);
        hex16(label, Long.reverse(txnId));
        hex16(label.append('_'), epoch);
        return label.toString();
    }

    /** Returns what a label is called now that was given in the form of before, in which the epoch came first; else the same. */
    public static String presentLabel(String label) {
        Matcher before = GROUP_LABEL.matcher(label);
        return before.matches()
                ? groupLabel(Long.parseUnsignedLong(before.group(1), 16), Long.parseUnsignedLong(before.group(2), 16))
                : label;
    }

    private static void hex16(StringBuilder out, long value) {
        for (int shift = 60; shift >= 0; shift -= 4) {
            out.append(Character.forDigit((int) (value >>> shift) & 0xf, 16));
        }
    }
}
