package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** zstd compression over a socket. */
@Tag("clients")
final class ZstdIT {
    /** More than a packet and than a compressed frame can hold. */
    private static final int LARGE = 17 << 20;

    @RegisterExtension
    static final Server SERVER = Server.shared();

    @RegisterExtension
    static final Server SERVER_57 = Server.shared57();

    /** 0 and what is above 22 are no levels of zstd. */
    @ParameterizedTest
    @ValueSource(ints = {0, 1, 3, 22, 255})
    void statementsAndAnswersOfEverySizeArriveWholeWhateverLevelIsAskedFor(int level) throws Exception {
        String database = SERVER.newDatabase();
        String large = "x".repeat(LARGE);
        try (ZstdConnection client = new ZstdConnection(SERVER.port(), database, level);
                Sql sql = Sql.connect(SERVER.port(), database)) {
            assertThat(client.cell("SHOW STATUS LIKE 'Compression'")).isEqualTo("ON");
            client.run("CREATE TABLE z (id INT NOT NULL, note TEXT) DUPLICATE KEY(id)");
            client.run("SET group_commit = sync_mode");
            client.run("INSERT INTO z VALUES (1, '" + large + "')");
            client.run("INSERT INTO z VALUES (2, 'small')");
            assertThat(sql.query("SELECT id, length(note) FROM z ORDER BY id")).containsExactly("1|" + LARGE, "2|5");

            long before = client.receivedBytes();
            assertThat(client.cell("SELECT note FROM z WHERE id = 1")).isEqualTo(large);
            assertThat(client.receivedBytes() - before).isBetween(100L, LARGE / 50L);
            assertThat(client.cell("SELECT 7")).isEqualTo("7");
        }
    }

    @Test
    void aServerThatDoesNotOfferItSpeaksPlainlyToAClientThatAsksAllTheSame() throws Exception {
        try (ZstdConnection client = new ZstdConnection(SERVER_57.port(), SERVER_57.newDatabase(), 3)) {
            assertThat(client.cell("SHOW STATUS LIKE 'Compression'")).isEqualTo("OFF");
        }
    }
}
