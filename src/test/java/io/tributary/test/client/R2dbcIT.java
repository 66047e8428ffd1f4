package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** r2dbc-mysql, in a process of its own. */
@Tag("clients")
@ExtendWith(SharedServers.class)
final class R2dbcIT {
    /** Two runs: with literals, and prepared by the server. */
    private static final int RUNS = 2;
    /** The driver binds and sends each row of a statement by itself; then one under autocommit = 0, and one of a batch. */
    private static final long GROUPED = 100 + 1 + 1;

    @ParameterizedTest
    @MethodSource("io.tributary.test.client.SharedServers#each")
    void theDailyJobWithLiteralsAndPrepared(Server server) throws SQLException {
        LoadCounts loads = LoadCounts.of(server);
        ClientProgram.java(server, "R2dbc.java", "r2dbc");
        assertThat(loads.sinceThen())
                .isEqualTo(Map.of("sync_mode", RUNS * GROUPED, "fallback_IN_TRANSACTION", (long) RUNS));
    }
}
