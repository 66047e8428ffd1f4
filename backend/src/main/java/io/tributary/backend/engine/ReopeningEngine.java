package io.tributary.backend.engine;

import io.tributary.rpc.client.QueryContext;
import io.tributary.rpc.client.ResultColumn;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.information.SystemRows;
import io.tributary.rpc.schema.TableChange;
import io.tributary.rpc.schema.TableSchema;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Consumer;
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
    /** With less left on its disk nothing more is written: a checkpoint that finds the disk full costs the engine's instance. */
    static final long FREE_BYTES_MIN = 16L << 20;

    private static final Logger log = LoggerFactory.getLogger(ReopeningEngine.class);

    private final Supplier<? extends TableEngine> opener;
    private final EngineHealth health;
    private final CheckpointCount checkpoints = new CheckpointCount(this::checkpointNow);
    private final SystemStore systemStore = new Store();
    private final KeyStore keyStore = new Keys();
    private final LabelStore labelStore = new Labels();
    private final QuarantineStore quarantine = new Quarantined();
    private final Unlogged unlogged = new Unlogged();
    private final CommittedPositions positions = new CommittedPositions();

    private volatile EngineInstance instance;
    private volatile @Nullable Supplier<SystemRows> systemRows;
    private boolean isClosed;

    /** @param opener opens the engine on its files, or throws; called again only when the instance before is gone */
    public ReopeningEngine(Supplier<? extends TableEngine> opener, EngineHealth health) {
        this.opener = opener;
        this.health = health;
        instance = new EngineInstance(opener.get());
    }

    /** No instance can take the place of the one that failed; only a start can go on. */
    static final class LostException extends RuntimeException {
        LostException(String message) {
            super(message);
        }
    }

    /**
     * Ends everything that is open, closes the instance and opens another. By the keeper, when the engine is down.
     *
     * @param waitMillis at most, for what is just running in the engine to end
     * @throws LostException if that is not enough, or the engine still has its files; or what was opened lacks commits that
     *     the one before has answered
     * @throws TributaryException if it cannot be opened; to be called again then
     */
    synchronized void reopen(long waitMillis) throws InterruptedException {
        if (isClosed) {
            return;
        }
        EngineInstance before = instance;
        if (!before.end(waitMillis)) {
            throw new LostException("the engine has failed and cannot be closed: " + before + " have not ended for "
                    + waitMillis + " ms");
        }
        if (!before.engine().abandon(waitMillis)) {
            throw new LostException("the engine has failed and has not given its files back for " + waitMillis + " ms");
        }
        TableEngine opened = opener.get();
        try {
            requireNotBehind(opened, before.engine().unloggedCommits().count());
        } catch (RuntimeException e) {
            // Its files stay as they are for the start.
            if (opened.abandon(waitMillis)) {
                throw e;
            }
            throw new LostException("the engine was opened again and has not given its files back: " + e.getMessage());
        }
        unlogged.goOn(opened.unloggedCommits());
        Supplier<SystemRows> rows = systemRows;
        if (rows != null) {
            opened.systemTables(rows);
        }
        instance = new EngineInstance(opened);
    }

    private void requireNotBehind(TableEngine opened, long knownCommits) {
        long commits = opened.unloggedCommits().count();
        Optional<String> missing = commits < knownCommits
                ? Optional.of("of " + knownCommits + " commits that are in no log it has " + commits)
                : positions.missing(opened.systemStore());
        if (missing.isPresent()) {
            throw new LostException("the engine has gone back, " + missing.get()
                    + "; a start brings that back from the log, or says what can be done");
        }
    }

    /** Asks it for something small that it does not answer from memory alone, and looks at its disk. */
    void probe() {
        requireRoom(FREE_BYTES_MIN);
        EngineInstance now = instance;
        call(now, false, engine -> {
            try (EngineTransaction transaction = engine.begin()) {
                transaction.takeSnapshot();
            }
            return true;
        });
    }

    /** Commits something, whatever its health says, where a checkpoint would find room. */
    void prove(String what) {
        requireRoomForCheckpoint();
        call(instance, true, engine -> {
            engine.systemStore().put("engine", "proven", what);
            return true;
        });
    }

    /** A checkpoint writes at most about what its log has; the log goes only then. */
    private long bytesForCheckpoint() {
        return FREE_BYTES_MIN + logBytes();
    }

    private void requireRoomForCheckpoint() {
        requireRoom(bytesForCheckpoint());
    }

    private void requireRoom(long bytes) {
        long usable = usableBytes();
        if (usable < bytes) {
            throw health.full(usable, bytes);
        }
    }

    private <T> T ask(boolean writing, Question<T> question) {
        EngineInstance used = instance;
        refuse(writing ? health.refusal() : health.refusalOfReads());
        return call(used, writing, question);
    }

    private static void refuse(@Nullable TributaryException refusal) {
        if (refusal != null) {
            throw refusal;
        }
    }

    private interface Question<T> {
        T of(TableEngine engine);
    }

    /** @param writing whether it commits by itself, or is a checkpoint */
    private <T> T call(EngineInstance used, boolean writing, Question<T> question) {
        if (!used.enter()) {
            throw Lease.gone(health);
        }
        try {
            return question.of(used.engine());
        } catch (TributaryException e) {
            if (writing) {
                health.seenInCommit(e);
            } else {
                health.seen(e, false);
            }
            throw Lease.told(e, health);
        } finally {
            used.leave();
        }
    }

    /** As {@link #ask}, for what commits by itself. */
    private <T> T change(Question<T> question) {
        return ask(true, engine -> {
            try {
                return question.of(engine);
            } catch (TributaryException e) {
                if (e.code() != ErrorCode.ENGINE_DOWN && e.code() != ErrorCode.ENGINE_DOWN_DISK_FULL) {
                    throw e;
                }
                health.seenInCommit(e);
                throw new TributaryException(
                        ErrorCode.OUTCOME_UNKNOWN,
                        "the engine failed within a change, and whether it took place is unknown: " + e.getMessage(),
                        e);
            }
        });
    }

    private void run(Consumer<TableEngine> body) {
        change(engine -> {
            body.accept(engine);
            return true;
        });
    }

    @Override
    public @Nullable TributaryException refusal() {
        return health.refusal();
    }

    @Override
    public EngineTransaction begin() {
        return hold(health.refusal(), (used, engine) -> new LeasedTransaction(used, health, positions, engine.begin()));
    }

    @Override
    public ResultCursor query(String sql, QueryContext context) {
        return hold(
                health.refusalOfReads(), (used, engine) -> new LeasedCursor(used, health, engine.query(sql, context)));
    }

    private interface Holding<T> {
        T of(EngineInstance used, TableEngine engine);
    }

    private <T> T hold(@Nullable TributaryException refusal, Holding<T> holding) {
        refuse(refusal);
        EngineInstance used = instance;
        return call(used, false, engine -> holding.of(used, engine));
    }

    @Override
    public List<ResultColumn> describe(String sql, QueryContext context) {
        return ask(false, engine -> engine.describe(sql, context));
    }

    @Override
    public boolean isRewrite(TableSchema before, TableChange change) {
        return instance.engine().isRewrite(before, change);
    }

    @Override
    public Optional<TableRewrite> rewrite(TableSchema before, TableChange change, long rowsMin) {
        return hold(health.refusal(), (used, engine) -> engine.rewrite(before, change, rowsMin)
                .map(rewrite -> new LeasedRewrite(used, health, rewrite)));
    }

    @Override
    public long forgetTables(LongPredicate dropped) {
        return change(engine -> {
            try {
                return engine.forgetTables(dropped);
            } finally {
                positions.forget(dropped);
            }
        });
    }

    @Override
    public long tombstones() {
        return ask(false, TableEngine::tombstones);
    }

    @Override
    public void systemTables(Supplier<SystemRows> newest) {
        systemRows = newest;
        instance.engine().systemTables(newest);
    }

    @Override
    public void checkpoint() {
        checkpoints.run();
    }

    private void checkpointNow() {
        requireRoomForCheckpoint();
        call(instance, true, engine -> {
            engine.checkpoint();
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
        return instance.engine().logBytes();
    }

    @Override
    public long usableBytes() {
        return instance.engine().usableBytes();
    }

    @Override
    public SystemStore systemStore() {
        return systemStore;
    }

    private final class Store implements SystemStore {
        @Override
        public Optional<String> get(String space, String key) {
            return ask(false, engine -> engine.systemStore().get(space, key));
        }

        @Override
        public Map<String, String> list(String space) {
            return ask(false, engine -> engine.systemStore().list(space));
        }

        @Override
        public void put(String space, String key, String value) {
            run(engine -> engine.systemStore().put(space, key, value));
        }

        @Override
        public void remove(String space, String key) {
            run(engine -> engine.systemStore().remove(space, key));
        }

        @Override
        public Map<Long, Long> appliedPositions(long logEpoch) {
            return ask(false, engine -> {
                Map<Long, Long> applied = engine.systemStore().appliedPositions(logEpoch);
                applied.forEach((tableId, position) -> positions.said(logEpoch, tableId, position));
                return applied;
            });
        }

        @Override
        public OptionalLong appliedPosition(long logEpoch, long tableId) {
            return ask(false, engine -> {
                OptionalLong applied = engine.systemStore().appliedPosition(logEpoch, tableId);
                applied.ifPresent(position -> positions.said(logEpoch, tableId, position));
                return applied;
            });
        }

        @Override
        public List<AppliedBatch> lastBatches(int most) {
            return ask(false, engine -> engine.systemStore().lastBatches(most));
        }
    }

    @Override
    public KeyStore keyStore() {
        return keyStore;
    }

    private final class Keys implements KeyStore {
        @Override
        public void readSince(long millis, Consumer<KeptKey> reader) {
            ask(false, engine -> {
                engine.keyStore().readSince(millis, reader);
                return true;
            });
        }

        @Override
        public long removeUntil(long millis) {
            return change(engine -> engine.keyStore().removeUntil(millis));
        }

        @Override
        public long removeOf(LongPredicate tables) {
            return change(engine -> engine.keyStore().removeOf(tables));
        }
    }

    @Override
    public LabelStore labelStore() {
        return labelStore;
    }

    private final class Labels implements LabelStore {
        @Override
        public long moveFormer() {
            return change(engine -> engine.labelStore().moveFormer());
        }

        @Override
        public long count() {
            return ask(false, engine -> engine.labelStore().count());
        }

        @Override
        public void read(Reader reader) {
            ask(false, engine -> {
                engine.labelStore().read(reader);
                return true;
            });
        }

        @Override
        public Optional<UsedLabel> find(String name, long fromMillis, long untilMillis) {
            return ask(false, engine -> engine.labelStore().find(name, fromMillis, untilMillis));
        }

        @Override
        public long removeUntil(long millis, Set<String> except) {
            return change(engine -> engine.labelStore().removeUntil(millis, except));
        }
    }

    @Override
    public QuarantineStore quarantine() {
        return quarantine;
    }

    private final class Quarantined implements QuarantineStore {
        @Override
        public Size size() {
            return ask(false, engine -> engine.quarantine().size());
        }

        @Override
        public List<QuarantinedRow> read(Filter filter, long after, int limit) {
            return ask(false, engine -> engine.quarantine().read(filter, after, limit));
        }
    }

    @Override
    public UnloggedCommits unloggedCommits() {
        return unlogged;
    }

    /** Counted by the instance; another one goes on counting for the same witness. */
    private final class Unlogged implements UnloggedCommits {
        private volatile @Nullable Runnable witness;

        void goOn(UnloggedCommits opened) {
            Runnable told = witness;
            if (told != null) {
                opened.countFromNowOn(told);
            }
        }

        @Override
        public long count() {
            return instance.engine().unloggedCommits().count();
        }

        @Override
        public void countFromNowOn(Runnable newWitness) {
            witness = newWitness;
            instance.engine().unloggedCommits().countFromNowOn(newWitness);
        }

        @Override
        public void mark() {
            run(engine -> engine.unloggedCommits().mark());
        }

        @Override
        public void accept(long count) {
            run(engine -> engine.unloggedCommits().accept(count));
        }
    }

    /**
     * Closes the instance that is open, as it closes itself, or without a checkpoint where that would find no room; without
     * another one coming.
     */
    @Override
    public synchronized void close() {
        isClosed = true;
        TableEngine engine = instance.engine();
        if (engine.usableBytes() >= bytesForCheckpoint()) {
            engine.close();
            return;
        }
        log.warn("event=engine_closed_without_checkpoint, its disk has no room for one");
        try {
            boolean unused = engine.abandon(0);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
