package io.tributary.frontend;

import static io.tributary.frontend.FrontendFixture.rows;
import static io.tributary.frontend.FrontendFixture.run;
import static java.nio.charset.StandardCharsets.US_ASCII;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Prepared statements that stay open: thousands of them, their limit, and that none is counted for ever. */
final class OpenHandlesTest {
    private static final int HANDLES = 5_000;
    private static final int PREPARE = 0x16;
    private static final int CLOSE = 0x19;
    private static final int RESET_CONNECTION = 0x1f;
    private static final int PING = 0x0e;

    private FrontendFixture frontend;
    private Connection connection;

    @BeforeEach
    void start() throws Exception {
        frontend = new FrontendFixture();
        connection = frontend.withTable("");
    }

    @AfterEach
    void stop() throws Exception {
        connection.close();
        frontend.close();
    }

    private RawClient client() throws Exception {
        return new RawClient(frontend.server.mysqlPort()).login(RawClient.PLUGIN_AUTH);
    }

    private int open() throws SQLException {
        String row = rows(connection, "SHOW GLOBAL STATUS LIKE 'Prepared_stmt_count'")
                .get(0);
        return Integer.parseInt(row.substring(row.indexOf('|') + 1));
    }

    private static byte[] close(int id) {
        return RawClient.command(CLOSE, (byte) id, (byte) (id >> 8), (byte) 0, (byte) 0);
    }

    @Test
    void thousandsOfHandlesOfOneSessionAreOpenedExecutedAndClosed() throws Exception {
        try (RawClient client = client()) {
            int[] ids = new int[HANDLES];
            for (int i = 0; i < HANDLES; i++) {
                ids[i] = client.prepare("INSERT INTO ads.u VALUES (" + i + ")");
            }
            assertThat(Arrays.stream(ids).distinct()).hasSize(HANDLES);
            assertThat(open()).isEqualTo(HANDLES);

            for (int i = 0; i < HANDLES; i += 100) {
                client.send(0, RawClient.execute(ids[i]));
                assertThat(client.readAnswer()).isZero();
            }
            assertThat(frontend.backend.visibleRows("ads", "u")).isEqualTo(HANDLES / 100);

            client.pipeline(Arrays.stream(ids).mapToObj(OpenHandlesTest::close).toArray(byte[][]::new));
            client.send(0, RawClient.command(PING));
            assertThat(client.readAnswer()).isZero();
            assertThat(open()).isZero();
            client.send(0, RawClient.execute(ids[7]));
            assertThat(RawClient.errorNumber(client.read())).isEqualTo(1243);
        }
    }

    @Test
    void theLimitIsSetWhileTheServerRunsAndCountsAllSessions() throws Exception {
        run(connection, "SET GLOBAL max_prepared_stmt_count = 3");
        run(connection, "PREPARE named FROM 'SELECT 1'");
        try (RawClient client = client()) {
            int first = client.prepare("INSERT INTO ads.u VALUES (1)");
            client.prepare("INSERT INTO ads.u VALUES (2)");
            assertRefused(client, 3);
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> run(connection, "PREPARE another FROM 'SELECT 1'"))
                    .matches(e -> e.getErrorCode() == 1461);

            client.pipeline(close(first));
            client.prepare("INSERT INTO ads.u VALUES (3)");
            run(connection, "SET GLOBAL max_prepared_stmt_count = 0");
            assertThat(open()).isEqualTo(3);
            assertRefused(client, 0);

            client.send(0, RawClient.command(RESET_CONNECTION));
            assertThat(client.readAnswer()).isZero();
            assertThat(open()).isEqualTo(1);
            run(connection, "SET GLOBAL max_prepared_stmt_count = DEFAULT");
            client.prepare("INSERT INTO ads.u VALUES (4)");
            assertThat(open()).isEqualTo(2);
        }
        await().until(() -> open() == 1);
        assertThat(rows(connection, "SELECT @@global.max_prepared_stmt_count")).containsExactly("100000");
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> run(connection, "SET GLOBAL max_prepared_stmt_count = 4194305"))
                .matches(e -> e.getErrorCode() == 1231);
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(() -> run(connection, "SET max_prepared_stmt_count = 5"))
                .matches(e -> e.getErrorCode() == 1229);
    }

    private static void assertRefused(RawClient client, int limit) throws Exception {
        client.send(0, RawClient.command(PREPARE, "INSERT INTO ads.u VALUES (5)".getBytes(US_ASCII)));
        byte[] answer = client.read();
        assertThat(RawClient.errorNumber(answer)).isEqualTo(1461);
        assertThat(RawClient.text(answer))
                .contains("Can't create more than max_prepared_stmt_count statements (current value: " + limit + ")");
    }

    /** The engine's description comes when nobody is there any more. */
    @Test
    void aStatementWhoseClientLeftWhileItWasPreparedIsNotCounted() throws Exception {
        for (String sql : new String[] {"SELECT * FROM ads.t", "PREPARE s FROM 'SELECT * FROM ads.t'"}) {
            try (RawClient client = client()) {
                frontend.backend.hold();
                byte[] command = sql.startsWith("PREPARE")
                        ? RawClient.query(sql)
                        : RawClient.command(PREPARE, sql.getBytes(US_ASCII));
                client.send(0, command);
                await().until(() -> rows(connection, "SHOW FULL PROCESSLIST").stream()
                        .anyMatch(row -> row.contains(sql) && !row.contains("PROCESSLIST")));
            }
            await().until(() -> frontend.server.mysqlConnections.size() == 1);
            frontend.backend.release();
            assertThat(frontend.backend.calls()).isNotEmpty();
            letEveryLoopTurn();

            assertThat(open()).isZero();
        }
    }

    /** Connections are given to the loops in turn; what the backend answered before was queued there before. */
    private void letEveryLoopTurn() throws SQLException {
        for (int i = 0; i < 2 * Runtime.getRuntime().availableProcessors(); i++) {
            try (Connection one = frontend.connect("")) {
                rows(one, "SELECT 1");
            }
        }
    }
}
