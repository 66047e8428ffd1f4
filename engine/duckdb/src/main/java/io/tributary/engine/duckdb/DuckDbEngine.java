package io.tributary.engine.duckdb;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.information.SystemRows;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import io.tributary.engine.duckdb.file.EngineFiles;
import io.tributary.engine.duckdb.query.DuckDbCursor;
import io.tributary.engine.duckdb.rows.Tombstones;
import io.tributary.engine.duckdb.session.AppliedPositions;
import io.tributary.engine.duckdb.session.DuckDbErrors;
import io.tributary.engine.duckdb.session.DuckDbSession;
import io.tributary.engine.duckdb.session.DuckDbSessions;
import io.tributary.engine.duckdb.session.EngineFailures;
import io.tributary.engine.duckdb.session.EngineText;
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
import java.nio.file.Path;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * An embedded DuckDB in this process: sessions on a {@link DuckDbInstance}, and what the engine keeps beside users' rows. A database
 * is a schema of the instance's file; the schema {@code tributary} is ours.
 */
public final class DuckDbEngine implements TableEngine {
    /**
     * Rows of a table that the engine compresses together: a quarter of its own default. Every checkpoint writes a
     * table's last, unfinished group once more, and with hundreds of tables written at once nearly all rows are in such
     * groups: 100 tables cost 3.2 to 4.2 CPU-seconds per million rows with the default, 1.4 to 1.8 with this.
     */
    public static final int ROW_GROUP_ROWS = 30_720;

    private static final String ROWS_OF_ALL_TABLES =
            "SELECT coalesce(sum(estimated_size), 0)::BIGINT FROM duckdb_tables() WHERE database_name = '"
                    + DuckDbSession.STORE + "'";

    private static final Logger log = LoggerFactory.getLogger(DuckDbEngine.class);

    final DuckDbInstance instance;

    final ResultMemory results;
    private final DuckDbSessions writers;
    private final DuckDbSessions readers;
    private final AppliedPositions positions = new AppliedPositions();
    private final SmallGroups groups = new SmallGroups(ROW_GROUP_ROWS);
    private final SystemStore systemStore;
    private final KeyStore keyStore;
    private final LabelStore labelStore;
    private final QuarantineStore quarantine;
    private final FileWriter fileWriter;
    private final CheckpointCount checkpoints;
    private volatile boolean closed;

    private DuckDbEngine(DuckDbInstance instance, DuckDbOptions options) {
        this.instance = instance;
        results = new ResultMemory(options.resultBytesMax());
        writers = new DuckDbSessions(
                instance.root(),
                instance.names(),
                "transactions",
                options.connectionsMax(),
                options.connectionWaitMillis(),
                results);
        readers = new DuckDbSessions(
                instance.root(), "queries", options.connectionsMax(), options.connectionWaitMillis(), results);
        systemStore = new DuckDbSystemStore(writers, positions.claims());
        keyStore = new IdempotencyKeys(writers);
        labelStore = new LabelTable(writers);
        quarantine = new QuarantineTable(writers);
        fileWriter = new FileWriter(instance, groups, this::loansWhileNoneIsLent);
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
     * Opens the file, or makes it, and in it the tables of the schema {@code tributary}.
     *
     * @throws TributaryException with {@code ENGINE} naming the file, also when another process has it open
     */
    public static DuckDbEngine open(DuckDbOptions options) {
        return DuckDbInstance.open(options, instance -> {
            DuckDbEngine engine = new DuckDbEngine(instance, options);
            engine.openTables(instance.session());
            return engine;
        });
    }

    private void openTables(DuckDbSession session) throws SQLException {
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
        return new DuckDbTransaction(instance, sessions, positions, groups);
    }

    /** A transaction of the engine's own, which ends with its last row: its columns are those of its rows, whoever alters the table. */
    @Override
    public ResultCursor query(String sql, QueryContext context) {
        DuckDbSession session = readers.lend();
        boolean opened = false;
        try {
            ResultCursor cursor = DuckDbCursor.open(
                    session,
                    instance.allocator(),
                    instance.failedQueryReasons(),
                    () -> instance.queryText().of(sql, context),
                    context,
                    end -> ended(session, end));
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
        return instance.queryText().describe(sql, context);
    }

    @Override
    public Set<String> databasesOf(String sql, QueryContext context) {
        return instance.queryText().databases(sql, context);
    }

    @Override
    public ViewSchema view(ViewSchema wanted, QueryContext context) {
        return instance.queryText().view(wanted, context);
    }

    @Override
    public List<ResultColumn> columns(String database, String table) {
        return columns(EngineText.own("SELECT * FROM " + DuckDbSession.table(database, table)), database);
    }

    private List<ResultColumn> columns(EngineText text, String database) {
        DuckDbSession session = readers.lend();
        boolean done = false;
        try {
            session.useNoDatabase();
            try (PreparedStatement statement = session.connection().prepareStatement(text.text())) {
                List<ResultColumn> columns = DuckDbCursor.columns(statement.getMetaData(), text);
                done = true;
                return columns;
            }
        } catch (SQLException e) {
            throw DuckDbErrors.translate(e, database, text);
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
        return DuckDbRewrite.begin(writers, instance.allocator(), before, change, rowsMin);
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
        instance.systemSchemas().source(newest);
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
        return instance.files().logBytes();
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
        return instance.files().usableBytes();
    }

    @Override
    public UnloggedCommits unloggedCommits() {
        return writers.commits();
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
        instance.close();
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
        return instance.files().awaitReleased(waitMillis);
    }
}
