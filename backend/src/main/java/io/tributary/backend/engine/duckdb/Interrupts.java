package io.tributary.backend.engine.duckdb;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.sql.SQLException;
import java.sql.Statement;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Interrupts the statement that a session runs, and nothing that it runs later: whoever runs one that may be interrupted
 * says when it begins and when it ends. A COMMIT is no such statement: the engine could report it as interrupted and have
 * done it. Any thread.
 */
final class Interrupts {
    private static final Logger log = LoggerFactory.getLogger(Interrupts.class);

    private final Object lock = new Object();

    @GuardedBy("lock")
    private @Nullable Statement running;

    @GuardedBy("lock")
    private boolean interrupted;

    /** This statement may be interrupted from here on, up to {@link #end}. */
    void begin(Statement statement) {
        synchronized (lock) {
            running = statement;
            interrupted = false;
        }
    }

    void end() {
        synchronized (lock) {
            running = null;
        }
    }

    /**
     * The driver passes it on only while it executes a statement: one in the instant before is lost, and so is one while
     * further rows are fetched. Who must be sure interrupts again.
     */
    void interrupt() {
        synchronized (lock) {
            if (running == null) {
                return;
            }
            interrupted = true;
            try {
                running.cancel();
            } catch (SQLException e) {
                log.debug("event=engine_interrupt error={}", EngineFailures.text(e));
            }
        }
    }

    /** Whether somebody wanted the statement that runs, or ran last, to end. */
    boolean wasInterrupted() {
        synchronized (lock) {
            return interrupted;
        }
    }
}
