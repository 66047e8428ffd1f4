package io.tributary.frontend;

import static io.tributary.frontend.FrontendFixture.rows;
import static io.tributary.frontend.FrontendFixture.run;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.awaitility.Awaitility.await;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.io.IOException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** COM_STMT_EXECUTE with a cursor, and COM_STMT_FETCH. */
final class CursorTest {
    private static final String CURSORS = "useCursorFetch=true&useServerPrepStmts=true";
    private static final int CURSOR_EXISTS = 0x40;
    private static final int LAST_ROW_SENT = 0x80;

    private FrontendFixture frontend;
    private Connection connection;

    @BeforeEach
    void start() throws Exception {
        frontend = new FrontendFixture();
        connection = frontend.withTable(CURSORS);
        for (int block = 0; block < 5; block++) {
            StringJoiner rows = new StringJoiner(",");
            for (int i = 0; i < 3; i++) {
                rows.add("(" + (3 * block + i) + ")");
            }
            run(connection, "INSERT INTO u VALUES " + rows);
        }
        frontend.backend.forgetCalls();
    }

    @AfterEach
    void stop() throws Exception {
        connection.close();
        frontend.close();
    }

    private RawClient client(int more) throws IOException {
        return new RawClient(frontend.server.mysqlPort()).login(RawClient.PLUGIN_AUTH | more);
    }

    /** Reads what opens a cursor; its status. */
    private static int opened(RawClient client, int columns) throws IOException {
        for (int i = 0; i <= columns; i++) {
            client.read();
        }
        return status(client.read());
    }

    /** The 4-byte numbers of the rows of one fetch, and behind them its status. */
    private static List<Integer> fetched(RawClient client) throws IOException {
        List<Integer> rows = new ArrayList<>();
        while (true) {
            byte[] packet = client.read();
            if ((packet[0] & 0xff) == 0xfe) {
                rows.add(status(packet) & (CURSOR_EXISTS | LAST_ROW_SENT));
                return rows;
            }
            assertThat(RawClient.errorNumber(packet)).isZero();
            rows.add((int) packet[2]);
        }
    }

    /** Returns the status of an EOF, or of an OK in its place. */
    private static int status(byte[] packet) {
        assertThat(packet[0] & 0xff).isEqualTo(0xfe);
        return packet[3] & 0xff;
    }

    @Test
    void rowsComeInPortionsAndTheEngineWaitsBetweenThem() throws Exception {
        for (int capabilities : new int[] {0, RawClient.DEPRECATE_EOF}) {
            try (RawClient client = client(capabilities)) {
                int sentBefore = frontend.backend.blocksSent();
                int query = client.prepare("SELECT * FROM ads.u");
                client.send(0, RawClient.execute(query, 1));
                assertThat(opened(client, 1) & CURSOR_EXISTS).isEqualTo(CURSOR_EXISTS);
                assertThat(frontend.backend.blocksSent()).isEqualTo(sentBefore);

                client.send(0, RawClient.fetch(query, 2));
                assertThat(fetched(client)).containsExactly(0, 1, CURSOR_EXISTS);
                assertThat(frontend.backend.blocksSent()).isEqualTo(sentBefore + 1);
                client.send(0, RawClient.fetch(query, 5));
                assertThat(fetched(client)).containsExactly(2, 3, 4, 5, 6, CURSOR_EXISTS);
                client.send(0, RawClient.fetch(query, 100));
                assertThat(fetched(client)).containsExactly(7, 8, 9, 10, 11, 12, 13, 14, LAST_ROW_SENT);
                client.send(0, RawClient.fetch(query, 1));
                assertThat(RawClient.errorNumber(client.read())).isEqualTo(1421);
            }
        }
    }

    @Test
    void resetCloseAndTheNextExecuteCloseTheCursor() throws Exception {
        try (RawClient client = client(0)) {
            int query = client.prepare("SELECT * FROM ads.u");
            for (byte[] closing : new byte[][] {
                RawClient.command(0x1a, (byte) query, (byte) 0, (byte) 0, (byte) 0), RawClient.execute(query)
            }) {
                client.send(0, RawClient.execute(query, 1));
                opened(client, 1);
                client.send(0, RawClient.fetch(query, 1));
                fetched(client);
                client.send(0, closing);
                assertThat(client.readAnswer()).isZero();
                await().until(() -> frontend.backend.calls().contains("cancel"));
                frontend.backend.forgetCalls();
                client.send(0, RawClient.fetch(query, 1));
                assertThat(RawClient.errorNumber(client.read())).isEqualTo(1421);
            }
            client.send(0, RawClient.execute(query, 1));
            opened(client, 1);
            client.send(0, RawClient.command(0x19, (byte) query, (byte) 0, (byte) 0, (byte) 0));
            client.send(0, RawClient.fetch(query, 1));
            assertThat(RawClient.errorNumber(client.read())).isEqualTo(1243);
            await().until(() -> frontend.backend.calls().contains("cancel"));
        }
    }

    @Test
    void cursorsOfOneSessionAreReadSideBySideAndTheOldestOfTooManyIsClosed() throws Exception {
        try (RawClient client = client(0)) {
            int[] queries = new int[17];
            for (int i = 0; i < queries.length; i++) {
                queries[i] = client.prepare("SELECT * FROM ads.u");
                client.send(0, RawClient.execute(queries[i], 1));
                opened(client, 1);
            }
            for (int row = 0; row < 2; row++) {
                for (int i = 1; i < queries.length; i++) {
                    client.send(0, RawClient.fetch(queries[i], 1));
                    assertThat(fetched(client)).containsExactly(row, CURSOR_EXISTS);
                }
            }
            client.send(0, RawClient.fetch(queries[0], 1));
            assertThat(RawClient.errorNumber(client.read())).isEqualTo(1421);
        }
        await().until(() ->
                frontend.backend.calls().stream().filter("cancel"::equals).count() == 17);
    }

    @Test
    void aResultSetOfTheFrontendMayBeFetchedToo() throws Exception {
        try (PreparedStatement show = connection.prepareStatement("SHOW DATABASES")) {
            show.setFetchSize(1);
            List<String> names = new ArrayList<>();
            try (ResultSet result = show.executeQuery()) {
                while (result.next()) {
                    names.add(result.getString(1));
                }
            }
            assertThat(names).contains("information_schema", "ads").isEqualTo(rows(connection, "SHOW DATABASES"));
        }
    }

    @Test
    void connectorJFetchesWhileOtherStatementsRun() throws Exception {
        try (PreparedStatement query = connection.prepareStatement("SELECT * FROM u");
                Connection plain = frontend.connect("")) {
            assertThat(plain.isValid(1)).isTrue();
            query.setFetchSize(2);
            List<Integer> seen = new ArrayList<>();
            try (ResultSet result = query.executeQuery()) {
                while (result.next()) {
                    seen.add(result.getInt(1));
                    run(connection, "SET @x = 1");
                }
            }
            assertThat(seen).hasSize(15).isSorted();
        }
    }

    @Test
    void withinATransactionAShortResultIsReadAheadSoThatOtherStatementsRun() throws Exception {
        run(connection, "BEGIN");
        run(connection, "INSERT INTO u VALUES (15)");
        try (PreparedStatement query = connection.prepareStatement("SELECT * FROM u")) {
            query.setFetchSize(2);
            int before = frontend.backend.blocksSent();
            try (ResultSet result = query.executeQuery()) {
                assertThat(frontend.backend.blocksSent()).isEqualTo(before + 6);
                int rows = 0;
                while (result.next()) {
                    rows++;
                }
                assertThat(rows).isEqualTo(16);
            }
        }
        run(connection, "COMMIT");
    }

    @Test
    void aResultThatTheBackendClosesIsAnErrorOfTheNextFetch() throws Exception {
        try (RawClient client = client(0)) {
            int query = client.prepare("SELECT * FROM ads.u");
            client.send(0, RawClient.execute(query, 1));
            opened(client, 1);
            client.send(0, RawClient.fetch(query, 2));
            assertThat(fetched(client)).containsExactly(0, 1, CURSOR_EXISTS);
            frontend.backend.failResult(new TributaryException(ErrorCode.INTERRUPTED, "closed"));

            client.send(0, RawClient.fetch(query, 1));
            assertThat(fetched(client)).containsExactly(2, CURSOR_EXISTS);
            for (int error : new int[] {1317, 1421}) {
                client.send(0, RawClient.fetch(query, 1));
                assertThat(RawClient.errorNumber(client.read())).isEqualTo(error);
            }
        }
    }

    @Test
    void anErrorOfTheEngineIsTheAnswerToTheExecute() throws Exception {
        frontend.backend.failNext(
                "query",
                new io.tributary.contract.error.TributaryException(
                        io.tributary.contract.error.ErrorCode.ENGINE, "no such luck"));
        try (PreparedStatement query = connection.prepareStatement("SELECT * FROM u")) {
            query.setFetchSize(2);
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(query::executeQuery)
                    .withMessageContaining("no such luck");
        }
        assertThat(connection.isValid(1)).isTrue();
    }
}
