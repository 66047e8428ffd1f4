package io.tributary.backend.engine.duckdb.function;

import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBFunctions.FunctionException;
import org.duckdb.DuckDBScalarFunctionBuilder;
import org.duckdb.DuckDBWritableVector;

/**
 * Counts the steps of recursive queries, in a function that the engine calls once a step, on its own threads, with the
 * number of rows that the step begins with. Every call that is written has a counter of its own.
 */
public final class StepCounter {
    /** {@code cte_max_recursion_depth} that nothing is counted for: its largest value. */
    public static final long UNLIMITED = 4_294_967_295L;

    /** Counters kept. Were more recursions under way, the one that rests longest would be counted from 0 on. */
    private static final int COUNTERS_MAX = 10_000;

    private static final String NAME = "java_recursion_step";
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

    static void register(Connection connection) throws SQLException {
        try (DuckDBScalarFunctionBuilder builder = DuckDBFunctions.scalarFunction()) {
            var unused = builder.withName(NAME)
                    .withParameter(DuckDBColumnType.BIGINT)
                    .withParameter(DuckDBColumnType.BIGINT)
                    .withParameter(DuckDBColumnType.BIGINT)
                    .withReturnType(DuckDBColumnType.BOOLEAN)
                    .withVectorizedFunction(StepCounter::apply)
                    .register(connection);
        }
    }

    /** Several rows are those of as many recursions that the engine carries out together, one for each outer row. */
    private static void apply(DuckDBDataChunkReader input, DuckDBWritableVector output) {
        long rows = 0;
        for (long row = 0; row < input.rowCount(); row++) {
            rows += input.vector(2).getLong(row);
            output.setBoolean(row, true);
        }
        if (rows > 0) {
            step(input.vector(0).getLong(0), input.vector(1).getLong(0));
        }
    }

    private static void step(long call, long stepsMax) {
        long steps = COUNTERS.merge(call, 1L, Long::sum);
        if (steps > stepsMax) {
            // The engine may run the statement once more to learn why it failed.
            COUNTERS.remove(call);
            throw new FunctionException(JavaFunctions.message(new TributaryException(
                    ErrorCode.RECURSION_TOO_DEEP,
                    "Recursive query aborted after " + steps + " iterations."
                            + " Try increasing @@cte_max_recursion_depth to a larger value.")));
        }
    }
}
