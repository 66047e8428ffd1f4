package io.tributary.engine.duckdb.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Interrupts the statement that a session runs, and nothing that it runs later: whoever runs one that may be interrupted
 * says when it begins and when it ends. A COMMIT is no such statement: the engine could report it as interrupted and have
 * done it. Any thread.
 *
 * <p>The driver's cancel waits while the engine plans a statement. So it is called by threads of their own, at most one for each
 * session, and who interrupts never waits.
 */
public final class Interrupts {
    private static final Logger log = LoggerFactory.getLogger(Interrupts.class);

    private static final ExecutorService CANCELLING = Executors.newCachedThreadPool(task -> {
        Thread thread = new Thread(task, "engine-interrupts");
        thread.setDaemon(true);
        return thread;
    });

    private final Object lock = new Object();
    /** Held while the driver cancels: no statement ends, and no other begins, in between. Outside of {@link #lock}. */
    private final Object cancelling = new Object();

    @GuardedBy("lock")
    private @Nullable Statement running;

    @GuardedBy("lock")
    private boolean interrupted;

    /** Whether a thread is on its way. */
    @GuardedBy("lock")
    private boolean asked;

    /** This statement may be interrupted from here on, up to {@link #end}. */
    public void begin(Statement statement) {
        synchronized (lock) {
            running = statement;
            interrupted = false;
        }
    }

    public void end() {
        synchronized (cancelling) {
            synchronized (lock) {
                running = null;
            }
        }
    }

    /**
     * The driver passes it on only while it executes a statement: one in the instant before is lost, and so is one while
     * further rows are fetched. Who must be sure interrupts again.
     */
    public void interrupt() {
        synchronized (lock) {
            if (running == null) {
                return;
            }
            interrupted = true;
            if (asked) {
                return;
            }
            asked = true;
        }
        CANCELLING.execute(this::cancel);
    }

    private void cancel() {
        synchronized (cancelling) {
            Statement wanted;
            synchronized (lock) {
                asked = false;
                wanted = interrupted ? running : null;
            }
            if (wanted == null) {
                return;
            }
            try {
                wanted.cancel();
            } catch (SQLException e) {
                log.debug("event=engine_interrupt error={}", EngineFailures.text(e));
            }
        }
    }

    /** Whether somebody wanted the statement that runs, or ran last, to end. */
    public boolean wasInterrupted() {
        synchronized (lock) {
            return interrupted;
        }
    }
}
