package io.tributary.dialect.print;

import io.tributary.dialect.registry.Function;
import io.tributary.dialect.registry.Function.Body;
import io.tributary.dialect.registry.Function.Nulls;
import io.tributary.dialect.registry.Function.Signature;
import io.tributary.dialect.registry.FunctionRegistry;
import io.tributary.dialect.registry.Operands;
import io.tributary.dialect.registry.Want;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * A function that the embedded engine calls in Java.
 *
 * @param name what texts that are printed here call it
 * @param wants of its arguments, whose {@link Want#engineType} they have; of bytes come hexadecimal digits
 * @param many whether the last argument may be repeated
 * @param result the engine's type of what it gives
 * @param body takes and gives values of Java, see there
 * @param takesNull whether it is called where an argument is NULL
 */
public record EngineFunction(String name, List<Want> wants, boolean many, String result, Body body, boolean takesNull) {
    /** Returns all of them, one for each number of arguments. */
    public static List<EngineFunction> all() {
        List<EngineFunction> all = new ArrayList<>();
        for (Function function : FunctionRegistry.all()) {
            Signature signature = function.signature();
            if (function.body() != null && signature.isCallable()) {
                boolean many = signature.most() == Signature.MANY;
                for (int count = signature.least(); count <= (many ? signature.least() : signature.most()); count++) {
                    all.add(of(function, count, many));
                }
            }
        }
        return all;
    }

    private static EngineFunction of(Function function, int count, boolean many) {
        return new EngineFunction(
                function.engineName(count),
                wants(function, count),
                many,
                result(function, count),
                Objects.requireNonNull(function.body()),
                function.traits().nulls() != Nulls.OF_ARGUMENTS);
    }

    private static List<Want> wants(Function function, int count) {
        return IntStream.range(0, count).mapToObj(function.signature().wants()).toList();
    }

    /** Returns the engine's type of what it gives: numbers whose size depends on arguments are texts, bytes hexadecimal digits. */
    static String result(Function function, int count) {
        SqlType type = function.result().of(new Unknown(wants(function, count)));
        String engineType = EngineType.of(type);
        boolean text = type.kind() == Kind.DECIMAL
                || engineType.equals(EngineType.HUGEINT)
                || engineType.equals(EngineType.BLOB);
        return text ? EngineType.VARCHAR : engineType;
    }

    /** Arguments of which nothing is known but what they are made. */
    private record Unknown(List<Want> wants) implements Operands {
        @Override
        public int count() {
            return wants.size();
        }

        @Override
        public SqlType type(int argument) {
            return switch (wants.get(argument)) {
                case BOOL -> SqlType.of(Kind.BOOL);
                case INTEGER -> SqlType.integer(19);
                case DOUBLE -> SqlType.of(Kind.DOUBLE);
                case NUMBER -> SqlType.decimal(SqlType.MYSQL_PRECISION_MAX, SqlType.SCALE_MAX);
                case DATE -> SqlType.of(Kind.DATE);
                case DATETIME, MOMENT -> SqlType.moment(Kind.DATETIME, 6);
                case TIME -> SqlType.moment(Kind.TIME, 6);
                case JSON, DOCUMENT, JSON_VALUE -> SqlType.of(Kind.JSON);
                case BYTES -> SqlType.bytes(0);
                default -> SqlType.text(0);
            };
        }

        @Override
        public boolean isConstant(int argument) {
            return false;
        }

        @Override
        public @Nullable Object constant(int argument) {
            throw new IllegalStateException("no constant");
        }
    }
}
