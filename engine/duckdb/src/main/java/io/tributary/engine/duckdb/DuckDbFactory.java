package io.tributary.engine.duckdb;

import io.tributary.contract.schema.GroupCommitPolicy;
import io.tributary.engine.port.EngineCapability;
import io.tributary.engine.port.EngineCheck;
import io.tributary.engine.port.EngineFactory;
import io.tributary.engine.port.EngineOptions;
import io.tributary.engine.port.EngineSetting;
import io.tributary.engine.port.EngineTraits;
import io.tributary.engine.port.ExactlyOnce;
import io.tributary.engine.port.TableEngine;
import java.io.IOException;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.EnumSet;
import java.util.List;
import java.util.Set;

/** DuckDB in this process: what a backend has that is told of no other engine. */
public final class DuckDbFactory implements EngineFactory {
    static final EngineTraits TRAITS = new EngineTraits(
            "duckdb",
            ExactlyOnce.POSITION_IN_TRANSACTION,
            EnumSet.complementOf(EnumSet.of(EngineCapability.EXISTING_TABLES)),
            List.of(GroupCommitPolicy.ADAPTIVE, GroupCommitPolicy.INTERVAL, GroupCommitPolicy.ON_READ),
            Set.of("main", "temp", "system", "memory", "pg_catalog", "$store"));

    /** 0: half of the processors. */
    public static final EngineSetting THREADS = new EngineSetting("duckdb_threads", 0, 0, 256);
    /** 0: 2 GiB. */
    public static final EngineSetting MEMORY_LIMIT_BYTES =
            new EngineSetting("duckdb_memory_limit_bytes", 0, 0, Long.MAX_VALUE);
    /** The size of the engine's own log at which it is written into the file. */
    public static final EngineSetting CHECKPOINT_THRESHOLD_BYTES =
            new EngineSetting("duckdb_checkpoint_threshold_bytes", 256L << 20, 1L << 20, 1L << 40);

    private static final String FILE = "tributary.duckdb";
    private static final long RESULT_BYTES_MIN = 1L << 20;

    @Override
    public EngineTraits traits() {
        return TRAITS;
    }

    @Override
    public boolean isDefault() {
        return true;
    }

    @Override
    public List<EngineSetting> settings() {
        return List.of(THREADS, MEMORY_LIMIT_BYTES, CHECKPOINT_THRESHOLD_BYTES);
    }

    @Override
    public int transactionsMax() {
        return DuckDbOptions.CONNECTIONS;
    }

    @Override
    public long checkpointBytes(EngineOptions options) {
        return options.value(CHECKPOINT_THRESHOLD_BYTES);
    }

    @Override
    public void setAsideUnfinished(Path directory) throws IOException {
        DuckDbEngine.setAsideUnfinished(directory.resolve(FILE));
    }

    @Override
    public TableEngine open(EngineOptions options) {
        DuckDbOptions defaults = DuckDbOptions.defaults(options.directory().resolve(FILE), options.tempDirectory());
        long threads = options.value(THREADS);
        long memory = options.value(MEMORY_LIMIT_BYTES);
        long results = options.resultBytesMax();
        return DuckDbEngine.open(new DuckDbOptions(
                defaults.file(),
                defaults.tempDirectory(),
                threads == 0 ? defaults.threads() : (int) threads,
                memory == 0 ? defaults.memoryLimitBytes() : memory,
                DuckDbOptions.NO_AUTOMATIC_CHECKPOINT,
                defaults.connectionsMax(),
                defaults.connectionWaitMillis(),
                results == 0 ? defaults.resultBytesMax() : Math.max(RESULT_BYTES_MIN, results)));
    }

    /** Opens a database in memory, which loads the library. */
    @Override
    public List<EngineCheck> checks() {
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement();
                ResultSet version = statement.executeQuery("SELECT version()")) {
            version.next();
            return List.of(new EngineCheck("duckdb", true, "native library " + version.getString(1) + " loads", ""));
        } catch (SQLException | LinkageError e) {
            return List.of(new EngineCheck(
                    "duckdb",
                    false,
                    "native library does not load: " + e.getMessage(),
                    "it needs Linux with glibc, x86_64 or aarch64"));
        }
    }
}
