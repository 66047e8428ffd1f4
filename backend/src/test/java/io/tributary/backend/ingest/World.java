package io.tributary.backend.ingest;

import io.tributary.backend.batch.CommitTarget;
import io.tributary.backend.batch.Failpoint;
import io.tributary.backend.batch.Quarantine;
import io.tributary.backend.batch.TableLanes;
import io.tributary.backend.batch.TransactionHistory;
import io.tributary.backend.batch.TxnIds;
import io.tributary.backend.catalog.TableLookup;
import io.tributary.backend.ingest.answer.LoadListener;
import io.tributary.backend.keys.KeyClock;
import io.tributary.backend.keys.KeyRetention;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.FakeEngine;
import io.tributary.engine.port.Rows;
import io.tributary.log.MemoryWalDirectory;
import io.tributary.log.WalOptions;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * An ingest agent with everything around it in memory: stepped by the test, on a clock that the test moves, with commits
 * that run when the test says.
 */
public final class World implements TableLookup {
    public static final long TABLE = 7;
    static final long OTHER = 8;
    static final long KEEP_MILLIS = 259_200_000;
    private static final int RECOVERY_WAITS_MAX = 1_000;

    public MemoryWalDirectory disk = new MemoryWalDirectory();
    public final FakeEngine engine = new FakeEngine();
    final Map<Long, TableSchema> tables = new HashMap<>();
    final Set<Long> dropped = new HashSet<>();
    final Deque<Runnable> commits = new ArrayDeque<>();
    final TableLanes lanes = new TableLanes();
    final TransactionHistory history = new TransactionHistory();
    IngestOptions options = new IngestOptions(100_000, 1 << 20, new WalOptions(4096, 2), 0, 10_000, 10_000, 30_000);
    Executor committers = commits::add;
    long slowCommitNanos = Long.MAX_VALUE;
    Failpoint failpoint = Failpoint.NONE;
    TxnIds txnIds = TxnIds.open(engine.systemStore(), 1_000, Runnable::run);
    Random random = new Random(1);
    public long nanos = 1_000_000;
    long wallMillis = 1_700_000_000_000L;
    int keysMax = 1_000;
    int quarantineRowsMax = 1_000;

    @Nullable
    IngestAgent current;

    private @Nullable Quarantine quarantine;

    public World() {
        define(TABLE);
        define(OTHER);
    }

    /** (Re)defines a table with these properties: key, value, key, value, … */
    public void define(long tableId, String... properties) {
        TableProperties all = TableProperties.defaults();
        for (int i = 0; i < properties.length; i += 2) {
            all = all.with(properties[i], properties[i + 1]);
        }
        TableSchema schema = new TableSchema(
                tableId,
                "db",
                "t" + tableId,
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(Column.of("v", ColumnType.of(ColumnType.Kind.BIGINT), false)),
                all,
                TableSchema.Layout.none());
        tables.put(tableId, schema);
    }

    private IngestParts.Committers committersOf() {
        Executor now = task -> committers.execute(task);
        return new IngestParts.Committers(now, now, slowCommitNanos);
    }

    @Override
    public @Nullable TableSchema table(long tableId) {
        return tables.get(tableId);
    }

    @Override
    public boolean wasDropped(long tableId) {
        return dropped.contains(tableId);
    }

    IngestAgent agent() {
        IngestAgent running = current;
        if (running == null) {
            running = agentOn(disk);
            current = running;
        }
        return running;
    }

    /** Another agent of the same world. */
    IngestAgent agentOn(MemoryWalDirectory directory) {
        return IngestAgent.open(
                directory,
                options,
                new IngestParts(
                        new CommitTarget(engine, this, lanes),
                        txnIds,
                        history,
                        new IngestParts.Executors(any -> committersOf(), Runnable::run),
                        new IngestParts.Outside(
                                () -> nanos, () -> wallMillis, random::nextLong, point -> failpoint.pass(point)),
                        new KeyRetention(
                                keysMax, KEEP_MILLIS, KeyClock.open(engine.keyStore(), wallMillis, () -> nanos)),
                        quarantine()));
    }

    /** Returns the quarantine of all agents until the next restart. */
    Quarantine quarantine() {
        Quarantine shared = quarantine;
        if (shared == null) {
            shared = new Quarantine(engine, quarantineRowsMax, 1 << 20, () -> nanos);
            quarantine = shared;
        }
        return shared;
    }

    /** The process dies; the disk stays as it is. */
    public void kill() {
        restartOn(disk.afterKill());
    }

    void restartOn(MemoryWalDirectory left) {
        disk = left;
        engine.reopened();
        current = null;
        quarantine = null;
        commits.clear();
        txnIds = TxnIds.open(engine.systemStore(), 1_000, Runnable::run);
    }

    void advanceMillis(long millis) {
        nanos += TimeUnit.MILLISECONDS.toNanos(millis);
        wallMillis += millis;
    }

    /** Runs the agent and the commits until there is nothing left to do at this moment. */
    public void settle() {
        int work = 1;
        while (work > 0) {
            work = agent().doWork();
            work += runCommits();
        }
    }

    /** Starts if need be, and goes on until everything that the start found in the log is committed. */
    void recover() {
        settle();
        for (int waits = 0; !agent().recovering().isEmpty(); waits++) {
            if (waits == RECOVERY_WAITS_MAX) {
                throw new AssertionError("not recovered: " + agent().recovery());
            }
            advanceMillis(100);
            settle();
        }
    }

    /** Settles like {@link #settle}, with committers that do not get to anything. */
    void settleWithoutCommits() {
        while (agent().doWork() > 0) {}
    }

    int runCommits() {
        int count = 0;
        for (Runnable commit = commits.poll(); commit != null; commit = commits.poll()) {
            commit.run();
            count++;
        }
        return count;
    }

    Answer async(long tableId, long... values) {
        return offer(tableId, false, List.of(Rows.block(values)));
    }

    Answer sync(long tableId, long... values) {
        return offer(tableId, true, List.of(Rows.block(values)));
    }

    /** A load of these values with this key, told apart by a digest of them. */
    Answer keyed(String key, boolean sync, long... values) {
        return offer(TABLE, sync, List.of(Rows.block(values)), new IdempotencyKey(key, Arrays.hashCode(values), 0));
    }

    private int schemaVersion(long tableId) {
        TableSchema table = tables.get(tableId);
        return table == null ? 1 : table.schemaVersion();
    }

    Answer offer(long tableId, boolean sync, List<RowBlock> blocks) {
        return offer(tableId, sync, blocks, null);
    }

    Answer offer(long tableId, boolean sync, List<RowBlock> blocks, @Nullable IdempotencyKey key) {
        Answer answer = new Answer();
        if (!agent().offer(new LoadTask(tableId, schemaVersion(tableId), sync, blocks, key, answer))) {
            throw new AssertionError("inbox full");
        }
        return answer;
    }

    /** What a load's listener heard. */
    static final class Answer implements LoadListener {
        final List<String> heard = new ArrayList<>();
        long txnId;
        long repeatedFirstId = -1;

        @Nullable
        TributaryException error;

        @Override
        public void accepted(long logEpoch, long txn, boolean visible) {
            txnId = txn;
            heard.add(visible ? "visible" : "logged");
        }

        @Override
        public void repeated(long logEpoch, long txn, boolean visible, long firstId) {
            txnId = txn;
            repeatedFirstId = firstId;
            heard.add(visible ? "repeated visible" : "repeated logged");
        }

        @Override
        public void refused(TributaryException refusal) {
            error = refusal;
            heard.add("refused " + refusal.code());
        }
    }
}
