package io.tributary.engine.port;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.GroupCommitPolicy;
import io.tributary.contract.schema.TableSchema;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.Supplier;

/**
 * A server in memory that applies batches by their labels, whose answers can be lost, and which does what it was sent when it likes.
 * Rows are single BIGINTs. It outlives the process that uses it.
 */
public final class FakeLabelledEngine implements TableEngine {
    /** How the next batch ends. */
    public enum Fate {
        APPLY,
        /** The server does not get it. */
        FAIL,
        APPLY_AND_LOSE_ANSWER,
        /** Nobody hears of it, and the server applies it at {@link #arrive}. */
        COME_LATER
    }

    private static final EngineTraits TRAITS = new EngineTraits(
            "labelled", ExactlyOnce.REPEATED_LABEL, Set.of(), List.of(GroupCommitPolicy.INTERVAL), Set.of());

    private final Map<String, Batch> applied = new LinkedHashMap<>();
    private final List<Batch> underWay = new ArrayList<>();
    private Supplier<Fate> fate = () -> Fate.APPLY;
    private Predicate<List<Long>> refuses = values -> false;
    private int sent;
    private long knownMillis = Long.MAX_VALUE;

    private record Batch(String label, long tableId, List<Long> values) {}

    public synchronized void decide(Supplier<Fate> how) {
        fate = how;
    }

    /** Refuses batches with any of these values. */
    public synchronized void refuseValues(Long... values) {
        Set<Long> refused = Set.of(values);
        refuses = all -> all.stream().anyMatch(refused::contains);
    }

    public synchronized void knowFor(long millis) {
        knownMillis = millis;
    }

    /** What is under way gets there. */
    public synchronized void arrive() {
        underWay.forEach(this::take);
        underWay.clear();
    }

    public synchronized List<Long> rows(long tableId) {
        List<Long> rows = new ArrayList<>();
        applied.values().stream()
                .filter(batch -> batch.tableId() == tableId)
                .forEach(batch -> rows.addAll(batch.values()));
        return rows;
    }

    /** The labels of what is applied, in its order. */
    public synchronized List<String> labels() {
        return List.copyOf(applied.keySet());
    }

    /** How often batches were sent. */
    public synchronized int sent() {
        return sent;
    }

    private void take(Batch batch) {
        if (!applied.containsKey(batch.label()) && !refuses.test(batch.values())) {
            applied.put(batch.label(), batch);
        }
    }

    @Override
    public EngineTraits traits() {
        return TRAITS;
    }

    @Override
    public LabelledBatches labelledBatches() {
        return new LabelledBatches() {
            @Override
            public void apply(String label, TableSchema table, List<RowBlock> blocks) {
                send(new Batch(label, table.tableId(), values(blocks)));
            }

            @Override
            public void tryOut(TableSchema table, List<RowBlock> blocks) {
                requireTaken(values(blocks));
            }

            @Override
            public long knownMillis() {
                return knownMillis;
            }
        };
    }

    private static List<Long> values(List<RowBlock> blocks) {
        List<Long> values = new ArrayList<>();
        blocks.forEach(block -> values.addAll(Rows.values(block)));
        return values;
    }

    private synchronized void requireTaken(List<Long> values) {
        if (refuses.test(values)) {
            throw new TributaryException(ErrorCode.CONSTRAINT_VIOLATED, "refused among " + values.size());
        }
    }

    private synchronized void send(Batch batch) {
        sent++;
        if (applied.containsKey(batch.label())) {
            return;
        }
        Fate how = fate.get();
        if (how == Fate.COME_LATER) {
            underWay.add(batch);
        }
        if (how == Fate.APPLY || how == Fate.APPLY_AND_LOSE_ANSWER) {
            requireTaken(batch.values());
            take(batch);
        }
        if (how != Fate.APPLY) {
            throw new TributaryException(ErrorCode.ENGINE_DOWN, "connection lost");
        }
    }

    @Override
    public SystemStore systemStore() {
        throw new UnsupportedOperationException("it keeps nothing but rows");
    }

    @Override
    public void close() {}
}
