package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.test.process.Sql;
import java.sql.SQLException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Partitions from CREATE TABLE to DROP PARTITION, over the wire and through the engine. */
@Tag("clients")
final class PartitionIT {
    @RegisterExtension
    static final Server SERVER = Server.shared();

    private static void refused(Sql sql, int number, String statement) {
        SQLException refused = catchThrowableOfType(SQLException.class, () -> sql.run(statement));
        assertThat(refused.getErrorCode())
                .as("%s: %s", statement, refused.getMessage())
                .isEqualTo(number);
    }

    @Test
    void rowsLiveAndGoWithTheirPartitions() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(
                    "CREATE TABLE t (d DATE, at DATETIME(3), n INT) DUPLICATE KEY(d) PARTITION BY RANGE(d)"
                            + " (FROM ('2024-01-01') TO ('2024-04-01') INTERVAL 1 MONTH)"
                            + " DISTRIBUTED BY HASH(d) BUCKETS 1",
                    "SET group_commit = sync_mode",
                    "INSERT INTO t VALUES ('2024-01-31', NOW(3), 1), ('2024/2/1', NOW(3), 2), ('2024-03-31', NULL, 3)");
            refused(sql, 1526, "INSERT INTO t VALUES ('2024-02-01', NULL, 4), ('2024-04-01', NULL, 5)");
            refused(sql, 1526, "INSERT INTO t SELECT DATE_ADD(d, INTERVAL 1 DAY), at, n FROM t");
            refused(sql, 1526, "UPDATE t SET d = '2023-12-31' WHERE n = 1");
            refused(sql, 1748, "INSERT INTO t PARTITION (p_202401) SELECT '2024-02-01', NULL, 6");
            assertThat(sql.query("SELECT n FROM t ORDER BY n")).containsExactly("1", "2", "3");
            assertThat(sql.query("SELECT x.* FROM t PARTITION (p_202401, p_202403) x WHERE n < 10 ORDER BY n"))
                    .hasSize(2)
                    .first()
                    .asString()
                    .startsWith("2024-01-31|");

            sql.run(
                    "SET enable_insert_strict = false",
                    "INSERT INTO t SELECT DATE_ADD(d, INTERVAL 1 DAY), at, n + 10 FROM t",
                    "ALTER TABLE t ADD PARTITION later VALUES LESS THAN MAXVALUE",
                    "INSERT INTO t VALUES ('2030-01-01', NULL, 7)",
                    "TRUNCATE TABLE t PARTITION (p_202402)");
            assertThat(sql.query("SELECT n FROM t ORDER BY n")).containsExactly("1", "3", "7");
            sql.run("ALTER TABLE t RENAME PARTITION later TO last_one");
            assertThat(sql.query("SELECT n FROM t PARTITION (last_one)")).containsExactly("7");
            refused(sql, 1735, "ALTER TABLE t RENAME PARTITION later TO last_one");
            sql.run("ALTER TABLE t RENAME PARTITION last_one later");
            sql.run("ALTER TABLE t DROP PARTITION p_202401");
            assertThat(sql.query("SELECT n FROM t ORDER BY n")).containsExactly("3", "7");
            sql.run(
                    "SET enable_insert_strict = true",
                    "UPDATE t PARTITION (p_202403) SET n = n + 1",
                    "INSERT INTO t VALUES ('2024-03-02', NULL, 8)",
                    "DELETE FROM t PARTITION (p_202403) WHERE n > 7 OR n = 0",
                    "INSERT OVERWRITE TABLE t PARTITION (later) SELECT '2031-01-01', NULL, n + 1 FROM t WHERE n > 4");
            refused(sql, 1748, "INSERT OVERWRITE TABLE t PARTITION (later) SELECT '2024-02-01', NULL, 6");
            assertThat(sql.query("SELECT n FROM t ORDER BY n")).containsExactly("4", "8");
            assertThat(sql.query("SELECT PARTITION_NAME, PARTITION_METHOD, PARTITION_EXPRESSION, PARTITION_DESCRIPTION"
                            + " FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 't'"
                            + " ORDER BY PARTITION_ORDINAL_POSITION"))
                    .containsExactly(
                            "p_202402|RANGE COLUMNS|`d`|'2024-03-01'",
                            "p_202403|RANGE COLUMNS|`d`|'2024-04-01'",
                            "later|RANGE COLUMNS|`d`|MAXVALUE");
            List<String> created = sql.query("SHOW CREATE TABLE t");
            sql.run("DROP TABLE t", created.get(0).substring("t|".length()));
            assertThat(sql.query("SHOW CREATE TABLE t")).isEqualTo(created);
            assertThat(sql.query("SHOW PARTITIONS FROM t")).hasSize(3);
        }
    }

    @Test
    void partitionsByTheClockAreShownAndTakeTheirRows() throws SQLException {
        LocalDate today = LocalDate.now(ZoneOffset.UTC);
        try (Sql sql = SERVER.fresh()) {
            String properties = "'dynamic_partition.enable' = 'true', 'dynamic_partition.time_unit' = 'DAY',"
                    + " 'dynamic_partition.time_zone' = 'UTC', 'dynamic_partition.start' = '-3',"
                    + " 'dynamic_partition.end' = '2', 'dynamic_partition.prefix' = 'p',"
                    + " 'dynamic_partition.create_history_partition' = 'true', 'dynamic_partition.buckets' = '4'";
            sql.run(
                    "CREATE TABLE t (d DATE, n INT) DUPLICATE KEY(d) PARTITION BY RANGE(d) () DISTRIBUTED BY HASH(d) BUCKETS 1"
                            + " PROPERTIES (" + properties + ")",
                    "SET group_commit = sync_mode");
            assertThat(sql.query(
                            "SELECT PARTITION_NAME FROM information_schema.PARTITIONS WHERE TABLE_SCHEMA = DATABASE()"
                                    + " ORDER BY PARTITION_ORDINAL_POSITION"))
                    .hasSize(6)
                    .first()
                    .isEqualTo("p" + today.minusDays(3).format(DateTimeFormatter.BASIC_ISO_DATE));
            assertThat(sql.query("SHOW PARTITIONS FROM t")).hasSize(6);
            assertThat(sql.query("SHOW DYNAMIC PARTITION TABLES"))
                    .containsExactly("t|true|DAY|-3|2|p|4|1|tag.location.default: 1|N/A|null|null|NORMAL|N/A|N/A|NULL");
            sql.run(
                    "INSERT INTO t VALUES ('" + today.minusDays(3) + "', 1), ('" + today + "', 2)",
                    "INSERT INTO t SELECT DATE_ADD(d, INTERVAL 1 DAY), n + 2 FROM t");
            refused(sql, 1526, "INSERT INTO t VALUES ('" + today.minusDays(4) + "', 5)");
            refused(sql, 1526, "INSERT INTO t SELECT DATE_ADD(d, INTERVAL 9 DAY), n FROM t");
            refused(sql, 1526, "INSERT INTO t VALUES (NULL, 5)");
            refused(sql, 1105, "ALTER TABLE t ADD PARTITION q VALUES LESS THAN MAXVALUE");
            refused(sql, 1105, "ALTER TABLE t DROP PARTITION p" + today.format(DateTimeFormatter.BASIC_ISO_DATE));
            refused(sql, 1105, "ALTER TABLE t SET ('dynamic_partition.end' = '501')");

            sql.run("ALTER TABLE t SET ('dynamic_partition.start' = '-1')");
            assertThat(sql.query("SELECT n FROM t ORDER BY n")).containsExactly("2", "4");
            refused(sql, 1526, "INSERT INTO t VALUES ('" + today.minusDays(3) + "', 1)");
            assertThat(sql.query("SHOW PARTITIONS FROM t")).hasSize(4);

            List<String> created = sql.query("SHOW CREATE TABLE t");
            assertThat(sql.query("SHOW WARNINGS")).isEmpty();
            sql.run("DROP TABLE t", created.get(0).substring("t|".length()));
            assertThat(sql.query("SHOW CREATE TABLE t")).isEqualTo(created);
            sql.run(
                    "ALTER TABLE t SET ('dynamic_partition.enable' = 'false')",
                    "ALTER TABLE t ADD PARTITION q VALUES LESS THAN MAXVALUE");
            refused(
                    sql,
                    1105,
                    "CREATE TABLE u (d DATE) PARTITION BY RANGE(d) () PROPERTIES ('dynamic_partition.enable' = 'true')");
        }
    }

    @Test
    void theAgeOfRowsIsATablesProperty() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run("CREATE TABLE t (id INT PRIMARY KEY, ts DATETIME(3)) PROPERTIES ('row_ttl' = '30 DAY',"
                    + " 'row_ttl_column' = 'ts')");
            List<String> created = sql.query("SHOW CREATE TABLE t");
            assertThat(created.get(0)).contains("\"row_ttl\" = \"30 DAY\"", "\"row_ttl_column\" = \"ts\"");
            sql.run(
                    "SET group_commit = sync_mode",
                    "INSERT INTO t VALUES (1, NOW(3)), (2, NULL)",
                    "INSERT INTO t VALUES (3, '2000-01-01')");
            refused(sql, 1054, "ALTER TABLE t DROP COLUMN ts");
            refused(sql, 1054, "ALTER TABLE t RENAME COLUMN ts TO at");
            refused(sql, 1235, "ALTER TABLE t MODIFY COLUMN ts VARCHAR(30)");
            refused(sql, 1105, "ALTER TABLE t SET ('row_ttl' = '30')");
            sql.run(
                    "DROP TABLE t",
                    created.get(0).substring("t|".length()),
                    "ALTER TABLE t SET ('row_ttl' = '')",
                    "ALTER TABLE t DROP COLUMN ts");
        }
    }

    @Test
    void theDefaultPartitionHasWhatNoOtherHas() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(
                    "CREATE TABLE t (city VARCHAR(9), n INT) DUPLICATE KEY(city) PARTITION BY LIST(city)"
                            + " (PARTITION p1 VALUES IN ('a', 'b'), PARTITION p2 VALUES IN ('c') ('replication_num' = '1'),"
                            + " PARTITION rest) DISTRIBUTED BY HASH(city) BUCKETS 1",
                    "SET group_commit = sync_mode",
                    "INSERT INTO t VALUES ('a', 1), ('c', 2), ('z', 3), (NULL, 4)",
                    "INSERT INTO t SELECT 'y', 5");
            refused(sql, 1748, "INSERT INTO t PARTITION rest VALUES ('a', 6)");
            refused(sql, 1748, "INSERT INTO t PARTITION (p1) VALUES ('z', 6)");
            refused(sql, 1748, "INSERT INTO t PARTITION p1 SELECT 'z', 6");
            sql.run("INSERT INTO t PARTITION rest VALUES ('x', 6)", "INSERT INTO t PARTITION (p1, rest) SELECT 'w', 7");
            assertThat(sql.query("SELECT n FROM t PARTITION rest ORDER BY n")).containsExactly("3", "4", "5", "6", "7");
            assertThat(sql.query("SELECT n FROM t PARTITION p1")).containsExactly("1");
            assertThat(sql.query("SELECT n FROM t PARTITION p1 AS x WHERE x.n < 9"))
                    .containsExactly("1");
            assertThat(sql.query("SELECT n FROM t PARTITIONS (p2, rest) x WHERE x.n < 4 ORDER BY n"))
                    .containsExactly("2", "3");
            assertThat(sql.query("SELECT n FROM t PARTITION (p1, p2, rest) ORDER BY n"))
                    .hasSize(7);
            refused(sql, 1748, "UPDATE t PARTITION rest SET city = 'a'");
            sql.run("UPDATE t PARTITION (rest) SET city = 'u' WHERE n = 7", "DELETE FROM t PARTITION rest WHERE n = 6");

            List<String> created = sql.query("SHOW CREATE TABLE t");
            assertThat(created.get(0)).contains("PARTITION `rest`)");
            assertThat(sql.query("SELECT PARTITION_NAME, PARTITION_DESCRIPTION FROM information_schema.PARTITIONS"
                            + " WHERE TABLE_SCHEMA = DATABASE() AND TABLE_NAME = 't'"))
                    .containsExactly("p1|'a','b'", "p2|'c'", "rest|DEFAULT");
            assertThat(sql.query("SHOW PARTITIONS FROM t WHERE PartitionName = 'rest'"))
                    .singleElement()
                    .asString()
                    .contains("|city|[]|");

            sql.run("ALTER TABLE t ADD PARTITION p4 VALUES IN ('z') ('replication_num' = '1') DISTRIBUTED BY HASH(city)"
                    + " BUCKETS 2 PROPERTIES ('storage_medium' = 'HDD')");
            assertThat(sql.query("SELECT n FROM t PARTITION p4")).containsExactly("3");
            assertThat(sql.query("SELECT n FROM t PARTITION rest ORDER BY n")).containsExactly("4", "5", "7");
            refused(sql, 1105, "ALTER TABLE t ADD PARTITION p5 VALUES IN ('q') PROPERTIES ('nope' = '1')");
            refused(sql, 1495, "ALTER TABLE t ADD PARTITION another");
            sql.run("INSERT OVERWRITE TABLE t PARTITION rest SELECT 'v', n + 10 FROM t PARTITION rest WHERE n < 5");
            assertThat(sql.query("SELECT n FROM t ORDER BY n")).containsExactly("1", "2", "3", "14");
            sql.run("TRUNCATE TABLE t PARTITION rest");
            assertThat(sql.query("SELECT n FROM t ORDER BY n")).containsExactly("1", "2", "3");
            sql.run("INSERT INTO t VALUES ('s', 8)", "ALTER TABLE t DROP PARTITION rest");
            assertThat(sql.query("SELECT n FROM t ORDER BY n")).containsExactly("1", "2", "3");
            refused(sql, 1526, "INSERT INTO t VALUES ('s', 8)");
            sql.run("ALTER TABLE t ADD PARTITION rest", "INSERT INTO t VALUES ('s', 8)");
            sql.run("DROP TABLE t", created.get(0).substring("t|".length()));
            assertThat(sql.query("SHOW CREATE TABLE t")).isEqualTo(created);
        }
    }

    @Test
    void anUpdateOfNamedPartitionsMovesNoRowOutOfThem() throws SQLException {
        try (Sql sql = SERVER.fresh()) {
            sql.run(
                    "CREATE TABLE t (d INT, n INT) PARTITION BY RANGE(d) (PARTITION a VALUES LESS THAN (10),"
                            + " PARTITION b VALUES LESS THAN (20), PARTITION c VALUES LESS THAN (30))",
                    "INSERT INTO t VALUES (1, 1), (2, 2), (11, 3), (21, 4)");
            for (String statement : List.of(
                    "UPDATE t PARTITION (a) SET d = d + 9",
                    "UPDATE t PARTITION (a, b) SET d = 25 WHERE n = 3",
                    "UPDATE t PARTITION (c) SET d = NULL")) {
                refused(sql, 1748, statement);
            }
            refused(sql, 1526, "UPDATE t PARTITION (a) SET d = 30");

            sql.run("UPDATE t PARTITION (a) SET d = 9", "UPDATE t PARTITION (a, b) SET d = d + 5 WHERE n <> 2");
            assertThat(sql.query("SELECT d, n FROM t ORDER BY n")).containsExactly("14|1", "9|2", "16|3", "21|4");
            sql.run("BEGIN", "UPDATE t PARTITION (b) SET d = d + 1");
            refused(sql, 1748, "UPDATE t PARTITION (b) SET d = 0");
            sql.run("ROLLBACK");
            assertThat(sql.query("SELECT SUM(d) FROM t")).containsExactly("60");
        }
    }

    @Test
    void noInsertFailsWhilePartitionsComeAndGo() throws Exception {
        String database = SERVER.newDatabase();
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            sql.run("CREATE TABLE t (id INT) PARTITION BY RANGE(id) (PARTITION p VALUES LESS THAN (1000))"
                    + " PROPERTIES ('group_commit_interval_ms' = '5', 'group_commit_mode' = 'async_mode')");
        }
        AtomicBoolean changing = new AtomicBoolean(true);
        ExecutorService threads = Executors.newFixedThreadPool(4);
        try {
            Callable<Integer> writer = () -> {
                int written = 0;
                try (Sql sql = Sql.connect(SERVER.port(), database)) {
                    while (changing.get()) {
                        sql.run("INSERT INTO t VALUES (" + written++ % 1000 + ")");
                    }
                }
                return written;
            };
            List<Future<Integer>> writers = List.of(threads.submit(writer), threads.submit(writer));
            try (Sql sql = Sql.connect(SERVER.port(), database)) {
                for (int i = 0; i < 20; i++) {
                    sql.run(
                            "ALTER TABLE t ADD PARTITION q VALUES LESS THAN (2000)",
                            "INSERT INTO t VALUES (1500)",
                            "ALTER TABLE t DROP PARTITION q");
                }
                changing.set(false);
                int written = 0;
                for (Future<Integer> each : writers) {
                    written += each.get(60, TimeUnit.SECONDS);
                }
                sql.run("SYNC t");
                assertThat(sql.number("SELECT count(*) FROM t")).isEqualTo(written);
            }
        } finally {
            changing.set(false);
            threads.shutdownNow();
        }
    }
}
