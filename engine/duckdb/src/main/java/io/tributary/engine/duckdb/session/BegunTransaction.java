package io.tributary.engine.duckdb.session;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.sql.SQLException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A transaction from its BEGIN to its end, on a session that is lent for as long. It is begun explicitly: the driver's appender
 * would otherwise commit by itself, and rows and position could part. What DuckDB does beyond that, and what follows:
 *
 * <ul>
 *   <li>A failed statement aborts the whole transaction; a failed flush of an appender does not, and COMMIT would still
 *       be accepted, the rows that were not flushed left for the next one. Here every failure makes it unusable and ends
 *       the session, so that neither commits.
 * </ul>
 *
 * <p>One thread at a time, but for {@link #interrupt}.
 */
public final class BegunTransaction {
    private static final Logger log = LoggerFactory.getLogger(BegunTransaction.class);

    private final DuckDbSessions sessions;
    private final DuckDbSession session;
    private final Object interruption = new Object();
    private boolean open = true;
    private boolean failed;

    /** Whether its commit has begun, of which nobody knows how it ended if it does not return. */
    private boolean committing;

    /** False when it commits or ends: soon the session may be another's. */
    @GuardedBy("interruption")
    private boolean interruptible = true;

    public BegunTransaction(DuckDbSessions sessions) {
        this.sessions = sessions;
        session = sessions.lend();
        boolean begun = false;
        try {
            session.begin();
            begun = true;
        } catch (SQLException e) {
            throw DuckDbErrors.translate(e);
        } finally {
            if (!begun) {
                sessions.discard(session);
            }
        }
    }

    public DuckDbSession session() {
        return session;
    }

    /** Does a part of it; whatever is thrown makes the rest of it impossible. */
    public <T> T run(String database, DuckDbSessions.Work<T> work) {
        if (!open || failed) {
            throw new IllegalStateException(
                    "engine transaction is " + (failed ? "failed and can only be rolled back" : "over"));
        }
        boolean done = false;
        try {
            T result = work.run(session);
            done = true;
            return result;
        } catch (SQLException e) {
            throw DuckDbErrors.translate(e, database);
        } finally {
            failed = !done;
        }
    }

    /** Something of it has failed that {@link #run} has not seen. */
    public void fail() {
        failed = true;
    }

    /**
     * Commits it; the session stays lent until {@link #giveBack}.
     *
     * @param counted whether it is to be counted, since no log holds it
     * @return to be run behind that
     */
    public Runnable commit(boolean counted) {
        endInterrupts();
        return run("", begun -> {
            Runnable told = counted ? sessions.commits().record(begun) : () -> {};
            committing = true;
            begun.commit();
            open = false;
            return told;
        });
    }

    /** Ends the loan of a transaction that was committed. */
    public void giveBack() {
        sessions.giveBack(session);
    }

    public void rollback() {
        open = false;
        endInterrupts();
        if (failed) {
            // Whether a transaction is still open depends on what failed; ending the connection ends it either way. A
            // ROLLBACK first would let the appender flush what it kept into a transaction of its own.
            sessions.discard(session);
            return;
        }
        try {
            session.execute("ROLLBACK");
        } catch (SQLException e) {
            log.warn("event=engine_rollback error={}", EngineFailures.text(e));
            sessions.discard(session);
            return;
        }
        sessions.giveBack(session);
    }

    /** Whether it was neither committed nor rolled back. */
    public boolean isOpen() {
        return open;
    }

    /** Whether it can go on. */
    public boolean isUsable() {
        return open && !failed;
    }

    /** Whether a commit was tried; one that has not returned may have taken place. */
    public boolean isCommitting() {
        return committing;
    }

    /** Makes what runs in it now fail; a commit is never interrupted. Any thread. */
    public void interrupt() {
        synchronized (interruption) {
            if (interruptible) {
                session.interrupts().interrupt();
            }
        }
    }

    private void endInterrupts() {
        synchronized (interruption) {
            interruptible = false;
        }
    }
}
