package io.tributary.backend.engine;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tributary.engine.port.TableEngine;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.TimeUnit;

/**
 * One opening of the engine, and who uses it: it may be closed only when nobody does, for a second one on the same files
 * beside it would destroy them. Any thread.
 */
final class EngineInstance {
    /** The wait between two looks at those that are just in use. */
    private static final long LOOK_MILLIS = 20;

    private final TableEngine engine;
    private final Object lock = new Object();

    @GuardedBy("lock")
    private final Set<Held> held = new HashSet<>();

    @GuardedBy("lock")
    private int calls;

    @GuardedBy("lock")
    private boolean ending;

    EngineInstance(TableEngine engine) {
        this.engine = engine;
    }

    /** What outlives a call: a transaction, a cursor. */
    public interface Held {
        /** Ends it, or where it is in use, makes that end soon; whoever holds it hears of it at his next call. */
        void end();
    }

    TableEngine engine() {
        return engine;
    }

    /** A call begins; false if nobody may begin any more. */
    boolean enter() {
        synchronized (lock) {
            if (ending) {
                return false;
            }
            calls++;
            return true;
        }
    }

    void leave() {
        synchronized (lock) {
            calls--;
            lock.notifyAll();
        }
    }

    /** Notes that this is held; to be called from within a call. */
    void hold(Held one) {
        synchronized (lock) {
            held.add(one);
        }
    }

    void release(Held one) {
        synchronized (lock) {
            held.remove(one);
            lock.notifyAll();
        }
    }

    /**
     * Lets nobody in any more, takes the answers of other processes away from those who wait for one, ends what is held and waits for
     * the others.
     *
     * @return whether nobody is left
     */
    boolean end(long waitMillis) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.MILLISECONDS.toNanos(waitMillis);
        synchronized (lock) {
            ending = true;
        }
        engine.disconnect();
        while (true) {
            List<Held> left;
            synchronized (lock) {
                left = List.copyOf(held);
            }
            left.forEach(Held::end);
            synchronized (lock) {
                if (held.isEmpty() && calls == 0) {
                    return true;
                }
                if (System.nanoTime() - deadline >= 0) {
                    return false;
                }
                lock.wait(LOOK_MILLIS);
            }
        }
    }

    /** Says what is in use, for messages. */
    @Override
    public String toString() {
        synchronized (lock) {
            return calls + " calls and " + held.size() + " transactions and cursors";
        }
    }
}
