package io.tributary.backend.keys;

import java.util.function.LongSupplier;

/**
 * How long and how many idempotency keys are known, and those of committed loads, which all logs share.
 *
 * @param keysMax {@code idempotency_keys_max}: known at once, those of uncommitted loads included; a load with one more is
 *     refused
 * @param keepMillis {@code label_keep_max_second}: how long after its commit a key counts
 * @param keyMillis the time of now, see {@link KeyClock}
 * @param committed of one process
 */
public record KeyRetention(int keysMax, long keepMillis, LongSupplier keyMillis, KeptKeys committed) {
    /** Begins with no key, as a process does. */
    public KeyRetention(int keysMax, long keepMillis, LongSupplier keyMillis) {
        this(keysMax, keepMillis, keyMillis, new KeptKeys());
    }

    /** What was committed by then does not count any more. */
    public long overMillis() {
        return keyMillis.getAsLong() - keepMillis;
    }

    /** Forgets in memory what does not count any more, of tables too whose keys nobody uses. Any thread. */
    public void forgetOver() {
        committed.removeUntil(overMillis());
    }
}
