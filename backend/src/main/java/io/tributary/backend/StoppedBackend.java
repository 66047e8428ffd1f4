package io.tributary.backend;

import io.tributary.backend.batch.Quarantine;
import io.tributary.backend.batch.TxnIds;
import io.tributary.backend.catalog.TableCatalog;
import io.tributary.backend.catalog.clock.TableDefaults;
import io.tributary.backend.engine.EngineHealth;
import io.tributary.backend.engine.ReopeningEngine;
import io.tributary.backend.engine.ServerEngines;
import io.tributary.backend.record.BegunBatches;
import io.tributary.backend.record.LogRegistry;
import io.tributary.backend.record.PartialRecovery;
import io.tributary.backend.record.RecordFields;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.TableEngine;
import io.tributary.log.WalDirectory;
import io.tributary.log.WalRecord;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The directories of a backend that does not run, for tools that look at its log: holds their locks, so that none starts
 * meanwhile. The engine is opened only if somebody asks for what the catalog knows. One thread.
 */
public final class StoppedBackend implements AutoCloseable {
    private final BackendConfig config;
    private final CloseStack closing = new CloseStack();
    private final DataDirectory data;
    private @Nullable TableEngine engine;
    private boolean isChanged;
    private @Nullable TableCatalog catalog;

    private StoppedBackend(BackendConfig config, DataDirectory data) {
        this.config = config;
        this.data = data;
        closing.push("data directory", data);
    }

    /** @throws BackendStartException if there is no such backend, or it runs: then the message names its process */
    public static StoppedBackend open(BackendConfig config) throws BackendStartException {
        if (!Files.isDirectory(config.dataDirectory())) {
            throw new BackendStartException("no data directory " + config.dataDirectory(), null);
        }
        StoppedBackend backend = new StoppedBackend(
                config,
                DataDirectory.open(config.dataDirectory(), config.engine().name()));
        try {
            for (Path log : backend.logs()) {
                backend.closing.push("log directory", DirectoryLock.take("log directory", log));
            }
            return backend;
        } catch (BackendStartException e) {
            backend.close();
            throw e;
        }
    }

    /** Directories of its logs; those that were never made are left out. */
    public List<Path> logs() {
        return config.walDirectories().stream().filter(Files::isDirectory).toList();
    }

    public WalDirectory log(Path directory) throws IOException {
        return WalDirectory.open(directory);
    }

    /**
     * Opens the engine, as a start does, so that tables have names and rows can be read.
     *
     * @throws BackendStartException saying why it cannot be opened
     */
    public void openCatalog() throws BackendStartException {
        try {
            EngineHealth health = new EngineHealth(System::currentTimeMillis);
            ReopeningEngine opened = new ReopeningEngine(
                    () -> config.engine().open(data, config.limit(BackendLimit.RESULT_BYTES_MAX)), health);
            closing.push("engine", () -> close(opened));
            ServerEngines servers = new ServerEngines(
                    Engines::server, System::currentTimeMillis, name -> task -> new Thread(task, name));
            closing.push("servers", servers);
            opened.standFor(servers);
            engine = opened;
            catalog = TableCatalog.load(opened, servers, TableDefaults.of(config.policy()), () -> 0);
        } catch (TributaryException e) {
            throw new BackendStartException("the engine cannot be opened: " + e.getMessage(), e);
        }
    }

    /** A look leaves its file as it is: somebody may have to mend it by hand. */
    private void close(ReopeningEngine opened) {
        opened.keepsFiles(!isChanged);
        opened.close();
    }

    /** What a record says, by name, in the order of printing; with the table's name if the catalog is open and knows it. */
    public Map<String, Object> fields(WalRecord record) {
        Map<String, Object> fields = RecordFields.of(record);
        TableSchema table = table(record);
        if (table != null) {
            fields.put("table", table.database() + "." + table.name());
        }
        return fields;
    }

    /**
     * The rows of a record as JSON objects; none where it has none, or the catalog does not know its table.
     *
     * @throws IllegalArgumentException saying why they cannot be read
     */
    public List<String> rows(WalRecord record) {
        TableSchema table = table(record);
        return table == null ? List.of() : RecordFields.rows(record, table);
    }

    /**
     * Commits what this log holds up to an LSN and the engine does not have, and leaves the log as it is.
     *
     * @return one line that says what was committed
     * @throws BackendStartException saying why it could not be
     */
    public String replay(Path log, long lastLsn) throws BackendStartException, IOException {
        TableEngine open = engine;
        TableCatalog tables = catalog;
        if (open == null || tables == null) {
            throw new IllegalStateException("the catalog is not open");
        }
        try {
            Quarantine quarantine = new Quarantine(
                    open,
                    config.limit(BackendLimit.QUARANTINE_ROWS_MAX),
                    config.limit(BackendLimit.QUARANTINE_BYTES_MAX),
                    System::nanoTime);
            isChanged = true;
            TxnIds txnIds = TxnIds.open(open.systemStore(), 1, Runnable::run);
            PartialRecovery.Committed committed =
                    PartialRecovery.upTo(lastLsn, log(log), open, tables, quarantine, () -> txnIds.tryNext()
                            .orElseThrow());
            return log + ": " + committed.batches() + " batches of " + committed.loads() + " loads with "
                    + committed.rows() + " rows committed, up to lsn " + lastLsn;
        } catch (TributaryException e) {
            throw new BackendStartException("not replayed: " + e.getMessage(), e);
        }
    }

    /**
     * Makes the engine stand as it is, although it went back behind commits that this log knows of: they are given up.
     *
     * @return how many those are, at least; 0 if it did not
     */
    public long acceptEngine(Path log) throws IOException {
        TableEngine open = engine;
        if (open == null) {
            throw new IllegalStateException("the catalog is not open");
        }
        isChanged = true;
        return PartialRecovery.acceptEngine(log(log), open);
    }

    /** Lets the next start do without the log in this directory. @return the epochs that are forgotten */
    public List<String> forgetLog(Path directory) {
        TableEngine open = engine;
        if (open == null) {
            throw new IllegalStateException("the catalog is not open");
        }
        isChanged = true;
        return new LogRegistry(open.systemStore()).forget(directory.toString());
    }

    /** A line for each batch of which it is not known whether it is in its table; with the catalog open. */
    public List<String> begunBatches() {
        return begun().lines();
    }

    /**
     * Goes on behind the batch of this label, whose rows are in their table.
     *
     * @throws BackendStartException if there is none
     */
    public void batchIsThere(String label) throws BackendStartException {
        settle(() -> begun().isThere(label));
    }

    /**
     * Lets the next start send the batch of this label again, of whose rows none is in the table.
     *
     * @throws BackendStartException if there is none
     */
    public void batchIsNotThere(String label) throws BackendStartException {
        settle(() -> begun().isNotThere(label));
    }

    private void settle(Runnable how) throws BackendStartException {
        isChanged = true;
        try {
            how.run();
        } catch (TributaryException e) {
            throw new BackendStartException("not settled: " + e.getMessage(), e);
        }
    }

    private BegunBatches begun() {
        TableEngine open = engine;
        if (open == null) {
            throw new IllegalStateException("the catalog is not open");
        }
        return new BegunBatches(open);
    }

    private @Nullable TableSchema table(WalRecord record) {
        TableCatalog open = catalog;
        return open == null ? null : open.table(RecordFields.tableId(record));
    }

    @Override
    public void close() {
        closing.close();
    }
}
