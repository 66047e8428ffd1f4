package io.tributary.engine.mysql.query;

import com.mysql.cj.jdbc.JdbcConnection;
import io.tributary.contract.calls.ResultColumn;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.util.List;

/** Asks the server for the columns of a query without running it: it prepares it. */
public final class DescribedQuery {
    private DescribedQuery() {}

    /** Returns none of what gives no rows. */
    public static List<ResultColumn> columns(Connection connection, String sql) throws SQLException {
        try (PreparedStatement statement =
                connection.unwrap(JdbcConnection.class).serverPrepareStatement(sql)) {
            ResultSetMetaData data = statement.getMetaData();
            return data == null ? List.of() : ResultColumns.of(data);
        }
    }
}
