package io.tributary.engine.port;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.information.SystemRows;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.GroupCommitPolicy;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.TableSchema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiConsumer;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A table engine in memory, durable at each commit, whose commits can be made to fail. Rows are single BIGINTs. It is held
 * to what the log's core needs of an engine by {@link io.tributary.engine.port.CommittedTogetherContract}.
 */
public final class FakeEngine implements TableEngine {
    /** How the next commit ends. */
    public enum Fate {
        COMMIT,
        /** Another writer was faster; nothing is stored. */
        CONFLICT,
        /** The engine fails; nothing is stored. */
        FAIL,
        /** Everything is stored, but the answer is lost. */
        COMMIT_AND_LOSE_ANSWER,
        /** Nobody hears of it, and what {@linkplain #playServer plays a server} stores it later, or never: see {@link #arrive}. */
        COME_LATER;

        /** Those of an engine in the process, which does nothing behind its back. */
        public static List<Fate> inProcess() {
            return List.of(COMMIT, CONFLICT, FAIL, COMMIT_AND_LOSE_ANSWER);
        }
    }

    private static final EngineTraits TRAITS = new EngineTraits(
            "fake",
            ExactlyOnce.POSITION_IN_TRANSACTION,
            EnumSet.of(
                    EngineCapability.KEYED_TABLES,
                    EngineCapability.MERGE_BY_KEY,
                    EngineCapability.HELD_TRANSACTIONS,
                    EngineCapability.KEYS,
                    EngineCapability.QUARANTINE,
                    EngineCapability.PARTITIONS,
                    EngineCapability.HIDDEN_COLUMNS,
                    EngineCapability.AGGREGATED_TABLES),
            List.of(GroupCommitPolicy.ADAPTIVE, GroupCommitPolicy.INTERVAL, GroupCommitPolicy.ON_READ),
            Set.of());

    private final Map<Long, List<Long>> rows = new HashMap<>();
    private final Map<Long, Map<Long, Long>> positions = new HashMap<>();
    private final Map<String, Map<String, String>> system = new TreeMap<>();
    private final List<KeptKey> keys = new ArrayList<>();
    private final List<AppliedBatch> batches = new ArrayList<>();
    private final List<QuarantinedRow> quarantined = new ArrayList<>();
    /** Ids of those that were created by database and name; rows of others are taken all the same. */
    private final Map<List<String>, Long> tables = new HashMap<>();
    /** The number of the commit that took the rows away last, for each table. */
    private final Map<Long, Integer> truncated = new HashMap<>();

    /** The last transaction that set the position of a table (log, table). */
    private final Map<List<Long>, Transaction> claims = new HashMap<>();

    /** The place of positions among {@link LateCommits}. */
    private static final String POSITIONS = "positions";

    private long generation;
    private long lastQuarantineId;
    private Supplier<Fate> fate = () -> Fate.COMMIT;
    private Runnable beforeEachQuestion = () -> {};
    private BiConsumer<Long, List<Long>> afterEachCommit = (tableId, added) -> {};
    private LongConsumer beforeEachAppend = tableId -> {};
    private Predicate<List<Long>> refuses = values -> false;
    private Runnable beforeEachCheckpoint = () -> {};
    private final CheckpointCount checkpoints = new CheckpointCount(this::writeFile);
    /** What was there before each transaction with batches that a crash may lose, the oldest first; null: it loses none. */
    private @Nullable List<State> losable;

    private int begun;
    private int appended;
    private volatile TransactionLimit limit = TransactionLimit.NONE;
    private int commits;
    private long unlogged;
    private @Nullable Runnable witness;
    private @Nullable TableEngine other;
    private @Nullable LateCommits late;

    private record State(
            Map<Long, List<Long>> rows,
            Map<Long, Map<Long, Long>> positions,
            Map<String, Map<String, String>> system,
            List<KeptKey> keys,
            List<AppliedBatch> batches,
            List<QuarantinedRow> quarantined) {}

    private State state() {
        Map<Long, List<Long>> rowsNow = new HashMap<>();
        rows.forEach((id, values) -> rowsNow.put(id, List.copyOf(values)));
        Map<Long, Map<Long, Long>> positionsNow = new HashMap<>();
        positions.forEach((epoch, applied) -> positionsNow.put(epoch, Map.copyOf(applied)));
        Map<String, Map<String, String>> systemNow = new TreeMap<>();
        system.forEach((space, values) -> systemNow.put(space, new TreeMap<>(values)));
        return new State(
                rowsNow, positionsNow, systemNow, List.copyOf(keys), List.copyOf(batches), List.copyOf(quarantined));
    }

    /** Lets a crash lose batches from now on, as far back as to the last checkpoint or the last commit that no log holds. */
    public synchronized void mayGoBack() {
        losable = new ArrayList<>();
    }

    /** How many transactions {@link #goBack} can lose. */
    public synchronized int losable() {
        return losable == null ? 0 : losable.size();
    }

    /** Loses the last transactions that hold batches; returns how many batches those are. */
    public synchronized int goBack(int transactions) {
        List<State> states = Objects.requireNonNull(losable);
        State then = states.get(states.size() - transactions);
        states.subList(states.size() - transactions, states.size()).clear();
        int lost = batches.size() - then.batches().size();
        rows.clear();
        then.rows().forEach((id, values) -> rows.put(id, new ArrayList<>(values)));
        positions.clear();
        then.positions().forEach((epoch, applied) -> positions.put(epoch, new HashMap<>(applied)));
        system.clear();
        then.system().forEach((space, values) -> system.put(space, new TreeMap<>(values)));
        keys.clear();
        keys.addAll(then.keys());
        this.batches.clear();
        this.batches.addAll(then.batches());
        quarantined.clear();
        quarantined.addAll(then.quarantined());
        return lost;
    }

    /** No crash loses what is there by now. */
    private void keepForSure() {
        if (losable != null) {
            losable.clear();
        }
    }

    /** Something that no log holds was committed beside the stores: a crash that loses it is not drawn. */
    public synchronized void changed() {
        keepForSure();
    }

    private void writeFile() {
        beforeEachCheckpoint.run();
        synchronized (this) {
            keepForSure();
        }
    }

    /** Runs before each checkpoint, and may throw. */
    public void beforeEachCheckpoint(Runnable action) {
        beforeEachCheckpoint = action;
    }

    /**
     * Plays a server from now on, which may finish commits whose connections are dead, and whose lost answers are told as such.
     *
     * @param takesPlace asked of each when it ends: at {@link #arrive}, or where another one has to wait for it
     */
    public synchronized void playServer(LateCommits.Concurrency concurrency, BooleanSupplier takesPlace) {
        late = new LateCommits(concurrency, takesPlace);
    }

    /** Commits whose connections are dead end now, in their order. */
    public synchronized void arrive() {
        if (late != null) {
            late.arrive();
        }
    }

    public void limit(TransactionLimit most) {
        limit = most;
    }

    @Override
    public TransactionLimit transactionLimit() {
        return limit;
    }

    public void decide(Supplier<Fate> how) {
        fate = how;
    }

    /** Runs before everything that is asked of the stores, and may throw. */
    public void beforeEachQuestion(Runnable action) {
        beforeEachQuestion = action;
    }

    /** Told of the table of each append before it, and may throw. */
    public void beforeEachAppend(LongConsumer action) {
        beforeEachAppend = action;
    }

    /** Told which rows a commit brought a table, before its answer; what it quarantined is there. */
    public void afterEachCommit(BiConsumer<Long, List<Long>> listener) {
        afterEachCommit = listener;
    }

    /** Lets it refuse rows for their values from now on: these, in this order in one transaction. */
    public synchronized void refuse(Predicate<List<Long>> rows) {
        refuses = rows;
    }

    /** Lets it refuse rows like {@link #refuse}, where one of these values is among them. */
    public void refuseValues(Long... values) {
        Set<Long> bad = Set.of(values);
        refuse(rows -> rows.stream().anyMatch(bad::contains));
    }

    /** DISCARD QUARANTINE. */
    public synchronized void discardQuarantine() {
        quarantined.clear();
        keepForSure();
    }

    public synchronized List<QuarantinedRow> quarantined() {
        return List.copyOf(quarantined);
    }

    /** Transactions since start. */
    public synchronized int begun() {
        return begun;
    }

    /** The most rows that one call of append brought. */
    public synchronized int mostAppended() {
        return appended;
    }

    public synchronized List<Long> rows(long tableId) {
        return List.copyOf(rows.getOrDefault(tableId, List.of()));
    }

    public synchronized int commits() {
        return commits;
    }

    public synchronized void clear(long tableId) {
        rows.remove(tableId);
        keepForSure();
    }

    @Override
    public EngineTraits traits() {
        return TRAITS;
    }

    /** All tables are this one's from now on; what is kept of their loads stays here. */
    public synchronized void standFor(TableEngine tables) {
        other = tables;
    }

    @Override
    public synchronized TableEngine of(String database) {
        return other == null ? this : other;
    }

    @Override
    public synchronized List<TableEngine> others() {
        return other == null ? List.of() : List.of(other);
    }

    @Override
    public synchronized EngineTransaction begin() {
        begun++;
        return new Transaction();
    }

    private synchronized void claim(Transaction transaction, List<ConditionalPosition> conditional) {
        for (ConditionalPosition each : conditional) {
            AppliedBatch batch = each.batch();
            transaction.writes(POSITIONS, batch.logEpoch(), batch.tableId());
            long position = positions
                    .getOrDefault(batch.logEpoch(), Map.of())
                    .getOrDefault(batch.tableId(), ConditionalPosition.NONE);
            List<Long> place = List.of(batch.logEpoch(), batch.tableId());
            Transaction other = claims.getOrDefault(place, transaction);
            boolean isFree = other == transaction || !other.open;
            if (position != each.expected()
                    || position >= batch.position()
                    || each.generation() < generation
                    || !isFree) {
                throw new TributaryException(
                        ErrorCode.WRITE_CONFLICT,
                        "table " + batch.tableId() + " is at " + position + ", not " + each.expected()
                                + ", or another's");
            }
            claims.put(place, transaction);
        }
    }

    private synchronized void commit(Transaction transaction) {
        Fate how = fate.get();
        if (how == Fate.CONFLICT || transaction.isTooLate() || (late != null && late.isOvertaken(transaction.writes))) {
            throw new TributaryException(ErrorCode.WRITE_CONFLICT, "Conflict on update");
        }
        if (how == Fate.FAIL) {
            throw new TributaryException(ErrorCode.ENGINE, "IO Error: refused");
        }
        if (how == Fate.COME_LATER) {
            Objects.requireNonNull(late).add(transaction.writes, () -> apply(transaction));
            throw lostAnswer();
        }
        apply(transaction);
        if (how == Fate.COMMIT_AND_LOSE_ANSWER) {
            throw lostAnswer();
        }
    }

    private TributaryException lostAnswer() {
        return new TributaryException(
                late == null ? ErrorCode.ENGINE : ErrorCode.OUTCOME_UNKNOWN, "connection lost at the commit");
    }

    private void apply(Transaction transaction) {
        if (transaction.positions.isEmpty()) {
            keepForSure();
        } else if (losable != null) {
            losable.add(state());
        }
        transaction.changes.forEach(Runnable::run);
        transaction.rows.forEach((tableId, added) ->
                rows.computeIfAbsent(tableId, id -> new ArrayList<>()).addAll(added));
        keys.addAll(transaction.keys);
        batches.addAll(transaction.batches);
        transaction.positions.forEach((epoch, applied) ->
                positions.computeIfAbsent(epoch, e -> new HashMap<>()).putAll(applied));
        transaction.system.forEach((space, values) ->
                system.computeIfAbsent(space, s -> new TreeMap<>()).putAll(values));
        transaction.quarantined.forEach(row -> quarantined.add(numbered(row)));
        transaction
                .tablesOfBatches()
                .forEach(tableId -> afterEachCommit.accept(tableId, transaction.rows.getOrDefault(tableId, List.of())));
        commits++;
        transaction.truncates.forEach(tableId -> truncated.put(tableId, commits));
        if (transaction.isUnlogged() && witness != null) {
            unlogged++;
        }
        if (late != null) {
            late.committed(transaction.writes);
        }
    }

    private QuarantinedRow numbered(QuarantinedRow row) {
        return new QuarantinedRow(
                row.id() == 0 ? ++lastQuarantineId : row.id(),
                row.tableId(),
                row.database(),
                row.table(),
                row.schemaVersion(),
                row.label(),
                row.position(),
                row.json(),
                row.reason(),
                row.millis());
    }

    private static boolean isMeant(QuarantinedRow row, QuarantineStore.Filter filter) {
        return (filter.tableId() == 0 || filter.tableId() == row.tableId())
                && (filter.ids().isEmpty() || filter.ids().contains(row.id()));
    }

    private final class Transaction implements EngineTransaction {
        private final Map<Long, List<Long>> rows = new HashMap<>();
        private final Map<Long, Map<Long, Long>> positions = new HashMap<>();
        private final List<KeptKey> keys = new ArrayList<>();
        private final Map<String, Map<String, String>> system = new TreeMap<>();
        private final List<AppliedBatch> batches = new ArrayList<>();
        private final List<QuarantinedRow> quarantined = new ArrayList<>();
        private final Set<Long> truncates = new HashSet<>();
        private final int begunAfter = commits;
        /** The changes to what was there before it. */
        private final List<Runnable> changes = new ArrayList<>();

        private final LateCommits.Writes writes = new LateCommits.Writes();

        private boolean open = true;
        private boolean failed;

        /** Writes what another transaction may write, too. */
        private void writes(Object... place) {
            synchronized (FakeEngine.this) {
                if (late != null) {
                    late.write(writes, place);
                }
            }
        }

        /** Whether another one that began before its end has taken away the same rows. */
        private boolean isTooLate() {
            return truncates.stream().anyMatch(tableId -> truncated.getOrDefault(tableId, 0) > begunAfter);
        }

        /**
         * Returns the tables of a transaction that holds batches: also those with rows and no position, which it should not
         * have.
         */
        private Set<Long> tablesOfBatches() {
            Set<Long> tables = new TreeSet<>();
            positions.values().forEach(applied -> tables.addAll(applied.keySet()));
            if (!positions.isEmpty()) {
                tables.addAll(rows.keySet());
            }
            return tables;
        }

        private boolean isUnlogged() {
            boolean changesNothing =
                    rows.isEmpty() && keys.isEmpty() && system.isEmpty() && quarantined.isEmpty() && changes.isEmpty();
            return positions.isEmpty() && !changesNothing;
        }

        /** Does it, and is of no use any more if that fails. */
        private void run(Runnable work) {
            if (!isUsable()) {
                throw new IllegalStateException("engine transaction is " + (failed ? "failed" : "over"));
            }
            failed = true;
            work.run();
            failed = false;
        }

        @Override
        public void append(TableSchema table, List<RowBlock> blocks) {
            run(() -> doAppend(table, blocks));
        }

        private void doAppend(TableSchema table, List<RowBlock> blocks) {
            beforeEachAppend.accept(table.tableId());
            List<Long> added = rows.computeIfAbsent(table.tableId(), id -> new ArrayList<>());
            int before = added.size();
            blocks.forEach(block -> added.addAll(Rows.values(block)));
            synchronized (FakeEngine.this) {
                appended = Math.max(appended, added.size() - before);
                if (refuses.test(added)) {
                    throw new TributaryException(ErrorCode.CONSTRAINT_VIOLATED, "refused among " + added.size());
                }
            }
        }

        @Override
        public void setAppliedPositions(List<ConditionalPosition> conditional) {
            run(() -> {
                claim(this, conditional);
                for (ConditionalPosition each : conditional) {
                    AppliedBatch batch = each.batch();
                    positions
                            .computeIfAbsent(batch.logEpoch(), epoch -> new HashMap<>())
                            .put(batch.tableId(), batch.position());
                    if (batch.txnId() > 0) {
                        batches.add(batch);
                    }
                }
            });
        }

        @Override
        public boolean isUsable() {
            return open && !failed;
        }

        @Override
        public void interrupt() {}

        @Override
        public void truncate(TableSchema table, List<Partition> partitions) {
            if (!partitions.isEmpty() || rows.containsKey(table.tableId())) {
                throw new UnsupportedOperationException();
            }
            run(() -> {
                truncates.add(table.tableId());
                changes.add(() -> clear(table.tableId()));
            });
        }

        @Override
        public void putSystem(String space, String key, String value) {
            run(() -> {
                writes(space, key);
                system.computeIfAbsent(space, s -> new TreeMap<>()).put(key, value);
            });
        }

        @Override
        public void removeSystem(String space, String key) {
            run(() -> {
                writes(space, key);
                changes.add(() -> FakeEngine.this
                        .system
                        .getOrDefault(space, new TreeMap<>())
                        .remove(key));
            });
        }

        @Override
        public void quarantine(List<QuarantinedRow> refused) {
            run(() -> quarantined.addAll(refused));
        }

        @Override
        public long removeQuarantined(QuarantineStore.Filter filter) {
            run(() -> changes.add(() -> FakeEngine.this.quarantined.removeIf(row -> isMeant(row, filter))));
            return quarantined().stream().filter(row -> isMeant(row, filter)).count();
        }

        @Override
        public void keepKeys(List<KeptKey> kept) {
            run(() -> keys.addAll(kept));
        }

        @Override
        public void commit() {
            run(() -> FakeEngine.this.commit(this));
            open = false;
            if (isUnlogged()) {
                tell();
            }
        }

        @Override
        public void rollback() {
            open = false;
        }

        @Override
        public void close() {
            rollback();
        }
    }

    /** Something that no log holds is committed. */
    public void mark() {
        synchronized (this) {
            keepForSure();
            unlogged++;
        }
        tell();
    }

    /** Another process opens it, and has not said yet that it counts. */
    public void reopened() {
        witness = null;
    }

    private void count() {
        if (witness != null) {
            mark();
        }
    }

    private void tell() {
        Runnable told = witness;
        if (told != null) {
            told.run();
        }
    }

    /** Loses the last ones of the commits that no log holds. */
    public synchronized void loseUnlogged(long count) {
        unlogged -= count;
    }

    @Override
    public UnloggedCommits unloggedCommits() {
        return new UnloggedCommits() {
            @Override
            public long count() {
                synchronized (FakeEngine.this) {
                    return unlogged;
                }
            }

            @Override
            public void countFromNowOn(Runnable newWitness) {
                witness = newWitness;
            }

            @Override
            public void mark() {
                FakeEngine.this.mark();
            }

            @Override
            public void accept(long count) {
                synchronized (FakeEngine.this) {
                    unlogged = Math.max(unlogged, count);
                }
            }
        };
    }

    @Override
    public void systemTables(Supplier<SystemRows> newest) {}

    @Override
    public SystemStore systemStore() {
        return new Store();
    }

    @Override
    public QuarantineStore quarantine() {
        return new QuarantineStore() {
            @Override
            public Size size() {
                return new Size(
                        quarantined().size(),
                        quarantined().stream()
                                .mapToLong(row -> row.json().getBytes(StandardCharsets.UTF_8).length)
                                .sum());
            }

            @Override
            public List<QuarantinedRow> read(Filter filter, long after, int limit) {
                return quarantined().stream()
                        .filter(row -> row.id() > after && isMeant(row, filter))
                        .sorted(Comparator.comparingLong(QuarantinedRow::id))
                        .limit(limit)
                        .toList();
            }
        };
    }

    @Override
    public KeyStore keyStore() {
        return new KeyStore() {
            @Override
            public void readSince(long millis, Consumer<KeptKey> reader) {
                beforeEachQuestion.run();
                keptKeys().stream()
                        .filter(kept -> kept.committedMillis() > millis)
                        .sorted(Comparator.comparingLong(KeptKey::committedMillis))
                        .forEach(reader);
            }

            @Override
            public long removeUntil(long millis) {
                beforeEachQuestion.run();
                synchronized (FakeEngine.this) {
                    long before = keys.size();
                    keys.removeIf(kept -> kept.committedMillis() <= millis);
                    return before - keys.size();
                }
            }
        };
    }

    /** Returns the keys of committed loads, in the order of their commits. */
    public synchronized List<KeptKey> keptKeys() {
        return List.copyOf(keys);
    }

    private final class Store implements SystemStore {
        /** A transaction of its own that writes one value. */
        private void write(String space, String key, Runnable change) {
            LateCommits.Writes alone = new LateCommits.Writes();
            if (late != null) {
                late.write(alone, space, key);
            }
            change.run();
            if (late != null) {
                late.committed(alone);
            }
        }

        @Override
        public List<AppliedBatch> lastBatches(int most) {
            beforeEachQuestion.run();
            synchronized (FakeEngine.this) {
                return List.copyOf(batches.subList(Math.max(0, batches.size() - most), batches.size()));
            }
        }

        @Override
        public Optional<String> get(String space, String key) {
            return Optional.ofNullable(list(space).get(key));
        }

        @Override
        public Map<String, String> list(String space) {
            beforeEachQuestion.run();
            synchronized (FakeEngine.this) {
                return new TreeMap<>(system.getOrDefault(space, Map.of()));
            }
        }

        @Override
        public void put(String space, String key, String value) {
            beforeEachQuestion.run();
            store(space, key, value);
        }

        private void store(String space, String key, String value) {
            synchronized (FakeEngine.this) {
                write(space, key, () -> system.computeIfAbsent(space, s -> new TreeMap<>())
                        .put(key, value));
                keepForSure();
            }
            count();
        }

        @Override
        public boolean compareAndPut(String space, String key, @Nullable String expected, String value) {
            synchronized (FakeEngine.this) {
                if (!Objects.equals(list(space).get(key), expected)) {
                    return false;
                }
                beforeEachQuestion.run();
                if (late != null) {
                    // It waits for who has written it before it looks.
                    late.write(new LateCommits.Writes(), space, key);
                }
                String now = system.getOrDefault(space, Map.of()).get(key);
                if (!Objects.equals(now, expected)) {
                    return false;
                }
                store(space, key, value);
                return true;
            }
        }

        @Override
        public long raiseGeneration() {
            synchronized (FakeEngine.this) {
                if (late != null) {
                    late.newOwner();
                }
                generation = SystemStore.super.raiseGeneration();
                return generation;
            }
        }

        @Override
        public void remove(String space, String key) {
            beforeEachQuestion.run();
            synchronized (FakeEngine.this) {
                write(space, key, () -> system.getOrDefault(space, new TreeMap<>())
                        .remove(key));
                keepForSure();
            }
            count();
        }

        @Override
        public Map<Long, Long> appliedPositions(long logEpoch) {
            beforeEachQuestion.run();
            synchronized (FakeEngine.this) {
                return Map.copyOf(positions.getOrDefault(logEpoch, Map.of()));
            }
        }
    }

    @Override
    public void createDatabase(String database) {}

    @Override
    public synchronized void dropDatabase(String database) {
        List.copyOf(tables.keySet()).stream()
                .filter(name -> name.get(0).equals(database))
                .forEach(name -> dropTable(name.get(0), name.get(1)));
    }

    @Override
    public synchronized void createTable(TableSchema table) {
        tables.put(List.of(table.database(), table.name()), table.tableId());
    }

    @Override
    public synchronized void dropTable(String database, String table) {
        Long id = tables.remove(List.of(database, table));
        if (id != null) {
            clear(id);
        }
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
    public void close() {}
}
