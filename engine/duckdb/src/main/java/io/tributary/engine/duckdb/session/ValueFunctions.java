package io.tributary.engine.duckdb.session;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.function.JavaFunctions;
import io.tributary.dialect.print.EngineFunction;
import io.tributary.dialect.registry.Want;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Duration;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.HexFormat;
import java.util.List;
import org.duckdb.DuckDBColumnType;
import org.duckdb.DuckDBDataChunkReader;
import org.duckdb.DuckDBFunctions;
import org.duckdb.DuckDBFunctions.FunctionException;
import org.duckdb.DuckDBLogicalType;
import org.duckdb.DuckDBReadableVector;
import org.duckdb.DuckDBScalarFunctionBuilder;
import org.duckdb.DuckDBWritableVector;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Functions of {@link EngineFunction#all} in the engine, which calls them on its own threads, some thousand rows at a time. */
public final class ValueFunctions {
    private static final Logger log = LoggerFactory.getLogger(ValueFunctions.class);

    private static final String TEXT = DuckDBColumnType.VARCHAR.name();

    /** The most characters of what a function makes of the rows of one call: the engine does not count them as its memory. */
    private static final long CHARS_MAX = 256L << 20;

    private ValueFunctions() {}

    /** Makes them known to the instance that a connection belongs to, for as long as it lives. */
    static void register(Connection connection) throws SQLException {
        for (EngineFunction function : EngineFunction.all()) {
            try (DuckDBScalarFunctionBuilder builder = DuckDBFunctions.scalarFunction()) {
                builder.withName(function.name())
                        .withReturnType(DuckDBColumnType.valueOf(function.result()))
                        .withVectorizedFunction((input, output) -> call(function, input, output));
                List<Want> wants = function.wants();
                int fixed = function.many() ? wants.size() - 1 : wants.size();
                for (Want want : wants.subList(0, fixed)) {
                    builder.withParameter(DuckDBColumnType.valueOf(want.engineType()));
                }
                if (function.many()) {
                    try (DuckDBLogicalType repeated = DuckDBLogicalType.of(
                            DuckDBColumnType.valueOf(wants.get(fixed).engineType()))) {
                        builder.withVarArgs(repeated);
                    }
                }
                var unused = builder.register(connection);
            }
        }
    }

    private static void call(EngineFunction function, DuckDBDataChunkReader input, DuckDBWritableVector output) {
        try {
            apply(function, input, output);
        } catch (TributaryException e) {
            throw new FunctionException(JavaFunctions.message(e));
        } catch (RuntimeException | StackOverflowError e) {
            log.warn("function={} failed", function.name(), e);
            throw new FunctionException(JavaFunctions.message(
                    new TributaryException(ErrorCode.WRONG_ARGUMENTS, "Incorrect arguments to " + function.name())));
        }
    }

    private static void apply(EngineFunction function, DuckDBDataChunkReader input, DuckDBWritableVector output) {
        int count = (int) input.columnCount();
        DuckDBReadableVector[] vectors = new DuckDBReadableVector[count];
        Want[] wants = new Want[count];
        for (int i = 0; i < count; i++) {
            vectors[i] = input.vector(i);
            wants[i] = function.wants().get(Math.min(i, function.wants().size() - 1));
        }
        @Nullable Object[] arguments = new @Nullable Object[count];
        long made = 0;
        for (long row = 0; row < input.rowCount(); row++) {
            boolean skipped = false;
            for (int i = 0; i < count; i++) {
                arguments[i] = vectors[i].isNull(row) ? null : value(vectors[i], row, wants[i]);
                skipped |= arguments[i] == null && !function.takesNull();
            }
            Object result = skipped ? null : function.body().apply(arguments);
            if (result == null) {
                output.setNull(row);
            } else {
                made += result instanceof String text ? text.length() : 0;
                if (made > CHARS_MAX) {
                    throw new TributaryException(
                            ErrorCode.OUT_OF_RESOURCES,
                            "Out of memory; a function makes more than " + CHARS_MAX + " characters of " + (row + 1)
                                    + " rows");
                }
                write(result, function.result().equals(TEXT), output, row);
            }
        }
    }

    private static Object value(DuckDBReadableVector vector, long row, Want want) {
        return switch (want) {
            case BOOL -> vector.getBoolean(row);
            case INTEGER -> vector.getLong(row);
            case TIME -> Duration.ofNanos(1_000 * vector.getLong(row));
            case DOUBLE -> vector.getDouble(row);
            case DATE -> vector.getLocalDate(row);
            case DATETIME, MOMENT -> vector.getLocalDateTime(row);
            case BYTES -> HexFormat.of().parseHex(vector.getString(row));
            default -> vector.getString(row);
        };
    }

    /** @param digits whether the engine gets a number as its digits */
    private static void write(Object value, boolean digits, DuckDBWritableVector output, long row) {
        if (value instanceof String text) {
            output.setString(row, text);
        } else if (value instanceof Long number && !digits) {
            output.setLong(row, number);
        } else if (value instanceof Double number) {
            output.setDouble(row, number);
        } else if (value instanceof Boolean truth) {
            output.setBoolean(row, truth);
        } else if (value instanceof LocalDate day) {
            output.setDate(row, day);
        } else if (value instanceof LocalDateTime moment) {
            output.setTimestamp(row, moment);
        } else if (value instanceof Duration time) {
            output.setLong(row, time.toNanos() / 1_000);
        } else if (value instanceof BigDecimal number) {
            output.setString(row, number.toPlainString());
        } else if (value instanceof byte[] bytes) {
            output.setString(row, HexFormat.of().formatHex(bytes));
        } else {
            output.setString(row, value.toString());
        }
    }
}
