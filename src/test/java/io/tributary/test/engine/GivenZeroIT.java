package io.tributary.test.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.test.process.Sql;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** A 0 for the AUTO_INCREMENT column of an adopted table is a number under NO_AUTO_VALUE_ON_ZERO, and asks for one without. */
@Tag("clients")
final class GivenZeroIT {
    private static final String ON = "SET sql_mode = 'STRICT_TRANS_TABLES,NO_AUTO_VALUE_ON_ZERO'";
    private static final String OFF = "SET sql_mode = 'STRICT_TRANS_TABLES'";

    /** Enough for LOAD DATA LOCAL to the server. */
    private static final int MANY = 5_000;

    @RegisterExtension
    static final SharedMariaDb SERVER = new SharedMariaDb();

    @RegisterExtension
    static final SharedTributary TRIBUTARY = new SharedTributary();

    private Sql sql;
    private Sql server;

    @BeforeEach
    void start() throws SQLException {
        server = SERVER.sql();
        server.run(
                "CREATE DATABASE shop CHARACTER SET utf8mb4",
                "USE shop",
                "CREATE TABLE z (id INT NOT NULL AUTO_INCREMENT PRIMARY KEY, n INT)");
        sql = Sql.connectWith(TRIBUTARY.mysqlPort(), "", "useServerPrepStmts=true&allowLoadLocalInfile=true");
        sql.run("CREATE DATABASE shop" + SERVER.databaseClause(), "REFRESH DATABASE shop", "USE shop");
    }

    @AfterEach
    void stop() throws SQLException {
        sql.close();
        server.close();
    }

    /** How (0, 1) gets into the table. */
    private enum Way {
        OFF_MODE {
            @Override
            void insert(Sql sql) throws SQLException {
                sql.run("SET group_commit = off_mode", "INSERT INTO z VALUES (0, 1)");
            }
        },
        SYNC_MODE {
            @Override
            void insert(Sql sql) throws SQLException {
                sql.run("SET group_commit = sync_mode", "INSERT INTO z VALUES (0, 1)");
            }
        },
        ASYNC_MODE {
            @Override
            void insert(Sql sql) throws SQLException {
                sql.run("SET group_commit = async_mode", "INSERT INTO z VALUES (0, 1)");
            }
        },
        PREPARED {
            @Override
            void insert(Sql sql) throws SQLException {
                sql.run("SET group_commit = async_mode");
                try (PreparedStatement insert = sql.connection().prepareStatement("INSERT INTO z VALUES (?, 1)")) {
                    insert.setInt(1, 0);
                    insert.executeUpdate();
                }
            }
        },
        STAGED {
            @Override
            void insert(Sql sql) throws SQLException {
                sql.run(
                        "SET group_commit = sync_mode",
                        "SET autocommit = 0",
                        "INSERT INTO z VALUES (0, 1)",
                        "COMMIT",
                        "SET autocommit = 1");
            }
        },
        TRANSACTION {
            @Override
            void insert(Sql sql) throws SQLException {
                sql.run("SET group_commit = sync_mode", "BEGIN", "INSERT INTO z VALUES (0, 1)", "COMMIT");
            }
        },
        LABELLED {
            @Override
            void insert(Sql sql) throws SQLException {
                sql.run("INSERT INTO z WITH LABEL l" + System.nanoTime() + " VALUES (0, 1)");
            }
        },
        EXPRESSION {
            @Override
            void insert(Sql sql) throws SQLException {
                sql.run("INSERT INTO z VALUES (1 - 1, 1)");
            }
        },
        OF_ITS_SERVER {
            @Override
            void insert(Sql sql) throws SQLException {
                sql.run("INSERT INTO z SELECT 0, count(*) + 1 FROM z");
            }
        },
        OF_ANOTHER_ENGINE {
            @Override
            void insert(Sql sql) throws SQLException {
                sql.run(
                        "CREATE DATABASE near",
                        "CREATE TABLE near.t (id INT, n INT)",
                        "INSERT INTO near.t VALUES (0, 1)",
                        "INSERT INTO z SELECT id, n FROM near.t",
                        "DROP DATABASE near");
            }
        },
        LOADED {
            @Override
            void insert(Sql sql) throws Exception {
                Path file = Files.createTempFile("zero", ".csv");
                Files.writeString(file, "0\t1\n", StandardCharsets.UTF_8);
                sql.run("SET group_commit = sync_mode", "LOAD DATA LOCAL INFILE '" + file + "' INTO TABLE z");
                Files.delete(file);
            }
        };

        abstract void insert(Sql sql) throws Exception;
    }

    @ParameterizedTest
    @EnumSource(Way.class)
    void aZeroIsANumberOrAsksForOne(Way way) throws Exception {
        sql.run(ON);
        way.insert(sql);
        sql.run("SYNC z");
        assertThat(server.query("SELECT id, n FROM z")).containsExactly("0|1");

        sql.run("TRUNCATE TABLE z", OFF);
        way.insert(sql);
        sql.run("SYNC z");
        assertThat(server.query("SELECT id > 0, n FROM z")).containsExactly("1|1");
    }

    @Test
    void aRowWithoutANumberGetsOneInEitherMode() throws SQLException {
        for (String mode : List.of(ON, OFF)) {
            for (String group : List.of("off_mode", "sync_mode", "async_mode")) {
                sql.run(
                        mode,
                        "SET group_commit = " + group,
                        "INSERT INTO z (n) VALUES (1)",
                        "INSERT INTO z VALUES (NULL, 2)");
            }
            // A MariaDB that is given the text takes DEFAULT for 0.
            sql.run("SET group_commit = sync_mode", "INSERT INTO z VALUES (DEFAULT, 3)");
        }
        sql.run("SYNC z");
        assertThat(server.query("SELECT n, count(*), min(id) > 0 FROM z GROUP BY n ORDER BY n"))
                .containsExactly("1|6|1", "2|6|1", "3|2|1");
    }

    @Test
    void anUpsertReplacesTheRowOfTheNumberZero() throws SQLException {
        sql.run("ALTER TABLE z SET ('engine.upsert' = 'true')", "SET group_commit = sync_mode", ON);
        sql.run("INSERT INTO z VALUES (0, 1)", "INSERT INTO z VALUES (0, 2)");
        assertThat(server.query("SELECT id, n FROM z")).containsExactly("0|2");

        sql.run(OFF, "INSERT INTO z VALUES (0, 3)", "INSERT INTO z VALUES (0, 4)");
        assertThat(server.query("SELECT min(id) > 0, count(*) FROM z WHERE n > 2"))
                .containsExactly("1|2");
    }

    @Test
    void manyRowsKeepTheirZeroToo() throws SQLException {
        String rows = IntStream.range(0, MANY).mapToObj(i -> "(" + i + ", 1)").collect(Collectors.joining(", "));
        sql.run(ON, "ALTER TABLE z SET ('engine.upsert' = 'true')", "SET group_commit = sync_mode");
        sql.run("INSERT INTO z VALUES " + rows);
        assertThat(server.query("SELECT min(id), max(id), count(*) FROM z"))
                .containsExactly("0|" + (MANY - 1) + "|" + MANY);
    }
}
