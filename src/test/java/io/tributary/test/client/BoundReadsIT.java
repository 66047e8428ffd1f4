package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * {@code group_commit_policy = on_read}: rows that nobody has committed yet, and would not for a minute, are seen by whatever
 * reads in any statement that begins after their OK.
 */
@Tag("clients")
final class BoundReadsIT {
    @RegisterExtension
    static final Server SERVER = Server.shared();

    private static final String ON_READ =
            " PROPERTIES (\"group_commit_policy\" = \"on_read\", \"group_commit_interval_ms\" = \"60000\")";

    private static Sql onTables() throws SQLException {
        Sql sql = Sql.connect(SERVER.port(), SERVER.newDatabase());
        sql.run(
                "CREATE TABLE src (id INT NOT NULL) DUPLICATE KEY(id)" + ON_READ,
                "CREATE TABLE seen (k INT NOT NULL, id INT) UNIQUE KEY(k)",
                "SET group_commit = sync_mode");
        return sql;
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    INSERT INTO seen SELECT 1, max(id) FROM src
                    INSERT INTO seen VALUES (1, (SELECT max(id) FROM src))
                    INSERT INTO seen VALUES (2, 0), (1, (SELECT max(s.id) FROM src AS s))
                    INSERT INTO seen VALUES (1, 0) ON DUPLICATE KEY UPDATE id = (SELECT max(id) FROM src)
                    INSERT INTO seen SELECT 1, 0 ON DUPLICATE KEY UPDATE id = (SELECT max(id) FROM `src`)
                    UPDATE seen SET id = (SELECT max(id) FROM src) WHERE k = 1
                    DELETE FROM seen WHERE k = 1 AND NOT EXISTS (SELECT 1 FROM src WHERE id = %d)
                    CREATE TABLE copy AS SELECT 1 AS k, max(id) AS id FROM src
                    """)
    void whateverReadsSeesRowsThatAreNotCommittedYet(String statement) throws SQLException {
        try (Sql sql = onTables()) {
            for (int id = 1; id <= 3; id++) {
                sql.run("INSERT INTO seen VALUES (1, " + id + ")", "INSERT INTO src VALUES (" + id + ")");

                sql.run(String.format(statement, id));

                String table = statement.startsWith("CREATE") ? "copy" : "seen";
                assertThat(sql.query("SELECT id FROM " + table + " WHERE k = 1"))
                        .containsExactly(String.valueOf(id));
                if (table.equals("copy")) {
                    sql.run("DROP TABLE copy");
                }
            }
        }
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    SELECT max(id) FROM src
                    SELECT max(a.id) FROM src AS a JOIN src AS b ON a.id = b.id
                    SELECT (SELECT max(id) FROM src)
                    WITH x AS (SELECT id FROM src) SELECT max(id) FROM x
                    SELECT max(id) FROM (SELECT id FROM seen UNION ALL SELECT id FROM src) AS u
                    """)
    void everyQueryDoes(String query) throws SQLException {
        try (Sql sql = onTables()) {
            for (int id = 1; id <= 3; id++) {
                sql.run("INSERT INTO src VALUES (" + id + ")");
                assertThat(sql.query(query)).containsExactly(String.valueOf(id));
                sql.run("INSERT INTO src VALUES (" + ++id + ")", "BEGIN");
                assertThat(sql.query(query)).containsExactly(String.valueOf(id));
                sql.run("COMMIT");
            }
        }
    }
}
