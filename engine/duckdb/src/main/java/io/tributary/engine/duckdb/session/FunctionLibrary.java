package io.tributary.engine.duckdb.session;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.MySqlFunctions;
import io.tributary.dialect.function.JavaFunction;
import io.tributary.dialect.function.JavaFunctions;
import io.tributary.dialect.function.StepCounter;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBFunctions.FunctionException;
import org.duckdb.DuckDBLogicalType;
import org.duckdb.DuckDBReadableVector;
import org.duckdb.DuckDBScalarFunction;
import org.duckdb.DuckDBScalarFunctionBuilder;
import org.duckdb.DuckDBWritableVector;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** MySQL's functions in the engine: macros, and those that are computed in Java, which it calls on its own threads. */
final class FunctionLibrary {
    private static final Logger log = LoggerFactory.getLogger(FunctionLibrary.class);

    private FunctionLibrary() {}

    /** Makes them; once for an instance, before its configuration is locked. */
    static void create(DuckDbSession session) throws SQLException {
        // Macros call them.
        register(session.connection());
        if (ValueFunctions.ARE_CALLED) {
            ValueFunctions.register(session.connection());
        }
        session.execute("CREATE SCHEMA memory." + MySqlFunctions.SCHEMA);
        session.execute("SET search_path = 'memory." + MySqlFunctions.SCHEMA + "'");
        for (String macro : MySqlFunctions.macros()) {
            session.execute(macro);
        }
        session.execute("RESET search_path");
    }

    /** Makes them known to the instance that a connection belongs to, for as long as it lives. */
    private static void register(Connection connection) throws SQLException {
        registerStepCounter(connection);
        for (JavaFunction function : JavaFunctions.all()) {
            try (DuckDBScalarFunctionBuilder builder = DuckDBFunctions.scalarFunction();
                    DuckDBLogicalType text = DuckDBLogicalType.of(DuckDBColumnType.VARCHAR)) {
                var unused = builder.withName(function.engineName())
                        .withVarArgs(text)
                        .withReturnType(DuckDBColumnType.VARCHAR)
                        .withVectorizedFunction(vectorized(function))
                        .register(connection);
            }
        }
    }

    private static void registerStepCounter(Connection connection) throws SQLException {
        try (DuckDBScalarFunctionBuilder builder = DuckDBFunctions.scalarFunction()) {
            var unused = builder.withName(StepCounter.NAME)
                    .withParameter(DuckDBColumnType.BIGINT)
                    .withParameter(DuckDBColumnType.BIGINT)
                    .withParameter(DuckDBColumnType.BIGINT)
                    .withReturnType(DuckDBColumnType.BOOLEAN)
                    .withVectorizedFunction(FunctionLibrary::countStep)
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

    private static DuckDBScalarFunction vectorized(JavaFunction function) {
        return (input, output) -> {
            try {
                apply(function, input, output);
            } catch (TributaryException e) {
                throw new FunctionException(JavaFunctions.message(e));
            } catch (RuntimeException | StackOverflowError e) {
                log.warn("function={} failed", function.name(), e);
                throw new FunctionException(JavaFunctions.message(new TributaryException(
                        ErrorCode.WRONG_ARGUMENTS, "Incorrect arguments to " + function.name())));
            }
        };
    }

    private static void apply(JavaFunction function, DuckDBDataChunkReader input, DuckDBWritableVector output) {
        List<DuckDBReadableVector> vectors = new ArrayList<>();
        for (long i = 0; i < input.columnCount(); i++) {
            vectors.add(input.vector(i));
        }
        @Nullable String[] arguments = new @Nullable String[vectors.size()];
        for (long row = 0; row < input.rowCount(); row++) {
            boolean isNull = false;
            for (int i = 0; i < arguments.length; i++) {
                arguments[i] =
                        vectors.get(i).isNull(row) ? null : vectors.get(i).getString(row);
                isNull |= arguments[i] == null;
            }
            String result =
                    isNull && !function.takesNull() ? null : function.body().apply(Arrays.asList(arguments));
            if (result == null) {
                output.setNull(row);
            } else {
                output.setString(row, result);
            }
        }
    }
}
