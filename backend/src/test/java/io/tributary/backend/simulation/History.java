package io.tributary.backend.simulation;

import io.tributary.backend.batch.MemoryBudget;
import io.tributary.backend.ingest.IngestOptions;
import io.tributary.backend.ingest.IngestStats;
import io.tributary.backend.ingest.LoadTask;
import io.tributary.backend.ingest.LogIngest;
import io.tributary.backend.ingest.Logs;
import io.tributary.backend.ingest.Steps;
import io.tributary.backend.ingest.answer.Acknowledgement;
import io.tributary.backend.ingest.answer.LoadListener;
import io.tributary.backend.simulation.Load.Send;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.TableSchema;
import io.tributary.log.WalOptions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * One history: what happens to a backend's core, step by step, drawn from a seed. Which kinds of step it has, and how many
 * of each, is drawn first, so that no kind drowns the others.
 */
final class History {
    /** How long a load may wait for its answer when nothing is wrong any more, in the history's time. */
    private static final long ANSWER_MILLIS_MAX = 90_000;

    private static final int STEPS = 160;
    private static final int TABLES_MAX = 4;

    private final long seed;
    private final Random random;
    private final Trace trace;
    private final Model model;
    private final Faults faults;
    private final Machine machine;
    private final IngestOptions options;
    private final List<Runnable> steps = new ArrayList<>();
    private final List<Runnable> stepsMeanwhile = new ArrayList<>();
    /** Barriers that are held: what is to be done behind them. */
    private final Deque<Runnable> statements = new ArrayDeque<>();

    /** Reads of several tables that hold them: what takes the snapshot. */
    private final Deque<Runnable> snapshots = new ArrayDeque<>();

    /** Reads that wait for rows. */
    private int readers;

    private int spaceWaiters;
    /** Commits that are under way, one inside the other. */
    private int depth;
    /** Whether nothing is done while a commit is under way. */
    private boolean quiet;

    private int powerLossPercent;
    /** The percentage of the async loads that are answered when the operating system has them. */
    private int osPercent;
    /** Whether this process was told to take no loads. */
    private boolean refusesLoads;

    /** How many of four loads may be large. */
    private int largeLoads;

    /** Whether whoever hears of a load that reads are bound to see looks it up at once, three of four times. */
    private final boolean readersFollow;

    private final Random followers;

    History(long seed, boolean traced) {
        this.seed = seed;
        this.random = new Random(seed * 0x9E37_79B9_7F4A_7C15L);
        this.trace = new Trace(traced);
        this.model = new Model(trace);
        this.faults = new Faults(random, trace);
        this.options = new IngestOptions(
                random.nextInt(3) == 0 ? 2_500 : 12_000,
                random.nextBoolean() ? 600 : 1 << 20,
                new WalOptions(
                        4096 + random.nextInt(4096),
                        random.nextInt(3),
                        random.nextBoolean() ? 0 : 20_000 + random.nextInt(80_000)),
                random.nextBoolean() ? 10_000 : 0,
                random.nextBoolean() ? 1_000 : 0,
                10_000,
                10_000,
                30_000,
                60_000,
                uncommittedLoadsMax(seed),
                commitTasksMax(seed));
        this.followers = new Random(~seed * 0x94D0_49BB_1331_11EBL);
        this.readersFollow = followers.nextBoolean();
        this.machine = new Machine(random, trace, faults, options, model);
        machine.meanwhile(this::meanwhile);
        Random late = new Random(~seed * 0xBF58_476D_1CE4_E5B9L);
        if (late.nextInt(4) == 0) {
            machine.playServer(late);
        }
        machine.createTable();
        machine.createTable();
        chooseSteps();
        if (options.logFreeBytesMin() > 0 && random.nextInt(3) == 0) {
            long bytes = 60_000L + random.nextInt(100_000);
            trace.add("each disk has %d bytes", bytes);
            machine.capacity(bytes);
        }
    }

    /**
     * Draws how many commits the committers take: with few, batches gather and are committed together. Drawn apart, so that
     * all else of a history is what it was without.
     */
    private static int commitTasksMax(long seed) {
        Random apart = new Random(~seed);
        return apart.nextBoolean() ? 1 + apart.nextInt(2) : Integer.MAX_VALUE;
    }

    /** Draws few in one history of eight, so that loads pass the log by until some are committed. Drawn apart as well. */
    private static long uncommittedLoadsMax(long seed) {
        Random apart = new Random(~seed * 0x9E37_79B9_7F4A_7C15L);
        return apart.nextInt(8) == 0 ? MemoryBudget.BATCH_BLOCKS * (1L + apart.nextInt(8)) : Long.MAX_VALUE;
    }

    /** Runs it; what it throws is a violation. */
    void run() {
        for (int step = 0; step < STEPS; step++) {
            step();
        }
        comeToRest();
        perform(this::crash);
        comeToRest();
        machine.engine.arrive();
        model.requireNoViolation();
        if (machine.logs != null) {
            close();
        }
    }

    List<String> trace() {
        return trace.lines();
    }

    /** Loads that were sent, for the figures of a run. */
    int sends() {
        return model.sends;
    }

    int lives() {
        return machine.life;
    }

    // ---- the choice of steps
    // --------------------------------------------------------------------------------------------

    private void chooseSteps() {
        both(5, this::sendNew);
        both(6, this::work);
        both(3, this::commitOne);
        both(1, this::prepare);
        both(1, this::fetch);
        add(2, () -> machine.advanceMillis(random.nextInt(20)));
        add(1, () -> machine.advanceMillis(random.nextInt(12_000)));
        maybe(() -> both(3, this::sendAgain));
        maybe(() -> add(1, this::changeMood));
        maybe(() -> add(1, () -> faults.stick(random.nextBoolean() ? anyTable() : 0)));
        maybe(() -> add(1, faults::failDisk));
        maybe(() -> add(1, this::changeSpace));
        maybe(() -> add(1, () -> faults.dieSoon()));
        maybe(() -> add(1, () -> perform(this::crash)));
        maybe(() -> add(1, this::jumpClock));
        maybe(() -> {
            add(1, () -> statementBehindBarrier(true));
            add(1, () -> statementBehindBarrier(false));
            both(3, this::finishStatement);
        });
        maybe(() -> add(1, this::createOrDrop));
        maybe(() -> add(1, this::sync));
        maybe(() -> {
            both(2, this::read);
            both(3, this::takeSnapshot);
        });
        maybe(() -> add(1, machine::discardQuarantine));
        maybe(() -> add(1, this::refuseOrTakeLoads));
        add(1, this::lookAtDisks);
        both(1, this::retain);
        osPercent = random.nextBoolean() ? random.nextInt(100) : 0;
        maybe(() -> add(1, () -> {
            if (random.nextInt(6) == 0) {
                close();
            }
        }));
        powerLossPercent = random.nextInt(3) * 50;
        largeLoads = random.nextInt(4);
    }

    private void maybe(Runnable choice) {
        if (random.nextBoolean()) {
            choice.run();
        }
    }

    /** @param weight its share among the steps */
    private void add(int weight, Runnable step) {
        for (int i = 0; i < weight; i++) {
            steps.add(step);
        }
    }

    /** Also while a commit is under way. */
    private void both(int weight, Runnable step) {
        add(weight, step);
        for (int i = 0; i < weight; i++) {
            stepsMeanwhile.add(step);
        }
    }

    // ---- running them
    // ---------------------------------------------------------------------------------------------------

    private void step() {
        machine.arriveMaybe(20);
        if (machine.logs == null && random.nextInt(4) > 0) {
            boot();
            return;
        }
        perform(steps.get(random.nextInt(steps.size())));
    }

    /** One step, which may be the last of the process. */
    private void perform(Runnable step) {
        try {
            step.run();
        } catch (Death death) {
            // What follows from it comes below: it may also have been caught on its way.
        }
        model.requireNoViolation();
        if (faults.isDead() && machine.logs != null) {
            crash();
        }
    }

    private void meanwhile() {
        if (quiet || depth > 1 || machine.logs == null || random.nextInt(3) > 0) {
            return;
        }
        depth++;
        try {
            for (int count = 1 + random.nextInt(4); count > 0; count--) {
                stepsMeanwhile.get(random.nextInt(stepsMeanwhile.size())).run();
            }
        } finally {
            depth--;
        }
    }

    private void crash() {
        boolean powerLoss = random.nextInt(100) < powerLossPercent;
        model.processDied(powerLoss || machine.hasForceFailed());
        machine.crash(powerLoss);
        refusesLoads = false;
        statements.clear();
        snapshots.clear();
        readers = 0;
        spaceWaiters = 0;
    }

    private void boot() {
        int failures = faults.failures();
        boolean away = faults.isEngineAway();
        try {
            machine.boot();
        } catch (TributaryException e) {
            trace.add("start refused: %s", e);
            boolean noRoom = machine.hasNoRoomForALog();
            if (faults.failures() == failures && !noRoom && !away) {
                throw new Violation("start refused, and nothing is wrong: " + e.getMessage(), e);
            }
            crash();
            return;
        } catch (Death death) {
            crash();
            return;
        }
        model.requireNoViolation();
        if (faults.isDead()) {
            crash();
        } else {
            model.started();
        }
    }

    // ---- the steps
    // ------------------------------------------------------------------------------------------------------

    private void work() {
        Logs logs = machine.logs;
        if (logs != null) {
            if (random.nextInt(4) == 0) {
                Steps.doWork(logs, random);
            } else {
                Steps.doWork(logs);
                model.worked(machine.nanos, TimeUnit.MILLISECONDS.toNanos(options.queueTimeoutMillis()));
            }
            model.require(!machine.areDisksSound() || logs.failed() == 0, "a log has failed, and nothing was wrong");
        }
    }

    /** Some table's; those of a table come one by one. */
    private void commitOne() {
        if (!machine.commits.isEmpty()) {
            run(machine.commits.remove(random.nextInt(machine.commits.size())));
        }
    }

    private void prepare() {
        run(machine.preparations.poll());
    }

    private void fetch() {
        run(machine.fetches.poll());
    }

    private static void run(@Nullable Runnable task) {
        if (task != null) {
            task.run();
        }
    }

    private void sendNew() {
        long tableId = anyTable();
        boolean keyed = random.nextInt(3) == 0;
        int rows = 1 + random.nextInt(random.nextInt(4) < largeLoads ? Load.ROWS_MAX : 12);
        int blocks = random.nextInt(4) == 0 ? 1 + random.nextInt(4) : 1;
        send(model.newLoad(tableId, rows, blocks, keyed ? model.newKey() : null));
    }

    /** A client that has heard nothing, or an error, or is just nervous; sometimes it has mixed up its rows. */
    private void sendAgain() {
        if (model.keys.isEmpty()) {
            return;
        }
        int recent = Math.min(model.keys.size(), random.nextBoolean() ? 3 : 100);
        Load.Key key = model.keys.get(model.keys.size() - 1 - random.nextInt(recent));
        wearOut(key);
        if (key.outworn) {
            return;
        }
        Load load = key.variants.get(random.nextInt(key.variants.size()));
        send(random.nextInt(8) == 0 ? model.newLoad(load.tableId, load.rows, load.blocks, key) : load);
    }

    /** Wears out a key after its time, when it may be used for another load: no promise is left to check. */
    private void wearOut(Load.Key key) {
        machine.engine.keptKeys().stream()
                .filter(kept -> kept.key().text().equals(key.text))
                .filter(kept -> machine.keyMillis() - kept.committedMillis()
                        >= Machine.KEEP_MILLIS - TimeUnit.HOURS.toMillis(3))
                .forEach(kept -> key.outworn = true);
    }

    private void send(Load load) {
        Logs logs = machine.logs;
        if (logs == null) {
            return;
        }
        TableSchema table = machine.tables.get(load.tableId);
        int version = table == null ? 1 : table.schemaVersion() - (random.nextInt(20) == 0 ? 1 : 0);
        Acknowledgement answered = random.nextInt(3) == 0
                ? Acknowledgement.COMMITTED
                : random.nextInt(100) < osPercent ? Acknowledgement.WRITTEN : Acknowledgement.FORCED;
        Send send = model.sent(load, answered);
        trace.add(
                "send %d: %s, %d rows, %d blocks, answered when %s",
                send.number, load, load.rows, load.blocks, answered);
        LoadTask task = new LoadTask(load.tableId, version, answered, load.encode(), send.key(), new Client(send));
        if (!logs.offer(task)) {
            model.notTaken(send);
            spaceWaiters++;
            logs.onSpace(load.tableId, () -> spaceWaiters--);
        }
    }

    private long anyTable() {
        List<Long> ids = List.copyOf(machine.tables.keySet());
        return ids.get(random.nextInt(ids.size()));
    }

    private void changeMood() {
        Faults.Mood[] moods = Faults.Mood.values();
        faults.mood(moods[random.nextInt(moods.length)]);
    }

    private void changeSpace() {
        boolean full = random.nextBoolean();
        trace.add("disk is %s", full ? "full" : "not full");
        machine.full(full);
        if (random.nextBoolean()) {
            lookAtDisks();
        }
    }

    private void lookAtDisks() {
        Logs logs = machine.logs;
        if (logs != null) {
            Steps.lookAtDisks(logs);
        }
    }

    /** Segments go after a checkpoint, which the log asks for where it keeps too many. */
    private void retain() {
        Logs logs = machine.logs;
        if (logs != null) {
            if (random.nextInt(4) == 0) {
                machine.checkpoint();
            }
            logs.retain();
        }
    }

    /** Refuses loads as a decommission does, or takes them again as its end does. */
    private void refuseOrTakeLoads() {
        Logs logs = machine.logs;
        if (logs == null) {
            return;
        }
        trace.add(refusesLoads ? "loads are taken again" : "loads are refused");
        if (refusesLoads) {
            logs.takeLoads();
        } else {
            CompletableFuture<Void> unused =
                    logs.refuseLoads(new TributaryException(ErrorCode.OPTION_PREVENTS_STATEMENT, "seeded"));
        }
        refusesLoads = !refusesLoads;
    }

    private void jumpClock() {
        long days = random.nextInt(9) - 4L;
        trace.add("wall clock jumps by %d days", days);
        machine.wallMillis += TimeUnit.DAYS.toMillis(days);
        if (random.nextInt(4) == 0) {
            trace.add("an hour passes");
            machine.advanceMillis(TimeUnit.HOURS.toMillis(1));
        }
    }

    /** TRUNCATE or ALTER TABLE: waits for a barrier, is carried out some steps later, and lowers it. */
    private void statementBehindBarrier(boolean truncates) {
        Logs logs = machine.logs;
        if (logs == null) {
            return;
        }
        long tableId = anyTable();
        int life = machine.life;
        trace.add("barrier for table %d", tableId);
        CompletableFuture<?> unused = logs.barrier(tableId).whenComplete((barrier, error) -> {
            if (error != null) {
                model.require(reason(error) instanceof TributaryException, "barrier failed: %s", error);
                trace.add("    barrier for table %d failed: %s", tableId, error);
                return;
            }
            trace.add("    barrier for table %d is up", tableId);
            model.require(life == machine.life, "barrier of a dead process");
            if (machine.tables.containsKey(tableId)) {
                model.requireAllCommitted(tableId, "behind a barrier");
            }
            model.behindBarrier.add(tableId);
            statements.add(() -> finishStatement(tableId, truncates, barrier));
        });
    }

    private void finishStatement(long tableId, boolean truncates, LogIngest.Barrier barrier) {
        faults.event("statement behind a barrier");
        trace.add("%s of table %d", truncates ? "truncation" : "alteration", tableId);
        if (truncates) {
            machine.engine.clear(tableId);
        } else {
            machine.alterTable(tableId);
        }
        faults.event("barrier is lowered");
        model.behindBarrier.remove(tableId);
        barrier.close();
    }

    private void finishStatement() {
        run(statements.poll());
    }

    private static Throwable reason(Throwable error) {
        Throwable cause = error.getCause();
        return error instanceof CompletionException && cause != null ? cause : error;
    }

    private void createOrDrop() {
        if (machine.tables.size() < TABLES_MAX && random.nextBoolean()) {
            machine.createTable();
            return;
        }
        Logs logs = machine.logs;
        if (machine.tables.size() < 2 || logs == null) {
            return;
        }
        long tableId = anyTable();
        trace.add("drop of table %d", tableId);
        machine.dropTable(tableId);
        model.dropped(tableId);
        faults.event("table is dropped, the log does not know");
        CompletableFuture<?> unused = logs.dropTable(tableId).whenComplete((done, error) -> {
            model.behindBarrier.remove(tableId);
            model.require(error == null || reason(error) instanceof TributaryException, "drop failed: %s", error);
        });
    }

    private void sync() {
        Logs logs = machine.logs;
        if (logs == null) {
            return;
        }
        long tableId = anyTable();
        List<Load> promised = model.loads.stream()
                .filter(load -> load.tableId == tableId && load.promised)
                .toList();
        CompletableFuture<?> unused = logs.sync(List.of(tableId)).whenComplete((done, error) -> {
            for (Load load : promised) {
                model.require(
                        error != null || load.excused || load.commit >= 0,
                        "%s was promised before a sync and is not there",
                        load);
            }
        });
    }

    /** A SELECT: it waits for what it is bound to see, and one of several tables holds them while it takes its snapshot. */
    private void read() {
        Logs logs = machine.logs;
        if (logs != null) {
            read(
                    logs,
                    machine.tables.keySet().stream()
                            .filter(tableId -> random.nextInt(3) > 0)
                            .toList());
        }
    }

    private void read(Logs logs, List<Long> tableIds) {
        List<Load> bound = model.bound(tableIds);
        int life = machine.life;
        trace.add("read of tables %s, bound to see %s", tableIds, bound);
        readers++;
        CompletableFuture<?> unused = logs.visible(tableIds).whenComplete((done, error) -> {
            readers--;
            model.require(life == machine.life, "read of a dead process");
            if (error != null) {
                trace.add("    read of tables %s failed: %s", tableIds, error);
                model.require(reason(error) instanceof TributaryException, "read failed: %s", error);
                return;
            }
            trace.add("    read of tables %s goes on", tableIds);
            model.requireVisible(bound, "a read that began after that goes on");
            if (tableIds.size() > 1) {
                hold(logs, tableIds);
            }
        });
    }

    private void hold(Logs logs, List<Long> tableIds) {
        int life = machine.life;
        readers++;
        model.holds(tableIds);
        CompletableFuture<?> unused = logs.hold(tableIds).whenComplete((hold, error) -> {
            readers--;
            if (error != null) {
                tableIds.stream()
                        .filter(tableId ->
                                logs.agents().get(logs.logOf(tableId)).failure() != null)
                        .forEach(model::logFailed);
                letsGo(life, tableIds);
                model.require(reason(error) instanceof TributaryException, "read failed: %s", error);
                return;
            }
            trace.add("    read holds tables %s", tableIds);
            snapshots.add(() -> {
                trace.add("read of tables %s takes its snapshot", tableIds);
                model.requireVisible(model.bound(tableIds), "a read of several tables takes its snapshot");
                hold.close();
                letsGo(life, tableIds);
            });
        });
    }

    private void letsGo(int life, List<Long> tableIds) {
        if (life == machine.life) {
            model.letsGo(tableIds);
        }
    }

    private void takeSnapshot() {
        run(snapshots.poll());
    }

    /** SIGTERM. */
    private void close() {
        perform(() -> {
            Logs logs = machine.logs;
            if (logs == null) {
                return;
            }
            trace.add("closes");
            quiet = true;
            machine.commitAtOnce();
            runAll(machine.commits);
            logs.close();
            if (faults.isDead()) {
                return;
            }
            model.require(readers == 0, "closed, and %d reads wait", readers);
            model.require(model.unanswered.isEmpty(), "closed without an answer to %d sends", model.unanswered.size());
            model.require(spaceWaiters == 0, "closed, and %d wait for space", spaceWaiters);
            machine.preparations.clear();
            model.require(machine.openFiles() == 0, "closed with %d open files", machine.openFiles());
            crash();
        });
        quiet = false;
    }

    // ---- the end
    // --------------------------------------------------------------------------------------------------------

    /** Nothing goes wrong any more: everybody is answered in time, everything promised is there, nothing is held. */
    private void comeToRest() {
        quiet = true;
        faults.calm();
        machine.full(false);
        machine.capacity(-1);
        machine.discardQuarantine();
        if (refusesLoads) {
            refuseOrTakeLoads();
        }
        answerAll();
        if (hasLogFailed()) {
            perform(this::crash);
            answerAll();
        }
        long deadline = machine.nanos + TimeUnit.MILLISECONDS.toNanos(ANSWER_MILLIS_MAX);
        IngestStats stats = settle();
        while (stats.uncommittedBatches() > 0) {
            model.require(machine.nanos - deadline < 0, "never committed: %s", pending());
            machine.advanceMillis(100);
            machine.discardQuarantine();
            stats = settle();
        }
        model.requireAllCommitted("nothing is pending any more");
        model.require(stats.memoryBytes() == 0, "%d bytes of batches are held for nothing", stats.memoryBytes());
        model.require(
                stats.lowWatermark() > stats.lastLsn(),
                "the log is held at %d of %d for nothing",
                stats.lowWatermark(),
                stats.lastLsn());
        model.require(stats.inboxBytes() == 0, "%d bytes of the inbox are held for nothing", stats.inboxBytes());
        quiet = false;
    }

    /** The batches that are not committed. */
    private Object pending() {
        Logs logs = machine.logs;
        if (logs == null) {
            return "nothing runs";
        }
        CompletableFuture<?> batches = logs.batches();
        Steps.doWork(logs);
        return batches.getNow(null) + " at " + machine.nanos;
    }

    private void answerAll() {
        if (machine.logs == null) {
            boot();
            model.require(machine.logs != null, "does not start, and nothing is wrong");
        }
        lookAtDisks();
        long deadline = machine.nanos + TimeUnit.MILLISECONDS.toNanos(ANSWER_MILLIS_MAX);
        settle();
        while (!model.unanswered.isEmpty() || !statements.isEmpty() || spaceWaiters > 0 || readers > 0) {
            model.require(
                    machine.nanos - deadline < 0,
                    "%d sends are never answered, %d never hear of space, %d reads never go on",
                    model.unanswered.size(),
                    spaceWaiters,
                    readers);
            machine.advanceMillis(100);
            settle();
        }
    }

    /** Works until there is nothing to do at this moment. */
    private IngestStats settle() {
        Logs logs = machine.logs;
        if (logs == null) {
            throw new IllegalStateException("nothing runs");
        }
        int work = 1;
        while (work > 0) {
            work = Steps.doWork(logs)
                    + runAll(machine.commits)
                    + runAll(machine.fetches)
                    + runAll(statements)
                    + runAll(snapshots);
        }
        runAll(machine.preparations);
        model.requireNoViolation();
        return logs.stats();
    }

    private static int runAll(Collection<Runnable> tasks) {
        int count = 0;
        while (!tasks.isEmpty()) {
            Runnable task = tasks.iterator().next();
            tasks.remove(task);
            task.run();
            count++;
        }
        return count;
    }

    /** Asks them with a load. */
    private boolean hasLogFailed() {
        Logs logs = machine.logs;
        if (logs != null && logs.failed() > 0) {
            return true;
        }
        Load load = model.newLoad(anyTable(), 1, 1, null);
        perform(() -> send(load));
        answerAll();
        return load.sends.isEmpty() || !load.promised;
    }

    @Override
    public String toString() {
        return "history of seed " + seed;
    }

    /** Whoever has sent a load. */
    private final class Client implements LoadListener {
        private final Send send;

        Client(Send send) {
            this.send = send;
        }

        @Override
        public void accepted(long logEpoch, long txnId, boolean visible) {
            faults.event("answer");
            model.accepted(send, logEpoch, txnId, visible);
            Logs logs = machine.logs;
            boolean bindsReads = !visible && send.sync;
            if (readersFollow && bindsReads && logs != null && followers.nextInt(4) > 0) {
                read(logs, List.of(send.load.tableId));
            }
        }

        @Override
        public void repeated(long logEpoch, long txnId, boolean visible, long firstId) {
            faults.event("answer");
            model.repeated(send, logEpoch, txnId, visible, firstId);
        }

        @Override
        public void refused(TributaryException error) {
            faults.event("answer");
            model.refused(send, error);
        }
    }
}
