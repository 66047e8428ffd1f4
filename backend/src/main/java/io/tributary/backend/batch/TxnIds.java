package io.tributary.backend.batch;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import io.tributary.contract.calls.TableOwner;
import io.tributary.contract.calls.TransactionIds;
import io.tributary.engine.port.SystemStore;
import java.util.OptionalLong;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Ids of loads: a positive counter of this backend, kept in the engine, with the backend's number above it ({@link
 * TransactionIds}). It is reserved in blocks before use, so that an id is never given twice, whatever crashes; gaps are
 * normal. Any thread may call.
 */
public final class TxnIds {
    public static final int BLOCK_IDS_DEFAULT = 10_000;

    static final String SPACE = "counter";
    static final String KEY = "txn_id";

    private static final Logger log = LoggerFactory.getLogger(TxnIds.class);

    private final SystemStore store;
    private final int backend;
    private final String key;
    private final int blockIds;
    private final Executor fetcher;

    /** Serializes reservations in the store; taken before {@link #lock}, never by {@link #tryNext}. */
    private final Object reservation = new Object();

    /** Held for a few instructions only. */
    private final Object lock = new Object();

    @GuardedBy("lock")
    private long next;

    @GuardedBy("lock")
    private long end;

    @GuardedBy("lock")
    private long reservedNext;

    @GuardedBy("lock")
    private long reservedEnd;

    @GuardedBy("lock")
    private boolean fetching;

    private TxnIds(SystemStore store, int backend, int blockIds, Executor fetcher) {
        this.store = store;
        this.backend = backend;
        this.key = backend == TableOwner.ONLY_BACKEND ? KEY : KEY + "/" + backend;
        this.blockIds = blockIds;
        this.fetcher = fetcher;
    }

    /** Reserves the first block where there is one backend. */
    public static TxnIds open(SystemStore store, int blockIds, Executor fetcher) {
        return open(store, TableOwner.ONLY_BACKEND, blockIds, fetcher);
    }

    /**
     * Reserves the first block before it returns; further ones are fetched ahead on {@code fetcher}.
     *
     * @param backend the number of the one that gives them
     */
    public static TxnIds open(SystemStore store, int backend, int blockIds, Executor fetcher) {
        if (blockIds < 1) {
            throw new IllegalArgumentException("a block of " + blockIds + " transaction ids, must be at least 1");
        }
        TxnIds ids = new TxnIds(store, backend, blockIds, fetcher);
        ids.reserve();
        return ids;
    }

    /** The next id, or empty while a block is being fetched; never blocks. */
    public OptionalLong tryNext() {
        boolean fetch = false;
        OptionalLong id = OptionalLong.empty();
        synchronized (lock) {
            if (next == end && reservedNext < reservedEnd) {
                next = reservedNext;
                end = reservedEnd;
                reservedNext = reservedEnd;
            }
            if (next < end) {
                id = OptionalLong.of(TransactionIds.of(backend, next++));
            }
            if (!fetching && reservedNext == reservedEnd && end - next <= blockIds / 2) {
                fetching = true;
                fetch = true;
            }
        }
        if (fetch) {
            fetchAhead();
        }
        return id;
    }

    /** The next id; may wait for the engine, so neither for event loops nor for the ingest agent. */
    public long next() {
        OptionalLong id = tryNext();
        while (id.isEmpty()) {
            reserve();
            id = tryNext();
        }
        return id.getAsLong();
    }

    private void fetchAhead() {
        try {
            fetcher.execute(() -> {
                try {
                    reserve();
                } catch (RuntimeException e) {
                    log.warn("transaction ids could not be reserved, tried again when next asked for", e);
                } finally {
                    fetched();
                }
            });
        } catch (RejectedExecutionException e) {
            fetched();
        }
    }

    private void fetched() {
        synchronized (lock) {
            fetching = false;
        }
    }

    private void reserve() {
        synchronized (reservation) {
            synchronized (lock) {
                if (reservedNext < reservedEnd) {
                    return;
                }
            }
            long from = store.advance(SPACE, key, 1, next -> Math.addExact(next, blockIds));
            long to = from + blockIds;
            synchronized (lock) {
                reservedNext = from;
                reservedEnd = to;
            }
        }
    }
}
