package io.tributary.backend.ingest;

import io.tributary.backend.batch.Batch;
import io.tributary.backend.engine.KeptKey;
import io.tributary.backend.engine.KeyStore;
import io.tributary.rpc.schema.IdempotencyKey;
import java.nio.ByteBuffer;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The idempotency keys that count: those of loads in uncommitted batches, and for {@code label_keep_max_second} those of
 * committed ones. All are in memory, since the agent decides by them before it logs and must not wait for the engine; each
 * takes about 140 bytes whatever its length, for it is known by 128 bits of its SHA-256. Ingest agent's
 * thread.
 */
final class LoadKeys {
    private final KeyRetention retention;
    private final long logEpoch;
    private final MessageDigest sha256;
    private final Map<Id, Known> uncommitted = new HashMap<>();
    /** Oldest commit first, since the clock never goes back. */
    private final LinkedHashMap<Id, Known> committed = new LinkedHashMap<>();

    /** A table and a key in it. */
    private record Id(long high, long low) {}

    /**
     * The load that was made under a key.
     *
     * @param batch null once it is committed
     * @param load its number in the batch, as long as there is one
     * @param committedMillis 0 before
     */
    record Known(
            @Nullable Batch batch,
            int load,
            long rowsDigest,
            long firstId,
            long logEpoch,
            long txnId,
            long committedMillis) {}

    LoadKeys(KeyRetention retention, long logEpoch) {
        this.retention = retention;
        this.logEpoch = logEpoch;
        try {
            sha256 = MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }

    /** Reads what the engine keeps; before the agent starts. Blocks. */
    void load(KeyStore store) {
        store.readSince(retention.keyMillis().getAsLong() - retention.keepMillis(), this::keep);
    }

    private void keep(KeptKey kept) {
        IdempotencyKey key = kept.key();
        put(
                id(kept.tableId(), key),
                new Known(
                        null,
                        0,
                        key.rowsDigest(),
                        key.firstId(),
                        kept.logEpoch(),
                        kept.txnId(),
                        kept.committedMillis()));
    }

    /** At its end, so that the oldest stays first. */
    private void put(Id id, Known known) {
        committed.remove(id);
        committed.put(id, known);
    }

    /** The load that was made under this key and counts still, or null. */
    @Nullable
    Known find(long tableId, IdempotencyKey key) {
        forgetExpired();
        Id id = id(tableId, key);
        Known pending = uncommitted.get(id);
        if (pending != null) {
            return pending;
        }
        Known ended = committed.get(id);
        return ended == null || isExpired(ended) ? null : ended;
    }

    private void forgetExpired() {
        for (Iterator<Known> oldest = committed.values().iterator(); oldest.hasNext(); ) {
            if (!isExpired(oldest.next())) {
                return;
            }
            oldest.remove();
        }
    }

    private boolean isExpired(Known ended) {
        return retention.keyMillis().getAsLong() - ended.committedMillis() >= retention.keepMillis();
    }

    boolean isFull() {
        return size() >= retention.keysMax();
    }

    int size() {
        return uncommitted.size() + committed.size();
    }

    int max() {
        return retention.keysMax();
    }

    /** Loads with keys are in this batch, which was found in the log. */
    void adopted(Batch batch) {
        for (int i = 0; i < batch.keys().size(); i++) {
            added(batch.keys().get(i), batch, batch.loadOfKey(i));
        }
    }

    /** A load with this key is in the batch, under this number. */
    void added(IdempotencyKey key, Batch batch, int load) {
        uncommitted.put(
                id(batch.table().tableId(), key),
                new Known(batch, load, key.rowsDigest(), key.firstId(), logEpoch, batch.txnId(), 0));
    }

    /** The keys of loads that the commit left out are free. */
    void committed(Batch batch) {
        for (int i = 0; i < batch.keys().size(); i++) {
            IdempotencyKey key = batch.keys().get(i);
            Id id = id(batch.table().tableId(), key);
            uncommitted.remove(id);
            if (batch.leftOut().loads().containsKey(batch.loadOfKey(i))) {
                continue;
            }
            put(
                    id,
                    new Known(
                            null,
                            0,
                            key.rowsDigest(),
                            key.firstId(),
                            logEpoch,
                            batch.txnId(),
                            retention.keyMillis().getAsLong()));
        }
    }

    /** The batch will never be committed: its loads have failed, and their keys are free. */
    void discarded(Batch batch) {
        for (IdempotencyKey key : batch.keys()) {
            uncommitted.remove(id(batch.table().tableId(), key));
        }
    }

    private Id id(long tableId, IdempotencyKey key) {
        sha256.update(ByteBuffer.allocate(Long.BYTES).putLong(0, tableId));
        ByteBuffer hash = ByteBuffer.wrap(sha256.digest(key.utf8()));
        return new Id(hash.getLong(), hash.getLong());
    }
}
