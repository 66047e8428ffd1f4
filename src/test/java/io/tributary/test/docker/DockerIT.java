package io.tributary.test.docker;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import java.sql.SQLException;
import java.time.Duration;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** Needs the image that docker/build.sh makes; bin/test makes it and says where the engine is. */
@Tag("docker")
final class DockerIT {
    private static final int QUERY_PORT = 9030;
    private static final int HTTP_PORT = 8030;

    @Test
    void theImageTakesARow() throws SQLException {
        try (GenericContainer<?> tributary = new GenericContainer<>(DockerImageName.parse("tributary:local"))) {
            tributary
                    .withImagePullPolicy(image -> false)
                    .withExposedPorts(QUERY_PORT, HTTP_PORT)
                    .withEnv("TRIBUTARY_ALLOW_ROOT_WITHOUT_PASSWORD", "true")
                    .waitingFor(
                            Wait.forHttp("/api/health").forPort(HTTP_PORT).withStartupTimeout(Duration.ofMinutes(2)))
                    .start();

            try (Sql sql = Sql.connect(tributary.getMappedPort(QUERY_PORT), "")) {
                sql.run(
                        "CREATE DATABASE d",
                        "USE d",
                        "CREATE TABLE t (a INT NOT NULL, b VARCHAR(10)) DUPLICATE KEY(a)");
                sql.run("SET group_commit = sync_mode", "INSERT INTO t VALUES (1, 'one')");

                assertThat(sql.query("SELECT a, b FROM t")).containsExactly("1|one");
            }
        }
    }
}
