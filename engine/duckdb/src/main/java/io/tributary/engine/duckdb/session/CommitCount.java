package io.tributary.engine.duckdb.session;

import io.tributary.engine.port.UnloggedCommits;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * How many commits are in no log: each inserts a row, since inserts never conflict, and the count is the sum. The rows become
 * one at open and after every {@value #ROWS_BETWEEN_SUMS} commits.
 */
public final class CommitCount implements UnloggedCommits {
    static final String TABLE = DuckDbSession.table("tributary", "unlogged_commits");
    static final int ROWS_BETWEEN_SUMS = 65_536;
    static final String INSERT = "INSERT INTO " + TABLE + " VALUES (?)";

    private static final Logger log = LoggerFactory.getLogger(CommitCount.class);

    private final AtomicLong count = new AtomicLong();
    private final AtomicLong rows = new AtomicLong();
    private final DuckDbSessions sessions;
    /** Null until they are counted. */
    private volatile @Nullable Runnable witness;

    CommitCount(DuckDbSessions sessions) {
        this.sessions = sessions;
    }

    public void open(DuckDbSession session) throws SQLException {
        session.execute("CREATE TABLE IF NOT EXISTS " + TABLE + " (commits BIGINT)");
        session.begin();
        count.set(sum(session));
        session.commit();
    }

    /**
     * Counts a commit; to be called in each such transaction. Returns what runs after its commit, when its session was given
     * back.
     */
    public Runnable record(DuckDbSession session) throws SQLException {
        Runnable told = witness;
        if (told == null) {
            return () -> {};
        }
        session.recordCommits(1);
        return () -> committed(told);
    }

    private void committed(Runnable told) {
        count.incrementAndGet();
        if (rows.incrementAndGet() % ROWS_BETWEEN_SUMS == 0) {
            sumUp();
        }
        told.run();
    }

    @Override
    public long count() {
        return count.get();
    }

    @Override
    public void countFromNowOn(Runnable newWitness) {
        witness = newWitness;
    }

    @Override
    public void mark() {
        sessions.change("", session -> true);
    }

    @Override
    public void accept(long least) {
        long missing = least - count.get();
        if (missing > 0) {
            sessions.inTransaction(session -> {
                session.recordCommits(missing);
                return true;
            });
            count.addAndGet(missing);
        }
    }

    /** One at a time: two would delete the same rows. */
    private synchronized void sumUp() {
        try {
            sessions.inTransaction(CommitCount::sum);
        } catch (RuntimeException e) {
            log.warn("event=unlogged_commits_sum error={}", e.getMessage());
        }
    }

    /** Puts one row into the place of those that the session's transaction sees. */
    private static long sum(DuckDbSession session) throws SQLException {
        long rows;
        long commits;
        try (Statement select = session.connection().createStatement();
                ResultSet found =
                        select.executeQuery("SELECT count(*), coalesce(sum(commits), 0)::BIGINT FROM " + TABLE)) {
            found.next();
            rows = found.getLong(1);
            commits = found.getLong(2);
        }
        if (rows > 1) {
            session.execute("DELETE FROM " + TABLE);
            try (PreparedStatement insert = session.connection().prepareStatement(INSERT)) {
                insert.setLong(1, commits);
                insert.executeUpdate();
            }
        }
        return commits;
    }
}
