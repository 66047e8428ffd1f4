package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.test.process.Sql;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** What SHOW tells a client of its last error, of tables and of their keys, by the names of MySQL's columns. */
@Tag("clients")
final class ShowIT {
    private static final String KEYED = "CREATE TABLE keyed (a INT NOT NULL, b VARCHAR(20) NOT NULL, v INT,"
            + " PRIMARY KEY (a, b)) COMMENT='with a key'";

    @RegisterExtension
    static final Server SERVER = Server.shared();

    @RegisterExtension
    static final Server SERVER_57 = Server.shared57();

    static Stream<Server> servers() {
        return Stream.of(SERVER, SERVER_57);
    }

    @ParameterizedTest
    @MethodSource("servers")
    void theLastErrorIsShownUntilTheNextStatement(Server server) throws SQLException {
        String database = server.newDatabase();
        try (Sql sql = Sql.connect(server.port(), database)) {
            String error = "Error|1146|Table '" + database + ".nowhere' doesn't exist";
            assertThatThrownBy(() -> sql.run("INSERT INTO nowhere VALUES (1)")).isInstanceOf(SQLException.class);

            assertThat(sql.query("SHOW ERRORS")).containsExactly(error);
            assertThat(sql.query("SHOW WARNINGS")).containsExactly(error);
            assertThat(sql.query("SHOW COUNT(*) ERRORS")).containsExactly("1");
            sql.run("SET @a = 1");
            assertThat(sql.query("SHOW ERRORS")).isEmpty();
            assertThat(sql.query("SHOW COUNT(*) ERRORS")).containsExactly("0");
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void tableStatusNamesEveryTableOfTheDatabase(Server server) throws SQLException {
        String database = server.newDatabase();
        try (Sql sql = Sql.connect(server.port(), "");
                Statement statement = sql.connection().createStatement()) {
            sql.run("USE " + database, KEYED, "CREATE TABLE another (id INT)", "INSERT INTO keyed VALUES (1, 'x', 2)");
            try (ResultSet rows = statement.executeQuery("SHOW TABLE STATUS FROM " + database + " LIKE 'key%'")) {
                assertThat(rows.next()).isTrue();
                assertThat(rows.getString("Name")).isEqualTo("keyed");
                assertThat(rows.getString("Engine")).isEqualTo("TRIBUTARY");
                assertThat(rows.getString("Row_format")).isEqualTo("Dynamic");
                assertThat(rows.getString("Collation")).startsWith("utf8mb4_");
                assertThat(rows.getString("Comment")).isEqualTo("with a key");
                assertThat(rows.getMetaData().getColumnCount()).isEqualTo(18);
                assertThat(rows.next()).isFalse();
            }
            assertThat(sql.query("SHOW TABLE STATUS").stream().map(row -> row.substring(0, row.indexOf('|'))))
                    .containsExactly("another", "keyed");
        }
    }

    @ParameterizedTest
    @MethodSource("servers")
    void indexListsTheColumnsOfTheKeyInTheirOrder(Server server) throws SQLException {
        try (Sql sql = server.fresh();
                Statement statement = sql.connection().createStatement()) {
            sql.run(KEYED, "CREATE TABLE keyless (id INT)");
            for (String spelling : List.of("SHOW INDEX FROM keyed", "SHOW KEYS IN keyed", "SHOW INDEXES FROM keyed")) {
                try (ResultSet rows = statement.executeQuery(spelling)) {
                    for (String column : List.of("a", "b")) {
                        assertThat(rows.next()).as(spelling).isTrue();
                        assertThat(rows.getString("Table")).isEqualTo("keyed");
                        assertThat(rows.getInt("Non_unique")).isZero();
                        assertThat(rows.getString("Key_name")).isEqualTo("PRIMARY");
                        assertThat(rows.getInt("Seq_in_index")).isEqualTo(column.equals("a") ? 1 : 2);
                        assertThat(rows.getString("Column_name")).isEqualTo(column);
                        assertThat(rows.getString("Null")).isEmpty();
                    }
                    assertThat(rows.next()).isFalse();
                }
            }
            assertThat(sql.query("SHOW INDEX FROM keyless")).isEmpty();
        }
    }
}
