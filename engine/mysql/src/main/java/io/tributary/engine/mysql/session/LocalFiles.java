package io.tributary.engine.mysql.session;

import com.mysql.cj.NativeSession;
import com.mysql.cj.jdbc.JdbcConnection;
import java.io.InputStream;
import java.sql.Connection;
import java.sql.SQLException;

/**
 * What a connection sends where the server asks for a local file: a server may do so at any time, and for any file that this process can
 * read. So there is always something else for it, mostly nothing.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/load-data-local-security.html">Security Considerations for LOAD DATA
 *     LOCAL</a>
 */
public final class LocalFiles {
    private LocalFiles() {}

    static void none(Connection connection) throws SQLException {
        send(connection, InputStream.nullInputStream());
    }

    /** What one runs that loads a file. */
    public interface Load<T> {
        T run() throws SQLException;
    }

    /** Runs a statement that is sent these bytes. */
    public static <T> T with(Connection connection, InputStream bytes, Load<T> load) throws SQLException {
        send(connection, bytes);
        try {
            return load.run();
        } finally {
            none(connection);
        }
    }

    private static void send(Connection connection, InputStream bytes) throws SQLException {
        NativeSession session =
                (NativeSession) connection.unwrap(JdbcConnection.class).getSession();
        session.setLocalInfileInputStream(bytes);
    }
}
