package io.tributary.test.client;

import java.sql.SQLException;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Node's drivers, and what makes tables through them: numbers are bound as DOUBLE, and mysqljs speaks no authentication plugin. */
@Tag("clients")
final class NodeIT {
    @RegisterExtension
    static final Server SERVER = Server.shared();

    @RegisterExtension
    static final Server SERVER_57 = Server.shared57();

    static Stream<Arguments> programsAndServers() {
        return Server.withEach(List.of("with_mysql2.js", "edges_with_mysql2.js", "with_mysqljs.js"), SERVER, SERVER_57);
    }

    @ParameterizedTest
    @ValueSource(strings = {"with_sequelize.js", "with_typeorm.js", "with_knex.js"})
    void theMigrationsOf(String program) throws SQLException {
        ClientProgram.node(SERVER, program);
    }

    @ParameterizedTest
    @MethodSource("programsAndServers")
    void theDailyJobOf(String program, Server server) throws SQLException {
        ClientProgram.node(server, program);
    }
}
