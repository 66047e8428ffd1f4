package io.tributary.engine.duckdb.session;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.sql.SQLException;
import java.util.concurrent.ConcurrentLinkedDeque;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.duckdb.DuckDBConnection;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Sessions that are lent and taken back: at most {@code max} at once; one more waits {@code waitMillis} and is then
 * refused. Those who may write and those who only read have a pool each, so that parked queries cannot starve commits. Any
 * thread.
 */
public final class DuckDbSessions {
    private static final Logger log = LoggerFactory.getLogger(DuckDbSessions.class);

    private final DuckDBConnection root;
    private final @Nullable DurableNames names;
    private final ResultMemory results;
    private final String purpose;
    private final int max;
    private final long waitMillis;
    private final Semaphore places;
    private final ConcurrentLinkedDeque<DuckDbSession> idle = new ConcurrentLinkedDeque<>();
    private final AtomicLong loans = new AtomicLong();
    private final CommitCount commits = new CommitCount(this);
    private volatile boolean closed;

    /** Sessions for those who only read. */
    public DuckDbSessions(DuckDBConnection root, String purpose, int max, long waitMillis, ResultMemory results) {
        this(root, null, purpose, max, waitMillis, results);
    }

    /**
     * @param names that are durable when a commit of one of these returns
     * @param results that what their queries hold counts for
     */
    public DuckDbSessions(
            DuckDBConnection root,
            @Nullable DurableNames names,
            String purpose,
            int max,
            long waitMillis,
            ResultMemory results) {
        this.root = root;
        this.names = names;
        this.results = results;
        this.purpose = purpose;
        this.max = max;
        this.waitMillis = waitMillis;
        places = new Semaphore(max, true);
    }

    /** How often any was lent so far, for as long as none is; otherwise, since who has it may have a snapshot, -1. */
    public long loansWhileNoneIsLent() {
        long before = loans.get();
        return places.availablePermits() < max ? -1 : before;
    }

    public DuckDbSession lend() {
        try {
            if (!places.tryAcquire(waitMillis, TimeUnit.MILLISECONDS)) {
                throw new TributaryException(
                        ErrorCode.LIMIT_OR_LOCK_WAIT,
                        "all " + max + " engine connections for " + purpose + " stayed in use for " + waitMillis
                                + " ms");
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TributaryException(
                    ErrorCode.INTERRUPTED, "interrupted while waiting for an engine connection", e);
        }
        loans.incrementAndGet();
        try {
            if (closed) {
                throw new TributaryException(ErrorCode.SERVER_SHUTDOWN, "the engine is closed");
            }
            DuckDbSession session = idle.pollFirst();
            return session != null ? session : new DuckDbSession(root.duplicate(), names, results);
        } catch (SQLException e) {
            places.release();
            throw DuckDbErrors.translate(e);
        } catch (RuntimeException | Error e) {
            places.release();
            throw e;
        }
    }

    /** Takes a session back that has no transaction and no result open. */
    public void giveBack(DuckDbSession session) {
        if (closed) {
            closeQuietly(session);
        } else {
            idle.addFirst(session);
            if (closed) {
                close();
            }
        }
        places.release();
    }

    /** Ends a session whose state is unknown, and with it whatever it left open. */
    public void discard(DuckDbSession session) {
        try {
            closeQuietly(session);
        } finally {
            places.release();
        }
    }

    /** What happens between BEGIN and COMMIT. */
    public interface Work<T> {
        T run(DuckDbSession session) throws SQLException;
    }

    /** A transaction on a session of its own; one that throws stores nothing. */
    public <T> T inTransaction(Work<T> work) {
        return inTransaction("", work);
    }

    /** Runs work in a transaction like the method above; errors name the database that the work is about. */
    public <T> T inTransaction(String database, Work<T> work) {
        DuckDbSession session = lend();
        boolean done = false;
        try {
            session.begin();
            T result = work.run(session);
            session.commit();
            done = true;
            return result;
        } catch (SQLException e) {
            throw DuckDbErrors.translate(e, database);
        } finally {
            if (done) {
                giveBack(session);
            } else {
                discard(session);
            }
        }
    }

    private record Changed<T>(T result, Runnable afterCommit) {}

    /** Runs work like {@link #inTransaction(String, Work)}; it changes what no log holds, and is counted. */
    public <T> T change(String database, Work<T> work) {
        return counted(database, session -> new Changed<>(work.run(session), commits.record(session)));
    }

    /** Runs work like {@link #change}, which says whether it changed anything; if not, nothing is counted. */
    public boolean changeIf(String database, Work<Boolean> work) {
        return counted(
                database,
                session -> work.run(session)
                        ? new Changed<>(true, commits.record(session))
                        : new Changed<>(false, () -> {}));
    }

    private <T> T counted(String database, Work<Changed<T>> work) {
        Changed<T> changed = inTransaction(database, work);
        changed.afterCommit().run();
        return changed.result();
    }

    /** Returns the count of those transactions that ran here and are in no log. */
    public CommitCount commits() {
        return commits;
    }

    /** Closes those not lent; those lent close when they come back. */
    public void close() {
        closed = true;
        for (DuckDbSession session = idle.pollFirst(); session != null; session = idle.pollFirst()) {
            closeQuietly(session);
        }
    }

    private void closeQuietly(DuckDbSession session) {
        try {
            session.close();
        } catch (SQLException e) {
            log.warn("event=engine_connection_close purpose={} error={}", purpose, EngineFailures.text(e));
        }
    }
}
