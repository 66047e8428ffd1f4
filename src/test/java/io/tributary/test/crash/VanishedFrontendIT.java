package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/**
 * A frontend of whose connections nobody hears anything any more, not even their end. {@code bin/prove network}; not in {@code
 * bin/test}, for it takes more than a minute.
 */
@Tag("proof")
@Timeout(value = 5, unit = TimeUnit.MINUTES)
final class VanishedFrontendIT {
    private static final List<FaultWriters.Way> WAYS = List.of(FaultWriters.Way.values());
    private static final Duration ANSWERED = Duration.ofSeconds(60);
    /** The backend asks who has been silent for 60 s, waits 20 s for an answer, and 30 s for calls that have not ended. */
    private static final Duration ENDED = Duration.ofSeconds(150);

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private final FaultWriters writers = new FaultWriters();

    @Test
    void theBackendEndsTheConnectionsOfAFrontendThatVanished() throws Exception {
        try (Cluster cluster = Cluster.linked(directory, "backend_silence_ms=12000")) {
            FaultWriters.createTable(cluster.mysqlPort());
            long vanished;
            long connections;
            try (RunningWriters running = new RunningWriters(writers, cluster.doors(), WAYS, ANSWERED)) {
                running.awaitMoreOfAll();
                cluster.link().vanish();
                vanished = System.nanoTime();
                connections = cluster.link().lostAndOpen();
                running.awaitMoreOfAll();
            }
            assertThat(connections).isPositive();
            assertThat(cluster.link().lostAndOpen())
                    .as("connections of which the backend was not told that they ended")
                    .isEqualTo(connections);
            Awaitility.await("the backend ends them")
                    .atMost(ENDED)
                    .pollInterval(Duration.ofMillis(100))
                    .until(() -> cluster.link().lostAndOpen() == 0);
            System.out.println("crash network vanished: the backend ended " + connections + " connections after "
                    + TimeUnit.NANOSECONDS.toSeconds(System.nanoTime() - vanished) + " s, " + writers.figures());
            writers.check(cluster.mysqlPort());
        }
    }
}
