package io.tributary.backend.record;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What a log keeps although its batches are committed on servers: a failover may lose the last of them, and no checkpoint tells what
 * it cannot. The last bytes of a log are held, whatever time they stand for. One a log; one thread.
 */
public final class ServerHold {
    /** Two looks are at least such a part of what is held apart. */
    private static final int PARTS = 16;

    private final Deque<Look> looks = new ArrayDeque<>();
    private long sinceLast;

    /**
     * How it was at one time.
     *
     * @param lsn everything below was committed
     * @param logBytes written to the log by then
     * @param positions at least those of the loads below, by table
     */
    public record Look(long lsn, long logBytes, Map<Long, Long> positions) {}

    /** Whether enough was written since the last look. */
    public boolean isLookDue(long logBytes, long heldBytes) {
        return looks.isEmpty() || logBytes - sinceLast >= heldBytes / PARTS;
    }

    public void add(Look look) {
        sinceLast = look.logBytes();
        looks.addLast(look);
    }

    /**
     * Takes the newest look with everything that is to be held behind it, and those before it.
     *
     * @param logBytes written to the log by now
     * @return null if there is none
     */
    public @Nullable Look takeReleasable(long logBytes, long heldBytes) {
        Look newest = null;
        while (!looks.isEmpty() && logBytes - looks.getFirst().logBytes() >= heldBytes) {
            newest = looks.removeFirst();
        }
        return newest;
    }
}
