package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tributary.test.process.Sql;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Clients that begin transactions, change rows, and then say nothing. */
@Tag("clients")
@Timeout(value = 120, unit = TimeUnit.SECONDS)
final class HeldTransactionsIT {
    /** Half of the engine's connections. */
    private static final int HELD_MAX = 128;

    private static final int REFUSED = 10;
    private static final Duration AT_ONCE = Duration.ofSeconds(5);

    @RegisterExtension
    static final Server SERVER = new Server();

    @Test
    void moreOfThemThanTheEngineHoldsAreRefusedAndHoldUpNobodyElse() throws SQLException {
        String database = SERVER.newDatabase();
        try (Sql other = Sql.connect(SERVER.port(), database)) {
            other.run("CREATE TABLE t (id INT, n INT) UNIQUE KEY(id)", "CREATE TABLE calm (id INT) DUPLICATE KEY(id)");
            for (int id = 0; id < HELD_MAX + REFUSED; id++) {
                other.run("INSERT INTO t VALUES (" + id + ", 0)");
            }
            List<Sql> clients = new ArrayList<>();
            try {
                for (int id = 0; id < HELD_MAX + REFUSED; id++) {
                    clients.add(Sql.connect(SERVER.port(), database).run("BEGIN"));
                    if (id < HELD_MAX) {
                        change(clients, id);
                    } else {
                        int late = id;
                        assertThatExceptionOfType(SQLException.class)
                                .isThrownBy(() -> change(clients, late))
                                .withMessageContaining(HELD_MAX + " open transactions are held in the engine")
                                .returns(1205, SQLException::getErrorCode);
                    }
                }

                long begun = System.nanoTime();
                for (String mode : List.of("async_mode", "sync_mode", "off_mode")) {
                    other.run("SET group_commit = " + mode, "INSERT INTO calm VALUES (1)");
                }
                other.run("INSERT INTO calm WITH LABEL held VALUES (2)", "SYNC");
                assertThat(other.number("SELECT COUNT(*) FROM calm")).isEqualTo(4);
                assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(AT_ONCE);

                clients.get(0).run("ROLLBACK");
                change(clients, HELD_MAX);
                clients.get(HELD_MAX).run("COMMIT");
                assertThat(other.number("SELECT SUM(n) FROM t")).isEqualTo(1);
            } finally {
                for (Sql client : clients) {
                    client.close();
                }
            }
        }
    }

    /** The second of two who change a row they have both read so hears it, and nothing is counted once for two. */
    @Test
    void ofTwoWhoReadARowForUpdateOneChangesIt() throws SQLException {
        String database = SERVER.newDatabase();
        try (Sql one = Sql.connect(SERVER.port(), database);
                Sql two = Sql.connect(SERVER.port(), database)) {
            one.run("CREATE TABLE n (id INT PRIMARY KEY, v INT)", "INSERT INTO n VALUES (1, 1)", "BEGIN");
            two.run("BEGIN");
            assertThat(one.number("SELECT v FROM n WHERE id = 1 FOR UPDATE")).isEqualTo(1);
            assertThat(two.number("SELECT v FROM n WHERE id = 1 FOR UPDATE")).isEqualTo(1);
            one.run("UPDATE n SET v = 2 WHERE id = 1", "COMMIT");
            assertThatExceptionOfType(SQLException.class)
                    .isThrownBy(() -> two.run("UPDATE n SET v = 2 WHERE id = 1"))
                    .matches(e -> e.getErrorCode() == 1213);
            two.run("ROLLBACK");
            assertThat(one.number("SELECT v FROM n")).isEqualTo(2);
        }
    }

    private static void change(List<Sql> clients, int id) throws SQLException {
        clients.get(id).run("UPDATE t SET n = n + 1 WHERE id = " + id);
    }
}
