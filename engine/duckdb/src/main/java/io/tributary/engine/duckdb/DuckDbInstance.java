package io.tributary.engine.duckdb;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.print.SqlName;
import io.tributary.engine.duckdb.file.EngineFileRepair;
import io.tributary.engine.duckdb.file.EngineFiles;
import io.tributary.engine.duckdb.file.EngineLogRepair;
import io.tributary.engine.duckdb.query.QueryText;
import io.tributary.engine.duckdb.query.SystemSchemas;
import io.tributary.engine.duckdb.session.DuckDbErrors;
import io.tributary.engine.duckdb.session.DuckDbSession;
import io.tributary.engine.duckdb.session.DurableNames;
import io.tributary.engine.duckdb.session.FailedQueryReasons;
import io.tributary.engine.duckdb.session.FunctionsUnderWay;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.Objects;
import java.util.Properties;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.duckdb.DuckDBConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A DuckDB in this process with one file attached, from its opening to its end. One process may have the file open; a second is
 * refused at once.
 *
 * <p>The file is attached to an in-memory instance under a name of ours, since DuckDB would otherwise name it after the
 * file, and a database of that name would be ambiguous. After opening, file access is off and the configuration locked (but for a
 * session's optimizer): users' text, should it pass the dialect, reaches neither files nor settings.
 */
final class DuckDbInstance {
    /**
     * The format of files that are made. A later driver would otherwise take its own, and the one before could not read it
     * any more; with this one it can go back. A file that exists keeps its own.
     */
    static final String STORAGE_VERSION = "v2.0.0";

    /** The most repairs of its own log when it is opened: an end, a checkpoint's mark, a checkpoint's log. */
    private static final int REPAIRS_MAX = 3;

    private static final Logger log = LoggerFactory.getLogger(DuckDbInstance.class);

    private final DuckDBConnection root;
    private final BufferAllocator allocator = new RootAllocator();
    private final DurableNames names;
    private final FailedQueryReasons failedQueryReasons;
    private final EngineFiles files;
    private final SystemSchemas systemSchemas = new SystemSchemas();
    private final QueryText queryText = new QueryText(systemSchemas);

    /** Makes of an instance what its owner has of it, while the file is attached and nothing is locked yet. */
    interface Owner<T> {
        T of(DuckDbInstance instance) throws SQLException;
    }

    private DuckDbInstance(DuckDBConnection root, Path file) {
        this.root = root;
        names = new DurableNames(Objects.requireNonNull(file.toAbsolutePath().getParent()));
        failedQueryReasons = new FailedQueryReasons(root);
        files = new EngineFiles(file);
    }

    /**
     * Opens the file, or makes it. What a checkpoint was cut off in is put back first ({@link EngineFileRepair}), and what cannot be
     * read at the end of its own log is taken away ({@link EngineLogRepair}).
     *
     * @param owner asked once more after each repair
     * @throws TributaryException with {@code ENGINE} naming the file, also when another process has it open
     */
    static <T> T open(DuckDbOptions options, Owner<T> owner) {
        try {
            new EngineFiles(options.file()).requireNotOpen();
            Files.createDirectories(options.tempDirectory());
            new EngineFileRepair(options.file()).repair();
            return openRepaired(options, owner);
        } catch (SQLException | IOException e) {
            String text =
                    e instanceof SQLException sql ? DuckDbErrors.translate(sql).getMessage() : e.toString();
            throw new TributaryException(
                    ErrorCode.ENGINE, "cannot open the database file " + options.file() + ": " + text, e);
        }
    }

    private static <T> T openRepaired(DuckDbOptions options, Owner<T> owner) throws SQLException, IOException {
        for (int repairs = 0; ; repairs++) {
            try {
                return openFile(options, owner);
            } catch (SQLException e) {
                if (repairs == REPAIRS_MAX || !new EngineLogRepair(options.file()).repair(e)) {
                    throw e;
                }
            }
        }
    }

    private static <T> T openFile(DuckDbOptions options, Owner<T> owner) throws SQLException, IOException {
        long start = System.nanoTime();
        DuckDBConnection root =
                DriverManager.getConnection("jdbc:duckdb:", properties(options)).unwrap(DuckDBConnection.class);
        try {
            DuckDbInstance instance = new DuckDbInstance(root, options.file());
            T owned = instance.prepare(options, owner);
            instance.names.sync();
            log.info(
                    "event=engine_open engine=duckdb file={} threads={} memory_limit_bytes={} millis={}",
                    options.file(),
                    options.threads(),
                    options.memoryLimitBytes(),
                    (System.nanoTime() - start) / 1_000_000);
            return owned;
        } catch (SQLException | IOException | RuntimeException e) {
            closeAfter(root, e);
            throw e;
        }
    }

    private static Properties properties(DuckDbOptions options) {
        Properties properties = new Properties();
        properties.setProperty("autoinstall_known_extensions", "false");
        properties.setProperty("autoload_known_extensions", "false");
        properties.setProperty("errors_as_json", "true");
        properties.setProperty("jdbc_stream_results", "true");
        properties.setProperty("threads", Integer.toString(options.threads()));
        properties.setProperty("memory_limit", options.memoryLimitBytes() / 1024 + "KiB");
        properties.setProperty("temp_directory", options.tempDirectory().toString());
        properties.setProperty("checkpoint_threshold", options.checkpointThresholdBytes() / 1024 + "KiB");
        // MySQL's answers: no number for a division by zero, NULLs before all values.
        properties.setProperty(DuckDbSession.DIVISION_BY_ZERO, "false");
        properties.setProperty("ieee_floating_point_ops", "false");
        properties.setProperty("default_null_order", "nulls_first_on_asc_last_on_desc");
        // ORDER BY NULL says that the order is of no account.
        properties.setProperty("order_by_non_integer_literal", "true");
        return properties;
    }

    private <T> T prepare(DuckDbOptions options, Owner<T> owner) throws SQLException, IOException {
        DuckDbSession session = session();
        // Closing would make its own, of which there is no copy, and of an instance that is abandoned.
        session.execute("PRAGMA disable_checkpoint_on_shutdown");
        T owned;
        try (FunctionsUnderWay functions = FunctionsUnderWay.begin(root)) {
            attach(session, options.file());
            owned = owner.of(this);
            functions.await();
        }
        systemSchemas.create(session);
        session.execute("SET TimeZone = 'UTC'");
        session.execute("SET enable_external_access = false");
        session.execute(
                "SET allowed_configs = ['" + DuckDbSession.OPTIMIZER + "', '" + DuckDbSession.DIVISION_BY_ZERO + "']");
        session.execute("SET lock_configuration = true");
        return owned;
    }

    private static void attach(DuckDbSession session, Path file) throws SQLException, IOException {
        String version = Files.exists(file) ? "" : ", STORAGE_VERSION '" + STORAGE_VERSION + "'";
        session.execute("ATTACH '" + file.toString().replace("'", "''") + "' AS "
                + SqlName.quote(DuckDbSession.STORE) + " (ROW_GROUP_SIZE " + DuckDbEngine.ROW_GROUP_ROWS + version
                + ")");
        new EngineLogRepair(file).setAsideUnread();
    }

    private static void closeAfter(DuckDBConnection root, Exception cause) {
        try {
            root.close();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    /** The connection that all others are duplicates of. */
    DuckDBConnection root() {
        return root;
    }

    /** A session on that connection, for who runs nothing beside others. */
    DuckDbSession session() {
        return new DuckDbSession(root);
    }

    /** Arrow memory of everything that goes in and comes out. */
    BufferAllocator allocator() {
        return allocator;
    }

    /** Names of the files, which a commit leaves durable. */
    DurableNames names() {
        return names;
    }

    FailedQueryReasons failedQueryReasons() {
        return failedQueryReasons;
    }

    EngineFiles files() {
        return files;
    }

    QueryText queryText() {
        return queryText;
    }

    SystemSchemas systemSchemas() {
        return systemSchemas;
    }

    /** Its sessions must be closed before, and its results. */
    void close() throws SQLException {
        try (allocator) {
            try {
                root.close();
            } finally {
                release();
            }
        }
    }

    private void release() {
        try {
            if (!files.release()) {
                log.debug("event=engine_file_open file={}, by what is not closed yet", files);
            }
        } catch (IOException e) {
            log.warn("event=engine_file_close file={} error={}", files, e.toString());
        }
    }
}
