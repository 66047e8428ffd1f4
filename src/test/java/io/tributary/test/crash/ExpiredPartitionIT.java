package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import io.tributary.testing.Seeds;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Random;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A process that is killed while a partition expires: the partition is there with all of its rows, or gone with all of them. */
@Tag("crash")
final class ExpiredPartitionIT {
    private static final int ROUNDS = 6;
    private static final int ROWS = 200;
    private static final int KILL_AFTER_MILLIS_MAX = 60;

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void aKillLeavesAPartitionWithAllItsRowsOrNeither() throws Exception {
        Random random = new Random(Seeds.one(ExpiredPartitionIT.class, 20261130));
        ExecutorService threads = Executors.newSingleThreadExecutor();
        try {
            for (int round = 0; round < ROUNDS; round++) {
                LocalDate today = LocalDate.now(ZoneOffset.UTC);
                String table = "db.t" + round;
                try (TributaryProcess server = started()) {
                    fill(server, table, today, round == 0);
                    var unused = threads.submit(() -> {
                        try (Sql sql = Sql.connect(server.mysqlPort(), "")) {
                            sql.run("ALTER TABLE " + table + " SET ('dynamic_partition.start' = '-1')");
                        }
                        return true;
                    });
                    TimeUnit.MILLISECONDS.sleep(random.nextInt(KILL_AFTER_MILLIS_MAX));
                    server.kill();
                }
                try (TributaryProcess server = started();
                        Sql sql = Sql.connect(server.mysqlPort(), "")) {
                    sql.run("SYNC " + table);
                    long partitions = sql.query("SHOW PARTITIONS FROM " + table).size();
                    long old = sql.number("SELECT count(*) FROM " + table + " WHERE d < '" + today + "'");
                    assertThat(List.of(partitions, old)).isIn(List.of(4L, (long) ROWS), List.of(3L, 0L));
                    assertThat(sql.number("SELECT count(*) FROM " + table)).isEqualTo(old + ROWS);

                    sql.run("ALTER TABLE " + table + " SET ('dynamic_partition.start' = '-1')");
                    assertThat(sql.number("SELECT count(*) FROM " + table)).isEqualTo(ROWS);
                }
            }
        } finally {
            threads.shutdownNow();
        }
    }

    private TributaryProcess started() throws Exception {
        return TributaryProcess.startBoth(directory, directory.resolve("data")).awaitReady();
    }

    /** Rows of the oldest partition and of today's, half of each committed, half in the log alone. */
    private static void fill(TributaryProcess server, String table, LocalDate today, boolean first)
            throws SQLException {
        try (Sql sql = Sql.connect(server.mysqlPort(), "")) {
            if (first) {
                sql.run("CREATE DATABASE db");
            }
            sql.run("CREATE TABLE " + table + " (d DATE, n INT) DUPLICATE KEY(d) PARTITION BY RANGE(d) () PROPERTIES"
                    + " ('dynamic_partition.time_unit' = 'DAY', 'dynamic_partition.time_zone' = 'UTC',"
                    + " 'dynamic_partition.start' = '-2', 'dynamic_partition.end' = '1',"
                    + " 'dynamic_partition.create_history_partition' = 'true',"
                    + " 'dynamic_partition.prefix' = 'p')");
            for (String mode : new String[] {"sync_mode", "async_mode"}) {
                sql.run("SET group_commit = " + mode);
                for (int i = 0; i < ROWS / 2; i++) {
                    sql.run("INSERT INTO " + table + " VALUES ('" + today.minusDays(2) + "', " + i + "), ('" + today
                            + "', " + i + ")");
                }
            }
        }
    }
}
