package io.tributary.test.crash;

import io.tributary.cli.lineitem.JdbcUrl;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/**
 * Sends loads of 1 to 20 rows until the backend is killed, and notes each before and after, and what it was told. One that
 * repeats gives each load an idempotency key, and sends it again after every error until it is acknowledged; the other ends at
 * its first error.
 */
final class RepeatingWriter implements Runnable {
    /** The keys from its first on are its own. */
    static final long KEYS = 1L << 24;

    private static final int ROWS_MAX = 20;
    private static final int DUPLICATE = 1062;
    private static final long PAUSE_NANOS = 20_000_000;

    private final int port;
    private final Task task;
    private final AckLog log;
    private final Round round;
    private final Random random;
    private long key;
    /** The rows of the load that has begun. */
    private int rows;

    /** What it writes. */
    record Task(String table, String mode, boolean repeats) {}

    /** Shared by the writers of a round. */
    static final class Round {
        private final AtomicBoolean killed = new AtomicBoolean();

        /** No load begins from here on; those that began are repeated until they are acknowledged. */
        void killed() {
            killed.set(true);
        }
    }

    RepeatingWriter(int port, Task task, long firstKey, AckLog log, Round round, long seed) {
        this.port = port;
        this.task = task;
        this.key = firstKey;
        this.log = log;
        this.round = round;
        this.random = new Random(seed);
    }

    @Override
    public void run() {
        begin();
        while (!send() && task.repeats() && !Thread.currentThread().isInterrupted()) {
            LockSupport.parkNanos(PAUSE_NANOS);
        }
    }

    private void begin() {
        rows = 1 + random.nextInt(ROWS_MAX);
        log.sent(key, task.table(), rows);
    }

    /** Sends the load that has begun, and as long as all goes well those that follow. @return whether none is left to send */
    private boolean send() {
        try (Connection connection = DriverManager.getConnection(
                        JdbcUrl.groupCommit("127.0.0.1", port, LoadCheck.DATABASE, task.mode())
                                + "&socketTimeout=60000",
                        "root",
                        "");
                Statement text = connection.createStatement();
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO " + task.table() + " VALUES (?, ?, ?)")) {
            load(text, insert);
            while (!round.killed.get()) {
                key++;
                begin();
                load(text, insert);
            }
            return true;
        } catch (SQLException e) {
            log.failed(key, e);
            if (e.getErrorCode() == DUPLICATE) {
                throw new IllegalStateException("a repetition of load " + key + " was taken for other rows", e);
            }
            return false;
        }
    }

    private void load(Statement text, PreparedStatement insert) throws SQLException {
        if (task.repeats()) {
            text.execute("SET idempotency_key = 'load-" + key + "'");
        }
        for (int row = 0; row < rows; row++) {
            insert.setLong(1, key);
            insert.setInt(2, row);
            insert.setString(3, "payload " + key + "/" + row);
            insert.addBatch();
        }
        insert.executeBatch();
        log.acknowledged(key);
    }
}
