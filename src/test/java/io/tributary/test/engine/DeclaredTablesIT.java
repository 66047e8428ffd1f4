package io.tributary.test.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** What an owner declares of an adopted table counts for statements that others have written before. */
@Tag("clients")
final class DeclaredTablesIT {
    @RegisterExtension
    static final SharedMariaDb SERVER = new SharedMariaDb();

    @RegisterExtension
    static final SharedTributary TRIBUTARY = new SharedTributary();

    private Sql owner;
    private Sql writer;
    private Sql server;

    @BeforeEach
    void start() throws SQLException {
        server = SERVER.sql();
        server.run("CREATE DATABASE shop CHARACTER SET utf8mb4", "USE shop");
        owner = TRIBUTARY.connect("");
        owner.run("CREATE DATABASE shop" + SERVER.databaseClause(), "USE shop");
        writer = Sql.connectWith(TRIBUTARY.mysqlPort(), "shop", "useServerPrepStmts=true");
    }

    @AfterEach
    void stop() throws SQLException {
        writer.close();
        owner.close();
        server.close();
    }

    private void adopt(String columns) throws SQLException {
        server.run("CREATE TABLE t (" + columns + ")");
        // Rows that are grouped are not there before somebody asks for them.
        owner.run("REFRESH TABLE t", "ALTER TABLE t SET ('group_commit_interval_ms' = '600000')");
    }

    private void insert(PreparedStatement insert, int id, int n) throws SQLException {
        insert.setInt(1, id);
        insert.setInt(2, n);
        insert.executeUpdate();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = ';',
            value = {
                "id INT, n INT; ; 'group_commit_mode' = 'async_mode'; 'group_commit_mode' = 'off_mode'",
                "id INT, n INT CHECK (n >= 0); SET group_commit = async_mode; 'engine.async' = 'true'; 'engine.async' = 'false'",
                "id INT PRIMARY KEY, n INT; SET group_commit = async_mode; 'engine.upsert' = 'true'; 'engine.upsert' = 'false'"
            },
            quoteCharacter = '"')
    void theSameStatementIsGroupedOnceItIsDeclared(String columns, String mode, String declared, String undone)
            throws SQLException {
        adopt(columns);
        if (mode != null) {
            writer.run(mode);
        }
        try (PreparedStatement prepared = writer.connection().prepareStatement("INSERT INTO t VALUES (?, ?)")) {
            for (int i = 0; i < 3; i++) {
                writer.run("INSERT INTO t VALUES (" + i + ", 0)");
                insert(prepared, 10 + i, 0);
            }
            assertThat(server.number("SELECT count(*) FROM t")).isEqualTo(6);

            owner.run("ALTER TABLE t SET (" + declared + ")");
            writer.run("INSERT INTO t VALUES (3, 0)");
            insert(prepared, 13, 0);
            assertThat(server.number("SELECT count(*) FROM t")).isEqualTo(6);
            owner.run("SYNC t");
            assertThat(server.number("SELECT count(*) FROM t")).isEqualTo(8);

            owner.run("ALTER TABLE t SET (" + undone + ")");
            writer.run("INSERT INTO t VALUES (4, 0)");
            insert(prepared, 14, 0);
            assertThat(server.number("SELECT count(*) FROM t")).isEqualTo(10);
        }
    }

    @Test
    void theFirstRowOfAPreparedStatementReplacesTheOneOfItsKeyAtOnce() throws SQLException {
        adopt("id INT PRIMARY KEY, n INT");
        writer.run("SET group_commit = sync_mode");
        try (PreparedStatement prepared = writer.connection().prepareStatement("INSERT INTO t VALUES (?, ?)")) {
            insert(prepared, 1, 1);
            owner.run("ALTER TABLE t SET ('engine.upsert' = 'true')");
            insert(prepared, 1, 2);
        }
        assertThat(server.query("SELECT id, n FROM t")).containsExactly("1|2");
    }
}
