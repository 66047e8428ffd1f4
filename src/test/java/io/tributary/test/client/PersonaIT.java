package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import io.tributary.test.process.Tables;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** What Connector/J asks otherwise by the announced version, read from the wire, and that the answers are the same. */
@Tag("clients")
final class PersonaIT {
    @RegisterExtension
    static final Server SERVER = Server.shared();

    @RegisterExtension
    static final Server SERVER_57 = Server.shared57();

    static Stream<Arguments> connectorJAndServers() {
        return JdbcDriver.connectorJOnEach(SERVER, SERVER_57);
    }

    @ParameterizedTest
    @MethodSource("connectorJAndServers")
    void theAnnouncedVersionChoosesTheDialect(JdbcDriver driver, Server server) throws Exception {
        String database = server.newDatabase();
        try (Sql sql = Sql.connect(server.port(), database)) {
            sql.run(Tables.DT);
        }
        boolean older = server == SERVER_57;
        String said;
        try (RecordingProxy proxy = new RecordingProxy(server.port())) {
            try (Connection connection = driver.connect(proxy.port(), database, "")) {
                assertThat(connection.getMetaData().getDatabaseProductVersion()).startsWith(older ? "5.7." : "8.0.");
                assertThat(columns(connection, database)).containsExactly("id", "name", "score");
                connection.setTransactionIsolation(Connection.TRANSACTION_SERIALIZABLE);
                assertThat(connection.getTransactionIsolation()).isEqualTo(Connection.TRANSACTION_SERIALIZABLE);
            }
            said = proxy.ended().stream()
                    .map(RecordingProxy.Conversation::client)
                    .map(PersonaIT::text)
                    .collect(Collectors.joining());
        }

        assertThat(said.contains("@@query_cache_size")).isEqualTo(older);
        assertThat(said.contains("SHOW FULL COLUMNS")).isEqualTo(older || driver == JdbcDriver.CONNECTOR_J_5);
        assertThat(said.contains("INFORMATION_SCHEMA.COLUMNS")).isEqualTo(!older && driver != JdbcDriver.CONNECTOR_J_5);
    }

    private static List<String> columns(Connection connection, String database) throws SQLException {
        List<String> names = new ArrayList<>();
        try (ResultSet columns = connection.getMetaData().getColumns(database, null, "dt", "%")) {
            while (columns.next()) {
                names.add(columns.getString("COLUMN_NAME"));
            }
        }
        return names;
    }

    private static String text(ByteArrayOutputStream bytes) {
        return bytes.toString(StandardCharsets.UTF_8);
    }
}
