package io.tributary.test.docker;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.github.dockerjava.api.model.ExposedPort;
import com.github.dockerjava.api.model.Ports;
import io.tributary.test.process.Sql;
import io.tributary.test.process.TributaryProcess;
import java.io.File;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.Objects;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.testcontainers.containers.ContainerState;
import org.testcontainers.containers.DockerComposeContainer;
import org.testcontainers.containers.GenericContainer;
import org.testcontainers.containers.wait.strategy.Wait;
import org.testcontainers.utility.DockerImageName;

/** Needs a Docker engine, the image tributary:local and its base; bin/test makes them and says where the engine is. */
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

            takesARow(tributary.getMappedPort(QUERY_PORT), "");
        }
    }

    /**
     * The file as it stands: its build, ports, volume and health check. Testcontainers' other class for Compose wants the
     * plugin of the docker command, which Debian 12 does not package, and exposing a service by either of them pulls an
     * image: the file publishes the ports by itself.
     */
    @Test
    void theComposeFileTakesARow() throws SQLException {
        composed("compose.yaml", tributary -> takesARow(publishedPort(tributary), ""));
    }

    /** The tables are on three nodes, each a container. */
    @Test
    void theComposeFileOfAClusterTakesARow() throws SQLException {
        composed(
                "compose.galera.yaml",
                tributary -> takesARow(
                        publishedPort(tributary),
                        " PROPERTIES (\"engine\" = \"mysql\", \"engine.credentials\" = \"env:GALERA_LOGIN\","
                                + " \"engine.url\" = \"mysql://galera1:3306,galera2:3306,galera3:3306\")"));
    }

    private interface Use {
        void of(ContainerState tributary) throws SQLException;
    }

    @SuppressWarnings("deprecation")
    private static void composed(String name, Use use) throws SQLException {
        assumeTrue(isInstalled("docker-compose"), "docker-compose is not on the PATH (bin/test installs it)");
        File file = TributaryProcess.home().resolve("docker").resolve(name).toFile();
        try (DockerComposeContainer<?> compose = new DockerComposeContainer<>("tributary-test", file)) {
            compose.withBuild(true)
                    .withPull(false)
                    .withEnv("TRIBUTARY_BASE_IMAGE", "tributary-jre:17")
                    .withEnv("TRIBUTARY_GALERA_BASE_IMAGE", "tributary-galera-base:10.11")
                    .withEnv("TRIBUTARY_GALERA_BUFFER_POOL", "64M")
                    .withEnv("TRIBUTARY_QUERY_PORT", "0")
                    .withEnv("TRIBUTARY_HTTP_PORT", "0")
                    .withRemoveVolumes(true)
                    .waitingFor("tributary", Wait.forHealthcheck().withStartupTimeout(Duration.ofMinutes(2)))
                    .start();
            use.of(compose.getContainerByServiceName("tributary").orElseThrow());
        }
    }

    private static boolean isInstalled(String program) {
        return Stream.of(System.getenv("PATH").split(":", -1))
                .anyMatch(folder -> Files.isExecutable(Path.of(folder, program)));
    }

    /** Returns the port that the engine tells: Testcontainers knows the ports only that it published itself. */
    private static int publishedPort(ContainerState container) {
        Ports.Binding[] bindings = container
                .getContainerInfo()
                .getNetworkSettings()
                .getPorts()
                .getBindings()
                .get(ExposedPort.tcp(QUERY_PORT));
        return Integer.parseInt(Objects.requireNonNull(bindings, "9030 is not published")[0].getHostPortSpec());
    }

    /** @param end what follows the name of the database */
    private static void takesARow(int port, String end) throws SQLException {
        try (Sql sql = Sql.connect(port, "")) {
            sql.run(
                    "CREATE DATABASE d" + end,
                    "USE d",
                    "CREATE TABLE t (a INT NOT NULL, b VARCHAR(10)) DUPLICATE KEY(a)");
            sql.run("SET group_commit = sync_mode", "INSERT INTO t VALUES (1, 'one')");

            assertThat(sql.query("SELECT a, b FROM t")).containsExactly("1|one");
        }
    }
}
