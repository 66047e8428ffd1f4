package io.tributary.backend.agent;

import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import org.jspecify.annotations.Nullable;

/** The thread of an {@link Agent}: starts it, parks it while there is nothing to do, wakes it, and brings it to its end. */
public final class AgentRunner {
    private final String name;

    private volatile @Nullable Thread thread;
    /** Raised by the agent before it parks, lowered by the first who wakes it: one wake-up for all that then comes. */
    private final AtomicBoolean parked = new AtomicBoolean();

    /** Whether the thread has come to its end, and not died on the way there. */
    private volatile boolean finished;

    /** @param name of the thread */
    public AgentRunner(String name) {
        this.name = name;
    }

    /** Starts the thread; once. */
    public void start(Agent agent) {
        if (thread != null) {
            throw new IllegalStateException("agent started twice");
        }
        Thread started = new Thread(() -> run(agent), name);
        thread = started;
        started.start();
    }

    public boolean isStarted() {
        return thread != null;
    }

    /** Whether the thread has ended without having finished. Any thread. */
    public boolean hasDied() {
        Thread started = thread;
        return started != null && !started.isAlive() && !finished;
    }

    private void run(Agent agent) {
        Throwable failure = null;
        agent.begun();
        try {
            while (!agent.isStopped()) {
                if (agent.doWork() == 0) {
                    park(agent);
                }
            }
        } catch (RuntimeException | Error e) {
            failure = e;
        } finally {
            agent.finish(failure);
            finished = true;
        }
    }

    private void park(Agent agent) {
        long nanos = agent.nanosUntilDue();
        parked.set(true);
        if (nanos > 0 && agent.isIdle()) {
            LockSupport.parkNanos(this, nanos);
        }
        parked.set(false);
    }

    /** Wakes the thread if it rests; to be called when something has come. Any thread. */
    public void wake() {
        Thread started = thread;
        if (started != null && parked.get() && parked.compareAndSet(true, false)) {
            LockSupport.unpark(started);
        }
    }

    /** Waits for the end of a thread that was started; false if it does not come in time. */
    public boolean awaitEnd(long millisMax) throws InterruptedException {
        Thread started = thread;
        if (started == null) {
            return true;
        }
        started.join(millisMax);
        return !started.isAlive();
    }
}
