package io.tributary.backend.batch;

import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/** The keys of the last commits to one table, as hashes. Under the lock of {@link CommittedKeys}. */
final class RecentCommits {
    /** Keys of one table that are remembered; of more the oldest commits are forgotten. */
    static final int KEYS_MAX = 65_536;

    /** What a commit costs beside its keys. */
    private static final int COMMIT_BYTES = 96;

    private final Deque<Commit> commits = new ArrayDeque<>();
    private int keys;
    /** The number of the last commit of which, as of all before it, the keys are not known. */
    private long forgotten;

    private static final class Commit {
        final long number;
        final long[] hashes;

        Commit(long number, long[] hashes) {
            this.number = number;
            this.hashes = hashes;
        }
    }

    /** @param number greater than all before */
    void add(long number, long[] hashes) {
        commits.add(new Commit(number, hashes));
        keys += hashes.length;
        while (keys > KEYS_MAX) {
            forgotten = removeOldest();
        }
    }

    /** Forgets the keys: all commits up to this one, the last, count as commits of any key from now on. */
    void forget(long number) {
        commits.clear();
        keys = 0;
        forgotten = number;
    }

    /** Nobody is older than this commit, so it and those before it are not asked for again. */
    void prune(long number) {
        while (!commits.isEmpty() && commits.element().number <= number) {
            removeOldest();
        }
    }

    private long removeOldest() {
        Commit oldest = commits.remove();
        keys -= oldest.hashes.length;
        return oldest.number;
    }

    /** Whether somebody who is as old as this commit, or younger, learns nothing here. */
    boolean isIdleSince(long number) {
        return commits.isEmpty() && forgotten <= number;
    }

    /**
     * Whether a commit after this one had one of these keys, or may have had.
     *
     * @param sorted null for any key
     */
    boolean conflicts(long begun, long @Nullable [] sorted) {
        if (forgotten > begun) {
            return true;
        }
        for (Commit commit : commits) {
            if (commit.number > begun && (sorted == null || anyOf(sorted, commit.hashes))) {
                return true;
            }
        }
        return false;
    }

    private static boolean anyOf(long[] sorted, long[] hashes) {
        return Arrays.stream(hashes).anyMatch(hash -> Arrays.binarySearch(sorted, hash) >= 0);
    }

    long bytes() {
        return (long) COMMIT_BYTES * commits.size() + (long) Long.BYTES * keys;
    }
}
