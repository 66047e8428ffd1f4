package io.tributary.test.client;

import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** Node's drivers: numbers are bound as DOUBLE, and mysqljs speaks no authentication plugin. */
@Tag("clients")
final class NodeIT {
    @RegisterExtension
    static final Server SERVER = Server.shared();

    @Test
    void mysql2() throws SQLException {
        ClientProgram.node(SERVER, "with_mysql2.js");
    }

    @Test
    void mysqljs() throws SQLException {
        ClientProgram.node(SERVER, "with_mysqljs.js");
    }
}
