package io.tributary.test.client;

import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Python's drivers, nearly all of which turn autocommit off as they connect, and what stands upon them. */
@Tag("clients")
final class PythonIT {
    @RegisterExtension
    static final Server SERVER = Server.shared();

    @RegisterExtension
    static final Server SERVER_57 = Server.shared57();

    @Test
    void pyMySql() throws SQLException {
        ClientProgram.python(SERVER, "with_pymysql.py");
    }

    @ParameterizedTest
    @ValueSource(strings = {"8.0", "5.7"})
    void connectorPython(String version) throws SQLException {
        ClientProgram.python(announcing(version), "with_connector_python.py");
    }

    @Test
    void mySqlClient() throws SQLException {
        ClientProgram.python(SERVER, "with_mysqlclient.py");
    }

    @ParameterizedTest
    @ValueSource(strings = {"aiomysql", "asyncmy"})
    void asynchronous(String driver) throws SQLException {
        ClientProgram.python(SERVER, "asynchronous.py", driver);
    }

    @ParameterizedTest
    @ValueSource(strings = {"8.0", "5.7"})
    void sqlAlchemy(String version) throws SQLException {
        ClientProgram.python(announcing(version), "with_sqlalchemy.py");
    }

    @Test
    void pandas() throws SQLException {
        ClientProgram.python(SERVER, "with_pandas.py");
    }

    private static Server announcing(String version) {
        return version.equals(SERVER.toString()) ? SERVER : SERVER_57;
    }
}
