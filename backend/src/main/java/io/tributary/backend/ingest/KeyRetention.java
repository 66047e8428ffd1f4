package io.tributary.backend.ingest;

import java.util.function.LongSupplier;

/**
 * How long and how many idempotency keys are known.
 *
 * @param keysMax {@code idempotency_keys_max}: known at once, those of uncommitted loads included; a load with one more is
 *     refused
 * @param keepMillis {@code label_keep_max_second}: how long after its commit a key counts
 * @param keyMillis the time of now, see {@link KeyClock}
 */
public record KeyRetention(int keysMax, long keepMillis, LongSupplier keyMillis) {}
