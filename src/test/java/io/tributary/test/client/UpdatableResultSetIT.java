package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.sql.Types;
import java.util.Arrays;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/** Results that name the tables of their columns, so that every JDBC driver writes changed rows back by their key. */
@Tag("clients")
final class UpdatableResultSetIT {
    @RegisterExtension
    static final Server NEWER = Server.shared();

    @RegisterExtension
    static final Server OLDER = Server.shared57();

    static Stream<Arguments> driversAndServers() {
        return Arrays.stream(JdbcDriver.values())
                .flatMap(driver -> Stream.of(Arguments.of(driver, NEWER), Arguments.of(driver, OLDER)));
    }

    @ParameterizedTest
    @MethodSource("driversAndServers")
    void aRowIsChangedDeletedAndInsertedThroughAResult(JdbcDriver driver, Server server) throws SQLException {
        String database = server.newDatabase();
        try (Sql sql = Sql.connect(server.port(), database);
                Connection connection = driver.connect(server, database, "");
                Statement statement =
                        connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE)) {
            sql.run(
                    "CREATE TABLE person (id INT NOT NULL AUTO_INCREMENT, name VARCHAR(20) NOT NULL, score DECIMAL(10,2),"
                            + " PRIMARY KEY (id))",
                    "INSERT INTO person (name, score) VALUES ('ann', 1.5), ('bob', 2.5), ('cid', NULL)");

            try (ResultSet rows = statement.executeQuery("SELECT id, name, score FROM person ORDER BY id")) {
                assertThat(rows.getConcurrency()).isEqualTo(ResultSet.CONCUR_UPDATABLE);
                assertThat(rows.next()).isTrue();
                rows.updateString("name", "anna");
                rows.updateRow();
                assertThat(rows.getString("name")).isEqualTo("anna");
                assertThat(rows.next()).isTrue();
                rows.deleteRow();
                rows.moveToInsertRow();
                rows.updateString("name", "dora");
                rows.updateBigDecimal("score", new BigDecimal("4.25"));
                rows.insertRow();
            }

            assertThat(sql.query("SELECT id, name, score FROM person ORDER BY id"))
                    .containsExactly("1|anna|1.50", "3|cid|null", "4|dora|4.25");
        }
    }

    @ParameterizedTest
    @MethodSource("driversAndServers")
    void aKeyOfTwoColumnsFindsItsRow(JdbcDriver driver, Server server) throws SQLException {
        String database = server.newDatabase();
        try (Sql sql = Sql.connect(server.port(), database);
                Connection connection = driver.connect(server, database, "");
                Statement statement =
                        connection.createStatement(ResultSet.TYPE_SCROLL_INSENSITIVE, ResultSet.CONCUR_UPDATABLE)) {
            sql.run(
                    "CREATE TABLE visit (page INT NOT NULL, who VARCHAR(20) NOT NULL, hits BIGINT, PRIMARY KEY (who, page))",
                    "INSERT INTO visit VALUES (1, 'o''neill', 5), (2, 'o''neill', 6), (1, 'ann', 7)");

            try (ResultSet rows =
                    statement.executeQuery("SELECT * FROM visit WHERE who = 'o''neill' ORDER BY page DESC")) {
                assertThat(rows.next()).isTrue();
                rows.updateLong("hits", 60);
                rows.updateRow();
                assertThat(rows.next()).isTrue();
                rows.deleteRow();
            }

            assertThat(sql.query("SELECT page, who, hits FROM visit ORDER BY who"))
                    .containsExactly("1|ann|7", "2|o'neill|60");
        }
    }

    @ParameterizedTest
    @MethodSource("driversAndServers")
    void aResultNamesTheTableOfEachColumn(JdbcDriver driver, Server server) throws SQLException {
        String database = server.newDatabase();
        try (Connection connection = driver.connect(server, database, "");
                Statement statement = connection.createStatement()) {
            statement.execute("CREATE TABLE a (id INT NOT NULL AUTO_INCREMENT, v INT, PRIMARY KEY (id))");
            statement.execute("CREATE TABLE b (id INT, w VARCHAR(20))");

            try (ResultSet rows = statement.executeQuery(
                    "SELECT x.*, b.w AS width, x.v + 1 AS next FROM a AS x JOIN b ON b.id = x.id")) {
                ResultSetMetaData data = rows.getMetaData();
                assertThat(data.getColumnCount()).isEqualTo(4);
                assertThat(data.getCatalogName(1)).isEqualTo(database);
                assertThat(data.getTableName(1)).isEqualTo("a");
                assertThat(data.getTableName(3)).isEqualTo("b");
                assertThat(data.getColumnLabel(3)).isEqualTo("width");
                assertThat(data.getColumnType(3)).isEqualTo(Types.VARCHAR);
                assertThat(data.getPrecision(3)).isEqualTo(20);
                assertThat(data.getTableName(4)).isEmpty();
                assertThat(data.isAutoIncrement(1)).isTrue();
                assertThat(data.isAutoIncrement(2)).isFalse();
                assertThat(data.isNullable(1)).isEqualTo(ResultSetMetaData.columnNoNulls);
                assertThat(data.isNullable(2)).isEqualTo(ResultSetMetaData.columnNullable);
            }
        }
    }
}
