package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tributary.test.process.TributaryProcess;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** PyMySQL, which turns autocommit off as it connects. */
@Tag("clients")
final class PyMySqlIT {
    private static final Duration LIMIT = Duration.ofMinutes(1);

    @RegisterExtension
    static final Server SERVER = new Server();

    @TempDir
    private Path directory = Path.of("set by JUnit");

    @Test
    void stagedRowsBecomeOneGroupedLoadAtCommit() throws Exception {
        Path python = TributaryProcess.home().resolve("src/test/target/venv/bin/python");
        assumeTrue(Files.isExecutable(python), "no " + python + " with PyMySQL (bin/test makes it)");

        CommandLine.Result result = CommandLine.run(
                directory,
                Map.of("TEST_PORT", Integer.toString(SERVER.port()), "TEST_DB", SERVER.newDatabase()),
                "",
                LIMIT,
                List.of(
                        python.toString(),
                        TributaryProcess.home()
                                .resolve("src/test/clients/python/staging.py")
                                .toString()));

        assertThat(result.exitCode()).as(result.text()).isZero();
    }
}
