package io.tributary.engine.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.engine.duckdb.session.DuckDbSession;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DuckDbInstanceTest {
    @TempDir
    Path directory;

    private DuckDbEngine engine;

    @BeforeEach
    void open() {
        engine = DuckDbEngine.open(DuckDbOptions.defaults(file(), directory.resolve("tmp")));
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private Path file() {
        return directory.resolve("tributary.duckdb");
    }

    /** A driver that is newer, or older, must not decide it. */
    @Test
    void theStorageVersionIsOursWhereTheFileIsMadeAndStaysTheFiles() throws Exception {
        assertThat(storageVersion()).contains(DuckDbInstance.STORAGE_VERSION);
        engine.close();
        Files.delete(file());
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("ATTACH '" + file() + "' AS made (STORAGE_VERSION 'v1.4.0')");
        }

        open();

        assertThat(storageVersion()).contains("v1.4.0");
    }

    private String storageVersion() throws SQLException {
        return text(
                engine.instance.session(),
                "SELECT tags['storage_version'] FROM duckdb_databases() WHERE NOT internal AND path IS NOT NULL");
    }

    @Test
    void theOptimizerIsTheOnlySettingThatASessionMayChange() throws SQLException {
        DuckDbSession session = new DuckDbSession(engine.instance.root().duplicate());

        session.optimize(false);
        assertThat(optimizer(session)).isEqualTo("false");
        assertThat(optimizer(engine.instance.session())).isEqualTo("true");
        session.optimize(true);
        assertThat(optimizer(session)).isEqualTo("true");

        for (String locked :
                List.of("SET threads = 2", "SET enable_external_access = true", "SET allowed_configs = []")) {
            assertThatThrownBy(() -> session.execute(locked)).hasMessageContaining("locked");
        }
        session.close();
    }

    /** What failed has closed the instance, else this process would have the file open. */
    @Test
    void aFileWhoseOwnerFailsCanBeOpenedAgain() {
        engine.close();
        DuckDbOptions options = DuckDbOptions.defaults(file(), directory.resolve("tmp"));

        assertThatThrownBy(() -> DuckDbInstance.open(options, instance -> {
                    throw new IllegalStateException("no tables");
                }))
                .hasMessage("no tables");

        open();
    }

    private static String optimizer(DuckDbSession session) throws SQLException {
        return text(session, "SELECT current_setting('enable_optimizer')");
    }

    private static String text(DuckDbSession session, String sql) throws SQLException {
        try (Statement statement = session.connection().createStatement();
                ResultSet rows = statement.executeQuery(sql)) {
            assertThat(rows.next()).isTrue();
            return rows.getString(1);
        }
    }
}
