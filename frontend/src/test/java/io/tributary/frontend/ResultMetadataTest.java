package io.tributary.frontend;

import static io.tributary.frontend.FrontendFixture.run;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What a result tells of the tables that its columns come from. */
final class ResultMetadataTest {
    private static final int NOT_NULL = 1;
    private static final int PRIMARY_KEY = 2;
    private static final int AUTO_INCREMENT = 1 << 9;
    private static final int NUMBER = 1 << 15;
    private static final int BLOB = 1 << 4;

    private FrontendFixture frontend;
    private Connection connection;

    @BeforeEach
    void start() throws Exception {
        frontend = new FrontendFixture();
        connection = frontend.withTable(FrontendFixture.MANUAL);
        run(
                connection,
                "CREATE TABLE k (id INT NOT NULL AUTO_INCREMENT, name TEXT, PRIMARY KEY (id)) COMMENT 'with a key'");
        run(connection, "INSERT INTO k VALUES (1, 'a')");
    }

    @AfterEach
    void stop() throws Exception {
        connection.close();
        frontend.close();
    }

    private static void assertNamed(ResultSetMetaData data) throws SQLException {
        assertThat(data.getTableName(1)).isEqualTo("k");
        assertThat(data.getCatalogName(1)).isEqualTo("ads");
        assertThat(data.getColumnName(1)).isEqualTo("id");
        assertThat(data.isAutoIncrement(1)).isTrue();
        assertThat(data.isNullable(1)).isEqualTo(ResultSetMetaData.columnNoNulls);
        assertThat(data.isAutoIncrement(2)).isFalse();
        assertThat(data.isNullable(2)).isEqualTo(ResultSetMetaData.columnNullable);
    }

    @Test
    void columnsOfATableNameIt() throws Exception {
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT x.* FROM k AS x")) {
            assertNamed(rows.getMetaData());
        }
        try (Statement statement = connection.createStatement();
                ResultSet rows = statement.executeQuery("SELECT count(*) FROM k")) {
            assertThat(rows.getMetaData().getTableName(1)).isEmpty();
            assertThat(rows.getMetaData().getCatalogName(1)).isEmpty();
        }
    }

    @Test
    void aPreparedStatementNamesItBeforeItIsExecutedAndAfter() throws Exception {
        try (PreparedStatement select = connection.prepareStatement("SELECT * FROM k")) {
            assertNamed(select.getMetaData());
            try (ResultSet rows = select.executeQuery()) {
                assertNamed(rows.getMetaData());
            }
        }
        try (Connection fetching = frontend.connect("root", "", "ads", "useCursorFetch=true&defaultFetchSize=1");
                PreparedStatement select = fetching.prepareStatement("SELECT * FROM k");
                ResultSet rows = select.executeQuery()) {
            assertNamed(rows.getMetaData());
        }
    }

    @Test
    void aDefinitionHoldsAliasNameAndFlags() throws Exception {
        try (RawClient client = new RawClient(frontend.server.mysqlPort()).login(RawClient.PLUGIN_AUTH)) {
            client.send(0, RawClient.query("SELECT * FROM ads.k x"));
            client.read();
            assertDefinition(
                    client.read(), "\3def\3ads\1x\1k\2id\2id\14", NOT_NULL | PRIMARY_KEY | AUTO_INCREMENT | NUMBER);
            assertDefinition(client.read(), "\3def\3ads\1x\1k\4name\4name\14", BLOB);
        }
    }

    @Test
    void listedFieldsHaveTheSameFlags() throws Exception {
        try (RawClient client = new RawClient(frontend.server.mysqlPort()).login(RawClient.PLUGIN_AUTH)) {
            client.send(0, RawClient.query("USE ads"));
            client.read();
            client.send(0, RawClient.command(4, "k\0".getBytes(StandardCharsets.US_ASCII)));
            assertDefinition(
                    client.read(), "\3def\3ads\1k\1k\2id\2id\14", NOT_NULL | PRIMARY_KEY | AUTO_INCREMENT | NUMBER);
        }
    }

    private static void assertDefinition(byte[] packet, String names, int flags) {
        assertThat(new String(packet, StandardCharsets.ISO_8859_1)).startsWith(names);
        int at = names.length() + 2 + 4 + 1;
        assertThat((packet[at] & 0xff) | (packet[at + 1] & 0xff) << 8).isEqualTo(flags);
    }
}
