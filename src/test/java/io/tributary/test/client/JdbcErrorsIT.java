package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.test.process.Sql;
import io.tributary.test.process.TableServer;
import io.tributary.test.process.Tables;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** SQLSTATE and number, by which frameworks choose their exceptions, and MySQL's words, which people look for. */
@Tag("clients")
@ExtendWith(SharedServers.class)
final class JdbcErrorsIT {
    /** Connector/J puts its own state on truncations. */
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '`',
            textBlock =
                    """
            SELECT * FROM nowhere                      | 1146 | 42S02       | Table 'DB.nowhere' doesn't exist
            INSERT INTO nowhere VALUES (1)             | 1146 | 42S02       | Table 'DB.nowhere' doesn't exist
            SELEC 1                                    | 1064 | 42000       | You have an error in your SQL syntax
            INSERT INTO dt VALUES (1)                  | 1136 | 21S01       | Column count doesn't match value count at row 1
            INSERT INTO dt VALUES ('x', 'a', 1)        | 1366 | HY000       | Incorrect integer value: 'x' for column 'id' at row 1
            INSERT INTO dt VALUES (9999999999, 'a', 1) | 1264 | 22001 22003 | Out of range value for column 'id' at row 1
            INSERT INTO dt VALUES (1, 'xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx', 1) | 1406 | 22001 | Data too long for column 'name' at row 1
            INSERT INTO dt VALUES (NULL, 'a', 1)       | 1048 | 23000       | Column 'id' cannot be null
            INSERT INTO dt (nothing) VALUES (1)        | 1054 | 42S22       | Unknown column 'nothing' in 'field list'
            SELECT name FROM dt WHERE nothing = 1      | 1054 | 42S22       | Unknown column 'nothing' in 'where clause'
            SELECT d.name FROM dt d ORDER BY d.nothing | 1054 | 42S22       | Unknown column 'd.nothing' in 'order clause'
            SELECT name FROM dt WHERE                  | 1064 | 42000       | right syntax to use near '' at line 1
            SELECT name, count(*) FROM dt              | 1140 | 42000       | In aggregated query without GROUP BY, expression #1 of SELECT list contains nonaggregated column 'DB.dt.name'
            UPDATE dt SET nothing = 1                  | 1054 | 42S22       | Unknown column 'nothing' in 'field list'
            UPDATE dt SET name = 'x' WHERE nothing = 1 | 1054 | 42S22       | Unknown column 'nothing' in 'where clause'
            CREATE TABLE dt (id INT)                   | 1050 | 42S01       | Table 'dt' already exists
            DROP TABLE nowhere                         | 1051 | 42S02       | Unknown table 'DB.nowhere'
            CREATE DATABASE DB                         | 1007 | HY000       | Can't create database 'DB'; database exists
            DROP DATABASE nowhere                      | 1008 | HY000       | Can't drop database 'nowhere'; database doesn't exist
            USE nowhere                                | 1049 | 42000       | Unknown database 'nowhere'
            SET nothing = 1                            | 1193 | HY000       | Unknown system variable 'nothing'
            SET sql_mode = 'nothing'                   | 1231 | 42000       | Variable 'sql_mode' can't be set to the value of 'nothing'
            SET NAMES utf8mb4 COLLATE nothing          | 1273 | HY000       | Unknown collation: 'nothing'
            SET time_zone = 'nowhere'                  | 1298 | HY000       | Unknown or incorrect time zone: 'nowhere'
            KILL 4000000000                            | 1094 | HY000       | Unknown thread id: 4000000000
            CREATE TABLE information_schema.t (id INT) | 1044 | 42000       | Access denied for user 'root'@'127.0.0.1' to database 'information_schema'
            """)
    void errorsCarryMySqlsNumberStateAndText(String statement, int number, String state, String text)
            throws SQLException {
        for (Server server : new Server[] {SharedServers.NEWER, SharedServers.OLDER}) {
            String database = server.newDatabase();
            try (Sql sql = Sql.connect(server.port(), database)) {
                sql.run(Tables.DT);
            }
            for (JdbcDriver driver : JdbcDriver.values()) {
                for (String flavour : new String[] {"", "useServerPrepStmts=true"}) {
                    try (Connection connection = driver.connect(server, database, flavour)) {
                        SQLException error = failure(connection, statement.replace("DB", database));

                        assertThat(error.getErrorCode())
                                .as("%s %s: %s", driver, flavour, error)
                                .isEqualTo(number);
                        assertThat(error.getSQLState())
                                .as("%s: %s", driver, error)
                                .isIn((Object[]) state.split(" ", -1));
                        assertThat(error.getMessage())
                                .as(driver.name())
                                .contains(text(text).replace("DB", database));
                        assertThat(connection.isValid(5)).isTrue();
                    }
                }
            }
        }
    }

    /** What a server finds out it says in its own words. */
    private static String text(String mySqls) {
        return TableServer.isMariaDb() ? mySqls.replaceFirst(" in '.*|In aggregated.*", "") : mySqls;
    }

    @EachJdbcDriver
    void aTableWithoutADatabaseIsRefused(JdbcDriver driver, Server server) throws SQLException {
        try (Connection connection = driver.connect(server, "", "")) {
            for (String statement : new String[] {"SELECT * FROM dt", "INSERT INTO dt VALUES (1)"}) {
                SQLException error = failure(connection, statement);

                assertThat(error.getErrorCode()).isEqualTo(1046);
                assertThat(error.getSQLState()).isEqualTo("3D000");
                assertThat(error.getMessage()).contains("No database selected");
            }
        }
    }

    @EachJdbcDriver
    void anUnknownDatabaseIsRefusedAtTheDoor(JdbcDriver driver, Server server) {
        SQLException error = catchThrowableOfType(
                SQLException.class, () -> driver.connect(server, "nowhere", "").close());

        assertThat(error.getMessage()).contains("Unknown database 'nowhere'");
        assertThat(error.getErrorCode()).isEqualTo(1049);
    }

    /** Programs for Apache Doris look for its words, and for the address of the rows; tables in MySQL's form have MySQL's. */
    @EachJdbcDriver
    void aRefusedInsertOfATableInTheFormOfDorisSaysWhereItsRowsAre(JdbcDriver driver, Server server) throws Exception {
        String database = server.newDatabase();
        try (Sql sql = Sql.connect(server.port(), database)) {
            sql.run(
                    "CREATE TABLE d (id INT NOT NULL) DUPLICATE KEY(id) DISTRIBUTED BY HASH(id) BUCKETS 1",
                    "CREATE TABLE m (id INT NOT NULL)",
                    "CREATE TABLE s (id INT)",
                    "INSERT INTO s VALUES (NULL)");
        }
        for (String flavour : new String[] {"", "useServerPrepStmts=true"}) {
            try (Connection connection = driver.connect(server, database, flavour)) {
                for (String rows : new String[] {"VALUES (NULL)", "VALUES (1), (NULL)", "SELECT id FROM s"}) {
                    SQLException error = failure(connection, "INSERT INTO d " + rows);

                    assertThat(error.getErrorCode()).as(error.toString()).isEqualTo(1048);
                    assertThat(error.getMessage())
                            .contains("Insert has filtered data in strict mode, first_error_msg: Column 'id' cannot be"
                                    + " null");
                    String url =
                            String.valueOf(error.getMessage()).replaceFirst("(?s).*\\. url: (http://\\S+).*", "$1");
                    assertThat(get(url)).contains("Reason: Column 'id' cannot be null");
                    assertThat(failure(connection, "INSERT INTO m " + rows).getMessage())
                            .contains("Column 'id' cannot be null")
                            .doesNotContain("url:");
                }
            }
        }
    }

    private static String get(String url) throws IOException, InterruptedException {
        HttpResponse<String> answer = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(URI.create(url)).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        return answer.body();
    }

    private static SQLException failure(Connection connection, String statement) {
        SQLException error = catchThrowableOfType(SQLException.class, () -> {
            try (PreparedStatement prepared = connection.prepareStatement(statement)) {
                prepared.execute();
            }
        });
        assertThat((Object) error).as(statement).isNotNull();
        return error;
    }
}
