package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** r2dbc-mysql, in a process of its own. */
@Tag("clients")
final class R2dbcIT {
    @RegisterExtension
    static final Server SERVER = Server.shared();

    @RegisterExtension
    static final Server SERVER_57 = Server.shared57();

    @Test
    void aServerOfVersion80() throws SQLException {
        run(SERVER);
    }

    @Test
    void aServerOfVersion57() throws SQLException {
        run(SERVER_57);
    }

    private static void run(Server server) throws SQLException {
        long before = server.groupedInserts("sync_mode");
        ClientProgram.java(server, "R2dbc.java", "r2dbc");
        assertThat(server.groupedInserts("sync_mode")).isGreaterThan(before);
    }
}
