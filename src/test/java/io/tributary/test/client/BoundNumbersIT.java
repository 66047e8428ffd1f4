package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;

/** A parameter that is bound as a DOUBLE or FLOAT is one in the statement, too. The answers are MariaDB's. */
@Tag("clients")
final class BoundNumbersIT {
    @RegisterExtension
    static final Server SERVER = Server.shared();

    @Test
    void approximateNumbersRoundAndCompareAsSuch() throws SQLException {
        String database = SERVER.newDatabase();
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            sql.run(
                    "CREATE TABLE t (id INT, f FLOAT, x DOUBLE, p DECIMAL(10,2))",
                    "INSERT INTO t VALUES (1, 0.1, 1.1, 1.1)");
        }
        List<String> answers = new ArrayList<>();
        try (Connection connection = Sql.open(SERVER.port(), database, "useServerPrepStmts=true")) {
            answers.add(ask(connection, "SELECT ROUND(?)", 2.5));
            answers.add(ask(connection, "SELECT ROUND(?)", new BigDecimal("2.5")));
            answers.add(ask(connection, "SELECT ? / 3", 3.0));
            answers.add(ask(connection, "SELECT ? / 3", new BigDecimal("3")));
            answers.add(ask(connection, "SELECT ?", 0.1f));
            answers.add(ask(connection, "SELECT id FROM t WHERE f = ?", 0.1f));
            answers.add(ask(connection, "SELECT id FROM t WHERE x = ?", 1.1));
            answers.add(ask(connection, "SELECT id FROM t WHERE p = ?", 1.1));
        }

        assertThat(answers).containsExactly("2.0", "3", "1.0", "1.0000", "0.10000000149011612", "1", "1", "1");
    }

    private static String ask(Connection connection, String query, Object value) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(query)) {
            statement.setObject(1, value);
            try (ResultSet row = statement.executeQuery()) {
                return row.next() ? row.getString(1) : "";
            }
        }
    }
}
