package io.tributary.engine.duckdb;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.information.SystemRows;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.EngineText;
import io.tributary.dialect.MySqlDialect;
import io.tributary.dialect.SqlName;
import io.tributary.engine.duckdb.file.EngineFiles;
import io.tributary.engine.duckdb.file.EngineLogRepair;
import io.tributary.engine.duckdb.query.DuckDbCursor;
import io.tributary.engine.duckdb.query.SystemSchemas;
import io.tributary.engine.duckdb.rows.Tombstones;
import io.tributary.engine.duckdb.session.AppliedPositions;
import io.tributary.engine.duckdb.session.DuckDbErrors;
import io.tributary.engine.duckdb.session.DuckDbSession;
import io.tributary.engine.duckdb.session.DuckDbSessions;
import io.tributary.engine.duckdb.session.DurableNames;
import io.tributary.engine.duckdb.session.EngineFailures;
import io.tributary.engine.duckdb.session.FunctionsUnderWay;
import io.tributary.engine.duckdb.session.LostErrors;
import io.tributary.engine.duckdb.session.ResultMemory;
import io.tributary.engine.duckdb.store.DuckDbSystemStore;
import io.tributary.engine.duckdb.store.IdempotencyKeys;
import io.tributary.engine.duckdb.store.LabelTable;
import io.tributary.engine.duckdb.store.QuarantineTable;
import io.tributary.engine.port.CheckpointCount;
import io.tributary.engine.port.EngineTraits;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.KeyStore;
import io.tributary.engine.port.LabelStore;
import io.tributary.engine.port.QuarantineStore;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.SystemStore;
import io.tributary.engine.port.TableEngine;
import io.tributary.engine.port.TableRewrite;
import io.tributary.engine.port.UnloggedCommits;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.DriverManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Properties;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.duckdb.DuckDBConnection;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An embedded DuckDB in this process. One process may have the file open; a second is refused at once.
 *
 * <p>The file is attached to an in-memory instance under a name of ours, since DuckDB would otherwise name it after the
 * file, and a database of that name would be ambiguous. A database is one of its schemas; the schema {@code tributary}
 * is ours. After opening, file access is off and the configuration locked (but for a session's optimizer): users' text, should it pass the dialect,
 * reaches neither files nor settings.
 */
public final class DuckDbEngine implements TableEngine {
    /**
     * Rows of a table that the engine compresses together: a quarter of its own default. Every checkpoint writes a
     * table's last, unfinished group once more, and with hundreds of tables written at once nearly all rows are in such
     * groups: 100 tables cost 3.2 to 4.2 CPU-seconds per million rows with the default, 1.4 to 1.8 with this.
     */
    public static final int ROW_GROUP_ROWS = 30_720;

    /**
     * The format of files that are made. A later driver would otherwise take its own, and the one before could not read it
     * any more; with this one it can go back. A file that exists keeps its own.
     */
    static final String STORAGE_VERSION = "v2.0.0";

    /** The most repairs of its own log when it is opened: an end, a checkpoint's mark, a checkpoint's log. */
    private static final int REPAIRS_MAX = 3;

    private static final String ROWS_OF_ALL_TABLES =
            "SELECT coalesce(sum(estimated_size), 0)::BIGINT FROM duckdb_tables() WHERE database_name = '"
                    + DuckDbSession.STORE + "'";

    private static final Logger log = LoggerFactory.getLogger(DuckDbEngine.class);

    private final DuckDBConnection root;
    private final BufferAllocator allocator = new RootAllocator();
    private final DurableNames names;
    private final ResultMemory results;
    private final DuckDbSessions writers;
    private final DuckDbSessions readers;
    private final AppliedPositions positions = new AppliedPositions();
    private final SmallGroups groups = new SmallGroups(ROW_GROUP_ROWS);
    private final LostErrors lostErrors;
    private final SystemStore systemStore;
    private final KeyStore keyStore;
    private final LabelStore labelStore;
    private final QuarantineStore quarantine;
    private final SystemSchemas systemSchemas;
    private final FileWriter fileWriter;
    private final CheckpointCount checkpoints;
    private final EngineFiles files;
    private volatile boolean closed;

    private DuckDbEngine(DuckDBConnection root, DuckDbOptions options) {
        this.root = root;
        lostErrors = new LostErrors(root);
        names = new DurableNames(directoryOf(options.file()));
        results = new ResultMemory(options.resultBytesMax());
        writers = new DuckDbSessions(
                root, names, "transactions", options.connectionsMax(), options.connectionWaitMillis(), results);
        readers =
                new DuckDbSessions(root, "queries", options.connectionsMax(), options.connectionWaitMillis(), results);
        systemStore = new DuckDbSystemStore(writers, positions.claims());
        keyStore = new IdempotencyKeys(writers);
        labelStore = new LabelTable(writers);
        quarantine = new QuarantineTable(writers);
        systemSchemas = new SystemSchemas();
        files = new EngineFiles(options.file());
        fileWriter = new FileWriter(root, names, groups, this::loansWhileNoneIsLent);
        checkpoints = new CheckpointCount(fileWriter::write);
    }

    private long loansWhileNoneIsLent() {
        long ofWriters = writers.loansWhileNoneIsLent();
        long ofReaders = readers.loansWhileNoneIsLent();
        return ofWriters < 0 || ofReaders < 0 ? -1 : ofWriters + ofReaders;
    }

    /**
     * Sets aside a file that no engine has ever finished to make. Only for a directory that was never in use: a file that was cut
     * looks the same.
     *
     * @throws IOException if it cannot be renamed
     */
    public static void setAsideUnfinished(Path file) throws IOException {
        new EngineFiles(file)
                .setAsideUnfinished()
                .ifPresent(kept -> log.warn(
                        "event=engine_file_unfinished file={} kept={}, an earlier first start has not ended",
                        file,
                        kept));
    }

    /**
     * Opens the file, or makes it. What cannot be read at the end of its own log is taken away first ({@link EngineLogRepair}).
     *
     * @throws TributaryException with {@code ENGINE} naming the file, also when another process has it open
     */
    public static DuckDbEngine open(DuckDbOptions options) {
        try {
            new EngineFiles(options.file()).requireNotOpen();
            Files.createDirectories(options.tempDirectory());
            return openRepaired(options);
        } catch (SQLException | IOException e) {
            String text =
                    e instanceof SQLException sql ? DuckDbErrors.translate(sql).getMessage() : e.toString();
            throw new TributaryException(
                    ErrorCode.ENGINE, "cannot open the database file " + options.file() + ": " + text, e);
        }
    }

    private static DuckDbEngine openRepaired(DuckDbOptions options) throws SQLException, IOException {
        for (int repairs = 0; ; repairs++) {
            try {
                return openFile(options);
            } catch (SQLException e) {
                if (repairs == REPAIRS_MAX || !new EngineLogRepair(options.file()).repair(e)) {
                    throw e;
                }
            }
        }
    }

    private static DuckDbEngine openFile(DuckDbOptions options) throws SQLException, IOException {
        long start = System.nanoTime();
        DuckDBConnection root =
                DriverManager.getConnection("jdbc:duckdb:", properties(options)).unwrap(DuckDBConnection.class);
        try {
            DuckDbEngine engine = new DuckDbEngine(root, options);
            engine.prepare(options);
            engine.names.sync();
            log.info(
                    "event=engine_open engine=duckdb file={} threads={} memory_limit_bytes={} millis={}",
                    options.file(),
                    options.threads(),
                    options.memoryLimitBytes(),
                    (System.nanoTime() - start) / 1_000_000);
            return engine;
        } catch (SQLException | IOException | RuntimeException e) {
            closeAfter(root, e);
            throw e;
        }
    }

    private static Path directoryOf(Path file) {
        return Objects.requireNonNull(file.toAbsolutePath().getParent());
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

    private void prepare(DuckDbOptions options) throws SQLException, IOException {
        DuckDbSession session = new DuckDbSession(root);
        try (FunctionsUnderWay functions = FunctionsUnderWay.begin(root)) {
            prepareFile(session, options);
            functions.await();
        }
        systemSchemas.create(session);
        // Closing makes its own, but not of an instance that is abandoned.
        session.execute("PRAGMA disable_checkpoint_on_shutdown");
        session.execute("SET TimeZone = 'UTC'");
        session.execute("SET enable_external_access = false");
        session.execute(
                "SET allowed_configs = ['" + DuckDbSession.OPTIMIZER + "', '" + DuckDbSession.DIVISION_BY_ZERO + "']");
        session.execute("SET lock_configuration = true");
    }

    private void prepareFile(DuckDbSession session, DuckDbOptions options) throws SQLException, IOException {
        String version = Files.exists(options.file()) ? "" : ", STORAGE_VERSION '" + STORAGE_VERSION + "'";
        session.execute("ATTACH '" + options.file().toString().replace("'", "''") + "' AS "
                + SqlName.quote(DuckDbSession.STORE) + " (ROW_GROUP_SIZE " + ROW_GROUP_ROWS + version + ")");
        new EngineLogRepair(options.file()).setAsideUnread();
        session.execute("CREATE SCHEMA IF NOT EXISTS " + DuckDbSession.schema("tributary"));
        positions.open(session);
        writers.commits().open(session);
        DuckDbSystemStore.open(session);
        positions.claims().generation(DuckDbSystemStore.generation(session));
        LabelTable.open(session);
        Tombstones.open(session);
        IdempotencyKeys.open(session);
        QuarantineTable.open(session);
        DuckDbRewrite.dropAll(session);
        groups.found(session.number(ROWS_OF_ALL_TABLES));
    }

    private static void closeAfter(DuckDBConnection root, Exception cause) {
        try {
            root.close();
        } catch (SQLException e) {
            cause.addSuppressed(e);
        }
    }

    @Override
    public EngineTraits traits() {
        return DuckDbFactory.TRAITS;
    }

    @Override
    public EngineTransaction begin() {
        return begin(writers);
    }

    @Override
    public EngineTransaction beginReading() {
        return begin(readers);
    }

    private EngineTransaction begin(DuckDbSessions sessions) {
        return new DuckDbTransaction(sessions, allocator, lostErrors, positions, systemSchemas, groups);
    }

    /** A transaction of the engine's own, which ends with its last row: its columns are those of its rows, whoever alters the table. */
    @Override
    public ResultCursor query(String sql, QueryContext context) {
        DuckDbSession session = readers.lend();
        boolean opened = false;
        try {
            EngineText text = MySqlDialect.query(sql, context, systemSchemas.columnTypes());
            ResultCursor cursor =
                    DuckDbCursor.open(session, allocator, lostErrors, text, context, end -> ended(session, end));
            opened = true;
            return cursor;
        } finally {
            if (!opened) {
                readers.discard(session);
            }
        }
    }

    /** A query left open would hold its snapshot until the session is lent again. */
    private void ended(DuckDbSession session, DuckDbCursor.End end) {
        if (end == DuckDbCursor.End.DONE) {
            readers.giveBack(session);
        } else {
            readers.discard(session);
        }
    }

    @Override
    public List<ResultColumn> describe(String sql, QueryContext context) {
        if (!MySqlDialect.isQuery(sql, context)) {
            return List.of();
        }
        EngineText text = MySqlDialect.described(sql, context, systemSchemas.columnTypes());
        DuckDbSession session = readers.lend();
        boolean done = false;
        try {
            session.useDatabase(context.database());
            try (PreparedStatement statement = session.connection().prepareStatement(text.text())) {
                List<ResultColumn> columns = DuckDbCursor.columns(statement.getMetaData(), text);
                done = true;
                return columns;
            }
        } catch (SQLException e) {
            throw DuckDbErrors.translate(e, context.database(), text);
        } finally {
            if (done) {
                readers.giveBack(session);
            } else {
                readers.discard(session);
            }
        }
    }

    @Override
    public boolean isRewrite(TableSchema before, TableChange change) {
        return new TableAlteration(before, change).isRewrite();
    }

    @Override
    public Optional<TableRewrite> rewrite(TableSchema before, TableChange change, long rowsMin) {
        return DuckDbRewrite.begin(writers, allocator, before, change, rowsMin);
    }

    @Override
    public long tombstones() {
        return Tombstones.count(writers);
    }

    @Override
    public long forgetTables(LongPredicate dropped) {
        groups.forget(dropped);
        return Tombstones.forget(writers, dropped) + keyStore.removeOf(dropped) + positions.forget(writers, dropped);
    }

    @Override
    public void systemTables(Supplier<SystemRows> newest) {
        systemSchemas.source(newest);
    }

    @Override
    public SystemStore systemStore() {
        return systemStore;
    }

    @Override
    public KeyStore keyStore() {
        return keyStore;
    }

    @Override
    public LabelStore labelStore() {
        return labelStore;
    }

    @Override
    public QuarantineStore quarantine() {
        return quarantine;
    }

    @Override
    public void checkpoint() {
        checkpoints.run();
    }

    @Override
    public void checkpointAfter(long number) {
        checkpoints.runAfter(number);
    }

    @Override
    public long nextCheckpoint() {
        return checkpoints.next();
    }

    @Override
    public long lastCheckpoint() {
        return checkpoints.last();
    }

    @Override
    public long logBytes() {
        return files.logBytes();
    }

    @Override
    public int changedTables() {
        return groups.changedTables();
    }

    @Override
    public long mergeableRows() {
        return groups.mergeableRows();
    }

    @Override
    public long removedRows() {
        return groups.removedRows();
    }

    @Override
    public void merge() {
        checkpoints.between(fileWriter::merge);
    }

    @Override
    public long usableBytes() {
        return files.usableBytes();
    }

    @Override
    public UnloggedCommits unloggedCommits() {
        return writers.commits();
    }

    /** Bytes of Arrow memory in use; for tests and metrics. */
    public long arrowBytes() {
        return allocator.getAllocatedMemory();
    }

    /** What results under way hold of {@code result_bytes_max}. */
    long resultBytes() {
        return results.held();
    }

    /** The session that opened the engine; for tests of what lies behind the dialect. */
    public DuckDbSession sessionForTest() {
        return new DuckDbSession(root);
    }

    /**
     * Writes the engine's own log into the file and closes it. Every transaction and cursor must have ended.
     */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        try {
            checkpoint();
        } catch (TributaryException e) {
            log.warn("event=engine_checkpoint error={}", e.getMessage());
        }
        try {
            closeInstance();
        } catch (SQLException e) {
            throw DuckDbErrors.translate(e);
        }
    }

    private void closeInstance() throws SQLException {
        closed = true;
        writers.close();
        readers.close();
        try {
            root.close();
        } finally {
            allocator.close();
        }
    }

    @Override
    public boolean abandon(long waitMillis) throws InterruptedException {
        if (!closed) {
            try {
                closeInstance();
            } catch (SQLException e) {
                log.warn("event=engine_abandon error={}", EngineFailures.text(e));
            } catch (IllegalStateException e) {
                // The allocator counts what is left; the engine's own memory is not concerned.
                log.warn("event=engine_abandon error={}", EngineFailures.text(e));
            }
        }
        return files.awaitReleased(waitMillis);
    }
}
