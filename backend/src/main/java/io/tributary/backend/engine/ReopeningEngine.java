package io.tributary.backend.engine;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.information.SystemRows;
import io.tributary.contract.schema.TableChange;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.ViewSchema;
import io.tributary.engine.port.CheckpointCount;
import io.tributary.engine.port.EngineTraits;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.ExistingTables;
import io.tributary.engine.port.KeyStore;
import io.tributary.engine.port.LabelStore;
import io.tributary.engine.port.LabelledBatches;
import io.tributary.engine.port.QuarantineStore;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.SystemStore;
import io.tributary.engine.port.TableEngine;
import io.tributary.engine.port.TableRewrite;
import io.tributary.engine.port.TransactionLimit;
import io.tributary.engine.port.UnloggedCommits;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;
import java.util.function.Function;
import java.util.function.LongPredicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The engine as everybody holds it: the instance behind it may be closed after a failure and another one opened in its
 * place ({@link #reopen}), and nobody else learns of it than by the error of what he was just doing. While it is down nothing
 * reaches it: everything is refused at once with the reason. Any thread.
 */
public final class ReopeningEngine implements TableEngine {
    private static final Logger log = LoggerFactory.getLogger(ReopeningEngine.class);

    private final Supplier<? extends TableEngine> opener;
    private final EngineHealth health;
    private final EngineCalls calls;
    private final SystemStore systemStore;
    private final KeyStore keyStore;
    private final CheckpointCount checkpoints = new CheckpointCount(() -> writeFile(TableEngine::checkpoint));
    private final EngineStores.Unlogged unlogged;
    private final EngineStores stores;
    private final EngineProbes probes;
    private final CommittedPositions positions;
    private volatile @Nullable Supplier<SystemRows> systemRows;
    private volatile boolean keepsFiles;
    private volatile @Nullable ServerEngines servers;
    private boolean isClosed;

    /** @param opener opens the engine on its files, or throws; called again only when the instance before is gone */
    public ReopeningEngine(Supplier<? extends TableEngine> opener, EngineHealth health) {
        this(opener.get(), opener, health, new CommittedPositions());
    }

    /** One that is open already; a server is this process's own once it is asked for its generation. */
    ReopeningEngine(
            TableEngine first,
            Supplier<? extends TableEngine> opener,
            EngineHealth health,
            CommittedPositions positions) {
        this.opener = opener;
        this.health = health;
        this.positions = positions;
        calls = new EngineCalls(new EngineInstance(first), health);
        stores = new EngineStores(calls, positions);
        systemStore = stores.new Store();
        keyStore = stores.new Keys();
        unlogged = stores.new Unlogged();
        probes = new EngineProbes(this, calls, health, stores);
    }

    /**
     * Ends everything that is open, closes the instance and opens another. By the keeper, when the engine is down.
     *
     * @param waitMillis at most, for what is just running in the engine to end
     * @throws LostEngineException if that is not enough, or the engine still has its files; or what was opened lacks commits that
     *     the one before has answered
     * @throws TributaryException if it cannot be opened; to be called again then
     */
    synchronized void reopen(long waitMillis) throws InterruptedException {
        if (isClosed) {
            return;
        }
        EngineInstance before = calls.instance();
        if (!before.end(waitMillis)) {
            throw new LostEngineException("the engine has failed and cannot be closed: " + before
                    + " have not ended for " + waitMillis + " ms");
        }
        if (!before.engine().abandon(waitMillis)) {
            throw new LostEngineException(
                    "the engine has failed and has not given its files back for " + waitMillis + " ms");
        }
        TableEngine opened = opener.get();
        try {
            stores.requireOwned(opened);
            positions.requireNotBehind(opened, before.engine().unloggedCommits().count());
        } catch (RuntimeException e) {
            // Its files stay as they are for the start.
            if (opened.abandon(waitMillis)) {
                throw e;
            }
            throw new LostEngineException(
                    "the engine was opened again and has not given its files back: " + e.getMessage());
        }
        unlogged.goOn(opened.unloggedCommits());
        Supplier<SystemRows> rows = systemRows;
        if (rows != null) {
            opened.systemTables(rows);
        }
        calls.goTo(new EngineInstance(opened));
    }

    /** What its keeper asks it. */
    EngineProbes probes() {
        return probes;
    }

    @Override
    public @Nullable TributaryException refusal() {
        return health.refusal();
    }

    @Override
    public boolean isLost() {
        return health.isLost();
    }

    @Override
    public void batchFailed(TributaryException error) {
        if (error.code() == ErrorCode.ENGINE_MEMORY) {
            health.seenInCommit(error);
        }
    }

    @Override
    public EngineTraits traits() {
        return calls.instance().engine().traits();
    }

    /** Lets it stand for these too from now on. */
    public void standFor(ServerEngines others) {
        servers = others;
    }

    @Override
    public TableEngine of(String database) {
        ServerEngines others = servers;
        TableEngine other = others == null ? null : others.of(database);
        return other == null ? this : other;
    }

    @Override
    public List<TableEngine> others() {
        ServerEngines others = servers;
        return others == null ? List.of() : others.all();
    }

    @Override
    public Optional<TableEngine> ofStatement(String sql, QueryContext context) {
        ServerEngines others = servers;
        return others == null || others.isEmpty()
                ? Optional.of(this)
                : others.only(this, calls.ask(false, engine -> engine.databasesOf(sql, context)));
    }

    @Override
    public LabelledBatches labelledBatches() {
        return new LeasedBatches(calls);
    }

    @Override
    public EngineTransaction begin() {
        return begin(health.refusal(), TableEngine::begin);
    }

    @Override
    public EngineTransaction beginHeld() {
        return begin(health.refusal(), TableEngine::beginHeld);
    }

    @Override
    public EngineTransaction beginReading() {
        return begin(health.refusalOfReads(), TableEngine::beginReading);
    }

    private EngineTransaction begin(
            @Nullable TributaryException refusal, Function<TableEngine, EngineTransaction> how) {
        return calls.hold(refusal, (used, engine) -> new LeasedTransaction(used, health, positions, how.apply(engine)));
    }

    @Override
    public ResultCursor query(String sql, QueryContext context) {
        return calls.hold(
                health.refusalOfReads(), (used, engine) -> LeasedCursor.of(used, health, engine.query(sql, context)));
    }

    @Override
    public List<ResultColumn> describe(String sql, QueryContext context) {
        return calls.ask(false, engine -> engine.describe(sql, context));
    }

    @Override
    public ViewSchema view(ViewSchema wanted, QueryContext context) {
        return calls.ask(false, engine -> engine.view(wanted, context));
    }

    @Override
    public List<ResultColumn> columns(String database, String table) {
        return calls.ask(false, engine -> engine.columns(database, table));
    }

    @Override
    public void createDatabase(String database) {
        calls.run(engine -> engine.createDatabase(database));
    }

    @Override
    public void dropDatabase(String database) {
        calls.run(engine -> engine.dropDatabase(database));
    }

    @Override
    public void createTable(TableSchema table) {
        calls.run(engine -> engine.createTable(table));
    }

    @Override
    public void dropTable(String database, String table) {
        calls.run(engine -> engine.dropTable(database, table));
    }

    @Override
    public void alterTable(TableSchema before, TableChange change) {
        calls.run(engine -> engine.alterTable(before, change));
    }

    @Override
    public boolean isRewrite(TableSchema before, TableChange change) {
        return calls.instance().engine().isRewrite(before, change);
    }

    @Override
    public Optional<TableRewrite> rewrite(TableSchema before, TableChange change, long rowsMin) {
        return calls.hold(health.refusal(), (used, engine) -> engine.rewrite(before, change, rowsMin)
                .map(rewrite -> new LeasedRewrite(used, health, rewrite)));
    }

    @Override
    public long forgetTables(LongPredicate dropped) {
        return calls.change(engine -> {
            try {
                return engine.forgetTables(dropped);
            } finally {
                positions.forget(dropped);
            }
        });
    }

    @Override
    public long tombstones() {
        return calls.ask(false, TableEngine::tombstones);
    }

    @Override
    public void systemTables(Supplier<SystemRows> newest) {
        systemRows = newest;
        calls.instance().engine().systemTables(newest);
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
    public void merge() {
        checkpoints.between(() -> writeFile(TableEngine::merge));
    }

    private void writeFile(Consumer<TableEngine> by) {
        probes.requireRoomForCheckpoint();
        calls.call(true, engine -> {
            health.storing(CallsUnderWay.Kind.CHECKPOINT, () -> by.accept(engine));
            return true;
        });
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
        return calls.instance().engine().logBytes();
    }

    @Override
    public int changedTables() {
        return calls.instance().engine().changedTables();
    }

    @Override
    public long mergeableRows() {
        return calls.instance().engine().mergeableRows();
    }

    @Override
    public long removedRows() {
        return calls.instance().engine().removedRows();
    }

    @Override
    public TransactionLimit transactionLimit() {
        return calls.instance().engine().transactionLimit();
    }

    @Override
    public long usableBytes() {
        return calls.instance().engine().usableBytes();
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
        return stores.new Labels();
    }

    @Override
    public QuarantineStore quarantine() {
        return stores.new Quarantined();
    }

    @Override
    public ExistingTables existingTables() {
        return stores.new Existing();
    }

    @Override
    public UnloggedCommits unloggedCommits() {
        return unlogged;
    }

    /**
     * Whether a close leaves its file as it is, and adds at most to its log: until it is known that they and the logs belong
     * together, somebody may have to put them together by hand.
     */
    public void keepsFiles(boolean keeps) {
        keepsFiles = keeps;
    }

    /**
     * Closes the instance that is open, as it closes itself, or without a checkpoint where its file is to be kept or that would
     * find no room; without another one coming.
     */
    @Override
    public synchronized void close() {
        isClosed = true;
        TableEngine engine = calls.instance().engine();
        if (!keepsFiles) {
            if (engine.usableBytes() >= probes.bytesForCheckpoint()) {
                engine.close();
                return;
            }
            log.warn("event=engine_closed_without_checkpoint, its disk has no room for one");
        }
        try {
            boolean unused = engine.abandon(0);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
