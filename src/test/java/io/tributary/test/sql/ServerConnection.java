package io.tributary.test.sql;

import io.tributary.test.process.Sql;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Asks one of the servers in MySQL's text protocol, and connects again where it has fallen silent. One thread. */
final class ServerConnection implements AutoCloseable {
    private static final String DATABASE = "sql_proof";
    private static final int LIMIT_MILLIS = 20_000;
    private static final int ROWS_MAX = 20_000;
    /** What is left of a deviation behind MOD has lost some of its digits. */
    private static final double TOLERANCE_OF_DOUBLE = 1e-8;

    private static final double TOLERANCE_OF_FLOAT = 1e-6;
    private static final int NOT_FIXED = 31;
    /** Errors of the driver itself have no number. */
    private static final String CONNECTION_ERRORS = "08";

    private final int port;
    private final List<String> session;
    private Connection connection;

    /**
     * Connects, and makes the database and its tables.
     *
     * @param session statements before all others on each connection
     */
    ServerConnection(int port, List<String> session, List<String> tables) throws SQLException {
        this.port = port;
        this.session = session;
        try (Sql sql = Sql.connect(port, "")) {
            sql.run("CREATE DATABASE " + DATABASE);
        }
        connection = connect();
        run(tables);
    }

    private Connection connect() throws SQLException {
        connection =
                Sql.open(port, DATABASE, "tinyInt1isBit=false&characterEncoding=UTF-8&socketTimeout=" + LIMIT_MILLIS);
        run(session);
        return connection;
    }

    private void run(List<String> statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            for (String each : statements) {
                statement.execute(each);
            }
        }
    }

    Answer ask(String query) {
        try (Statement statement = connection.createStatement()) {
            statement.setEscapeProcessing(false);
            // The driver's sign that it shall not read all rows beforehand.
            statement.setFetchSize(Integer.MIN_VALUE);
            try (ResultSet result = statement.executeQuery(query)) {
                return rows(result);
            }
        } catch (SQLException e) {
            String state = e.getSQLState();
            if (state == null || !state.startsWith(CONNECTION_ERRORS)) {
                return new Answer.Failure(e.getErrorCode(), String.valueOf(e.getMessage()));
            }
            return silence(e);
        }
    }

    private Answer silence(SQLException e) {
        try {
            connection.close();
            connect();
        } catch (SQLException gone) {
            throw new IllegalStateException("the server of port " + port + " takes no connection any more", gone);
        }
        return new Answer.Silence(String.valueOf(e.getMessage()).replaceAll("\\s+", " "));
    }

    private static Answer rows(ResultSet result) throws SQLException {
        ResultSetMetaData meta = result.getMetaData();
        List<Tolerance> tolerances = new ArrayList<>();
        for (int i = 1; i <= meta.getColumnCount(); i++) {
            tolerances.add(
                    switch (meta.getColumnType(i)) {
                        case Types.DOUBLE -> new Tolerance(TOLERANCE_OF_DOUBLE, lastDigit(meta.getScale(i)));
                        case Types.REAL, Types.FLOAT -> new Tolerance(TOLERANCE_OF_FLOAT, 0);
                        default -> Tolerance.EXACT;
                    });
        }
        List<List<@Nullable String>> rows = new ArrayList<>();
        int count = 0;
        while (result.next()) {
            if (++count > ROWS_MAX) {
                continue;
            }
            List<@Nullable String> row = new ArrayList<>();
            for (int i = 1; i <= tolerances.size(); i++) {
                row.add(text(result.getBytes(i)));
            }
            rows.add(row);
        }
        return count <= ROWS_MAX
                ? new Answer.Rows(rows, tolerances)
                : new Answer.Rows(
                        List.of(List.of(count + " rows, of which only the number is compared")),
                        List.of(Tolerance.EXACT));
    }

    /** Half of the last digit that is shown, and a little; 0 where all are. */
    private static double lastDigit(int scale) {
        return scale >= NOT_FIXED ? 0 : 0.501 * Math.pow(10, -scale);
    }

    private static @Nullable String text(byte @Nullable [] bytes) {
        if (bytes == null) {
            return null;
        }
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException binary) {
            return "x'" + HexFormat.of().formatHex(bytes) + "'";
        }
    }

    @Override
    public void close() throws SQLException {
        connection.close();
    }
}
