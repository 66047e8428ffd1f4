package io.tributary.frontend;

import static io.tributary.frontend.FrontendFixture.rows;
import static io.tributary.frontend.FrontendFixture.run;
import static org.assertj.core.api.Assertions.assertThat;

import com.mysql.cj.jdbc.JdbcStatement;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a server of version 8 offers beyond one of 5.7: SESSION_TRACK, QUERY_ATTRIBUTES, OPTIONAL_RESULTSET_METADATA. */
final class SessionTrackTest {
    private static final int SESSION_TRACK = 1 << 23;
    private static final int OPTIONAL_RESULTSET_METADATA = 1 << 25;
    private static final int QUERY_ATTRIBUTES = 1 << 27;

    private FrontendFixture frontend;

    @BeforeEach
    void start() throws Exception {
        frontend = new FrontendFixture();
        frontend.withTable("").close();
    }

    @AfterEach
    void stop() {
        frontend.close();
    }

    private RawClient client(int capabilities) throws Exception {
        return new RawClient(frontend.server.mysqlPort()).login(RawClient.PLUGIN_AUTH | capabilities);
    }

    private static String answer(RawClient client, String sql) throws Exception {
        client.send(0, RawClient.query(sql));
        return new String(client.read(), StandardCharsets.ISO_8859_1);
    }

    @Test
    void anOkTellsOfTheDatabaseAndOfTrackedVariables() throws Exception {
        try (RawClient client = client(SESSION_TRACK)) {
            assertThat(answer(client, "USE ads")).contains("\u0001\u0004\u0003ads");
            assertThat(answer(client, "SET autocommit = 0")).contains("\nautocommit\u0003OFF");
            assertThat(answer(client, "SET NAMES latin1"))
                    .contains("character_set_client\u0006latin1", "character_set_results\u0006latin1");
            assertThat(answer(client, "SET wait_timeout = 100")).doesNotContain("wait_timeout");
            assertThat(answer(client, "SET session_track_system_variables = '*', wait_timeout = 100"))
                    .contains("wait_timeout\u0003100");
            assertThat(answer(client, "SET session_track_state_change = ON, @x = 1"))
                    .endsWith("\u0002\u0002\u00011");
            assertThat(answer(client, "DO_NOTHING")).startsWith("\u00ff");
            assertThat(answer(client, "BEGIN")).doesNotContain("ads");
        }
    }

    @Test
    void anOkTellsWhatTheTransactionHasDone() throws Exception {
        try (RawClient client = client(SESSION_TRACK)) {
            answer(client, "USE ads");
            assertThat(answer(client, "SET session_track_transaction_info = CHARACTERISTICS"))
                    .doesNotContain("____", "START");
            assertThat(answer(client, "BEGIN")).contains("\5\t\10T_______", "\4\u0013\u0012START TRANSACTION;");
            assertThat(answer(client, "INSERT INTO u VALUES (1)"))
                    .contains("T___W___")
                    .doesNotContain("START");
            client.send(0, RawClient.query("SELECT count(*) FROM u"));
            assertThat(client.readAnswer()).isZero();
            assertThat(answer(client, "SET @x = 1")).contains("T_R_W_S_");
            assertThat(answer(client, "SET @x = 2")).doesNotContain("T_R_W_S_");
            assertThat(answer(client, "COMMIT")).contains("\5\t\10________", "\4\1\0");
            assertThat(answer(client, "INSERT INTO u VALUES (2)")).doesNotContain("____");

            assertThat(answer(client, "SET session_track_transaction_info = STATE, autocommit = 0"))
                    .doesNotContain("____");
            assertThat(answer(client, "INSERT INTO u VALUES (3)")).contains("I___W___");
            assertThat(answer(client, "ROLLBACK")).contains("________").doesNotContain("I___");
            assertThat(answer(client, "SET session_track_transaction_info = OFF"))
                    .startsWith("\0");
            assertThat(answer(client, "BEGIN")).doesNotContain("T_______");
        }
    }

    @Test
    void withoutTheCapabilityNothingIsTold() throws Exception {
        try (RawClient client = client(0)) {
            assertThat(answer(client, "USE ads")).doesNotContain("ads");
        }
    }

    @Test
    void definitionsOfColumnsAreLeftOutWhereTheClientCanDoWithout() throws Exception {
        try (RawClient client = client(OPTIONAL_RESULTSET_METADATA | RawClient.DEPRECATE_EOF)) {
            client.send(0, RawClient.query("SELECT 'x'"));
            assertThat(client.read()).containsExactly(1, 1);
            assertThat(RawClient.text(client.read())).startsWith("\u0003def");
            client.read();
            client.read();
            client.send(0, RawClient.query("SET resultset_metadata = NONE"));
            client.read();
            client.send(0, RawClient.query("SELECT 'x'"));
            assertThat(client.read()).containsExactly(0, 1);
            assertThat(client.read()).containsExactly(1, 'x');
            assertThat(client.read()[0] & 0xff).isEqualTo(0xfe);
            client.send(0, RawClient.command(0x16, "SELECT ?".getBytes(StandardCharsets.US_ASCII)));
            byte[] prepared = client.read();
            assertThat(prepared).hasSize(13).endsWith(0);
            client.send(0, RawClient.command(0x0e));
            assertThat((int) client.read()[0]).isZero();
        }
    }

    @Test
    void attributesOfAQueryAreReadAndDropped() throws Exception {
        try (RawClient client = client(QUERY_ATTRIBUTES)) {
            byte[] sql =
                    "\u0001\u0001\u0000\u0001\u00fe\u0000\u0001a\u0001xSELECT 5".getBytes(StandardCharsets.ISO_8859_1);
            client.send(0, RawClient.command(3, sql));
            assertThat(client.readAnswer()).isZero();
        }
    }

    @Test
    void connectorJSendsAttributesWithTextsAndWithPreparedStatements() throws Exception {
        try (Connection connection = frontend.connect("root", "", "ads", FrontendFixture.MANUAL)) {
            try (Statement statement = connection.createStatement()) {
                statement.unwrap(JdbcStatement.class).setAttribute("trace", "abc");
                statement.execute("INSERT INTO u VALUES (1)");
            }
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?, ?, ?)")) {
                for (int i = 0; i < 3; i++) {
                    insert.unwrap(JdbcStatement.class).setAttribute("trace", "abc" + i);
                    insert.setInt(1, i);
                    insert.setString(2, "n" + i);
                    insert.setObject(3, null);
                    insert.executeUpdate();
                }
            }
            try (PreparedStatement select = connection.prepareStatement("SELECT ?, count(*) FROM t")) {
                select.unwrap(JdbcStatement.class).setAttribute("trace", 17);
                select.setInt(1, 1);
                assertThat(select.executeQuery().next()).isTrue();
            }
            assertThat(rows(connection, "SELECT * FROM t")).containsExactly("0|n0|null", "1|n1|null", "2|n2|null");
            run(connection, "COMMIT");
        }
    }

    @Test
    void aServerThatCallsItselfOlderOffersNoneOfThem() throws Exception {
        try (FrontendFixture old =
                        new FrontendFixture(FrontendConfig.defaults().withServerVersion("5.7.44-tributary"));
                RawClient client = new RawClient(old.server.mysqlPort())) {
            byte[] greeting = client.read();
            int upper = 1 + "5.7.44-tributary".length() + 1 + 4 + 8 + 1 + 2 + 1 + 2;
            int high = (greeting[upper] & 0xff) | (greeting[upper + 1] & 0xff) << 8;
            int newer = SESSION_TRACK | OPTIONAL_RESULTSET_METADATA | QUERY_ATTRIBUTES;
            assertThat(high & newer >> 16).isZero();
        }
    }
}
