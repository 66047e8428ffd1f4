package io.tributary.contract.calls;

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

    /** The answer to a load that was made now. */
    public LoadResult(String label, long txnId, boolean visible) {
        this(label, txnId, visible, NOT_REPEATED);
    }

    /** Whether the load was there already, and nothing was added. */
    public boolean isRepeated() {
        return repeatedFirstId != NOT_REPEATED;
    }

    /** The label of a group-commit batch: the log's random epoch and the batch's transaction id. */
    public static String groupLabel(long epoch, long txnId) {
        StringBuilder label = new StringBuilder(46).append("group_commit_");
        hex16(label, epoch);
        hex16(label.append('_'), txnId);
        return label.toString();
    }

    private static void hex16(StringBuilder out, long value) {
        for (int shift = 60; shift >= 0; shift -= 4) {
            out.append(Character.forDigit((int) (value >>> shift) & 0xf, 16));
        }
    }
}
