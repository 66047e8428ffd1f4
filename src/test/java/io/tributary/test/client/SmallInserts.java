package io.tributary.test.client;

import io.tributary.test.process.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;

/** Many connections that insert single rows in async_mode, half of them with statements that the server prepared. */
final class SmallInserts {
    private static final int THREADS = 20;
    private static final int ROWS_EACH = 20;
    static final int ROWS = THREADS * ROWS_EACH;

    private SmallInserts() {}

    /** Ids from 0 to {@link #ROWS} and the name 'kept', into {@code t (id, name)}; ends when all are acknowledged. */
    static void write(int port, String database) throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            List<Future<?>> writers = new ArrayList<>();
            for (int thread = 0; thread < THREADS; thread++) {
                writers.add(threads.submit(writer(port, database, thread * ROWS_EACH, thread % 2 == 0)));
            }
            for (Future<?> writer : writers) {
                writer.get(120, TimeUnit.SECONDS);
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private static Callable<Void> writer(int port, String database, int first, boolean prepared) {
        return () -> {
            String parameters = "sessionVariables=group_commit=async_mode&useServerPrepStmts=" + prepared;
            try (Connection connection = Sql.open(port, database, parameters);
                    PreparedStatement insert =
                            connection.prepareStatement("INSERT INTO t (id, name) VALUES (?, 'kept')")) {
                for (int i = 0; i < ROWS_EACH; i++) {
                    insert.setInt(1, first + i);
                    insert.executeUpdate();
                }
            }
            return null;
        };
    }
}
