package io.tributary.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.IntConsumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ends the process if its servers do not end in time: an engine that hangs, in a commit or on a disk that does not answer, would
 * keep a process for ever that was told to go. Nothing is lost by that: what was acknowledged is in the log or in the engine.
 */
final class EndWatch implements AutoCloseable {
    /** The exit code for whoever watches over the process, see docs/operations.md. */
    static final int EXIT_CODE = 76;

    private static final Logger log = LoggerFactory.getLogger(EndWatch.class);

    private final long millisMax;
    private final IntConsumer halt;
    private final CountDownLatch over = new CountDownLatch(1);

    private EndWatch(long millisMax, IntConsumer halt) {
        this.millisMax = millisMax;
        this.halt = halt;
    }

    /**
     * Begins to watch; the end is over when it is closed.
     *
     * @param halt ends the process with this code
     */
    static EndWatch start(long millisMax, IntConsumer halt) {
        EndWatch watch = new EndWatch(millisMax, halt);
        Thread thread = new Thread(watch::watch, "end-watch");
        thread.setDaemon(true);
        thread.start();
        return watch;
    }

    private void watch() {
        try {
            if (over.await(millisMax, TimeUnit.MILLISECONDS)) {
                return;
            }
        } catch (InterruptedException e) {
            log.debug("watched no longer", e);
            return;
        }
        log.error(
                "event=process_ends exit_code={} reason=the servers have not ended for {} ms; what was acknowledged is kept",
                EXIT_CODE,
                millisMax);
        halt.accept(EXIT_CODE);
    }

    @Override
    public void close() {
        over.countDown();
    }
}
