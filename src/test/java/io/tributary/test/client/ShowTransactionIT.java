package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.test.process.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** What became of a load: SHOW GROUP COMMIT while it waits, SHOW TRANSACTION then and later. */
@Tag("clients")
final class ShowTransactionIT {
    private static final Pattern INFO = Pattern.compile("'label':'(.*?)'.*'txnId':'(\\d+)'");

    @RegisterExtension
    static final Server SERVER = Server.shared();

    @Test
    void aGroupedLoadIsPreparedAndThenVisible() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run("CREATE TABLE t (a INT) PROPERTIES ('group_commit_interval_ms' = '3600000')");
            sql.run("SET group_commit = async_mode");
            Matcher info = info(sql.info("INSERT INTO t VALUES (1), (2)"));
            String label = info.group(1);
            String id = info.group(2);

            assertThat(sql.query("SHOW GROUP COMMIT WHERE Label = '" + label + "'"))
                    .singleElement()
                    .asString()
                    .contains("|t|" + label + "|" + id + "|OPEN|1|2|");
            assertThat(sql.query("SHOW TRANSACTION WHERE id = " + id))
                    .singleElement()
                    .asString()
                    .startsWith(id + "|" + label + "|PREPARE|GROUP_COMMIT|")
                    .contains("|t|2|")
                    .endsWith("|null|");

            sql.run("SYNC");

            assertThat(sql.query("SHOW GROUP COMMIT WHERE Label = '" + label + "'"))
                    .isEmpty();
            assertThat(sql.query("SHOW TRANSACTION WHERE label = '" + label + "'"))
                    .singleElement()
                    .asString()
                    .startsWith(id + "|" + label + "|VISIBLE|GROUP_COMMIT|")
                    .doesNotContain("|null|");
        }
    }

    @Test
    void syncWritersWaitForTheirBatch() throws Exception {
        String database = SERVER.newDatabase();
        ExecutorService writers = Executors.newFixedThreadPool(2);
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            sql.run("CREATE TABLE t (a INT) PROPERTIES"
                    + " ('group_commit_interval_ms' = '3600000', 'group_commit_policy' = 'interval')");
            sql.run("SET group_commit = async_mode", "INSERT INTO t VALUES (0)");
            assertThat(waitingWriters(sql, database)).isZero();
            List<Future<?>> writes = new ArrayList<>();
            for (int i = 1; i <= 2; i++) {
                String insert = "INSERT INTO t VALUES (" + i + ")";
                writes.add(writers.submit(() -> {
                    try (Sql writer = Sql.connect(SERVER.port(), database)) {
                        return writer.run("SET group_commit = sync_mode", insert);
                    }
                }));
            }
            Awaitility.await("both wait").until(() -> waitingWriters(sql, database) == 2);

            sql.run("SYNC t");
            for (Future<?> write : writes) {
                write.get(30, TimeUnit.SECONDS);
            }
            assertThat(sql.query("SELECT COUNT(*) FROM t")).containsExactly("3");
        } finally {
            writers.shutdownNow();
        }
    }

    private static int waitingWriters(Sql sql, String database) throws SQLException {
        try (Statement statement = sql.connection().createStatement();
                ResultSet batches = statement.executeQuery("SHOW GROUP COMMIT")) {
            while (batches.next()) {
                if (batches.getString("Database").equals(database)) {
                    return batches.getInt("WaitingWriters");
                }
            }
        }
        throw new AssertionError("no open batch of " + database);
    }

    @Test
    void aLabelledLoadIsVisibleAndAFailedOneIsAbortedWithItsReason() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run("CREATE TABLE t (a INT NOT NULL, b VARCHAR(3))");
            Matcher info = info(sql.info("INSERT INTO t WITH LABEL mine VALUES (1, 'x')"));
            assertThat(sql.query("SHOW TRANSACTION WHERE label = 'mine'"))
                    .singleElement()
                    .asString()
                    .startsWith(info.group(2) + "|mine|VISIBLE|INSERT_STREAMING|")
                    .contains("|t|1|");

            String refusal = refusal(sql, "INSERT INTO t WITH LABEL bad SELECT a, concat(b, 'long') FROM t");
            assertThat(refusal).contains("Data too long for column 'b'");
            assertThat(sql.query("SHOW TRANSACTION WHERE label = 'bad'"))
                    .singleElement()
                    .asString()
                    .contains("|bad|ABORTED|")
                    .contains("Data too long for column 'b'");
        }
    }

    @Test
    void whatWasNeverThereIsSaid() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            assertThat(refusal(sql, "SHOW TRANSACTION WHERE id = 4611686018427387904"))
                    .isEqualTo("transaction with id 4611686018427387904 does not exist");
            assertThat(refusal(sql, "SHOW TRANSACTION WHERE label = 'never'"))
                    .isEqualTo("transaction with label never does not exist");
            assertThat(refusal(sql, "SHOW TRANSACTION"))
                    .isEqualTo("Where clause should looks like one of them: id = 123 or label = 'label'");
            assertThat(refusal(sql, "SHOW TRANSACTION WHERE id = 'x'")).isEqualTo("Invalid id: x");
        }
    }

    private static String refusal(Sql sql, String text) {
        return String.valueOf(
                catchThrowableOfType(SQLException.class, () -> sql.rows(text)).getMessage());
    }

    private static Matcher info(String info) {
        Matcher matcher = INFO.matcher(info);
        assertThat(matcher.find()).as(info).isTrue();
        return matcher;
    }
}
