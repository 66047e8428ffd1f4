package io.tributary.backend.engine.duckdb.function;

import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
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

/** All functions that are computed here, and their way into the engine. */
public final class JavaFunctions {
    private static final Logger log = LoggerFactory.getLogger(JavaFunctions.class);

    /** What no statement calls by name. */
    private static final List<JavaFunction> INTERNAL = Stream.concat(
                    JsonComparisons.ALL.stream(), Stream.of(DoubleText.FUNCTION))
            .toList();

    private static final Map<String, JavaFunction> BY_NAME = Stream.of(
                    NumberFunctions.ALL,
                    TextFunctions.ALL,
                    ByteFunctions.ALL,
                    TimeFunctions.ALL,
                    JsonFunctions.ALL,
                    JsonChanges.ALL,
                    INTERNAL)
            .flatMap(List::stream)
            .collect(Collectors.toUnmodifiableMap(JavaFunction::name, Function.identity()));

    private static final Set<String> NAMES = BY_NAME.keySet().stream()
            .filter(name ->
                    INTERNAL.stream().noneMatch(function -> function.name().equals(name)))
            .collect(Collectors.toUnmodifiableSet());

    /** An error of a body in the engine's text, which keeps no exception, but its stack in the lines below. */
    private static final Pattern FAILED = Pattern.compile("mysql error ([A-Z_]+): (.*)");

    private JavaFunctions() {}

    /** Of those that statements call. */
    public static Set<String> names() {
        return NAMES;
    }

    /** One that statements call. */
    public static Optional<JavaFunction> find(String name) {
        String lower = name.toLowerCase(Locale.ROOT);
        return NAMES.contains(lower) ? Optional.of(get(lower)) : Optional.empty();
    }

    private static JavaFunction get(String name) {
        return Objects.requireNonNull(BY_NAME.get(name), name);
    }

    /** Makes them known to the instance that a connection belongs to, for as long as it lives. */
    public static void register(Connection connection) throws SQLException {
        StepCounter.register(connection);
        for (JavaFunction function : BY_NAME.values()) {
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

    /**
     * The error that a body ended with.
     *
     * @param message the engine's
     */
    public static Optional<TributaryException> error(String message, Throwable cause) {
        Matcher matcher = FAILED.matcher(message);
        return matcher.find()
                ? Optional.of(new TributaryException(ErrorCode.valueOf(matcher.group(1)), matcher.group(2), cause))
                : Optional.empty();
    }

    /** An error as a text of the engine's, from which {@link #error} makes it again. */
    public static String message(TributaryException error) {
        return "mysql error " + error.code().name() + ": "
                + String.valueOf(error.getMessage()).replace('\n', ' ');
    }

    private static DuckDBScalarFunction vectorized(JavaFunction function) {
        return (input, output) -> {
            try {
                apply(function, input, output);
            } catch (TributaryException e) {
                throw new FunctionException(message(e));
            } catch (RuntimeException | StackOverflowError e) {
                log.warn("function={} failed", function.name(), e);
                throw new FunctionException(message(new TributaryException(
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
