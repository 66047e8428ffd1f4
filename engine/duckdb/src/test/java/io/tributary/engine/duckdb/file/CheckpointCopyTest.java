package io.tributary.engine.duckdb.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.duckdb.DuckDbEngine;
import io.tributary.engine.duckdb.DuckDbOptions;
import io.tributary.engine.duckdb.RootSession;
import io.tributary.engine.duckdb.session.DuckDbSession;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.EnabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

class CheckpointCopyTest {
    private static final Path LOCKS = Path.of("/proc/locks");
    private static final String TABLE = DuckDbSession.table("tributary", "numbers");

    @TempDir
    Path directory;

    private DuckDbEngine engine;

    @BeforeEach
    void open() throws SQLException {
        engine = DuckDbEngine.open(DuckDbOptions.defaults(file(), directory.resolve("tmp")));
        RootSession.of(engine).execute("CREATE TABLE IF NOT EXISTS " + TABLE + " (number INT)");
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private Path file() {
        return directory.resolve("tributary.duckdb");
    }

    private void insert() throws SQLException {
        RootSession.of(engine).execute("INSERT INTO " + TABLE + " VALUES (1)");
    }

    @Test
    void whereNoCopyCanBeMadeNoCheckpointIs() throws Exception {
        insert();
        engine.checkpoint();
        Files.delete(EngineFiles.checkpointCopy(file()));
        Files.createDirectory(EngineFiles.checkpointCopy(file()));
        insert();
        byte[] before = Files.readAllBytes(file());

        for (Runnable checkpoint : List.<Runnable>of(engine::checkpoint, engine::merge)) {
            assertThatThrownBy(checkpoint::run)
                    .isInstanceOfSatisfying(
                            TributaryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.ENGINE_IO))
                    .hasMessageContaining(EngineFiles.checkpointCopy(file()).toString());
        }
        assertThat(Files.readAllBytes(file())).isEqualTo(before);

        Files.delete(EngineFiles.checkpointCopy(file()));
        engine.checkpoint();
        assertThat(engine.lastCheckpoint()).isEqualTo(3);
        assertThat(RootSession.of(engine).number("SELECT count(*) FROM " + TABLE))
                .isEqualTo(2);
    }

    /** Closing any descriptor of a file gives up the locks that the process has on it. */
    @Test
    @EnabledOnOs(OS.LINUX)
    void theFileStaysLockedUntilTheEngineIsClosed() throws Exception {
        insert();
        engine.checkpoint();
        insert();
        engine.checkpoint();
        assertThat(isLocked()).isTrue();

        engine.close();
        assertThat(isLocked()).isFalse();
        open();
        assertThat(isLocked()).isTrue();
    }

    private boolean isLocked() throws Exception {
        String lock = " " + ProcessHandle.current().pid() + " .*:" + Files.getAttribute(file(), "unix:ino") + " .*";
        return Files.readAllLines(LOCKS).stream().anyMatch(line -> line.matches(".* POSIX .*WRITE" + lock));
    }

    /** An earlier one that was longer leaves nothing behind. */
    @Test
    void theCopyHasWhatTheCheckpointMayWriteAndNoMore() throws Exception {
        insert();
        engine.checkpoint();
        Files.write(EngineFiles.checkpointCopy(file()), new byte[10 << 20]);
        insert();
        long blocks = RootSession.of(engine)
                .number("SELECT count(*) FROM pragma_metadata_info('" + DuckDbSession.STORE
                        + "') WHERE free_blocks > 0");

        engine.checkpoint();

        assertThat(blocks).isPositive();
        assertThat(EngineFiles.checkpointCopy(file()))
                .hasSize(CheckpointCopy.BLOCKS_AT + blocks * (Long.BYTES + (256 << 10)) + CheckpointCopy.CRC_BYTES);
        try (RandomAccessFile copy =
                new RandomAccessFile(EngineFiles.checkpointCopy(file()).toFile(), "r")) {
            assertThat(CopiedBlocks.isWhole(copy)).isTrue();
        }
    }
}
