package io.tributary.test.crash;

import io.tributary.cli.lineitem.JdbcUrl;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.Callable;
import java.util.concurrent.atomic.AtomicBoolean;

/** One connection that sends loads of 1 to 20 rows until one fails, and notes each before and after. */
final class Writer implements Callable<Optional<SQLException>> {
    private static final int ROWS_MAX = 20;

    private final int port;
    private final String table;
    private final String mode;
    private final long firstKey;
    private final AckLog log;
    private final AtomicBoolean stopped;
    private final Random random;

    /**
     * @param firstKey the keys from here on, 2^24 of them, are this writer's
     * @param stopped ends it between two loads
     */
    Writer(int port, String table, String mode, long firstKey, AckLog log, AtomicBoolean stopped, long seed) {
        this.port = port;
        this.table = table;
        this.mode = mode;
        this.firstKey = firstKey;
        this.log = log;
        this.stopped = stopped;
        this.random = new Random(seed);
    }

    /** @return what ended it, or nothing if it was stopped */
    @Override
    public Optional<SQLException> call() {
        try (Connection connection = DriverManager.getConnection(
                        JdbcUrl.groupCommit("127.0.0.1", port, CrashIT.DATABASE, mode) + "&socketTimeout=60000",
                        "root",
                        "");
                PreparedStatement insert = connection.prepareStatement("INSERT INTO " + table + " VALUES (?, ?, ?)")) {
            for (long key = firstKey; !stopped.get(); key++) {
                int rows = 1 + random.nextInt(ROWS_MAX);
                for (int row = 0; row < rows; row++) {
                    insert.setLong(1, key);
                    insert.setInt(2, row);
                    insert.setString(3, "payload " + key + "/" + row);
                    insert.addBatch();
                }
                log.sent(key, table, rows);
                insert.executeBatch();
                log.acknowledged(key);
            }
            return Optional.empty();
        } catch (SQLException ended) {
            return Optional.of(ended);
        }
    }
}
