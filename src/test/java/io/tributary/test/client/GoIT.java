package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import io.tributary.test.process.Tables;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** go-sql-driver: the manual's program, which groups by the table's property, and the driver's daily job. */
@Tag("clients")
final class GoIT {
    @RegisterExtension
    static final Server SERVER = Server.shared();

    @RegisterExtension
    static final Server SERVER_57 = Server.shared57();

    static Stream<Arguments> interpolationAndServers() {
        return Server.withEach(List.of("false", "true"), SERVER, SERVER_57);
    }

    static Stream<Server> servers() {
        return Stream.of(SERVER, SERVER_57);
    }

    /** Times are bound as text with nine fraction digits, or put into the statement by the driver. */
    @ParameterizedTest
    @MethodSource("interpolationAndServers")
    void theProgramOfTheManualLoadsAllItsRowsInGroups(String interpolated, Server server) throws SQLException {
        String database = server.newDatabase();
        try (Sql sql = Sql.connect(server.port(), database)) {
            sql.run(
                    Tables.LINEITEM.replace("lineitem", "async_lineitem"),
                    "ALTER TABLE async_lineitem SET (\"group_commit_mode\" = \"async_mode\")");
            LoadCounts loads = LoadCounts.of(server);

            String said = ClientProgram.go(
                    server,
                    database,
                    ".",
                    Map.of("TEST_STATEMENTS", "5", "TEST_PARAMETERS", "interpolateParams=" + interpolated));

            assertThat(said).contains("Total inserted rows: 10000");
            assertThat(loads.sinceThen()).isEqualTo(Map.of("async_mode", 100L));
            sql.run("SYNC " + database + ".async_lineitem");
            assertThat(sql.number("SELECT count(*) FROM async_lineitem")).isEqualTo(10_000);
            assertThat(sql.number("SELECT count(*) FROM async_lineitem WHERE L_SHIPDATE >= '2020-01-01'"))
                    .isEqualTo(10_000);
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void everyTypeErrorsTransactionsAndCancelledQueries(Server server) throws SQLException {
        assertThat(ClientProgram.go(server, server.newDatabase(), "./daily", Map.of()))
                .endsWith("ok\n");
    }

    @ParameterizedTest
    @MethodSource("servers")
    void valuesAtTheEdgesOfTheirTypes(Server server) throws SQLException {
        assertThat(ClientProgram.go(server, server.newDatabase(), "./edges", Map.of()))
                .endsWith("ok\n");
    }
}
