package io.tributary.backend.keys;

import io.tributary.backend.batch.Batch;
import io.tributary.backend.catalog.TableLookup;
import io.tributary.backend.keys.TableKeys.Kept;
import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.TableEngine;
import java.util.HashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The idempotency keys that count: those of loads in uncommitted batches of this log, and for {@code label_keep_max_second}
 * those of committed ones, which all logs share. All are in memory, since the agent decides by them before it logs and must
 * not wait for the engine. Ingest agent's thread.
 */
public final class LoadKeys {
    private final KeyRetention retention;
    private final long logEpoch;
    private final KeptKeys committed;
    private final KeyIds ids = new KeyIds();
    private @Nullable TableEngine engine;
    private TableLookup tables = tableId -> null;
    private final Map<TableKeys.Id, Known> uncommitted = new HashMap<>();
    /** Expired keys of all tables were forgotten then, to make room. */
    private long madeRoomMillis = Long.MIN_VALUE;

    /**
     * The load that was made under a key.
     *
     * @param batch null once it is committed
     * @param load its number in the batch, as long as there is one
     */
    public record Known(@Nullable Batch batch, int load, long rowsDigest, long firstId, long logEpoch, long txnId) {}

    public LoadKeys(KeyRetention retention, long logEpoch) {
        this.retention = retention;
        this.logEpoch = logEpoch;
        committed = retention.committed();
    }

    /**
     * Reads what the engine keeps, and those for which it stands as far as they answer, but not of dropped tables; before the
     * agent starts. Blocks.
     */
    public void load(TableEngine standing, TableLookup lookup) {
        engine = standing;
        tables = lookup;
        committed.read(standing, retention.overMillis(), lookup::wasDropped);
    }

    /** Whether the engine of this table has not said yet which keys it keeps. */
    public boolean isUnknown(long tableId) {
        TableEngine standing = engine;
        TableSchema table = tables.table(tableId);
        if (standing == null || table == null) {
            return false;
        }
        TableEngine own = standing.keeperOf(table);
        return own != standing && !committed.isKnown(own);
    }

    /** The load that was made under this key and counts still, or null. */
    @Nullable
    public Known find(long tableId, IdempotencyKey key) {
        TableKeys.Id id = ids.of(tableId, key);
        Known pending = uncommitted.get(id);
        if (pending != null) {
            return pending;
        }
        Kept ended = committed.find(tableId, id, retention.overMillis());
        return ended == null
                ? null
                : new Known(null, 0, ended.rowsDigest(), ended.firstId(), ended.logEpoch(), ended.txnId());
    }

    /** Whether one more is too many. Other logs' uncommitted ones do not count. */
    public boolean isFull() {
        if (size() < retention.keysMax()) {
            return false;
        }
        long now = retention.keyMillis().getAsLong();
        if (now == madeRoomMillis) {
            return true;
        }
        madeRoomMillis = now;
        committed.removeUntil(retention.overMillis());
        return size() >= retention.keysMax();
    }

    public int size() {
        return uncommitted.size() + committed.size();
    }

    public int max() {
        return retention.keysMax();
    }

    /** Loads with keys are in this batch, which was found in the log. */
    public void adopted(Batch batch) {
        for (int i = 0; i < batch.keys().size(); i++) {
            added(batch.keys().get(i), batch, batch.loadOfKey(i));
        }
    }

    /** A load with this key is in the batch, under this number. */
    public void added(IdempotencyKey key, Batch batch, int load) {
        uncommitted.put(
                ids.of(batch.table().tableId(), key),
                new Known(batch, load, key.rowsDigest(), key.firstId(), logEpoch, batch.txnId()));
    }

    /** The keys of loads that the commit left out are free. */
    public void committed(Batch batch) {
        long tableId = batch.table().tableId();
        for (int i = 0; i < batch.keys().size(); i++) {
            IdempotencyKey key = batch.keys().get(i);
            TableKeys.Id id = ids.of(tableId, key);
            uncommitted.remove(id);
            if (batch.refusedPart().loads().containsKey(batch.loadOfKey(i))) {
                continue;
            }
            long now = retention.keyMillis().getAsLong();
            committed.put(tableId, id, new Kept(key.rowsDigest(), key.firstId(), logEpoch, batch.txnId(), now));
        }
    }

    /** The batch will never be committed: its loads have failed, and their keys are free. */
    public void discarded(Batch batch) {
        for (IdempotencyKey key : batch.keys()) {
            uncommitted.remove(ids.of(batch.table().tableId(), key));
        }
    }

    /** The table was dropped, and nothing of it is being committed any more. */
    public void dropped(long tableId) {
        committed.forget(tableId);
    }
}
