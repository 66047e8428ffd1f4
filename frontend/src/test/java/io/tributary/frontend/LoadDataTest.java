package io.tributary.frontend;

import static io.tributary.frontend.FrontendFixture.rows;
import static io.tributary.frontend.FrontendFixture.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import com.mysql.cj.jdbc.JdbcStatement;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.io.ByteArrayInputStream;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** LOAD DATA LOCAL INFILE, the file sent by Connector/J or over a bare socket. */
final class LoadDataTest {
    private static final String CLIENT = "allowLoadLocalInfile=true";
    private static final String LOAD = "LOAD DATA LOCAL INFILE 'f' INTO TABLE t";
    private static final int LOCAL_FILES = 1 << 7;

    private FrontendFixture frontend;
    private Connection connection;

    @BeforeEach
    void start() throws Exception {
        frontend = new FrontendFixture();
        connection = frontend.withTable(CLIENT + "&sessionVariables=group_commit=async_mode");
        frontend.backend.forgetCalls();
    }

    @AfterEach
    void stop() throws Exception {
        connection.close();
        frontend.close();
    }

    private int load(String sql, String file) throws SQLException {
        return load(sql, new ByteArrayInputStream(file.getBytes(StandardCharsets.UTF_8)));
    }

    private int load(String sql, InputStream file) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.unwrap(JdbcStatement.class).setLocalInfileInputStream(file);
            return statement.executeUpdate(sql);
        }
    }

    private static void assertRefused(int number, String message, ThrowingCallable statement) {
        assertThatExceptionOfType(SQLException.class)
                .isThrownBy(statement)
                .withMessageContaining(message)
                .matches(e -> e.getErrorCode() == number, "number " + number);
    }

    @Test
    void theRowsOfAFileAreOneGroupedLoad() throws Exception {
        assertThat(load(LOAD, "1\ta\t2\n2\tb\\tc\t\\N\n")).isEqualTo(2);

        assertThat(frontend.backend.calls()).containsExactly("append ads.t ASYNC_MODE 2");
        frontend.backend.commitBatches();
        assertThat(rows(connection, "SELECT * FROM t")).containsExactly("1|a|2", "2|b\tc|null");
    }

    @Test
    void columnsVariablesSeparatorsAndIgnoredLinesAreFollowed() throws Exception {
        assertThat(load(
                        LOAD + " CHARACTER SET latin1 FIELDS TERMINATED BY ',' OPTIONALLY ENCLOSED BY '\"'"
                                + " LINES TERMINATED BY '\\r\\n' IGNORE 1 LINES (@dropped, name, id)",
                        new ByteArrayInputStream(
                                "d,n,i\r\nx,\"caf\u00e9, \"\"A\"\"\",7\r\n,b,8".getBytes(StandardCharsets.ISO_8859_1))))
                .isEqualTo(2);

        frontend.backend.commitBatches();
        assertThat(rows(connection, "SELECT * FROM t")).containsExactly("7|café, \"A\"|7", "8|b|7");
    }

    @Test
    void moreIgnoredLinesThanThereAreLeaveNone() throws Exception {
        assertThat(load(LOAD + " IGNORE 9000000000000000000 LINES", "1\ta\t2\n"))
                .isZero();
        assertThat(load(LOAD + " LINES TERMINATED BY '' IGNORE 9000000000000000000 LINES", ""))
                .isZero();
    }

    @Test
    void withoutBackslashEscapesABackslashIsItself() throws Exception {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET sql_mode = 'NO_BACKSLASH_ESCAPES'");
        }
        assertThat(load(LOAD, "1\tC:\\new\t2\n")).isEqualTo(1);

        frontend.backend.commitBatches();
        assertThat(rows(connection, "SELECT * FROM t")).containsExactly("1|C:\\new|2");
    }

    @Test
    void theAnswerSaysRecordsAsMySqlDoes() throws Exception {
        try (RawClient client = fileClient()) {
            client.send(0, RawClient.query("LOAD DATA LOCAL INFILE 'my file' INTO TABLE ads.u"));
            byte[] request = client.read();
            assertThat(RawClient.text(request).substring(1)).isEqualTo("my file");
            client.send(2, "1\n2\n".getBytes(StandardCharsets.UTF_8));
            client.send(3, "3".getBytes(StandardCharsets.UTF_8));
            client.send(4, new byte[0]);
            byte[] answer = client.read();
            assertThat((int) answer[1]).isEqualTo(3);
            assertThat(client.sequence()).isEqualTo(5);
            assertThat(RawClient.text(answer)).endsWith("Records: 3  Deleted: 0  Skipped: 0  Warnings: 0");

            client.send(0, RawClient.query("LOAD DATA LOCAL INFILE 'empty' INTO TABLE ads.u"));
            client.read();
            client.send(2, new byte[0]);
            assertThat(RawClient.text(client.read())).contains("Records: 0");
        }
    }

    @Test
    void afterABadRowTheRestIsReadAndNothingIsStored() throws Exception {
        String bad = "1\ta\t2\n2\tb\tx\n" + "3\tc\t4\n".repeat(200_000);

        assertRefused(1366, "for column 'score' at row 2", () -> load(LOAD, bad));
        assertRefused(1261, "Row 3 doesn't contain data for all columns", () -> load(LOAD, "1\ta\t2\n2\tb\t3\n3\tc\n"));
        assertRefused(1262, "Row 1 was truncated", () -> load(LOAD, "1\ta\t2\t3\n"));
        assertThat(frontend.backend.calls()).isEmpty();
        assertThat(load(LOAD, "1\ta\t2\n")).isEqualTo(1);
    }

    @Test
    void rowsAreStagedWithoutAutocommit() throws Exception {
        connection.setAutoCommit(false);
        load(LOAD, "1\ta\t2\n");
        load(LOAD, "2\ta\t2\n");
        assertThat(frontend.backend.calls()).isEmpty();
        connection.commit();

        assertThat(frontend.backend.calls()).containsExactly("append ads.t ASYNC_MODE 2");
    }

    @Test
    void aFileBeyondTheMemoryLimitIsATransactionOfItsOwn() throws Exception {
        assertThat(load(LOAD, new Lines(80, 1 << 20, ""))).isEqualTo(80 << 20 >> 4);

        List<String> calls = frontend.backend.calls();
        assertThat(calls).startsWith("begin").endsWith("commit");
        assertThat(frontend.backend.visibleRows("ads", "t")).isEqualTo(80 << 20 >> 4);
    }

    @Test
    void aBadRowFarBehindUndoesWhatHadGoneToTheBackend() throws Exception {
        assertRefused(1261, "doesn't contain data for all columns", () -> load(LOAD, new Lines(80, 1 << 20, "x\n")));
        assertThat(frontend.backend.calls()).contains("begin").endsWith("rollback");
        assertThat(frontend.backend.openTransactions()).isZero();

        connection.setAutoCommit(false);
        run(connection, "INSERT INTO u VALUES (1)");
        assertRefused(1261, "which is aborted: only ROLLBACK", () -> load(LOAD, new Lines(80, 1 << 20, "x\n")));
        assertThat(frontend.backend.openTransactions()).isZero();
        for (String sql : List.of("COMMIT", "INSERT INTO u VALUES (2)", "DELETE FROM u", "BEGIN")) {
            assertRefused(1105, "commands ignored until ROLLBACK; it failed with: Row ", () -> run(connection, sql));
        }
        assertRefused(1105, "commands ignored until ROLLBACK", () -> rows(connection, "SELECT * FROM u"));
        connection.rollback();
        assertThat(frontend.backend.visibleRows("ads", "u")).isZero();

        run(connection, "INSERT INTO u VALUES (3)");
        connection.commit();
        frontend.backend.commitBatches();
        assertThat(frontend.backend.visibleRows("ads", "u")).isEqualTo(1);
    }

    @Test
    void aKilledLoadWhoseRowsWereInTheTransactionAbortsIt() throws Exception {
        connection.setAutoCommit(false);
        run(connection, "BEGIN");
        frontend.backend.failNext("appendTo", new TributaryException(ErrorCode.INTERRUPTED, "killed"));
        assertRefused(1317, "which is aborted", () -> load(LOAD, new Lines(80, 1 << 20, "")));
        assertRefused(1105, "it failed with: killed", () -> connection.commit());
        connection.rollback();
        assertThat(frontend.backend.openTransactions()).isZero();
    }

    /** MySQL does the same, which takes the next packet for the first of the file, and its sequence for a wrong one. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void commandsSentAheadAreNoFile(boolean behindABusyOne) throws Exception {
        byte[] first = RawClient.query("INSERT INTO ads.u VALUES (1)");
        byte[] load = RawClient.query("LOAD DATA LOCAL INFILE 'f' INTO TABLE ads.u");
        byte[] ahead = RawClient.query("INSERT INTO ads.u VALUES (2)");
        try (RawClient client = fileClient()) {
            if (behindABusyOne) {
                frontend.backend.hold();
                client.pipeline(first, load, ahead);
                frontend.backend.release();
                assertThat(client.readAnswer()).isZero();
            } else {
                client.pipeline(load, ahead);
            }
            assertThat(client.read()[0] & 0xff).isEqualTo(0xfb);
            assertThat(RawClient.errorNumber(client.read())).isEqualTo(1156);
            assertThat(client.isClosedByServer()).isTrue();
        }

        assertThat(frontend.backend.calls())
                .filteredOn(call -> !call.endsWith(" 1"))
                .isEmpty();
    }

    @Test
    void aClientThatIsSilentInTheMiddleOfItsFileIsLeft() throws Exception {
        try (RawClient client = fileClient()) {
            client.send(0, RawClient.query("SET net_read_timeout = 1"));
            client.read();
            client.send(0, RawClient.query("LOAD DATA LOCAL INFILE 'f' INTO TABLE ads.u"));
            client.read();
            client.send(2, "1\n2\n".getBytes(StandardCharsets.UTF_8));
            byte[] answer = client.read();
            assertThat(RawClient.errorNumber(answer)).isEqualTo(1159);
            assertThat(RawClient.text(answer)).contains("Got timeout reading communication packets");
            assertThat(client.isClosedByServer()).isTrue();
        }

        assertThat(frontend.backend.calls()).isEmpty();
    }

    @Test
    void whatTheBackendRefusesIsTheAnswerAtTheEndOfTheFile() throws Exception {
        frontend.backend.failNext("append", new TributaryException(ErrorCode.LOG_FAILED, "the log is gone"));

        assertRefused(1030, "the log is gone", () -> load(LOAD, "1\ta\t2\n"));
    }

    @Test
    void aClientThatSendsFasterThanTheBackendTakesIsNotReadFrom() throws Exception {
        try (RawClient client = fileClient()) {
            client.send(0, RawClient.query("LOAD DATA LOCAL INFILE 'f' INTO TABLE ads.t"));
            client.read();
            frontend.backend.hold();
            Thread sender = new Thread(() -> sendFile(client), "sender");
            sender.start();
            await().until(() -> frontend.server.mysqlConnections.stream()
                    .anyMatch(channel -> !channel.config().isAutoRead()));
            frontend.backend.release();
            sender.join(20_000);
            assertThat(RawClient.text(client.read())).contains("Records: ");
        }
    }

    @Test
    void aConnectionThatBreaksInTheMiddleLeavesNothing() throws Exception {
        try (RawClient client = fileClient()) {
            client.send(0, RawClient.query("LOAD DATA LOCAL INFILE 'f' INTO TABLE ads.u"));
            client.read();
            client.send(2, "1\n2\n".getBytes(StandardCharsets.UTF_8));
        }

        await().until(() -> frontend.server.mysqlConnections.size() == 1);
        assertThat(frontend.backend.calls()).isEmpty();
    }

    @Test
    void aKilledLoadIs1317AtItsEnd() throws Exception {
        try (RawClient client = fileClient()) {
            client.send(0, RawClient.query("LOAD DATA LOCAL INFILE 'f' INTO TABLE ads.u"));
            client.read();
            client.send(2, "1\n2\n".getBytes(StandardCharsets.UTF_8));
            String id = rows(connection, "SHOW PROCESSLIST").stream()
                    .filter(row -> row.contains("LOAD DATA"))
                    .findFirst()
                    .orElseThrow();
            run(connection, "KILL QUERY " + id.substring(0, id.indexOf('|')));
            client.send(3, new byte[0]);
            assertThat(RawClient.errorNumber(client.read())).isEqualTo(1317);
        }
    }

    /** Longer than the time-out for one packet, a byte now and then. */
    @Test
    void aClientThatSendsSlowlyIsNotSilent() throws Exception {
        byte[] packet = "\24\0\0\2".concat("1\n".repeat(10)).getBytes(StandardCharsets.US_ASCII);
        try (RawClient client = fileClient()) {
            client.send(0, RawClient.query("SET net_read_timeout = 2"));
            client.read();
            client.send(0, RawClient.query("LOAD DATA LOCAL INFILE 'f' INTO TABLE ads.u"));
            client.read();
            for (byte one : packet) {
                client.sendBytes(new byte[] {one});
                TimeUnit.MILLISECONDS.sleep(100);
            }
            client.send(3, new byte[0]);
            assertThat(RawClient.text(client.read())).contains("Records: 10");
        }
    }

    @Test
    void whatIsNotBuiltOrNotAllowedIsRefusedBeforeTheFileIsAskedFor() throws Exception {
        assertRefused(1235, "sends the client's", () -> run(connection, "LOAD DATA INFILE 'f' INTO TABLE t"));
        assertRefused(1235, "LOAD DATA … SET", () -> run(connection, LOAD + " (id) SET name = 'x'"));
        assertRefused(1235, "LOAD XML", () -> run(connection, "LOAD XML LOCAL INFILE 'f' INTO TABLE t"));
        assertRefused(1083, "more than one byte", () -> run(connection, LOAD + " FIELDS ENCLOSED BY '\"\"'"));
        assertRefused(1054, "Unknown column", () -> run(connection, LOAD + " (nothing)"));
        assertRefused(1115, "koi8r", () -> run(connection, LOAD + " CHARACTER SET koi8r"));
        run(connection, "SET GLOBAL local_infile = OFF");
        assertRefused(3948, "Loading local data is disabled", () -> run(connection, LOAD));
        try (RawClient client = new RawClient(frontend.server.mysqlPort()).login(0)) {
            client.send(0, RawClient.query("LOAD DATA LOCAL INFILE 'f' INTO TABLE ads.u"));
            assertThat(RawClient.errorNumber(client.read())).isEqualTo(3948);
        }
    }

    private RawClient fileClient() throws Exception {
        return new RawClient(frontend.server.mysqlPort()).login(LOCAL_FILES | RawClient.PLUGIN_AUTH);
    }

    /** 96 MiB of rows, and the end. */
    private static void sendFile(RawClient client) {
        String rows = IntStream.range(0, 1 << 12).mapToObj(i -> i + "\tname\t1").collect(Collectors.joining("\n"));
        byte[] piece = (rows + "\n").getBytes(StandardCharsets.UTF_8);
        try {
            int sequence = 2;
            for (int i = 0; i < (96 << 20) / piece.length; i++) {
                client.send(sequence++ & 0xff, piece);
            }
            client.send(sequence & 0xff, new byte[0]);
        } catch (java.io.IOException e) {
            throw new java.io.UncheckedIOException(e);
        }
    }

    /** Lines of 16 bytes, and what stands behind them. */
    private static final class Lines extends InputStream {
        private static final byte[] LINE = "1234567\tabcd\t89\n".getBytes(StandardCharsets.UTF_8);

        private final byte[] block;
        private final byte[] end;
        private long left;
        private int at;

        /** {@code blocks} times {@code blockBytes}. */
        Lines(int blocks, int blockBytes, String behind) {
            block = new String(LINE, StandardCharsets.UTF_8)
                    .repeat(blockBytes / LINE.length)
                    .getBytes(StandardCharsets.UTF_8);
            end = behind.getBytes(StandardCharsets.UTF_8);
            left = (long) blocks * blockBytes + end.length;
        }

        @Override
        public int read() {
            throw new UnsupportedOperationException("one byte at a time");
        }

        @Override
        public int read(byte[] into, int offset, int length) {
            if (left == 0) {
                return -1;
            }
            if (left <= end.length) {
                System.arraycopy(end, end.length - (int) left, into, offset, 1);
                left--;
                return 1;
            }
            int count = (int) Math.min(Math.min(length, block.length - at), left - end.length);
            System.arraycopy(block, at, into, offset, count);
            at = (at + count) % block.length;
            left -= count;
            return count;
        }
    }
}
