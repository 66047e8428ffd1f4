package io.tributary.dialect.registry;

import io.tributary.dialect.function.JavaFunctions;
import io.tributary.dialect.registry.Function.Body;
import io.tributary.dialect.registry.Function.Determinism;
import io.tributary.dialect.registry.Function.Nulls;
import io.tributary.dialect.registry.Function.Role;
import io.tributary.dialect.registry.Function.Signature;
import io.tributary.dialect.registry.Function.Supplied;
import io.tributary.dialect.registry.Function.Traits;
import io.tributary.dialect.type.SqlType;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Rows of the table of functions while they are written down. */
final class Rows {
    private final List<Row> rows = new ArrayList<>();

    /** One row, whose parts are given one after another. */
    static final class Row {
        private final List<String> names;
        private Role role = Role.SCALAR;
        private Signature signature = Signature.of();
        private @Nullable ResultRule result;
        private Nulls nulls = Nulls.OF_ARGUMENTS;
        private Determinism determinism = Determinism.ALWAYS;
        private Supplied supplied = Supplied.NOTHING;
        private @Nullable Spelling duckdb;
        private @Nullable Body body;

        private Row(String names) {
            this.names = names.equals("|") ? List.of(names) : List.of(names.split("\\|", -1));
        }

        Row role(Role kind) {
            role = kind;
            return this;
        }

        Row takes(Want... wants) {
            signature = Signature.of(wants);
            return this;
        }

        Row takes(Signature arguments) {
            signature = arguments;
            return this;
        }

        Row gives(SqlType type) {
            return gives(ResultRule.always(type));
        }

        Row gives(ResultRule rule) {
            result = rule;
            return this;
        }

        Row nulls(Nulls when) {
            nulls = when;
            return this;
        }

        Row nullable() {
            return nulls(Nulls.POSSIBLE);
        }

        /** The first argument of the signature is none that is written. */
        Row supplied(Supplied what) {
            supplied = what;
            return this;
        }

        Row varies(Determinism how) {
            determinism = how;
            return this;
        }

        Row duckdb(String template) {
            return duckdb(role == Role.SCALAR ? Spelling.of(template) : Spelling.ofAggregate(template));
        }

        Row duckdb(Spelling spelling) {
            duckdb = spelling;
            return this;
        }

        /** A text that names an argument twice, beside the body for arguments that are long. */
        Row shortly(String template) {
            return duckdb(Spelling.shortly(template));
        }

        Row java(Body computation) {
            body = arguments -> TextLimit.checked(computation.apply(arguments));
            return this;
        }

        /** What gives NULL wherever an argument is NULL. */
        Row strict(Body computation) {
            return java(arguments ->
                    Arrays.stream(arguments).anyMatch(Objects::isNull) ? null : computation.apply(arguments));
        }

        /** What is computed from texts. */
        Row java(String function) {
            return java(JavaFunctions.get(function)::apply);
        }

        private Function function() {
            return new Function(
                    names,
                    role,
                    signature,
                    Objects.requireNonNull(result, names.toString()),
                    new Traits(nulls, determinism, supplied),
                    duckdb,
                    body);
        }
    }

    /** @param names all that call it, parted by bars; the first is MySQL's */
    Row row(String names) {
        Row row = new Row(names);
        rows.add(row);
        return row;
    }

    Row row(String names, SqlType type, Want... wants) {
        return row(names).takes(wants).gives(type);
    }

    Row row(String names, SqlType type, Signature arguments) {
        return row(names).takes(arguments).gives(type);
    }

    Row row(String names, ResultRule result, Want... wants) {
        return row(names).takes(wants).gives(result);
    }

    Row row(String names, ResultRule result, Signature arguments) {
        return row(names).takes(arguments).gives(result);
    }

    List<Function> functions() {
        return rows.stream().map(Row::function).toList();
    }
}
