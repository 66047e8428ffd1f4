package io.tributary.backend.batch;

import java.util.Arrays;
import org.jspecify.annotations.Nullable;

/** The keys that one transaction has written in one table, as hashes. Under the lock of {@link CommittedKeys}. */
final class HeldKeys {
    /** Keys of one table; of more it is not remembered which. */
    static final int KEYS_MAX = 65_536;

    /** Null when they may be any. */
    private long @Nullable [] hashes = {};

    private int count;
    private boolean changing;

    /** A statement runs that changes rows, and it is not known which. */
    void changing(boolean runs) {
        changing = runs;
    }

    void add(long[] more) {
        long[] before = hashes;
        if (before == null) {
            return;
        }
        int end = count + more.length;
        if (end > KEYS_MAX) {
            forget();
            return;
        }
        long[] all = end <= before.length ? before : Arrays.copyOf(before, Math.max(end, 2 * before.length));
        System.arraycopy(more, 0, all, count, more.length);
        hashes = all;
        count = end;
    }

    /** Forgets which keys they are; they may be any from now on. */
    void forget() {
        hashes = null;
        count = 0;
    }

    /** Null when they may be any. */
    long @Nullable [] sorted() {
        long[] copy = hashes == null ? null : Arrays.copyOf(hashes, count);
        if (copy != null) {
            Arrays.sort(copy);
        }
        return copy;
    }

    /** Whether one of them is, or may be, among these; null for any key. */
    boolean mayHave(long @Nullable [] sorted) {
        long[] known = hashes;
        if (changing || known == null) {
            return true;
        }
        if (sorted == null) {
            return count > 0;
        }
        return Arrays.stream(known, 0, count).anyMatch(hash -> Arrays.binarySearch(sorted, hash) >= 0);
    }

    long bytes() {
        return hashes == null ? 0 : (long) Long.BYTES * hashes.length;
    }
}
