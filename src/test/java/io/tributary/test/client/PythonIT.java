package io.tributary.test.client;

import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Python's drivers, nearly all of which turn autocommit off as they connect, and what stands upon them. */
@Tag("clients")
final class PythonIT {
    @RegisterExtension
    static final Server SERVER = Server.shared();

    @RegisterExtension
    static final Server SERVER_57 = Server.shared57();

    static Stream<Arguments> programsAndServers() {
        return Server.withEach(
                List.of(
                        "with_pymysql.py",
                        "with_connector_python.py",
                        "with_mysqlclient.py",
                        "asynchronous.py aiomysql",
                        "asynchronous.py asyncmy",
                        "with_sqlalchemy.py",
                        "with_pandas.py"),
                SERVER,
                SERVER_57);
    }

    @ParameterizedTest
    @ValueSource(strings = {"with_django.py", "reflected_by_sqlalchemy.py"})
    void theMigrationsOf(String program) throws Exception {
        ClientProgram.python(SERVER, program);
    }

    @ParameterizedTest
    @MethodSource("programsAndServers")
    void theDailyJobOf(String program, Server server) throws Exception {
        String[] words = program.split(" ", -1);
        ClientProgram.python(server, words[0], words.length == 1 ? new String[0] : new String[] {words[1]});
    }
}
