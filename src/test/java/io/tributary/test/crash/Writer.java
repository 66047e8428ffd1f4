package io.tributary.test.crash;

import io.tributary.cli.lineitem.JdbcUrl;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicBoolean;

/**
 * One connection that sends loads of 1 to 20 rows until one fails, and notes each before and after. All writers of a
 * round begin together, when each of them is connected and those with an opening load have it acknowledged.
 */
final class Writer implements Callable<Optional<Exception>> {
    private static final int ROWS_MAX = 20;

    private final int port;
    private final Task task;
    private final long firstKey;
    private final AckLog log;
    private final Signals signals;
    private final Random random;

    /**
     * What it writes.
     *
     * @param openingLoad whether one load goes before the common start
     */
    record Task(String table, String mode, boolean openingLoad) {}

    /**
     * Shared by the writers of a round.
     *
     * @param connected counted down by each when it could begin
     * @param go opened for all of them
     * @param stopped ends each between two loads
     */
    record Signals(CountDownLatch connected, CountDownLatch go, AtomicBoolean stopped) {}

    /** @param firstKey the keys from here on, 2^24 of them, are this writer's */
    Writer(int port, Task task, long firstKey, AckLog log, Signals signals, long seed) {
        this.port = port;
        this.task = task;
        this.firstKey = firstKey;
        this.log = log;
        this.signals = signals;
        this.random = new Random(seed);
    }

    /** @return what ended it, or nothing if it was stopped */
    @Override
    public Optional<Exception> call() {
        try (Connection connection = DriverManager.getConnection(
                        JdbcUrl.groupCommit("127.0.0.1", port, CrashIT.DATABASE, task.mode()) + "&socketTimeout=60000",
                        "root",
                        "");
                PreparedStatement insert =
                        connection.prepareStatement("INSERT INTO " + task.table() + " VALUES (?, ?, ?)")) {
            long key = firstKey;
            if (task.openingLoad()) {
                load(insert, key++);
            }
            signals.connected().countDown();
            signals.go().await();
            while (!signals.stopped().get()) {
                load(insert, key++);
            }
            return Optional.empty();
        } catch (SQLException | InterruptedException ended) {
            return Optional.of(ended);
        }
    }

    private void load(PreparedStatement insert, long key) throws SQLException {
        int rows = 1 + random.nextInt(ROWS_MAX);
        for (int row = 0; row < rows; row++) {
            insert.setLong(1, key);
            insert.setInt(2, row);
            insert.setString(3, "payload " + key + "/" + row);
            insert.addBatch();
        }
        log.sent(key, task.table(), rows);
        insert.executeBatch();
        log.acknowledged(key);
    }
}
