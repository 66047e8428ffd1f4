package io.tributary.backend.ingest;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tributary.contract.error.TributaryException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Iterator;
import java.util.Queue;
import org.jspecify.annotations.Nullable;

/**
 * What waits for the ingest agent: loads, bounded by their encoded bytes ({@code ingest_inbox_bytes}), and commands.
 * Any thread puts, the agent takes. A load's bytes stay reserved until {@link #release}, that is until it was logged or
 * refused.
 */
final class Inbox {
    private final long bytesMax;
    private final Runnable arrived;
    private final Object lock = new Object();

    @GuardedBy("lock")
    private final Deque<LoadTask> loads = new ArrayDeque<>();

    @GuardedBy("lock")
    private final Deque<Runnable> commands = new ArrayDeque<>();

    @GuardedBy("lock")
    private final Deque<SpaceWaiter> spaceWaiters = new ArrayDeque<>();

    @GuardedBy("lock")
    private long reserved;

    /** Counts releases: who was refused at one count is called back at a later one, so that nobody spins. */
    @GuardedBy("lock")
    private long releases;

    @GuardedBy("lock")
    private long refusedAtRelease = -1;

    @GuardedBy("lock")
    private @Nullable TributaryException closed;

    private record SpaceWaiter(Runnable wakeUp, long refusedAtRelease) {}

    /** How {@link #offer} ended. */
    enum Offer {
        QUEUED,
        FULL,
        TOO_LARGE,
        CLOSED
    }

    /** @param arrived called after something was put, outside the lock */
    Inbox(long bytesMax, Runnable arrived) {
        this.bytesMax = bytesMax;
        this.arrived = arrived;
    }

    Offer offer(LoadTask task) {
        long bytes = task.bytes();
        synchronized (lock) {
            if (closed != null) {
                return Offer.CLOSED;
            }
            if (bytes > bytesMax) {
                return Offer.TOO_LARGE;
            }
            if (bytes > bytesMax - reserved) {
                refusedAtRelease = releases;
                return Offer.FULL;
            }
            reserved += bytes;
            loads.add(task);
        }
        arrived.run();
        return Offer.QUEUED;
    }

    /** False when the inbox is closed: the command will not run. */
    boolean command(Runnable command) {
        synchronized (lock) {
            if (closed != null) {
                return false;
            }
            commands.add(command);
        }
        arrived.run();
        return true;
    }

    void onSpace(Runnable wakeUp) {
        synchronized (lock) {
            spaceWaiters.add(new SpaceWaiter(wakeUp, refusedAtRelease));
        }
        arrived.run();
    }

    /** Moves everything that waits to the agent's own queues. */
    void drain(Queue<LoadTask> toLoads, Queue<Runnable> toCommands) {
        synchronized (lock) {
            if (!loads.isEmpty()) {
                toLoads.addAll(loads);
                loads.clear();
            }
            if (!commands.isEmpty()) {
                toCommands.addAll(commands);
                commands.clear();
            }
        }
    }

    /** Gives the bytes of logged or refused loads back. */
    void release(long bytes) {
        synchronized (lock) {
            if (bytes > reserved) {
                throw new IllegalStateException(
                        "release of " + bytes + " inbox bytes, only " + reserved + " are reserved");
            }
            reserved -= bytes;
            releases++;
        }
    }

    /** Counts bytes again that were released though their load waits on; there may be more than the limit then. */
    void takeBack(long bytes) {
        synchronized (lock) {
            reserved += bytes;
        }
    }

    /** Calls back those who were refused before the last release. */
    int wakeSpaceWaiters() {
        Deque<Runnable> ready = new ArrayDeque<>();
        synchronized (lock) {
            for (Iterator<SpaceWaiter> each = spaceWaiters.iterator(); each.hasNext(); ) {
                SpaceWaiter waiter = each.next();
                if (isReady(waiter)) {
                    ready.add(waiter.wakeUp());
                    each.remove();
                }
            }
        }
        ready.forEach(Runnable::run);
        return ready.size();
    }

    /** Whether the agent would find nothing to do here. */
    boolean isIdle() {
        synchronized (lock) {
            for (SpaceWaiter waiter : spaceWaiters) {
                if (isReady(waiter)) {
                    return false;
                }
            }
            return loads.isEmpty() && commands.isEmpty();
        }
    }

    @GuardedBy("lock")
    private boolean isReady(SpaceWaiter waiter) {
        return waiter.refusedAtRelease() < releases || reserved == 0 || closed != null;
    }

    /** Takes nothing more, and answers every later offer with this error. */
    void close(TributaryException reason) {
        synchronized (lock) {
            closed = reason;
        }
    }

    TributaryException closedReason() {
        synchronized (lock) {
            if (closed == null) {
                throw new IllegalStateException("inbox is open");
            }
            return closed;
        }
    }

    long bytesMax() {
        return bytesMax;
    }

    long reserved() {
        synchronized (lock) {
            return reserved;
        }
    }
}
