package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.bench.server.LocalServer;
import io.tributary.test.process.ChosenServer;
import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.concurrent.FutureTask;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A server that goes on with a definition whose answer nobody hears any more. */
@Tag("crash")
final class LostDefinitionIT {
    private static final int CONNECTIONS = 100;
    private static final Duration LIMIT = Duration.ofSeconds(60);

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void aDefinitionThatTheServerIsAtStillIsNotDecidedBeforeItIsOver() throws Exception {
        Path login = Files.writeString(directory.resolve("login"), "root\n\n");
        Path data = Files.createDirectory(directory.resolve("server"));
        try (LocalServer server = ChosenServer.start(data, CONNECTIONS, "128M");
                FaultyLink link = new FaultyLink(server.address().port());
                Sql direct = Sql.connect(server.address().port(), "");
                TributaryProcess tributary = TributaryProcess.startBoth(directory, directory.resolve("data"))
                        .awaitReady();
                Sql sql = Sql.connect(tributary.mysqlPort(), "");
                Sql other = Sql.connect(tributary.mysqlPort(), "")) {
            sql.run(
                    "CREATE DATABASE far PROPERTIES ('engine' = 'mysql', 'engine.url' = 'mysql://127.0.0.1:"
                            + link.port() + "', 'engine.credentials' = 'file:" + login + "')",
                    "CREATE TABLE far.t (a INT, b INT) DUPLICATE KEY (a)");
            direct.run(
                    "INSERT INTO far.t WITH RECURSIVE n (i) AS (SELECT 1 UNION ALL SELECT i + 1 FROM n WHERE i < 1000)"
                            + " SELECT x.i, y.i FROM n x, n y");
            FutureTask<Void> altering = new FutureTask<>(() -> {
                other.run("ALTER TABLE far.t MODIFY COLUMN b BIGINT");
                return null;
            });
            new Thread(altering).start();
            await(direct, "copy to tmp table");

            link.cut();
            link.heal();
            Awaitility.await().atMost(LIMIT).until(() -> tributary.errorText().contains("the server is still at it"));
            assertThatThrownBy(altering::get).hasMessageContaining("is not known");

            Awaitility.await().atMost(LIMIT).ignoreExceptions().until(() -> {
                sql.run("INSERT INTO far.t VALUES (0, 3000000000)");
                return true;
            });
            sql.run("SYNC far.t");
            assertThat(sql.query("SELECT b FROM far.t WHERE a = 0")).containsExactly("3000000000");
        }
    }

    private static void await(Sql server, String state) {
        Awaitility.await()
                .atMost(LIMIT)
                .until(() -> server.query("SHOW PROCESSLIST").toString().contains(state));
    }
}
