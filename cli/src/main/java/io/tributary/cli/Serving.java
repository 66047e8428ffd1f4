package io.tributary.cli;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Serves until a signal ends the process: SIGTERM and SIGINT drain the servers and exit with 0.
 *
 * <p>The JVM runs shutdown hooks at a signal and would then exit with 128 + its number, although everything went well;
 * the hook therefore ends the process itself, with 0 after a clean drain and 1 after a failed one; {@link
 * EndWatch} does where the drain hangs.
 */
final class Serving implements AutoCloseable {
    private static final Logger log = LoggerFactory.getLogger(Serving.class);

    private final Servers servers;
    private final AtomicBoolean closed = new AtomicBoolean();
    private final Thread hook = new Thread(this::drainAndExit, "drain");

    /** Takes the servers over: they are closed at the signal, or by {@link #close}. */
    Serving(Servers servers) {
        this.servers = servers;
        Runtime.getRuntime().addShutdownHook(hook);
    }

    /** Prints the ready line on standard output and never returns normally. */
    int untilSignal() throws InterruptedException {
        System.out.println(servers.readyLine());
        System.out.flush();
        new CountDownLatch(1).await();
        return 0;
    }

    /** Closes the servers without ending the process. */
    @Override
    public void close() {
        if (closed.compareAndSet(false, true)) {
            try {
                Runtime.getRuntime().removeShutdownHook(hook);
            } catch (IllegalStateException signalled) {
                log.debug("already shutting down");
            }
            servers.close();
        }
    }

    private void drainAndExit() {
        int exitCode = 0;
        if (closed.compareAndSet(false, true)) {
            EndWatch.start(servers.endMillisMax(), Runtime.getRuntime()::halt);
            try {
                servers.close();
            } catch (RuntimeException failed) {
                log.error("drain failed", failed);
                exitCode = 1;
            }
        }
        Runtime.getRuntime().halt(exitCode);
    }
}
