package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.bench.server.LocalServer;
import io.tributary.bench.server.MariaDb;
import io.tributary.test.process.TributaryProcess;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Writes the answers that {@link TpchIT} expects anew, from a MariaDB of its own. Not part of any suite:
 * {@code mvn verify -pl src/test -am -Dgroups=clients -Dit.test=RecordTpchAnswers}.
 */
@Tag("clients")
final class RecordTpchAnswers {
    private static final Duration LIMIT = Duration.ofMinutes(10);
    private static final int CONNECTIONS = 2;
    private static final Path FOLDER =
            TributaryProcess.home().resolve("src/test/resources/io/tributary/test/client/tpch");

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void answersOfMariaDb() throws IOException, InterruptedException {
        Path home = Files.createDirectory(directory.resolve("mariadb"));
        try (LocalServer server = MariaDb.start(home, CONNECTIONS)) {
            run(server, "", "CREATE DATABASE tpch;\n");
            run(
                    server,
                    "tpch",
                    Tpch.schema() + Tpch.write(directory) + Tpch.indexes() + "ANALYZE TABLE lineitem, orders, part;\n");
            for (int number : Tpch.numbers().toArray()) {
                Files.writeString(FOLDER.resolve(Tpch.answerFile(number)), run(server, "tpch", Tpch.query(number)));
            }
        }
    }

    private String run(LocalServer server, String database, String statements) {
        List<String> command = CommandLine.mysql(
                server.address().port(), "-uroot", "--local-infile=1", "--batch", "--database=" + database);
        CommandLine.Result result = CommandLine.run(directory, Map.of(), statements, LIMIT, command);
        assertThat(result.exitCode()).as(result.text()).isZero();
        return result.text();
    }
}
