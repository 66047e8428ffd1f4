package io.tributary.frontend;

import static io.tributary.frontend.FrontendFixture.rows;
import static io.tributary.frontend.FrontendFixture.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Rows of a table with partitions, on the paths that encode rows here. */
final class PartitionTest {
    private FrontendFixture frontend;
    private Connection connection;

    @BeforeEach
    void start() throws Exception {
        frontend = new FrontendFixture();
        connection = frontend.withTable(FrontendFixture.MANUAL + "&sessionVariables=group_commit=async_mode");
        run(
                connection,
                "CREATE TABLE p (id INT, name VARCHAR(20)) DUPLICATE KEY(id) PARTITION BY RANGE(id) (FROM (1) TO (101)"
                        + " INTERVAL 50) DISTRIBUTED BY HASH(id) BUCKETS 1");
        frontend.backend.forgetCalls();
    }

    @AfterEach
    void stop() throws Exception {
        connection.close();
        frontend.close();
    }

    private static void refused(int number, String text, ThrowingCallable statement) {
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(statement)
                .matches(e -> e.getErrorCode() == number, "number " + number)
                .withMessageContaining(text);
    }

    private List<String> stored() throws SQLException {
        frontend.backend.commitBatches();
        return rows(connection, "SELECT * FROM p");
    }

    @Test
    void aRowWithoutAPartitionFailsItsStatement() throws Exception {
        refused(
                1526,
                "Table has no partition for value 101 at row 3: no partition for this tuple. tuple=(101)",
                () -> run(connection, "INSERT INTO p VALUES (1, 'a'), (5, 'b'), (101, 'c')"));
        refused(1526, "value NULL at row 1", () -> run(connection, "INSERT INTO p (name) VALUES ('a')"));
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO p VALUES (?, ?)")) {
            insert.setInt(1, 0);
            insert.setString(2, "a");
            refused(1526, "value 0 at row 1", insert::executeUpdate);
            insert.setInt(1, 100);
            assertThat(insert.executeUpdate()).isEqualTo(1);
        }

        assertThat(stored()).containsExactly("100|a");
    }

    @Test
    void inNonStrictModeItIsLeftOut() throws Exception {
        run(connection, "SET enable_insert_strict = false");

        assertThat(run(connection, "INSERT INTO p VALUES (1, 'a'), (5, 'b'), (101, 'c')"))
                .isEqualTo(2);

        assertThat(rows(connection, "SELECT @@warning_count")).containsExactly("1");
        assertThat(stored()).containsExactly("1|a", "5|b");
    }

    @Test
    void anInsertMayNameThePartitionsOfItsRows() throws Exception {
        assertThat(run(connection, "INSERT INTO p PARTITION (p_51_101) VALUES (51, 'a'), (100, 'b')"))
                .isEqualTo(2);
        refused(
                1748,
                "Found a row not matching the given partition set: row 2 with 1",
                () -> run(connection, "INSERT INTO p PARTITION (p_51_101) VALUES (51, 'a'), (1, 'b')"));
        refused(1735, "Unknown partition 'q'", () -> run(connection, "INSERT INTO p PARTITION (q) VALUES (51, 'a')"));
        assertThat(run(connection, "INSERT INTO p VALUES (1, 'c')")).isEqualTo(1);
    }

    @Test
    void partitionsAreShownAddedAndDropped() throws Exception {
        run(connection, "ALTER TABLE p ADD PARTITION more VALUES LESS THAN MAXVALUE");
        run(connection, "INSERT INTO p VALUES (1000, 'a')");
        run(connection, "ALTER TABLE p DROP PARTITION p_1_51");
        refused(1526, "value 1 at row 1", () -> run(connection, "INSERT INTO p VALUES (1, 'a')"));

        assertThat(rows(connection, "SHOW PARTITIONS FROM p"))
                .containsExactly(
                        shown(1, "p_51_101", "id", "[types: [INT]; keys: [51]; ..types: [INT]; keys: [101]; )"),
                        shown(2, "more", "id", "[types: [INT]; keys: [101]; ..types: [INT]; keys: [MAXVALUE]; )"));
        assertThat(rows(connection, "SHOW PARTITIONS FROM p WHERE State = 'NORMAL' ORDER BY PartitionId DESC LIMIT 1"))
                .singleElement()
                .asString()
                .startsWith("2|more|");
        assertThat(rows(connection, "SHOW PARTITIONS FROM p WHERE PartitionName LIKE '%51%'"))
                .hasSize(1);
        refused(1054, "'x' in 'order clause'", () -> rows(connection, "SHOW PARTITIONS FROM p ORDER BY x"));
        assertThat(rows(connection, "SHOW CREATE TABLE p").get(0))
                .contains("PARTITION BY RANGE (`id`)\n(PARTITION `p_51_101` VALUES [(\"51\"), (\"101\")),\n");
        assertThat(rows(connection, "SHOW PARTITIONS FROM t")).containsExactly(shown(1, "t", "", ""));
    }

    private static String shown(int number, String name, String key, String range) {
        return number + "|" + name + "|null|null|NORMAL|" + key + "|" + range
                + "|id|1|1|HDD|9999-12-31 23:59:59||null|null|false|tag.location.default: 1|true|true|null";
    }

    @Test
    void anOverwriteIsComputedOnItsOwnWhateverItsRowsAre() throws Exception {
        assertThat(run(connection, "INSERT OVERWRITE TABLE p VALUES (1, 'a')")).isEqualTo(7);
        run(connection, "INSERT OVERWRITE p PARTITION (p_1_51) (id) SELECT id FROM p");
        try (Connection prepared = frontend.connect("root", "", "ads", "useServerPrepStmts=true")) {
            prepared.setAutoCommit(false);
            try (PreparedStatement insert = prepared.prepareStatement("INSERT OVERWRITE TABLE p VALUES (?, 'b')")) {
                insert.setInt(1, 5);
                assertThat(insert.executeUpdate()).isEqualTo(7);
            }
            prepared.rollback();
        }

        assertThat(frontend.backend.calls())
                .containsExactly(
                        "overwrite [] ads.p '' [[0, 1]] SELECT (1), ('a') in 0",
                        "overwrite [p_1_51] ads.p '' [[0]] SELECT id FROM p in 0",
                        "overwrite [] ads.p '' [[0, 1]] SELECT (5), ('b') in 0");
    }

    @Test
    void anOverwriteIsRefusedWhileSomethingWaitsForCommit() throws Exception {
        String text = "This is in a transaction, only insert, update, delete, commit, rollback is acceptable.";
        run(connection, "BEGIN");
        refused(1105, text, () -> run(connection, "INSERT OVERWRITE TABLE p VALUES (1, 'a')"));
        run(connection, "ROLLBACK");
        run(connection, "SET autocommit = 0");
        run(connection, "INSERT INTO p VALUES (1, 'a')");
        refused(1105, text, () -> run(connection, "INSERT OVERWRITE TABLE p SELECT * FROM t"));
        run(connection, "COMMIT");

        assertThat(run(connection, "INSERT OVERWRITE TABLE p VALUES (1, 'a')")).isEqualTo(7);
    }

    @Test
    void deleteAndUpdateMayNamePartitions() throws Exception {
        run(connection, "DELETE FROM p PARTITION (p_1_51) WHERE name = 'a' OR name = 'b'");
        try (PreparedStatement update = connection.prepareStatement("UPDATE p PARTITION (p_1_51) SET name = ?")) {
            update.setString(1, "c");
            update.executeUpdate();
        }

        assertThat(frontend.backend.calls())
                .containsExactly(
                        "execute DELETE FROM p PARTITION (p_1_51) WHERE name = 'a' OR name = 'b' in 0",
                        "execute UPDATE p PARTITION (p_1_51) SET name = 'c' in 0");
    }

    @Test
    void truncateOfAPartitionDeletesItsRows() throws Exception {
        run(connection, "TRUNCATE TABLE p PARTITION (p_1_51)");

        run(connection, "ALTER TABLE p TRUNCATE PARTITION p_1_51, p_51_101");
        run(connection, "ALTER TABLE p TRUNCATE PARTITION ALL");

        assertThat(frontend.backend.calls())
                .containsExactly(
                        "change TruncateTable [p_1_51]",
                        "change TruncateTable [p_1_51, p_51_101]",
                        "change TruncateTable [p_1_51, p_51_101]");
    }

    @Test
    void rowsThatWaitForCommitFailWhereTheirPartitionWasDropped() throws Exception {
        run(connection, "SET autocommit = 0");
        run(connection, "INSERT INTO p VALUES (1, 'a')");
        try (Connection other = frontend.connect("root", "", "ads", "")) {
            run(other, "ALTER TABLE p ADD PARTITION more VALUES LESS THAN MAXVALUE");
        }
        run(connection, "COMMIT");
        run(connection, "INSERT INTO p VALUES (60, 'b')");
        try (Connection other = frontend.connect("root", "", "ads", "")) {
            run(other, "ALTER TABLE p DROP PARTITION p_51_101");
        }
        refused(1412, "partitions dropped", () -> run(connection, "COMMIT"));

        assertThat(stored()).containsExactly("1|a");
    }

    @Test
    void aTableWhosePartitionsAreMadeAsNeededTakesEveryRow() throws Exception {
        run(
                connection,
                "CREATE TABLE au (d DATETIME) DUPLICATE KEY(d) AUTO PARTITION BY RANGE (date_trunc(d, 'month')) ()"
                        + " DISTRIBUTED BY HASH(d) BUCKETS 1");
        run(
                connection,
                "CREATE TABLE dy (d DATE) DUPLICATE KEY(d) PARTITION BY RANGE (d) () DISTRIBUTED BY HASH(d) BUCKETS 1"
                        + " PROPERTIES ('dynamic_partition.enable' = 'true')");

        assertThat(run(connection, "INSERT INTO au VALUES ('2024-01-01'), (NULL)"))
                .isEqualTo(2);
        assertThat(run(connection, "INSERT INTO dy VALUES ('2024-01-01')")).isEqualTo(1);

        assertThat(rows(connection, "SHOW CREATE TABLE dy")).hasSize(1);
        assertThat(rows(connection, "SHOW WARNINGS"))
                .singleElement()
                .asString()
                .startsWith("Note|1105|Partitions of dy neither come nor expire by the clock");
        assertThat(rows(
                        connection,
                        "SHOW DYNAMIC PARTITION TABLES FROM ads WHERE State = 'ERROR' ORDER BY TableName LIMIT 1"))
                .singleElement()
                .asString()
                .startsWith(
                        "dy|true||-2147483648|null|null|1|1|tag.location.default: 1|N/A|null|null|ERROR|Partitions of dy");
    }
}
