package io.tributary.test.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.bench.server.LocalServer;
import io.tributary.test.process.ChosenServer;
import io.tributary.test.process.Sql;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;

/** Servers that tests start at the same time, on one machine. */
@Tag("clients")
final class ServersSideBySideIT {
    private static final int CONNECTIONS = 10;

    @RegisterExtension
    static final SharedMariaDb SERVER = new SharedMariaDb();

    @RegisterExtension
    static final SharedTributary TRIBUTARY = new SharedTributary();

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private static Path temporaryFiles(Sql sql) throws SQLException {
        return Path.of(sql.query("SELECT @@tmpdir").get(0));
    }

    /** A MariaDB dies by SIGSEGV whose temporary table another one has removed. */
    @Test
    void oneThatStartsRemovesNoTemporaryFileOfAnother() throws Exception {
        Path file;
        try (Sql sql = SERVER.sql()) {
            file = Files.createFile(temporaryFiles(sql).resolve("#sql-temptable-test.MAI"));
        }
        try (LocalServer other = ChosenServer.start(directory, CONNECTIONS, "16M");
                Sql sql = Sql.connect(other.address().port(), "")) {
            assertThat(file).exists();
            assertThat(temporaryFiles(sql)).isNotEqualTo(file.getParent()).startsWith(directory);
        } finally {
            Files.deleteIfExists(file);
        }
    }

    /** The one that hangs was well until a moment ago, so nobody knows yet. */
    @Test
    void oneThatHangsKeepsNoDatabaseOfAnotherFromBeingMade() throws Exception {
        Path login = Files.writeString(TRIBUTARY.directory().resolve("login"), "root\n\n");
        try (LocalServer other = ChosenServer.start(directory, SharedMariaDb.CONNECTIONS, "16M");
                Sql sql = Sql.connect(TRIBUTARY.mysqlPort(), "")) {
            sql.run("CREATE DATABASE hanging" + other.databaseClause(login));
            signal("STOP", other);
            try {
                sql.run("CREATE DATABASE well" + SERVER.databaseClause(), "CREATE TABLE well.t (a INT)");
                sql.run("INSERT INTO well.t VALUES (1)", "DROP DATABASE well");
            } finally {
                signal("CONT", other);
            }
        }
    }

    /** It reads the catalog here, and the rows there: what the catalog tells is no part of the transaction. */
    @Test
    void whatThereIsIsToldWithinATransactionOnAServer() throws Exception {
        try (Sql sql = Sql.connect(TRIBUTARY.mysqlPort(), "")) {
            sql.run("CREATE DATABASE told" + SERVER.databaseClause(), "CREATE TABLE told.t (a INT)", "BEGIN");
            String tables = "SELECT count(*) FROM information_schema.tables WHERE table_schema = 'told'";
            assertThat(sql.number(tables)).isEqualTo(1);
            sql.run("INSERT INTO told.t VALUES (1)");
            assertThat(sql.number("SELECT count(*) FROM told.t FOR UPDATE")).isEqualTo(1);
            assertThat(sql.number(tables)).isEqualTo(1);
            sql.run("COMMIT");
            assertThat(sql.number("SELECT count(*) FROM told.t")).isEqualTo(1);
        }
    }

    private static void signal(String name, LocalServer server) throws Exception {
        int exit = new ProcessBuilder("kill", "-" + name, Long.toString(server.pid()))
                .start()
                .waitFor();
        assertThat(exit).isZero();
    }
}
