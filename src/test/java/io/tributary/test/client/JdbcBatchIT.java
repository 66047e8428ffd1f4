package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import io.tributary.test.process.TableServer;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.Date;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Timestamp;
import java.sql.Types;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;

/** The daily job of every JDBC driver: batches in its own form, grouped, and read back value by value. */
@Tag("clients")
@ExtendWith(SharedServers.class)
final class JdbcBatchIT {
    private static final String TABLE =
            """
            CREATE TABLE v (
                id INT NOT NULL, small TINYINT, big BIGINT, amount DECIMAL(18,4), ratio DOUBLE, active BOOLEAN,
                day DATE, moment DATETIME(6), name VARCHAR(100), note TEXT
            ) DUPLICATE KEY(id)
            """;
    private static final String INSERT = "INSERT INTO v VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)";
    private static final int COLUMNS = 10;
    /** Two full batches and a shorter one, whose rewritten form is another statement. */
    private static final List<Integer> BATCHES = List.of(20, 20, 7);

    private static final int ROWS = 47;

    private static final String TRICKY = "it's \"quoted\" \\ back\nline \t tab \u0000 nul ü 漢 😀 %_;--";

    @EachJdbcDriver
    void batchesOfEveryUrlAreGroupedAndReadBackAsTheyWere(JdbcDriver driver, Server server) throws SQLException {
        for (String flavour : new String[] {
            "",
            "rewriteBatchedStatements=true",
            "useServerPrepStmts=true",
            "useServerPrepStmts=true&cachePrepStmts=true&rewriteBatchedStatements=true",
            "useServerPrepStmts=true&useLocalSessionState=true&rewriteBatchedStatements=true&cachePrepStmts=true"
                    + "&prepStmtCacheSqlLimit=99999&prepStmtCacheSize=500"
        }) {
            String database = server.newDatabase();
            // Where the driver joins the rows of a batch, each batch is a load, else each row.
            long expected = flavour.contains("rewriteBatchedStatements") ? BATCHES.size() : ROWS;
            LoadCounts loads = LoadCounts.of(server);
            try (Connection connection =
                    driver.connect(server, database, flavour + "&sessionVariables=group_commit=async_mode")) {
                run(connection, TABLE);
                insert(connection);
                run(connection, "SYNC " + database + ".v");

                assertThat(loads.sinceThen()).as(flavour).isEqualTo(Map.of("async_mode", expected));
                assertThat(rows(connection, "SELECT * FROM v ORDER BY id"))
                        .as(flavour)
                        .isEqualTo(expected());
            }
            try (Sql sql = Sql.connect(server.port(), database)) {
                assertThat(sql.query("SELECT count(*), count(distinct id) FROM v"))
                        .as(flavour)
                        .containsExactly(ROWS + "|" + ROWS);
            }
        }
    }

    /** What JDBC's own users do: no autocommit, one load a COMMIT, and nothing of what was rolled back. */
    @EachJdbcDriver
    void withoutAutocommitABatchIsOneLoadAtItsCommit(JdbcDriver driver, Server server) throws SQLException {
        String database = server.newDatabase();
        try (Connection connection = driver.connect(server, database, "sessionVariables=group_commit=sync_mode");
                Sql other = Sql.connect(server.port(), database)) {
            run(connection, TABLE);
            LoadCounts loads = LoadCounts.of(server);
            connection.setAutoCommit(false);
            insert(connection);
            assertThat(other.number("SELECT count(*) FROM v")).isZero();
            assertThat(loads.sinceThen()).isEmpty();
            connection.commit();
            assertThat(loads.sinceThen()).isEqualTo(Map.of("sync_mode", 1L));
            assertThat(other.number("SELECT count(*) FROM v")).isEqualTo(ROWS);

            insert(connection);
            connection.rollback();
            connection.setAutoCommit(true);
            assertThat(loads.sinceThen()).isEqualTo(Map.of("sync_mode", 1L));
            assertThat(other.number("SELECT count(*) FROM v")).isEqualTo(ROWS);
        }
    }

    @EachJdbcDriver
    void columnsHaveTheTypesOfTheirDeclaration(JdbcDriver driver, Server server) throws SQLException {
        String database = server.newDatabase();
        for (String flavour : new String[] {"", "useServerPrepStmts=true"}) {
            try (Connection connection = driver.connect(server, database, flavour)) {
                run(connection, "DROP TABLE IF EXISTS v", TABLE);
                try (PreparedStatement select = connection.prepareStatement("SELECT * FROM v WHERE id > ?")) {
                    select.setInt(1, 0);
                    try (ResultSet result = select.executeQuery()) {
                        ResultSetMetaData meta = result.getMetaData();
                        List<String> columns = new ArrayList<>();
                        for (int i = 1; i <= meta.getColumnCount(); i++) {
                            columns.add(meta.getColumnLabel(i) + ":" + category(meta.getColumnType(i)));
                        }
                        assertThat(columns)
                                .as(flavour)
                                .containsExactly(
                                        "id:INTEGER",
                                        "small:TINYINT",
                                        "big:BIGINT",
                                        "amount:DECIMAL",
                                        "ratio:DOUBLE",
                                        TableServer.tellsBooleans() ? "active:BOOLEAN" : "active:TINYINT",
                                        "day:DATE",
                                        "moment:TIMESTAMP",
                                        "name:VARCHAR",
                                        "note:VARCHAR");
                        assertThat(meta.getPrecision(4)).isEqualTo(18);
                        assertThat(meta.getScale(4)).isEqualTo(4);
                    }
                }
            }
        }
    }

    private static String category(int type) {
        return switch (type) {
            case Types.INTEGER -> "INTEGER";
            case Types.TINYINT -> "TINYINT";
            case Types.BIGINT -> "BIGINT";
            case Types.DECIMAL -> "DECIMAL";
            case Types.DOUBLE -> "DOUBLE";
            case Types.BIT, Types.BOOLEAN -> "BOOLEAN";
            case Types.DATE -> "DATE";
            case Types.TIMESTAMP -> "TIMESTAMP";
            case Types.VARCHAR, Types.LONGVARCHAR -> "VARCHAR";
            default -> Integer.toString(type);
        };
    }

    private static void insert(Connection connection) throws SQLException {
        int id = 0;
        try (PreparedStatement insert = connection.prepareStatement(INSERT)) {
            for (int size : BATCHES) {
                for (int i = 0; i < size; i++) {
                    bind(insert, id++);
                    insert.addBatch();
                }
                for (int count : insert.executeBatch()) {
                    assertThat(count).isIn(1, Statement.SUCCESS_NO_INFO);
                }
            }
        }
    }

    private static void bind(PreparedStatement insert, int id) throws SQLException {
        insert.setInt(1, id);
        if (id % 5 == 4) {
            for (int column = 2; column <= COLUMNS; column++) {
                insert.setNull(column, Types.VARCHAR);
            }
            return;
        }
        insert.setByte(2, (byte) (id - 20));
        insert.setLong(3, Long.MIN_VALUE + id);
        insert.setBigDecimal(4, new BigDecimal("12345678901234.5678").add(BigDecimal.valueOf(id)));
        insert.setDouble(5, id / 8.0);
        insert.setBoolean(6, id % 2 == 0);
        insert.setDate(7, Date.valueOf("2024-02-" + (10 + id % 20)));
        insert.setTimestamp(8, Timestamp.valueOf("2024-02-29 12:34:56." + (100_000 + id)));
        insert.setString(9, "name" + id);
        insert.setString(10, TRICKY + id);
    }

    private static List<String> expected() {
        List<String> rows = new ArrayList<>();
        for (int id = 0; id < ROWS; id++) {
            rows.add(
                    id % 5 == 4
                            ? id + "|null".repeat(COLUMNS - 1)
                            : String.join(
                                    "|",
                                    Integer.toString(id),
                                    Integer.toString(id - 20),
                                    Long.toString(Long.MIN_VALUE + id),
                                    new BigDecimal("12345678901234.5678")
                                            .add(BigDecimal.valueOf(id))
                                            .toPlainString(),
                                    Double.toString(id / 8.0),
                                    Boolean.toString(id % 2 == 0),
                                    "2024-02-" + (10 + id % 20),
                                    Timestamp.valueOf("2024-02-29 12:34:56." + (100_000 + id))
                                            .toString(),
                                    "name" + id,
                                    TRICKY + id));
        }
        return rows;
    }

    /** Each value by the getter of its type: what the driver decodes, not what it prints. */
    private static List<String> rows(Connection connection, String query) throws SQLException {
        List<String> rows = new ArrayList<>();
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(query)) {
            while (result.next()) {
                List<Object> values = new ArrayList<>();
                values.add(result.getInt(1));
                boolean empty = result.getObject(2) == null;
                values.add(empty ? "null" : result.getByte(2));
                values.add(empty ? result.getObject(3) : (Object) result.getLong(3));
                values.add(result.getBigDecimal(4));
                values.add(empty ? result.getObject(5) : (Object) result.getDouble(5));
                values.add(empty ? result.getObject(6) : (Object) result.getBoolean(6));
                values.add(result.getDate(7));
                values.add(result.getTimestamp(8));
                values.add(result.getString(9));
                values.add(result.getString(10));
                rows.add(String.join("|", values.stream().map(String::valueOf).toList()));
            }
        }
        return rows;
    }

    private static void run(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String text : statements) {
                statement.execute(text);
            }
        }
    }
}
