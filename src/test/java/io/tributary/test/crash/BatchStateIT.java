package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import java.nio.file.Path;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** What SHOW TRANSACTION says of a batch whose rows the log has and the engine has not yet, and after restarts. */
@Tag("crash")
@Timeout(120)
final class BatchStateIT {
    private static final Pattern INFO = Pattern.compile("'label':'(.*?)'.*'txnId':'(\\d+)'");

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void aBatchIsCommittedBeforeItIsVisibleAndStaysVisibleAfterARestart() throws Exception {
        try (Cluster cluster = new Cluster(directory)) {
            try (Sql sql = Sql.connect(cluster.mysqlPort(), "")) {
                sql.run(
                        "CREATE DATABASE d",
                        "USE d",
                        "CREATE TABLE d.t (a INT) PROPERTIES ('group_commit_interval_ms' = '100')",
                        "SET group_commit = sync_mode");
                String first = load(sql, "VISIBLE", "INSERT INTO d.t VALUES (1)");
                cluster.kill();
                cluster.startStoppingAt(Kill.BEFORE_ENGINE_COMMIT.failpoint(), 1);

                sql.run("SET group_commit = async_mode");
                Matcher info = INFO.matcher(sql.info("INSERT INTO d.t VALUES (2), (3)"));
                assertThat(info.find()).isTrue();
                String second = info.group(2) + "|" + info.group(1);
                cluster.awaitMarker();
                assertThat(state(sql, info.group(1)))
                        .startsWith(second + "|COMMITTED|GROUP_COMMIT|")
                        .contains("|t|2|");
                assertThat(sql.query("SHOW GROUP COMMIT WHERE Label = '" + info.group(1) + "'"))
                        .singleElement()
                        .asString()
                        .contains("|COMMITTING|");
                cluster.kill();
                cluster.start();

                for (int restart = 0; restart < 2; restart++) {
                    // Waits until the table is recovered.
                    assertThat(sql.number("SELECT count(*) FROM d.t")).isEqualTo(3);
                    assertThat(sql.query("SHOW TRANSACTION WHERE id = " + info.group(2)))
                            .singleElement()
                            .asString()
                            .startsWith(second + "|VISIBLE|GROUP_COMMIT|")
                            .contains("|d|", "|t|2|");
                    assertThat(state(sql, first.substring(first.indexOf('|') + 1)))
                            .startsWith(first + "|VISIBLE|GROUP_COMMIT|")
                            .contains("|t|1|");
                    cluster.kill();
                    cluster.start();
                }
                assertThat(sql.query("SELECT a FROM d.t ORDER BY a")).containsExactly("1", "2", "3");
            }
        }
    }

    private static String load(Sql sql, String state, String insert) throws Exception {
        Matcher info = INFO.matcher(sql.info(insert));
        assertThat(info.find()).isTrue();
        Awaitility.await("the batch is " + state)
                .untilAsserted(() -> assertThat(state(sql, info.group(1))).contains("|" + state + "|"));
        return info.group(2) + "|" + info.group(1);
    }

    private static String state(Sql sql, String label) throws Exception {
        return sql.query("SHOW TRANSACTION WHERE label = '" + label + "'").get(0);
    }
}
