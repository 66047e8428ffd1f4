package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.SQLWarning;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Notes of statements that found nothing to do, as drivers and the command line show them. */
@Tag("clients")
final class WarningsIT {
    @RegisterExtension
    static final Server SERVER = Server.shared();

    @RegisterExtension
    static final Server SERVER_57 = Server.shared57();

    @TempDir
    private Path directory = Path.of("set by JUnit");

    static Stream<Arguments> driversAndServers() {
        return JdbcDriver.onEach(SERVER, SERVER_57);
    }

    @ParameterizedTest
    @MethodSource("driversAndServers")
    void aStatementsNotesAreItsChainOfWarnings(JdbcDriver driver, Server server) throws SQLException {
        String database = server.newDatabase();
        String drop = "DROP TABLE IF EXISTS a, b";
        String[] notes = {"1051 Unknown table '" + database + ".a'", "1051 Unknown table '" + database + ".b'"};
        try (Connection connection = driver.connect(server, database, "useServerPrepStmts=true");
                Statement statement = connection.createStatement();
                PreparedStatement prepared = connection.prepareStatement(drop)) {
            statement.execute(drop);
            assertThat(warnings(statement)).as("%s", driver).containsExactly(notes);
            prepared.execute();
            assertThat(warnings(prepared)).as("%s prepared", driver).containsExactly(notes);

            // A statement of its own: older drivers keep the chain of one that runs again.
            try (Statement create = connection.createStatement()) {
                create.execute("CREATE TABLE a (id INT)");
                assertThat(warnings(create)).as("%s", driver).isEmpty();
            }
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void theCommandLineShowsThemBehindTheirStatement(Server server) throws SQLException {
        CommandLine.Result said = CommandLine.run(
                directory,
                Map.of(),
                "drop table if exists a;\nselect 1;\ndrop database if exists nowhere;\n",
                Duration.ofSeconds(60),
                CommandLine.mysql(server.port(), "-uroot", "-vvv", "--show-warnings", server.newDatabase()));

        assertThat(said.exitCode()).as(said.text()).isZero();
        assertThat(said.text())
                .contains("0 rows affected, 1 warning")
                .containsPattern("Note \\(Code 1051\\): Unknown table '[^']*\\.a'")
                .contains("Note (Code 1008): Can't drop database 'nowhere'; database doesn't exist")
                .containsOnlyOnce("Code 1051");
    }

    static Stream<Server> servers() {
        return Stream.of(SERVER, SERVER_57);
    }

    private static List<String> warnings(Statement statement) throws SQLException {
        List<String> found = new ArrayList<>();
        for (SQLWarning each = statement.getWarnings(); each != null; each = each.getNextWarning()) {
            found.add(each.getErrorCode() + " " + each.getMessage());
        }
        return found;
    }
}
