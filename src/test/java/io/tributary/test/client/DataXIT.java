package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.test.process.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.StringJoiner;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * What DataX' mysqlwriter does, statement by statement, through the driver it brings (Connector/J 5.1): pretreatment,
 * session and preSql lists, batches of strings under autocommit = 0, and the way of a batch with a dirty row.
 */
@Tag("clients")
final class DataXIT {
    @RegisterExtension
    static final Server SERVER = Server.shared();

    @RegisterExtension
    static final Server SERVER_57 = Server.shared57();

    /** What DataX adds to every URL. */
    private static final String DATAX_PARAMETERS =
            "yearIsDateType=false&zeroDateTimeBehavior=convertToNull&tinyInt1isBit=false&rewriteBatchedStatements=true";

    static final String MANUAL_PARAMETERS = "useServerPrepStmts=true&useLocalSessionState=true&cachePrepStmts=true"
            + "&prepStmtCacheSqlLimit=99999&prepStmtCacheSize=500&" + DATAX_PARAMETERS;

    private static final List<String> COLUMNS =
            List.of("l_orderkey", "l_linenumber", "l_quantity", "l_shipdate", "l_comment");
    private static final int BATCH_ROWS = 100;
    private static final int BATCHES = 3;

    private Server server = SERVER;
    private String database = "";
    private String parameters = "";

    /** The URL without and with the parameters of the manual. */
    private enum Url {
        DATAX,
        MANUAL;

        String parameters() {
            return this == DATAX ? DATAX_PARAMETERS : MANUAL_PARAMETERS;
        }
    }

    static Stream<Arguments> jobs() {
        return Stream.of("insert", "replace", "update").flatMap(mode -> Stream.of(Url.values())
                .flatMap(url -> Stream.of(SERVER, SERVER_57).map(server -> Arguments.of(mode, url, server))));
    }

    static Stream<Arguments> urlsAndServers() {
        return Server.withEach(List.of(Url.values()), SERVER, SERVER_57);
    }

    static Stream<Server> servers() {
        return Stream.of(SERVER, SERVER_57);
    }

    private Connection connect() throws SQLException {
        return JdbcDriver.CONNECTOR_J_5.connect(server, database, parameters);
    }

    private void createLineitem(Server onto, Url url) throws SQLException {
        server = onto;
        parameters = url.parameters();
        database = server.newDatabase();
        try (Sql sql = Sql.connect(server.port(), database)) {
            sql.run("CREATE TABLE lineitem (l_orderkey INT NOT NULL, l_linenumber INT NOT NULL,"
                    + " l_quantity DECIMAL(15,2), l_shipdate DATE, l_comment VARCHAR(10),"
                    + " PRIMARY KEY (l_orderkey, l_linenumber)) ENGINE=InnoDB DEFAULT CHARSET=utf8");
        }
    }

    /** Returns the statement that DataX writes. */
    private static String template(String mode) {
        String columns = String.join(",", COLUMNS);
        String marks = String.join(",", Collections.nCopies(COLUMNS.size(), "?"));
        if (!mode.equals("update")) {
            return mode + " INTO lineitem (" + columns + ") VALUES(" + marks + ")";
        }
        StringJoiner assignments = new StringJoiner(",");
        COLUMNS.forEach(column -> assignments.add(column + "=VALUES(" + column + ")"));
        return "INSERT INTO lineitem (" + columns + ") VALUES(" + marks + ") ON DUPLICATE KEY UPDATE " + assignments;
    }

    private static void bind(PreparedStatement statement, int key, String comment) throws SQLException {
        statement.setString(1, Integer.toString(key));
        statement.setString(2, "1");
        statement.setString(3, key + ".50");
        statement.setString(4, "1995-01-0" + (1 + key % 9));
        statement.setString(5, comment);
    }

    private static List<String> columnsOf(Connection connection, String query) throws SQLException {
        try (Statement statement = connection.createStatement();
                ResultSet none = statement.executeQuery(query)) {
            ResultSetMetaData metadata = none.getMetaData();
            List<String> names = new ArrayList<>();
            for (int i = 1; i <= metadata.getColumnCount(); i++) {
                names.add(metadata.getColumnName(i).toLowerCase(Locale.ROOT));
            }
            assertThat(none.next()).isFalse();
            return names;
        }
    }

    private static void update(Connection connection, String... statements) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            for (String sql : statements) {
                statement.executeUpdate(sql);
            }
        }
    }

    private void prepareJob() throws SQLException {
        try (Connection connection = connect()) {
            assertThat(columnsOf(connection, "select * from lineitem where 1=2"))
                    .isEqualTo(COLUMNS);
            assertThat(columnsOf(connection, "select " + String.join(",", COLUMNS) + " from lineitem where 1=2"))
                    .isEqualTo(COLUMNS);
        }
        try (Connection connection = connect()) {
            update(connection, "truncate table lineitem", "delete from lineitem where l_orderkey < 0");
        }
    }

    private Connection openTask() throws SQLException {
        Connection connection = connect();
        update(connection, "set group_commit = sync_mode", "set wait_timeout = 28800");
        assertThat(columnsOf(connection, "select " + String.join(",", COLUMNS) + " from lineitem where 1=2"))
                .hasSize(COLUMNS.size());
        return connection;
    }

    @ParameterizedTest
    @MethodSource("jobs")
    void aJobOfEachModeGroupsItsBatchesAndTheLastRowOfAKeyStays(String mode, Url url, Server onto) throws SQLException {
        createLineitem(onto, url);
        prepareJob();
        LoadCounts loads = LoadCounts.of(server);

        try (Connection task = openTask()) {
            task.setAutoCommit(false);
            for (int batch = 0; batch < BATCHES; batch++) {
                try (PreparedStatement insert = task.prepareStatement(template(mode))) {
                    for (int row = 0; row < BATCH_ROWS; row++) {
                        // Half of each batch comes again in the next one.
                        bind(insert, batch * BATCH_ROWS / 2 + row, "batch " + batch);
                        insert.addBatch();
                    }
                    insert.executeBatch();
                }
                task.commit();
            }
        }

        assertThat(loads.sinceThen()).isEqualTo(Map.of("sync_mode", (long) BATCHES));
        try (Sql sql = Sql.connect(server.port(), database)) {
            assertThat(sql.query("SELECT l_comment, COUNT(*), SUM(l_quantity) FROM lineitem GROUP BY 1 ORDER BY 1"))
                    .containsExactly("batch 0|50|1250.00", "batch 1|50|3750.00", "batch 2|100|15000.00");
            assertThat(sql.query("SELECT 1 FROM dual")).containsExactly("1");
        }
    }

    @ParameterizedTest
    @MethodSource("urlsAndServers")
    void aBatchWithADirtyRowIsRolledBackAndWrittenRowByRow(Url url, Server onto) throws SQLException {
        createLineitem(onto, url);
        int dirty = 0;
        LoadCounts loads = LoadCounts.of(server);
        try (Connection task = openTask()) {
            task.setAutoCommit(false);
            try (PreparedStatement insert = task.prepareStatement(template("insert"))) {
                for (int row = 0; row < 20; row++) {
                    bind(insert, row, row == 7 ? "much too long a comment" : "fine");
                    insert.addBatch();
                }
                SQLException refused = catchThrowableOfType(SQLException.class, insert::executeBatch);
                assertThat(refused.getMessage()).contains("Data too long for column 'l_comment' at row 8");
                task.rollback();
            }
            task.setAutoCommit(true);
            try (PreparedStatement insert = task.prepareStatement(template("insert"))) {
                for (int row = 0; row < 20; row++) {
                    bind(insert, row, row == 7 ? "much too long a comment" : "fine");
                    try {
                        insert.execute();
                    } catch (SQLException e) {
                        // The driver gives some errors a class of its own and the number 0.
                        assertThat(e.getErrorCode()).isIn(0, 1406);
                        assertThat(e.getMessage()).contains("Data too long for column 'l_comment' at row 1");
                        dirty++;
                    }
                }
            }
        }

        assertThat(dirty).isEqualTo(1);
        assertThat(loads.sinceThen()).isEqualTo(Map.of("sync_mode", 19L));
        try (Sql sql = Sql.connect(server.port(), database)) {
            assertThat(sql.number("SELECT COUNT(*) FROM lineitem")).isEqualTo(19);
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void thePrivilegeProbesOfADryRunPassAndChangeNothing(Server onto) throws SQLException {
        createLineitem(onto, Url.DATAX);
        try (Connection connection = connect()) {
            update(connection, "insert into lineitem values (1, 1, 1, '1995-01-01', 'kept')");
            update(
                    connection,
                    "insert into lineitem(select * from lineitem where 1 = 2)",
                    "delete from lineitem WHERE 1 = 2");
        }
        try (Sql sql = Sql.connect(server.port(), database)) {
            assertThat(sql.number("SELECT COUNT(*) FROM lineitem")).isEqualTo(1);
        }
    }
}
