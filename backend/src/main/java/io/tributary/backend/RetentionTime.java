package io.tributary.backend;

import io.tributary.backend.keys.KeyClock;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.SystemStore;
import io.tributary.engine.port.TableEngine;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.LongSupplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The time by which keys, labels and loads between their two phases are kept, in milliseconds since 1970: a {@link KeyClock}
 * whose reading is stored from time to time, so that a start whose wall clock was set back goes on from there. A wall clock
 * that is set while the process runs ends nothing early and keeps nothing longer; one that is ahead when it starts ends what
 * seems too old. Any thread.
 */
final class RetentionTime implements LongSupplier {
    static final String SPACE = "clock";
    private static final String KEY = "retention";
    private static final Logger log = LoggerFactory.getLogger(RetentionTime.class);

    private final SystemStore store;
    private final KeyClock clock;

    private RetentionTime(SystemStore store, KeyClock clock) {
        this.store = store;
        this.clock = clock;
    }

    /** Begins now. Blocks on the engine. */
    static RetentionTime open(TableEngine engine, long wallMillis, LongSupplier nanoClock) {
        SystemStore store = engine.systemStore();
        long stored = store.get(SPACE, KEY).map(Long::parseLong).orElse(Long.MIN_VALUE);
        RetentionTime time =
                new RetentionTime(store, KeyClock.open(engine.keyStore(), Math.max(wallMillis, stored), nanoClock));
        time.store();
        return time;
    }

    @Override
    public long getAsLong() {
        return clock.getAsLong();
    }

    /**
     * Stores the time like {@link #store()}, for an end that does not wait for an engine which hangs. Where the engine
     * refuses it, or does not store it in time, the next start goes on from an earlier one.
     *
     * @throws TimeoutException if it is not stored in time
     */
    void store(ExecutorService executor, long millisMax)
            throws InterruptedException, ExecutionException, TimeoutException {
        executor.submit(this::storeOrTell).get(millisMax, TimeUnit.MILLISECONDS);
    }

    private void storeOrTell() {
        try {
            store();
        } catch (TributaryException e) {
            log.warn("event=retention_time_not_stored", e);
        }
    }

    /** Stores how far it is. Blocks on the engine. */
    void store() {
        store.put(SPACE, KEY, Long.toString(getAsLong()));
    }
}
