package io.tributary.bench;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * While it is open, a signal that ends this process interrupts the thread that opened it and waits until that has closed
 * what it has open: servers end and temporary files vanish also when a run is cut.
 */
final class EndOnSignal implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(EndOnSignal.class);
    private static final long CLOSE_SECONDS_MAX = 90;

    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread hook;

    private EndOnSignal(Thread thread) {
        this.hook = new Thread(() -> end(thread), "end-bench");
    }

    static EndOnSignal ofThisThread() {
        EndOnSignal signal = new EndOnSignal(Thread.currentThread());
        Runtime.getRuntime().addShutdownHook(signal.hook);
        return signal;
    }

    private void end(Thread thread) {
        thread.interrupt();
        try {
            // Not the thread's end: it may be about to end the process itself, and that waits for this hook.
            if (!closed.await(CLOSE_SECONDS_MAX, TimeUnit.SECONDS)) {
                log.warn("not everything was closed within {} s", CLOSE_SECONDS_MAX);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    /** The thread may end the process itself from now on. */
    @Override
    public void close() {
        closed.countDown();
        try {
            Runtime.getRuntime().removeShutdownHook(hook);
        } catch (IllegalStateException signalled) {
            log.debug("ended by a signal");
        }
    }
}
