package io.tributary.engine.duckdb.session;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.function.JavaFunctions;
import io.tributary.dialect.function.StepCounter;
import java.sql.Connection;
import java.sql.SQLException;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBFunctions.FunctionException;
import org.duckdb.DuckDBScalarFunctionBuilder;
import org.duckdb.DuckDBWritableVector;

/** The counter of steps of recursive queries in the engine, which calls it on its own threads. */
final class StepFunction {
    private StepFunction() {}

    /** Makes it known to the instance that a connection belongs to, for as long as it lives. */
    static void register(Connection connection) throws SQLException {
        try (DuckDBScalarFunctionBuilder builder = DuckDBFunctions.scalarFunction()) {
            var unused = builder.withName(StepCounter.NAME)
                    .withParameter(DuckDBColumnType.BIGINT)
                    .withParameter(DuckDBColumnType.BIGINT)
                    .withParameter(DuckDBColumnType.BIGINT)
                    .withReturnType(DuckDBColumnType.BOOLEAN)
                    .withVectorizedFunction(StepFunction::countStep)
                    .register(connection);
        }
    }

    /** Several rows are those of as many recursions that the engine carries out together, one for each outer row. */
    private static void countStep(DuckDBDataChunkReader input, DuckDBWritableVector output) {
        long rows = 0;
        for (long row = 0; row < input.rowCount(); row++) {
            rows += input.vector(2).getLong(row);
            output.setBoolean(row, true);
        }
        if (rows > 0) {
            try {
                StepCounter.step(input.vector(0).getLong(0), input.vector(1).getLong(0));
            } catch (TributaryException e) {
                throw new FunctionException(JavaFunctions.message(e));
            }
        }
    }
}
