package io.tributary.backend.simulation;

import io.tributary.backend.batch.CommitTarget;
import io.tributary.backend.batch.Failpoint;
import io.tributary.backend.batch.Quarantine;
import io.tributary.backend.batch.TableLanes;
import io.tributary.backend.batch.TransactionHistory;
import io.tributary.backend.batch.TxnIds;
import io.tributary.backend.catalog.TableLookup;
import io.tributary.backend.ingest.IngestAgent;
import io.tributary.backend.ingest.IngestOptions;
import io.tributary.backend.ingest.IngestParts;
import io.tributary.backend.ingest.Logs;
import io.tributary.backend.ingest.Steps;
import io.tributary.backend.keys.KeyClock;
import io.tributary.backend.keys.KeyRetention;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.GroupCommitPolicy;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.FakeEngine;
import io.tributary.engine.port.LateCommits;
import io.tributary.engine.port.QuarantinedRow;
import io.tributary.engine.port.Rows;
import io.tributary.log.MemoryWalDirectory;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * What a backend's core runs on: a disk for each log, an engine with its catalog, clocks, and executors whose tasks wait
 * until they are told to run. The process comes and goes, the rest stays.
 */
final class Machine implements TableLookup {
    static final long KEEP_MILLIS = TimeUnit.DAYS.toMillis(3);

    private final Random random;
    private final Trace trace;
    private final Faults faults;
    private final IngestOptions options;
    private final Model model;
    private final int keysMax;
    private final int txnIdsBlock;
    private final int quarantineRowsMax;
    private final boolean committersReject;

    final FakeEngine engine = new FakeEngine();
    /** The catalog, which is in the engine. */
    final Map<Long, TableSchema> tables = new TreeMap<>();

    private final Set<Long> dropped = new HashSet<>();
    private long lastTableId = 6;

    private int quarantinedBefore;
    /** Whether a crash may lose what the engine has committed since its last checkpoint. */
    private final boolean engineGoesBack;
    /** When commits end whose connections are dead; null where the engine is in the process. */
    private @Nullable Random late;

    /** One for each log. */
    final List<MemoryWalDirectory> disks = new ArrayList<>();

    /** Whether a disk was made full since the last start. */
    private boolean wasFull;

    private int diskFailuresBefore;
    private int forceFailuresBefore;
    /** Tasks of the process: commits, files to be made ahead, transaction ids to be fetched. */
    final List<Runnable> commits = new ArrayList<>();

    final Deque<Runnable> preparations = new ArrayDeque<>();
    final Deque<Runnable> fetches = new ArrayDeque<>();
    private Executor committers = commits::add;

    /** A monotonic clock may stand anywhere when a machine starts. */
    long nanos;

    long wallMillis = 1_700_000_000_000L;
    int life;

    @Nullable
    Logs logs;

    private @Nullable KeyClock keyClock;
    private long tickNanos;
    private Runnable meanwhile = () -> {};

    Machine(Random random, Trace trace, Faults faults, IngestOptions options, Model model) {
        this.random = random;
        this.trace = trace;
        this.faults = faults;
        this.options = options;
        this.model = model;
        this.keysMax = random.nextInt(4) == 0 ? 2 + random.nextInt(10) : 1_000;
        this.txnIdsBlock = random.nextInt(3) == 0 ? 1 + random.nextInt(4) : 1_000;
        this.quarantineRowsMax = random.nextBoolean() ? 50 : 1_000;
        this.committersReject = random.nextInt(6) == 0;
        int logCount = random.nextInt(3) == 0 ? 2 : 1;
        for (int i = 0; i < logCount; i++) {
            disks.add(new MemoryWalDirectory());
        }
        this.nanos = switch (random.nextInt(4)) {
            case 0 -> Long.MAX_VALUE - TimeUnit.SECONDS.toNanos(random.nextInt(60));
            case 1 -> -TimeUnit.SECONDS.toNanos(random.nextInt(60));
            default -> 1_000_000;
        };
        engine.decide(() -> {
            meanwhile.run();
            arriveMaybe(4);
            return faults.fate();
        });
        engine.beforeEachQuestion(faults::ask);
        engine.beforeEachAppend(tableId -> {
            arriveMaybe(4);
            faults.append(tableId);
        });
        engine.beforeEachCheckpoint(faults::checkpoint);
        engine.afterEachCommit((tableId, rows) -> {
            rows.stream().filter(row -> Load.placeOf(row) == 0).forEach(this::requireDurable);
            model.committed(tableId, rows, newInQuarantine());
        });
        if (random.nextInt(3) == 0) {
            engine.refuse(rows -> rows.stream().anyMatch(Load::isPoison));
        }
        watchDisks();
        engineGoesBack = options.log().keepBytes() > 0 && random.nextBoolean();
        if (engineGoesBack) {
            engine.mayGoBack();
        }
    }

    /**
     * Lets the engine be a server, unless crashes lose what it has: the process may die, or lose its connection, and what it has sent is
     * committed later than it asks, or never.
     */
    void playServer(Random lateCommits) {
        if (engineGoesBack) {
            return;
        }
        late = lateCommits;
        LateCommits.Concurrency[] ways = LateCommits.Concurrency.values();
        LateCommits.Concurrency way = ways[lateCommits.nextInt(ways.length)];
        trace.add("the engine is a server, with %s", way);
        engine.playServer(way, () -> {
            boolean takesPlace = lateCommits.nextInt(3) > 0;
            trace.add("    a commit of a dead connection ends: %s", takesPlace);
            return takesPlace;
        });
        faults.playServer(lateCommits);
    }

    /** Commits whose connections are dead may end at any time: once in so many calls of this. */
    void arriveMaybe(int calls) {
        if (late != null && late.nextInt(calls) == 0) {
            engine.arrive();
        }
    }

    /** Values of rows that the last commit put there. */
    private List<Long> newInQuarantine() {
        List<QuarantinedRow> all = engine.quarantined();
        List<Long> values = all.subList(quarantinedBefore, all.size()).stream()
                .map(row -> Long.valueOf(row.json().replaceAll("[^0-9]", "")))
                .toList();
        quarantinedBefore = all.size();
        return values;
    }

    /** DISCARD QUARANTINE. */
    void discardQuarantine() {
        trace.add("discard of %d rows in quarantine", quarantinedBefore);
        engine.discardQuarantine();
        quarantinedBefore = 0;
    }

    private void requireDurable(long row) {
        byte[] bytes = Rows.bytes(row);
        model.require(
                disks.stream().anyMatch(disk -> disk.isDurable(bytes)),
                "load %d is committed before it is durable",
                Load.numberOf(row));
    }

    /** Runs inside each commit: other threads go on while it is under way. */
    void meanwhile(Runnable steps) {
        meanwhile = steps;
    }

    @Override
    public @Nullable TableSchema table(long tableId) {
        return tables.get(tableId);
    }

    @Override
    public boolean wasDropped(long tableId) {
        return dropped.contains(tableId);
    }

    /** A table with properties by chance. */
    long createTable() {
        TableProperties properties = TableProperties.defaults();
        if (random.nextBoolean()) {
            properties = properties.with("group_commit_data_bytes", String.valueOf(1 + random.nextInt(2_000)));
        }
        long tableId = ++lastTableId;
        define(tableId, 1, random.nextBoolean() ? withSomePolicy(properties) : properties);
        return tableId;
    }

    private TableProperties withSomePolicy(TableProperties properties) {
        GroupCommitPolicy[] policies = GroupCommitPolicy.values();
        return properties.with("group_commit_policy", policies[random.nextInt(policies.length)].text());
    }

    /** Another version of the table's definition. */
    void alterTable(long tableId) {
        TableSchema before = tables.get(tableId);
        if (before != null) {
            define(
                    tableId,
                    before.schemaVersion() + 1,
                    random.nextInt(3) == 0 ? withSomePolicy(before.properties()) : before.properties());
        }
    }

    void dropTable(long tableId) {
        // A server waits with it for whoever has written to the table.
        engine.arrive();
        engine.changed();
        tables.remove(tableId);
        dropped.add(tableId);
    }

    private void define(long tableId, int version, TableProperties properties) {
        engine.changed();
        trace.add("table %d has version %d and policy %s", tableId, version, properties.groupCommitPolicy());
        if (properties.groupCommitPolicy() == GroupCommitPolicy.ON_READ) {
            model.onRead.add(tableId);
        }
        tables.put(
                tableId,
                new TableSchema(
                        tableId,
                        "db",
                        "t" + tableId,
                        version,
                        TableSchema.KeyModel.DUPLICATE,
                        List.of(Column.of("v", ColumnType.of(ColumnType.Kind.BIGINT), false)),
                        properties,
                        TableSchema.Layout.none()));
    }

    /** The process starts; what it throws ends it. */
    void boot() {
        life++;
        trace.add(
                "boots for the %d. time, disks %s",
                life, disks.stream().map(MemoryWalDirectory::list).toList());
        faults.born();
        engine.reopened();
        if (late != null) {
            engine.systemStore().raiseGeneration();
            arriveMaybe(4);
        }
        diskFailuresBefore = faults.diskFailures;
        forceFailuresBefore = faults.forceFailures;
        wasFull = disks.stream().anyMatch(MemoryWalDirectory::isFull);
        tickNanos = 0;
        committers = task -> {
            if (committersReject && random.nextInt(5) == 0) {
                throw new RejectedExecutionException("seeded");
            }
            commits.add(task);
        };
        keyClock = KeyClock.open(engine.keyStore(), wallMillis, this::now);
        TxnIds txnIds = TxnIds.open(engine.systemStore(), txnIdsBlock, fetches::add);
        int preparing = random.nextInt(3);
        IngestParts parts = new IngestParts(
                new CommitTarget(engine, this, new TableLanes()),
                txnIds,
                new TransactionHistory(),
                new IngestParts.Executors(
                        task -> committers.execute(task),
                        task -> committers.execute(task),
                        preparing == 0 ? Runnable::run : preparations::add),
                new IngestParts.Outside(this::now, () -> wallMillis, random::nextLong, this::pass),
                new KeyRetention(keysMax, KEEP_MILLIS, keyClock),
                new Quarantine(engine, quarantineRowsMax, 1 << 20, this::now));
        List<IngestAgent> agents = new ArrayList<>();
        for (MemoryWalDirectory disk : disks) {
            agents.add(IngestAgent.open(disk, options, parts));
        }
        logs = Steps.logs(engine.systemStore(), agents);
        engine.unloggedCommits().countFromNowOn(this::noteCommits);
    }

    /** One that nobody asked for. */
    void checkpoint() {
        try {
            engine.checkpoint();
        } catch (TributaryException e) {
            trace.add("checkpoint fails: %s", e);
        }
    }

    /** Notes the commits like a start; nobody waits for the note. */
    private void noteCommits() {
        Logs running = logs;
        if (running != null) {
            Steps.noteCommits(running);
        }
    }

    /** Whether nothing went wrong since the last start that could make a log fail: an engine never does. */
    boolean areDisksSound() {
        return faults.diskFailures == diskFailuresBefore && !wasFull;
    }

    /** Whether what was written since the last start, and is not forced, may be lost though the machine lives on. */
    boolean hasForceFailed() {
        return faults.forceFailures > forceFailuresBefore;
    }

    /** Whether some disk is full before its log was made: with a log a start needs no room. */
    boolean hasNoRoomForALog() {
        return disks.stream().anyMatch(disk -> disk.isFull() && !disk.list().contains("epoch"));
    }

    /** Some disk is full from now on, or none is. */
    void full(boolean isFull) {
        wasFull |= isFull;
        MemoryWalDirectory one = disks.get(random.nextInt(disks.size()));
        for (MemoryWalDirectory disk : disks) {
            disk.full(isFull && disk == one);
            disk.usableBytes(isFull && disk == one ? random.nextInt(20_000) : 1L << 40);
        }
    }

    /** Gives each disk so much from now on, and the log's files take of it; -1: more than there can be. */
    void capacity(long bytes) {
        disks.forEach(disk -> disk.capacity(bytes));
    }

    int openFiles() {
        return disks.stream().mapToInt(MemoryWalDirectory::openFiles).sum();
    }

    private void pass(Failpoint.Point point) {
        faults.event(point.text());
        if (point == Failpoint.Point.BEFORE_ENGINE_COMMIT) {
            if (faults.isEngineAway()) {
                faults.ask();
            }
            meanwhile.run();
        }
    }

    /** The process dies, or the machine does. */
    void crash(boolean powerLoss) {
        trace.add("%s", powerLoss ? "power loss" : "kill -9");
        faults.kill();
        logs = null;
        commits.clear();
        preparations.clear();
        fetches.clear();
        if (engineGoesBack && engine.losable() > 0 && random.nextBoolean()) {
            int lost = 1 + random.nextInt(engine.losable());
            trace.add("the engine loses its last %d commits", lost);
            model.lost(engine.goBack(lost));
            quarantinedBefore = engine.quarantined().size();
        }
        disks.replaceAll(disk -> powerLoss ? disk.afterPowerLoss(random) : disk.afterKill(random));
        watchDisks();
    }

    private void watchDisks() {
        disks.forEach(disk -> disk.watch(faults::disk, random));
    }

    /** Runs each commit at once from now on, and each look at the clock takes a moment. */
    void commitAtOnce() {
        committers = Runnable::run;
        tickNanos = TimeUnit.MILLISECONDS.toNanos(10);
    }

    private long now() {
        nanos += tickNanos;
        return nanos;
    }

    void advanceMillis(long millis) {
        nanos += TimeUnit.MILLISECONDS.toNanos(millis);
        wallMillis += millis;
    }

    /** What idempotency keys are stamped with by the process that runs; the wall clock's time if none does. */
    long keyMillis() {
        return keyClock == null ? wallMillis : keyClock.getAsLong();
    }
}
