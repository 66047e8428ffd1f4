package io.tributary.test.client;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.test.process.Sql;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.RegisterExtension;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A log whose disk is smaller than {@code log_free_bytes_min}: each load is a batch of its own, visible at once. */
@Tag("clients")
final class ShortLogIT {
    private static final long FREE_BYTES_MIN = 1 + diskBytes();
    private static final Map<String, Long> ONE = Map.of("fallback_LOG_SHORT", 1L);

    @RegisterExtension
    static final Server SERVER = Server.own("log_free_bytes_min=" + FREE_BYTES_MIN);

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private String database = "";

    /** Returns the size of the disk that servers of tests have their data on. */
    private static long diskBytes() {
        try {
            return Files.getFileStore(Path.of(System.getProperty("java.io.tmpdir")))
                    .getTotalSpace();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @BeforeEach
    void createTable() throws Exception {
        database = SERVER.newDatabase();
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            sql.run("CREATE TABLE t (a INT) PROPERTIES ('group_commit_interval_ms' = '600000')");
        }
    }

    @Test
    void anInsertOfTextSaysWhyItIsNotGrouped() throws SQLException {
        LoadCounts loads = LoadCounts.of(SERVER);
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            sql.run("SET group_commit = async_mode");

            assertThat(sql.info("INSERT INTO t VALUES (1), (2)"))
                    .contains("'status':'VISIBLE'")
                    .contains("'reason':'LOG_SHORT'");
        }
        expect(loads, "1", "2");
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void anInsertThatTheServerOrTheDriverPreparedIsCommittedAlone(boolean byServer) throws SQLException {
        LoadCounts loads = LoadCounts.of(SERVER);
        String driver = "useServerPrepStmts=" + byServer + "&sessionVariables=group_commit=sync_mode";
        try (Connection connection = Sql.open(SERVER.port(), database, driver);
                PreparedStatement insert = connection.prepareStatement("INSERT INTO t VALUES (?)")) {
            insert.setInt(1, 3);
            assertThat(insert.executeUpdate()).isEqualTo(1);
        }
        expect(loads, "3");
    }

    @Test
    void soIsAFile() throws Exception {
        Path file = Files.writeString(directory.resolve("rows.csv"), "4\n5\n");
        LoadCounts loads = LoadCounts.of(SERVER);
        String driver = "allowLoadLocalInfile=true&sessionVariables=group_commit=async_mode";
        try (Connection connection = Sql.open(SERVER.port(), database, driver);
                Statement statement = connection.createStatement()) {
            assertThat(statement.executeUpdate("LOAD DATA LOCAL INFILE '" + file + "' INTO TABLE t"))
                    .isEqualTo(2);
        }
        expect(loads, "4", "5");
    }

    @Test
    void aLoadWithAKeyHasNoOtherWay() throws SQLException {
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            sql.run("SET group_commit = async_mode", "SET idempotency_key = 'k'");

            SQLException refused = catchThrowableOfType(SQLException.class, () -> sql.run("INSERT INTO t VALUES (6)"));

            assertThat(refused.getErrorCode()).isEqualTo(1235);
            assertThat(refused.getMessage()).contains("LOG_SHORT", "log_free_bytes_min = " + FREE_BYTES_MIN);
            assertThat(sql.query("SELECT a FROM t")).isEmpty();
        }
    }

    /** Another session sees these rows, though no interval is over; the load was counted once. */
    private void expect(LoadCounts loads, String... rows) throws SQLException {
        try (Sql sql = Sql.connect(SERVER.port(), database)) {
            assertThat(sql.query("SELECT a FROM t ORDER BY a")).containsExactly(rows);
        }
        assertThat(loads.sinceThen()).isEqualTo(ONE);
    }
}
