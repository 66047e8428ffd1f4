package io.tributary.frontend;

import static io.tributary.frontend.FrontendFixture.rows;
import static io.tributary.frontend.FrontendFixture.run;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** COM_STMT_PREPARE of everything that COM_QUERY takes, and handles that outlive the schema they were planned for. */
final class PreparedStatementTest {
    private static final String SERVER_PREPARED = FrontendFixture.MANUAL + "&sessionVariables=group_commit=async_mode";

    private FrontendFixture frontend;
    private Connection connection;

    @BeforeEach
    void start() throws Exception {
        frontend = new FrontendFixture();
        connection = frontend.withTable(SERVER_PREPARED);
    }

    @AfterEach
    void stop() throws Exception {
        connection.close();
        frontend.close();
    }

    @Test
    void everyStatementMayBePreparedAndExecutedTwice() throws Exception {
        for (String sql : new String[] {
            "BEGIN",
            "INSERT INTO u VALUES (1)",
            "COMMIT",
            "ROLLBACK",
            "SET @done = 1",
            "SELECT @done, DATABASE()",
            "SHOW TABLES",
            "SHOW VARIABLES LIKE 'autocommit'",
            "CREATE TABLE IF NOT EXISTS made (a INT)",
            "DROP TABLE IF EXISTS made",
            "TRUNCATE TABLE t",
            "USE ads",
            "SYNC",
            "DELETE FROM u WHERE id = 5",
            "EXPLAIN INSERT INTO u VALUES (1)",
            "SELECT count(*) FROM u"
        }) {
            try (RawClient client = new RawClient(frontend.server.mysqlPort()).login(RawClient.PLUGIN_AUTH)) {
                client.send(0, RawClient.query("USE ads"));
                client.read();
                int id = client.prepare(sql);
                client.pipeline(RawClient.execute(id), RawClient.execute(id));
                assertThat(client.readAnswer()).as(sql).isZero();
                assertThat(client.readAnswer()).as(sql).isZero();
            }
        }
    }

    /** Sysbench does so: the handles of BEGIN and COMMIT stay open and frame each transaction. */
    @Test
    void preparedBeginAndCommitFrameATransaction() throws Exception {
        try (RawClient client = new RawClient(frontend.server.mysqlPort()).login(RawClient.PLUGIN_AUTH)) {
            int begin = client.prepare("BEGIN");
            int insert = client.prepare("INSERT INTO ads.u VALUES (1)");
            int commit = client.prepare("COMMIT");
            for (int i = 0; i < 3; i++) {
                client.pipeline(RawClient.execute(begin), RawClient.execute(insert), RawClient.execute(commit));
                for (int answer = 0; answer < 3; answer++) {
                    assertThat((int) client.read()[0]).isZero();
                }
            }
        }

        assertThat(frontend.backend.visibleRows("ads", "u")).isEqualTo(3);
    }

    @Test
    void whatIsPreparedByNameOnlyCannotBePreparedItself() throws Exception {
        try (RawClient client = new RawClient(frontend.server.mysqlPort()).login(RawClient.PLUGIN_AUTH)) {
            for (String sql : new String[] {"PREPARE s FROM 'SELECT 1'", "EXECUTE s", "DEALLOCATE PREPARE s"}) {
                client.send(0, RawClient.command(0x16, sql.getBytes(US_ASCII)));
                assertThat(RawClient.errorNumber(client.read())).as(sql).isEqualTo(1295);
            }
        }
    }

    /** The driver's own fallback: it prepares 75,000 parameters, hears 1390, and sends the rows as one text. */
    @Test
    void aBatchOfMoreThan65535ParametersIsStoredAsOneGroupedLoad() throws Exception {
        frontend.backend.forgetCalls();
        FrontendFixture.insertBatch(connection, "t", 25_000);

        assertThat(frontend.backend.calls()).containsExactly("append ads.t ASYNC_MODE 25000");
        try (RawClient client = new RawClient(frontend.server.mysqlPort()).login(RawClient.PLUGIN_AUTH)) {
            String rows = String.join(",", java.util.Collections.nCopies(65_536, "(?)"));
            client.send(0, RawClient.command(0x16, ("INSERT INTO ads.u VALUES " + rows).getBytes(US_ASCII)));
            assertThat(RawClient.errorNumber(client.read())).isEqualTo(1390);
        }
    }

    @Test
    void anInsertsHandleSurvivesATableDroppedAndMadeAnew() throws Exception {
        try (PreparedStatement insert = connection.prepareStatement("INSERT INTO u VALUES (?)")) {
            insert.setInt(1, 1);
            insert.execute();
            run(connection, "DROP TABLE u");
            run(
                    connection,
                    "CREATE TABLE u (name VARCHAR(20)) DUPLICATE KEY(name) DISTRIBUTED BY HASH(name) BUCKETS 1");
            insert.setString(1, "text");
            insert.execute();
            frontend.backend.commitBatches();
            assertThat(rows(connection, "SELECT * FROM u")).containsExactly("text");

            run(connection, "DROP TABLE u");
            run(connection, "CREATE TABLE u (a INT, b INT) DUPLICATE KEY(a) DISTRIBUTED BY HASH(a) BUCKETS 1");
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(insert::execute)
                    .matches(e -> e.getErrorCode() == 1136);
            run(connection, "DROP TABLE u");
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(insert::execute)
                    .matches(e -> e.getErrorCode() == 1146);
        }
    }

    @Test
    void aQuerysHandleSurvivesATableDroppedAndMadeAnew() throws Exception {
        run(connection, "INSERT INTO u VALUES (1)");
        frontend.backend.commitBatches();
        try (PreparedStatement query = connection.prepareStatement("SELECT * FROM u")) {
            try (var result = query.executeQuery()) {
                assertThat(result.next() && result.getInt("id") == 1).isTrue();
            }
            run(connection, "DROP TABLE u");
            run(
                    connection,
                    "CREATE TABLE u (name VARCHAR(20)) DUPLICATE KEY(name) DISTRIBUTED BY HASH(name) BUCKETS 1");
            run(connection, "INSERT INTO u VALUES ('text')");
            frontend.backend.commitBatches();
            try (var result = query.executeQuery()) {
                assertThat(result.next()).isTrue();
                assertThat(result.getString("name")).isEqualTo("text");
            }
        }
    }
}
