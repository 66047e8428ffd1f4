package io.tributary.backend.keys;

import io.tributary.backend.keys.TableKeys.Kept;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.engine.port.KeptKey;
import io.tributary.engine.port.KeyStore;
import io.tributary.engine.port.TableEngine;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.LongPredicate;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The idempotency keys of committed loads, of all tables and logs, in memory: 53 to 59 bytes each whatever its length, for it
 * is known by 128 bits of its SHA-256; and 6 KB a table. Any thread; a table's keys are asked for by the agent of its log only,
 * so nobody waits for another.
 */
public final class KeptKeys {
    private static final Logger log = LoggerFactory.getLogger(KeptKeys.class);

    private final ConcurrentMap<Long, TableKeys> tables = new ConcurrentHashMap<>();
    private final AtomicInteger size = new AtomicInteger();

    /** The ids of keys that are read from the engine. */
    private final KeyIds ids = new KeyIds();

    /** Engines for which the one stands that is read, and whose keys were read. */
    private final Set<TableEngine> others = ConcurrentHashMap.newKeySet();

    /** Commits before this time were read; milliseconds since 1970. */
    private long readMillis = Long.MIN_VALUE;

    /**
     * Reads what the engine keeps and was not read yet, and counts still. Blocks.
     *
     * @param dropped tables of which the engine has not removed the keys yet; they count no more
     */
    void read(TableEngine engine, long afterMillis, LongPredicate dropped) {
        readOf(engine.keyStore(), afterMillis, dropped);
        engine.others().forEach(other -> readOther(other, dropped));
    }

    /**
     * Reads those of an engine for which another stands, if it has not answered before; to be called again and again, by one thread
     * at a time. Until then the keys of its tables are not known. Blocks.
     */
    public void readOther(TableEngine other, LongPredicate dropped) {
        if (!other.keepsLoads() || others.contains(other) || other.refusal() != null) {
            return;
        }
        KeyIds own = new KeyIds();
        try {
            other.keyStore().readSince(Long.MIN_VALUE, kept -> {
                if (!dropped.test(kept.tableId())) {
                    put(kept, own);
                }
            });
            others.add(other);
        } catch (TributaryException e) {
            log.warn("event=keys_unknown engine={} reason={}", other.traits().name(), e.getMessage());
        }
    }

    /** Whether the keys are known of an engine for which another stands. */
    boolean isKnown(TableEngine other) {
        return others.contains(other);
    }

    private synchronized void readOf(KeyStore store, long afterMillis, LongPredicate dropped) {
        // What was committed in the same millisecond is read once more.
        store.readSince(Math.max(afterMillis, readMillis), kept -> {
            if (!dropped.test(kept.tableId())) {
                put(kept, ids);
                readMillis = Math.max(readMillis, kept.committedMillis() - 1);
            }
        });
    }

    private void put(KeptKey kept, KeyIds by) {
        IdempotencyKey key = kept.key();
        put(
                kept.tableId(),
                by.of(kept.tableId(), key),
                new Kept(key.rowsDigest(), key.firstId(), kept.logEpoch(), kept.txnId(), kept.committedMillis()));
    }

    /** Adds a key as the newest of its table. */
    void put(long tableId, TableKeys.Id id, Kept kept) {
        tables.compute(tableId, (table, keys) -> {
            TableKeys used = keys == null ? new TableKeys() : keys;
            size.addAndGet(used.put(id, kept));
            return used;
        });
    }

    /** What was committed under a key after this time, or null. */
    @Nullable
    Kept find(long tableId, TableKeys.Id id, long afterMillis) {
        TableKeys keys = tables.get(tableId);
        if (keys == null) {
            return null;
        }
        size.addAndGet(-keys.removeUntil(afterMillis));
        return keys.find(id);
    }

    /** Forgets what was committed at this time or before. */
    void removeUntil(long millis) {
        tables.keySet()
                .forEach(tableId -> tables.computeIfPresent(tableId, (table, keys) -> {
                    size.addAndGet(-keys.removeUntil(millis));
                    return keys.size() == 0 ? null : keys;
                }));
    }

    /** The table was dropped. */
    void forget(long tableId) {
        TableKeys keys = tables.remove(tableId);
        if (keys != null) {
            size.addAndGet(-keys.size());
        }
    }

    int size() {
        return size.get();
    }
}
