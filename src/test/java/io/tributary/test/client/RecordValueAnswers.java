package io.tributary.test.client;

import io.tributary.bench.server.LocalServer;
import io.tributary.bench.server.MariaDb;
import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Asks a MariaDB of its own for all that {@link ValuesIT} expects, and writes its answers into the list. What the list
 * says of Tributary stays. Not part of any suite:
 * {@code mvn verify -pl src/test -am -Dgroups=clients -Dit.test=RecordValueAnswers}.
 */
@Tag("clients")
final class RecordValueAnswers {
    private static final int CONNECTIONS = 2;
    private static final String DATABASE = "listed";
    /** MySQL 8's mode, and a collation that compares as Tributary does. */
    private static final String SETUP = "SET NAMES utf8mb4 COLLATE utf8mb4_nopad_bin;\n"
            + "SET sql_mode = 'ONLY_FULL_GROUP_BY,STRICT_TRANS_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,"
            + "ERROR_FOR_DIVISION_BY_ZERO,NO_ENGINE_SUBSTITUTION', time_zone = '+00:00';\n";

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void answersOfMariaDb() throws IOException, InterruptedException {
        List<String> expressions =
                ValueList.read().stream().map(ValueList.Entry::expression).toList();
        List<List<String>> answers;
        try (LocalServer server = MariaDb.start(Files.createDirectory(directory.resolve("mariadb")), CONNECTIONS)) {
            int port = server.address().port();
            String created = "CREATE DATABASE " + DATABASE + " COLLATE utf8mb4_nopad_bin;\n";
            List<String> command = CommandLine.mysql(port, "-uroot");
            CommandLine.run(directory, Map.of(), created, ValueList.LIMIT, command);
            answers = ValueList.ask(directory, port, DATABASE, SETUP, expressions);
        }
        List<String> lines = new ArrayList<>();
        int at = 0;
        for (String line : ValueList.lines()) {
            if (line.startsWith("= ") || line.startsWith("! ")) {
                continue;
            }
            lines.add(line);
            if (ValueList.isExpression(line)) {
                lines.addAll(answers.get(at++));
            }
        }
        Files.write(
                TributaryProcess.home()
                        .resolve("src/test/resources/io/tributary/test/client")
                        .resolve(ValueList.FILE),
                lines);
    }
}
