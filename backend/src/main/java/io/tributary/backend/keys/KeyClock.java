package io.tributary.backend.keys;

import io.tributary.engine.port.KeyStore;
import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The time that idempotency keys are stamped with and expire by, in milliseconds since 1970: it begins at the wall clock's,
 * or at the newest kept key's if that is later, and goes on with the monotonic clock. So it never goes back, and a wall clock
 * that is set while the process runs neither forgets a key early nor keeps one longer. Any thread.
 */
public final class KeyClock implements LongSupplier {
    private final long beganMillis;
    private final long beganNanos;
    private final LongSupplier nanoClock;

    private KeyClock(long beganMillis, LongSupplier nanoClock) {
        this.beganMillis = beganMillis;
        this.beganNanos = nanoClock.getAsLong();
        this.nanoClock = nanoClock;
    }

    /**
     * Begins now, before anything is committed. Blocks.
     *
     * @param nanoClock a monotonic clock, {@code System::nanoTime}
     */
    public static KeyClock open(KeyStore store, long wallMillis, LongSupplier nanoClock) {
        long[] newest = {wallMillis};
        store.readSince(wallMillis, kept -> newest[0] = Math.max(newest[0], kept.committedMillis()));
        return new KeyClock(newest[0], nanoClock);
    }

    @Override
    public long getAsLong() {
        return beganMillis + TimeUnit.NANOSECONDS.toMillis(nanoClock.getAsLong() - beganNanos);
    }
}
