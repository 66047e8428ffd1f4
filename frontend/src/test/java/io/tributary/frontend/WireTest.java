package io.tributary.frontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.sql.Connection;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

final class WireTest {
    private static final int PING = 0x0e;

    private FrontendFixture frontend;

    @BeforeEach
    void start() throws Exception {
        frontend = new FrontendFixture(FrontendFixture.limits(10, 1 << 20, 1 << 20));
    }

    @AfterEach
    void stop() {
        frontend.close();
    }

    private RawClient client(int capabilities) throws Exception {
        return new RawClient(frontend.server.mysqlPort()).login(capabilities);
    }

    @Test
    void pipelinedCommandsAreAnsweredInTheirOrder() throws Exception {
        try (Connection setup = frontend.withTable("");
                RawClient client = client(RawClient.PLUGIN_AUTH)) {
            assertThat(setup.isValid(1)).isTrue();
            byte[][] commands = new byte[2_000][];
            for (int i = 0; i < commands.length; i++) {
                commands[i] = i % 3 == 0
                        ? RawClient.query("INSERT INTO ads.u VALUES (" + i + ")")
                        : i % 3 == 1 ? RawClient.command(PING) : RawClient.command(0x55);
            }
            client.pipeline(commands);

            for (int i = 0; i < commands.length; i++) {
                byte[] answer = client.read();
                assertThat(RawClient.errorNumber(answer)).isEqualTo(i % 3 == 2 ? 1047 : 0);
                if (i % 3 == 0) {
                    assertThat((int) answer[1]).isEqualTo(1);
                }
            }
        }
    }

    @Test
    void aClientWithoutPluginAuthIsLetInWithoutASwitch() throws Exception {
        try (RawClient client = client(0)) {
            client.send(0, RawClient.command(PING));
            assertThat((int) client.read()[0]).isZero();
        }
    }

    @Test
    void bothStylesOfResultSetsEndAsTheClientExpects() throws Exception {
        try (RawClient old = client(RawClient.PLUGIN_AUTH);
                RawClient modern = client(RawClient.PLUGIN_AUTH | RawClient.DEPRECATE_EOF)) {
            old.send(0, RawClient.query("SELECT @@autocommit"));
            modern.send(0, RawClient.query("SELECT @@autocommit"));

            assertThat(kinds(old, 5)).containsExactly("1", "def", "EOF", "row", "EOF");
            assertThat(kinds(modern, 4)).containsExactly("1", "def", "row", "OK as EOF");
        }
    }

    /** MySQL takes it, and mysqlslap sends it. */
    @Test
    void aNulAtTheEndOfAStatementIsItsEnd() throws Exception {
        try (RawClient client = client(RawClient.PLUGIN_AUTH)) {
            client.send(0, RawClient.query("SET autocommit = 1\0"));
            assertThat((int) client.read()[0]).isZero();
            client.send(0, RawClient.query("SET autocommit\0 = 1"));
            assertThat(RawClient.errorNumber(client.read())).isEqualTo(1064);
        }
    }

    @Test
    void anOversizedPacketBeforeAuthenticationEndsTheConnection() throws Exception {
        try (RawClient client = new RawClient(frontend.server.mysqlPort())) {
            client.read();
            client.sendBytes(new byte[] {(byte) 0xff, (byte) 0xff, (byte) 0xff, 1});
            assertThat(RawClient.errorNumber(client.read())).isEqualTo(1153);
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void rubbishInsteadOfALoginIsRefused() throws Exception {
        try (RawClient client = new RawClient(frontend.server.mysqlPort())) {
            client.read();
            client.send(1, new byte[] {1, 2, 3});
            assertThat(RawClient.errorNumber(client.read())).isEqualTo(1835);
            assertThat(client.isClosedByServer()).isTrue();
        }
    }

    @Test
    void aClientThatReadsNothingMakesTheEngineWait() throws Exception {
        try (Connection setup = frontend.withTable("");
                RawClient client = client(RawClient.DEPRECATE_EOF)) {
            String rows = String.join(",", java.util.Collections.nCopies(20_000, "(1, 'aaaaaaaaaaaaaaaaaaaa', 2)"));
            for (int i = 0; i < 40; i++) {
                FrontendFixture.run(setup, "INSERT INTO t VALUES " + rows);
            }
            client.send(0, RawClient.query("SELECT * FROM ads.t"));
            await().until(() -> frontend.backend.blocksSent() > 0 && settled());

            // 40 blocks are some 26 MB on the wire; sockets and channel hold a few.
            assertThat(frontend.backend.blocksSent()).isLessThan(35);

            int packets = 0;
            while ((client.read()[0] & 0xff) != 0xfe) {
                packets++;
            }
            assertThat(packets).isEqualTo(1 + 3 + 800_000);
            assertThat(frontend.backend.blocksSent()).isEqualTo(40);
        }
    }

    /** Whether no more blocks come, seen by two looks with a round trip between them. */
    private boolean settled() throws Exception {
        int before = frontend.backend.blocksSent();
        activity();
        return frontend.backend.blocksSent() == before;
    }

    @Test
    void killQueryEndsTheStatementWith1317AndLeavesTheConnection() throws Exception {
        try (Connection setup = frontend.withTable("");
                RawClient client = client(RawClient.DEPRECATE_EOF)) {
            frontend.backend.holdQueries();
            client.send(0, RawClient.query("SELECT * FROM ads.t"));
            await().until(() -> activity().contains("SELECT * FROM ads.t"));
            for (String row : FrontendFixture.rows(setup, "SHOW FULL PROCESSLIST")) {
                if (row.endsWith("SELECT * FROM ads.t")) {
                    FrontendFixture.run(setup, "KILL QUERY " + row.substring(0, row.indexOf('|')));
                }
            }
            assertThat(RawClient.errorNumber(client.read())).isEqualTo(1317);
            // It has no columns yet.
            await().until(() -> frontend.backend.calls().contains("cancel"));
            client.send(0, RawClient.command(PING));
            assertThat((int) client.read()[0]).isZero();
        }
    }

    @Test
    void anExecutionIsListedWithItsStatementsText() throws Exception {
        try (Connection setup = frontend.withTable("");
                RawClient client = client(RawClient.DEPRECATE_EOF)) {
            int id = client.prepare("SELECT id FROM ads.t WHERE id > 7");
            frontend.backend.holdQueries();
            client.send(0, RawClient.execute(id));

            await().until(() -> FrontendFixture.rows(setup, "SHOW PROCESSLIST").stream()
                    .anyMatch(row -> row.contains("|Execute|") && row.endsWith("|SELECT id FROM ads.t WHERE id > 7")));
        }
    }

    @Test
    void aClientThatLeavesCancelsItsQuery() throws Exception {
        try (Connection setup = frontend.withTable("")) {
            assertThat(setup.isValid(1)).isTrue();
            String rows = String.join(",", java.util.Collections.nCopies(20_000, "(1, 'aaaaaaaaaaaaaaaaaaaa', 2)"));
            for (int i = 0; i < 40; i++) {
                FrontendFixture.run(setup, "INSERT INTO t VALUES " + rows);
            }
            try (RawClient client = client(RawClient.DEPRECATE_EOF)) {
                client.send(0, RawClient.query("SELECT * FROM ads.t"));
                client.read();
            }
            await().until(() -> frontend.backend.calls().contains("cancel"));
        }
    }

    @Test
    void quitClosesAndGivesThePlaceBack() throws Exception {
        for (int i = 0; i < 25; i++) {
            try (RawClient client = client(0)) {
                client.send(0, RawClient.command(1));
                assertThat(client.isClosedByServer()).isTrue();
            }
        }
    }

    @Test
    void theStatementThatRunsWhenTheServerStopsIsAnswered() throws Exception {
        try (Connection setup = frontend.withTable("");
                RawClient client = client(0)) {
            assertThat(setup.isValid(1)).isTrue();
            frontend.backend.hold();
            client.send(0, RawClient.query("INSERT INTO ads.u VALUES (1)"));
            await().until(() -> activity().contains("INSERT INTO ads.u VALUES (1)"));
            Thread stopper = new Thread(() -> frontend.server.close(), "stopper");
            stopper.start();
            frontend.backend.release();

            assertThat(RawClient.text(client.read())).contains("VISIBLE");
            assertThat(client.isClosedByServer()).isTrue();
            stopper.join(10_000);
            assertThat(stopper.isAlive()).isFalse();
        }
    }

    @Test
    void aStatementIdThatNobodyKnowsIs1243AndClosingItIsSilent() throws Exception {
        try (RawClient client = client(0)) {
            client.pipeline(
                    RawClient.command(0x19, (byte) 9, (byte) 0, (byte) 0, (byte) 0),
                    RawClient.command(
                            0x17, (byte) 9, (byte) 0, (byte) 0, (byte) 0, (byte) 0, (byte) 1, (byte) 0, (byte) 0,
                            (byte) 0),
                    RawClient.command(0x1a, (byte) 9, (byte) 0, (byte) 0, (byte) 0));
            byte[] execute = client.read();
            assertThat(RawClient.errorNumber(execute)).isEqualTo(1243);
            assertThat(RawClient.text(execute)).contains("Unknown prepared statement handler (9)");
            assertThat(RawClient.errorNumber(client.read())).isEqualTo(1243);
        }
    }

    @Test
    void emptyQueriesAre1065AndCommentsAreOk() throws Exception {
        try (RawClient client = client(0)) {
            client.pipeline(RawClient.query(""), RawClient.query(" ; "), RawClient.query("/* nothing */"));
            assertThat(RawClient.errorNumber(client.read())).isEqualTo(1065);
            assertThat(RawClient.errorNumber(client.read())).isEqualTo(1065);
            assertThat((int) client.read()[0]).isZero();
        }
    }

    @Test
    void statisticsFieldListAndSetOptionAreAnswered() throws Exception {
        try (Connection setup = frontend.withTable("");
                RawClient client = client(RawClient.DEPRECATE_EOF)) {
            assertThat(setup.isValid(1)).isTrue();
            client.send(0, RawClient.command(9));
            assertThat(RawClient.text(client.read()))
                    .matches("Uptime: \\d+  Threads: \\d+  Questions: [1-9]\\d*  Slow queries: \\d+  Opens: \\d+"
                            + "  Flush tables: \\d+  Open tables: 2  Queries per second avg: \\d+\\.\\d{3}");
            client.send(0, RawClient.command(0x0d));
            assertThat(client.read()[0] & 0xff).isEqualTo(0xfe);
            client.send(0, RawClient.command(4, "u\0".getBytes(java.nio.charset.StandardCharsets.UTF_8)));
            assertThat(RawClient.errorNumber(client.read())).isEqualTo(1046);
            client.send(0, RawClient.command(2, "ads".getBytes(java.nio.charset.StandardCharsets.UTF_8)));
            client.read();
            client.send(0, RawClient.command(4, "u\0".getBytes(java.nio.charset.StandardCharsets.UTF_8)));
            assertThat(RawClient.text(client.read())).contains("id");
            client.read();
            client.send(0, RawClient.command(4, "t\0%a%".getBytes(java.nio.charset.StandardCharsets.UTF_8)));
            assertThat(RawClient.text(client.read())).contains("name");
            assertThat(client.read()[0] & 0xff).isEqualTo(0xfe);
            client.send(0, RawClient.command(4, "nowhere\0".getBytes(java.nio.charset.StandardCharsets.UTF_8)));
            assertThat(RawClient.errorNumber(client.read())).isEqualTo(1146);
            client.send(0, RawClient.command(0x1b, (byte) 0, (byte) 0));
            assertThat(client.read()[0] & 0xff).isEqualTo(0xfe);
            client.send(0, RawClient.command(0x1b, (byte) 7, (byte) 0));
            assertThat(RawClient.errorNumber(client.read())).isEqualTo(1047);
        }
    }

    private List<String> activity() throws Exception {
        try (Connection looking = frontend.connect("")) {
            List<String> infos = new ArrayList<>();
            for (String row : FrontendFixture.rows(looking, "SHOW FULL PROCESSLIST")) {
                infos.add(row.substring(row.lastIndexOf('|') + 1));
            }
            return infos;
        }
    }

    private static List<String> kinds(RawClient client, int packets) throws Exception {
        List<String> kinds = new ArrayList<>();
        for (int i = 0; i < packets; i++) {
            byte[] packet = client.read();
            int first = packet[0] & 0xff;
            if (first == 0xfe) {
                kinds.add(packet.length == 5 ? "EOF" : "OK as EOF");
            } else if (i == 0) {
                kinds.add(Integer.toString(first));
            } else {
                kinds.add(RawClient.text(packet).startsWith("def", 1) ? "def" : "row");
            }
        }
        return kinds;
    }
}
