package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Hibernate over Connector/J, in a process of its own. */
@Tag("clients")
@ExtendWith(SharedServers.class)
final class HibernateIT {
    /** The events of {@code Hibernate.java}, by those of a transaction. */
    private static final long TRANSACTIONS = 1_000 / 50;

    @ParameterizedTest
    @MethodSource("io.tributary.test.client.SharedServers#each")
    void tablesThatItMakesAreAsItWantsThemAndItsTransactionsAreGrouped(Server server) throws SQLException {
        LoadCounts loads = LoadCounts.of(server);
        ClientProgram.java(server, "Hibernate.java", "hibernate");
        assertThat(loads.sinceThen()).containsEntry("sync_mode", TRANSACTIONS);
    }
}
