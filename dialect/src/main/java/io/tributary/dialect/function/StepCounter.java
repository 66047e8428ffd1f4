package io.tributary.dialect.function;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;

/**
 * Counts the steps of recursive queries, in a function that the engine calls once a step, on its own threads, with the
 * number of rows that the step begins with. Every call that is written has a counter of its own.
 */
public final class StepCounter {
    /** {@code cte_max_recursion_depth} that nothing is counted for: its largest value. */
    public static final long UNLIMITED = 4_294_967_295L;

    /** Counters kept. Were more recursions under way, the one that rests longest would be counted from 0 on. */
    private static final int COUNTERS_MAX = 10_000;

    public static final String NAME = "java_recursion_step";
    private static final AtomicLong CALLS = new AtomicLong();
    private static final Map<Long, Long> COUNTERS = Collections.synchronizedMap(new LinkedHashMap<>(16, 0.75f, true) {
        @Override
        protected boolean removeEldestEntry(Map.Entry<Long, Long> eldest) {
            return size() > COUNTERS_MAX;
        }
    });

    private StepCounter() {}

    /**
     * A call that is true, or fails.
     *
     * @param rows an expression
     */
    public static String call(long stepsMax, String rows) {
        return NAME + "(" + CALLS.incrementAndGet() + ", " + stepsMax + ", " + rows + ")";
    }

    /**
     * Counts one.
     *
     * @throws TributaryException 3636 if it is one too many
     */
    public static void step(long call, long stepsMax) {
        long steps = COUNTERS.merge(call, 1L, Long::sum);
        if (steps > stepsMax) {
            // The engine may run the statement once more to learn why it failed.
            COUNTERS.remove(call);
            throw ErrorCode.RECURSION_TOO_DEEP.error("Recursive query aborted after " + steps + " iterations."
                    + " Try increasing @@cte_max_recursion_depth to a larger value.");
        }
    }
}
