package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.cli.lineitem.JdbcUrl;
import io.tributary.planner.Prepared;
import io.tributary.test.process.Sql;
import io.tributary.test.process.Tables;
import java.io.ByteArrayInputStream;
import java.io.StringReader;
import java.sql.BatchUpdateException;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** Batches and values as large as applications make them. */
@Tag("clients")
@ExtendWith(SharedServers.class)
final class JdbcLimitsIT {
    private static final String GROUPING = JdbcUrl.PARAMETERS + "&sessionVariables=group_commit=sync_mode";
    private static final int ROWS = 25_000;
    /** The bytes of the binary value of a row: both values are more than a packet holds, and the second by itself less. */
    private static final int BINARY_BYTES = 12 << 20;

    private static final int TEXT_BYTES = 5 << 20;

    /**
     * Connector/J prepares one statement of 75,000 parameters, is refused with 1390, and sends one text with all rows;
     * MariaDB's driver sends that at once.
     */
    @EachJdbcDriver
    void aBatchBeyondTheLimitOfParametersIsStoredAndGrouped(JdbcDriver driver, Server server) throws Exception {
        String database = server.newDatabase();
        try (Sql sql = Sql.connect(server.port(), database);
                RecordingProxy proxy = new RecordingProxy(server.port())) {
            sql.run(Tables.DT);
            LoadCounts loads = LoadCounts.of(server);
            try (Connection connection = driver.connect(proxy.port(), database, GROUPING);
                    PreparedStatement insert = connection.prepareStatement("INSERT INTO dt VALUES (?, ?, ?)")) {
                for (int id = 0; id < ROWS; id++) {
                    insert.setInt(1, id);
                    insert.setString(2, "name" + id);
                    insert.setInt(3, id % 7);
                    insert.addBatch();
                }
                assertThat(insert.executeBatch()).hasSize(ROWS);
            }

            assertThat(sql.query("SELECT count(*), count(distinct id), sum(id) FROM dt"))
                    .containsExactly(ROWS + "|" + ROWS + "|" + (long) ROWS * (ROWS - 1) / 2);
            assertThat(loads.sinceThen()).isEqualTo(Map.of("sync_mode", 1L));
            assertThat(proxy.errors()).isEqualTo(driver.isConnectorJ() ? List.of(1390) : List.of());
        }
    }

    @EachJdbcDriver
    void aBatchIntoAMissingTableFailsWithItsNumber(JdbcDriver driver, Server server) throws SQLException {
        String database = server.newDatabase();
        try (Connection connection = driver.connect(server, database, GROUPING)) {
            SQLException error = catchThrowableOfType(SQLException.class, () -> {
                try (PreparedStatement insert = connection.prepareStatement("INSERT INTO nowhere VALUES (?)")) {
                    for (int id = 0; id < 5; id++) {
                        insert.setInt(1, id);
                        insert.addBatch();
                    }
                    insert.executeBatch();
                }
            });

            assertThat((Object) error).isNotNull();
            assertThat(error.getErrorCode()).as(error.toString()).isEqualTo(1146);
            assertThat(connection.isValid(5)).isTrue();
        }
    }

    /** MySQL's protocol takes so many; the engine plans a list of constants in no time, however long it is. */
    @EachJdbcDriver
    void asManyParametersAsThereMayBeAreAList(JdbcDriver driver, Server server) throws SQLException {
        String database = server.newDatabase();
        String list = "?" + ", ?".repeat(Prepared.PARAMETERS_MAX - 1);
        try (Sql sql = Sql.connect(server.port(), database);
                Connection connection = driver.connect(server, database, "useServerPrepStmts=true");
                PreparedStatement select =
                        connection.prepareStatement("SELECT count(*) FROM dt WHERE id IN (" + list + ")")) {
            sql.run(Tables.DT, "INSERT INTO dt VALUES (-1, 'a', 1), (1, 'a', 1), (65535, 'a', 1), (65536, 'a', 1)");
            for (int i = 1; i <= Prepared.PARAMETERS_MAX; i++) {
                select.setInt(i, i);
            }

            try (var result = select.executeQuery()) {
                assertThat(result.next()).isTrue();
                assertThat(result.getInt(1)).isEqualTo(2);
            }
        }
    }

    @EachJdbcDriver
    void sleepTakesAParameter(JdbcDriver driver, Server server) throws SQLException {
        try (Connection connection = driver.connect(server, server.newDatabase(), "useServerPrepStmts=true");
                PreparedStatement select = connection.prepareStatement("SELECT SLEEP(?), SLEEP(?) AS b");
                PreparedStatement nothing = connection.prepareStatement("DO SLEEP(?)")) {
            select.setDouble(1, 0.02);
            select.setString(2, "0.01");
            try (var result = select.executeQuery()) {
                assertThat(result.next()).isTrue();
                assertThat(result.getInt(1)).isZero();
                assertThat(result.getInt("b")).isZero();
            }
            nothing.setInt(1, 0);
            nothing.execute();
            nothing.setInt(1, -1);
            SQLException error = catchThrowableOfType(SQLException.class, nothing::execute);

            assertThat(error.getErrorCode()).as(error.toString()).isEqualTo(1210);
        }
    }

    /** A bad row fails the statement it came in, and the driver says which update count that was. */
    @EachJdbcDriver
    void aBadRowFailsItsBatch(JdbcDriver driver, Server server) throws SQLException {
        String database = server.newDatabase();
        try (Sql sql = Sql.connect(server.port(), database);
                Connection connection = driver.connect(
                        server, database, "rewriteBatchedStatements=true&sessionVariables=group_commit=sync_mode")) {
            sql.run(Tables.DT);
            BatchUpdateException error = catchThrowableOfType(BatchUpdateException.class, () -> {
                try (PreparedStatement insert = connection.prepareStatement("INSERT INTO dt VALUES (?, ?, ?)")) {
                    for (int id = 0; id < 10; id++) {
                        insert.setInt(1, id);
                        insert.setString(2, id == 6 ? "x".repeat(51) : "x");
                        insert.setInt(3, id);
                        insert.addBatch();
                    }
                    insert.executeBatch();
                }
            });

            assertThat((Object) error).isNotNull();
            assertThat(error.getErrorCode()).as(error.toString()).isEqualTo(1406);
            assertThat(error.getSQLState()).isEqualTo("22001");
            assertThat(sql.number("SELECT count(*) FROM dt")).isZero();
        }
    }

    @EachJdbcDriver
    void streamsOfManyMegabytesArriveWhole(JdbcDriver driver, Server server) throws SQLException {
        String database = server.newDatabase();
        try (Sql sql = Sql.connect(server.port(), database);
                Connection connection = driver.connect(server, database, "useServerPrepStmts=true")) {
            sql.run("CREATE TABLE large (id INT NOT NULL, bytes BLOB, text TEXT) DUPLICATE KEY(id)");
            byte[] bytes = new byte[BINARY_BYTES];
            for (int i = 0; i < bytes.length; i++) {
                bytes[i] = (byte) (i * 31);
            }
            String text = "ü".repeat(TEXT_BYTES / 2);
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO large VALUES (?, ?, ?)")) {
                insert.setInt(1, 0);
                insert.setBinaryStream(2, new ByteArrayInputStream(bytes), bytes.length);
                insert.setCharacterStream(3, new StringReader(text), text.length());
                assertThat(insert.executeUpdate()).isEqualTo(1);
                insert.setInt(1, 1);
                insert.setBinaryStream(2, new ByteArrayInputStream(bytes, 0, 3), 3);
                insert.setCharacterStream(3, new StringReader("short"), 5);
                assertThat(insert.executeUpdate()).isEqualTo(1);
            }

            try (PreparedStatement select = connection.prepareStatement("SELECT bytes, text FROM large WHERE id = ?")) {
                select.setInt(1, 0);
                try (var result = select.executeQuery()) {
                    assertThat(result.next()).isTrue();
                    assertThat(result.getBytes(1)).isEqualTo(bytes);
                    assertThat(result.getString(2)).isEqualTo(text);
                }
                select.setInt(1, 1);
                try (var result = select.executeQuery()) {
                    assertThat(result.next()).isTrue();
                    assertThat(result.getBytes(1)).isEqualTo(Arrays.copyOf(bytes, 3));
                    assertThat(result.getString(2)).isEqualTo("short");
                }
            }
        }
    }
}
