package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.tributary.test.process.Sql;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/**
 * Four clients read results without end, row by row, as many as there are threads for queries; others delete, insert and
 * commit. With {@code -Dtributary.readers.seconds=60} it measures for longer; its last line says how long a COMMIT took.
 */
@Tag("clients")
@Timeout(value = 300, unit = TimeUnit.SECONDS)
final class EndlessQueriesIT {
    private static final int READERS = 4;
    private static final long DELETES_MIN = 3;
    private static final long INSERTS_MIN = 10;
    private static final long SECONDS = Long.getLong("tributary.readers.seconds", 5);

    @RegisterExtension
    static final Server SERVER = new Server();

    private final ExecutorService threads = Executors.newCachedThreadPool();
    private final AtomicBoolean over = new AtomicBoolean();
    private final AtomicLong rowsRead = new AtomicLong();

    @Test
    void nobodyWhoWritesWaitsForThem() throws Exception {
        String database = SERVER.newDatabase();
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            sql.run(
                    "CREATE TABLE big (x INT) DUPLICATE KEY(x)",
                    "CREATE TABLE t (id INT, n INT) DUPLICATE KEY(id)",
                    "CREATE TABLE elsewhere (id INT) DUPLICATE KEY(id)",
                    "INSERT INTO big VALUES " + "(1),".repeat(9_999) + "(1)",
                    "INSERT INTO t VALUES (1, 1), (2, 2)",
                    "SYNC");
            List<CompletableFuture<Void>> readers = new ArrayList<>();
            for (int i = 0; i < READERS; i++) {
                readers.add(CompletableFuture.runAsync(() -> read(database), threads));
            }
            awaitRows(READERS * 10_000L);

            CompletableFuture<Long> deletes = CompletableFuture.supplyAsync(() -> deletes(database), threads);
            CompletableFuture<Long> inserts = CompletableFuture.supplyAsync(() -> inserts(database), threads);
            List<Long> commits = commits(sql);
            Collections.sort(commits);
            long p99 = commits.get((int) Math.ceil(commits.size() * 0.99) - 1);

            assertThat(readers).noneMatch(CompletableFuture::isDone);
            over.set(true);
            // None of either was refused.
            long inserted = inserts.get(30, TimeUnit.SECONDS);
            assertThat(deletes.get(30, TimeUnit.SECONDS)).isGreaterThan(DELETES_MIN);
            assertThat(inserted).isGreaterThan(INSERTS_MIN);
            sql.run("SYNC t");
            assertThat(sql.number("SELECT count(*) FROM t WHERE id >= 10")).isEqualTo(inserted);
            assertThat(sql.query("SELECT id FROM t WHERE id < 10 ORDER BY id")).isEqualTo(List.of("2"));
            System.out.printf(
                    "readers %d deletes %d inserts %d rows_read %d commits %d p50_millis %d p99_millis %d max_millis %d%n",
                    READERS,
                    deletes.join(),
                    inserted,
                    rowsRead.get(),
                    commits.size(),
                    commits.get(commits.size() / 2),
                    p99,
                    commits.get(commits.size() - 1));
            // An hour's machine may be busy with other tests: the promise is a second, waits for a thread were minutes.
            assertThat(Duration.ofMillis(p99)).isLessThan(Duration.ofSeconds(SECONDS > 5 ? 1 : 5));
            for (CompletableFuture<Void> reader : readers) {
                reader.get(30, TimeUnit.SECONDS);
            }
        } finally {
            over.set(true);
            threads.shutdownNow();
        }
    }

    /** BEGIN, two statements and COMMIT, again and again; the milliseconds that each COMMIT took. */
    private static List<Long> commits(Sql sql) throws SQLException {
        List<Long> millis = new ArrayList<>();
        long end = System.nanoTime() + TimeUnit.SECONDS.toNanos(SECONDS);
        for (int id = 0; System.nanoTime() < end; id++) {
            sql.run("BEGIN", "INSERT INTO elsewhere VALUES (" + id + ")");
            sql.number("SELECT 1");
            long begun = System.nanoTime();
            sql.run("COMMIT");
            millis.add(TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - begun));
        }
        return millis;
    }

    private void read(String database) {
        try (Connection connection = Sql.open(SERVER.port(), database, "");
                Statement statement = connection.createStatement()) {
            statement.setFetchSize(Integer.MIN_VALUE);
            try (ResultSet rows = statement.executeQuery("SELECT a.x FROM big a, big b, big c")) {
                while (!over.get() && rows.next()) {
                    rowsRead.incrementAndGet();
                }
                // A close of the result would read it to its end.
                connection.abort(Runnable::run);
            }
        } catch (SQLException e) {
            if (!over.get()) {
                throw new IllegalStateException(e);
            }
        }
    }

    /** One after another, each behind a barrier of the table; how many there were. */
    private long deletes(String database) {
        try (Sql other = Sql.connect(SERVER.port(), database)) {
            long count = 0;
            for (; !over.get(); count++) {
                other.run("DELETE FROM t WHERE id = 1");
            }
            return count;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Inserts into the table of the DELETEs, every 10 ms; returns how often. Fails with the first that is refused. */
    private long inserts(String database) {
        try (Sql other = Sql.connect(SERVER.port(), database)) {
            other.run("SET group_commit = async_mode");
            long count = 0;
            for (; !over.get(); count++) {
                other.run("INSERT INTO t VALUES (" + (10 + count) + ", 0)");
                LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(10));
            }
            return count;
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    private void awaitRows(long count) {
        await("nobody reads").atMost(Duration.ofMinutes(1)).until(() -> rowsRead.get() >= count);
    }
}
