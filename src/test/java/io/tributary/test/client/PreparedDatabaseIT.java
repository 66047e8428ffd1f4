package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A prepared statement stays in the database in which it was prepared, whatever the session chooses later. */
@Tag("clients")
final class PreparedDatabaseIT {
    @RegisterExtension
    static final Server SERVER = Server.shared();

    private static final String TABLE = "CREATE TABLE t (id INT NOT NULL, n INT) DUPLICATE KEY(id)";

    @Test
    void handlesOfAllKindsKeepTheirDatabaseAlsoWhenTheyArePlannedAgain() throws SQLException {
        String first = SERVER.newDatabase();
        String second = SERVER.newDatabase();
        try (Connection connection = Sql.open(SERVER.port(), first, "useServerPrepStmts=true");
                Sql other = Sql.connect(SERVER.port(), second)) {
            other.run(TABLE, "CREATE TABLE " + first + "." + TABLE.substring("CREATE TABLE ".length()));
            try (PreparedStatement insert = connection.prepareStatement("INSERT INTO t (id, n) VALUES (?, 1)");
                    PreparedStatement computed =
                            connection.prepareStatement("INSERT INTO t (id, n) SELECT id + ?, n FROM t");
                    PreparedStatement update = connection.prepareStatement("UPDATE t SET n = n + 1 WHERE id > ?");
                    PreparedStatement delete = connection.prepareStatement("DELETE FROM t WHERE id = ?");
                    PreparedStatement count = connection.prepareStatement(
                            "SELECT count(*) * 100 + sum(n), DATABASE() FROM t WHERE id > ?")) {
                for (int round = 0; round < 3; round++) {
                    use(connection, round == 0 ? first : second);
                    if (round == 2) {
                        other.run("ALTER TABLE " + first + ".t ADD COLUMN c INT");
                    }
                    run(insert, 1);
                    run(computed, 1);
                    run(update, 0);
                    count.setInt(1, 0);
                    try (ResultSet result = count.executeQuery()) {
                        assertThat(result.next()).isTrue();
                        assertThat(result.getInt(1)).isEqualTo(204);
                        assertThat(result.getString(2)).isEqualTo(round == 0 ? first : second);
                    }
                    assertThat(run(delete, 1)).isEqualTo(1);
                    assertThat(run(delete, 2)).isEqualTo(1);
                    assertThat(other.query("SELECT count(*) FROM " + second + ".t"))
                            .containsExactly("0");
                }
            }
        }
    }

    @Test
    void statementsPreparedByNameKeepTheirDatabase() throws SQLException {
        String first = SERVER.newDatabase();
        String second = SERVER.newDatabase();
        try (Sql sql = Sql.connect(SERVER.port(), second)) {
            sql.run(TABLE, "USE " + first, TABLE, "SET @id = 7");
            sql.run("PREPARE i FROM 'INSERT INTO t VALUES (?, 1)'", "PREPARE d FROM 'DELETE FROM t'", "USE " + second);

            sql.run("EXECUTE i USING @id");
            assertThat(sql.query("SELECT count(*) FROM " + first + ".t")).containsExactly("1");
            assertThat(sql.query("SELECT count(*) FROM t")).containsExactly("0");
            sql.run("INSERT INTO t VALUES (1, 1)", "EXECUTE d");
            assertThat(sql.query("SELECT count(*) FROM " + first + ".t")).containsExactly("0");
            assertThat(sql.query("SELECT count(*) FROM t")).containsExactly("1");
        }
    }

    private static void use(Connection connection, String database) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("USE " + database);
        }
    }

    private static int run(PreparedStatement statement, int parameter) throws SQLException {
        statement.setInt(1, parameter);
        return statement.executeUpdate();
    }
}
