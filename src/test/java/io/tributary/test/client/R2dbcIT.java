package io.tributary.test.client;

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
        ClientProgram.java(SERVER, "R2dbc.java", "r2dbc");
    }

    @Test
    void aServerOfVersion57() throws SQLException {
        ClientProgram.java(SERVER_57, "R2dbc.java", "r2dbc");
    }
}
