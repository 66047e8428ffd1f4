package io.tributary.dialect.registry;

import io.tributary.dialect.registry.Function.Body;
import io.tributary.dialect.registry.Function.Determinism;
import io.tributary.dialect.registry.Function.Nulls;
import io.tributary.dialect.registry.Function.OfBytes;
import io.tributary.dialect.registry.Function.Role;
import io.tributary.dialect.registry.Function.Signature;
import io.tributary.dialect.registry.Function.Supplied;
import io.tributary.dialect.registry.Function.Traits;
import io.tributary.dialect.type.SqlType;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Rows of the table of functions while they are written down. */
final class Rows {
    private final List<Row> rows = new ArrayList<>();
    private final Role role;

    Rows() {
        this(Role.SCALAR);
    }

    /** @param role of all its rows; what is computed from other rows than its own may be NULL */
    Rows(Role role) {
        this.role = role;
    }

    /** Computes a value from those of the arguments; see {@link Body} for the class of each. */
    @FunctionalInterface
    interface Computation {
        @Nullable
        Object of(Values values);
    }

    /** One row, whose parts are given one after another. */
    static final class Row {
        private final List<String> names;
        private Role role = Role.SCALAR;
        private final Signature signature;
        private final ResultRule result;
        private Nulls nulls = Nulls.OF_ARGUMENTS;
        private Determinism determinism = Determinism.ALWAYS;
        private Supplied supplied = Supplied.NOTHING;
        private boolean givesMoments;
        private OfBytes ofBytes = OfBytes.REFUSED;
        private @Nullable Spelling duckdb;
        private @Nullable Body body;

        private Row(String names, ResultRule result, Signature signature) {
            this.result = result;
            this.signature = signature;
            this.names = names.equals("|") ? List.of(names) : List.of(names.split("\\|", -1));
        }

        Row role(Role kind) {
            role = kind;
            return this;
        }

        /** It may be NULL, whatever the arguments are. */
        Row nullable() {
            nulls = Nulls.POSSIBLE;
            return this;
        }

        /** It is not NULL, whatever the arguments are. */
        Row never() {
            nulls = Nulls.NEVER;
            return this;
        }

        /** The first argument of the signature is none that is written. */
        Row supplied(Supplied what) {
            supplied = what;
            return this;
        }

        /** A text that it gives is a moment. */
        Row moments() {
            givesMoments = true;
            return this;
        }

        /** Binary strings are texts to it, whose characters are bytes. */
        Row ofBytes() {
            ofBytes = OfBytes.CHARACTERS;
            return this;
        }

        /** It changes no binary string. */
        Row keepsBytes() {
            ofBytes = OfBytes.UNCHANGED;
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

        Row java(Computation computation) {
            body = arguments -> TextLimit.checked(computation.of(new Values(arguments)));
            return this;
        }

        /** What gives NULL wherever an argument is NULL. */
        Row strict(Computation computation) {
            return java(values -> values.hasNull() ? null : computation.of(values));
        }

        /** What may give NULL of other values, too. */
        Row partial(Computation computation) {
            return nullable().strict(computation);
        }

        private Function function() {
            Traits traits = new Traits(nulls, determinism, supplied, givesMoments, ofBytes);
            return new Function(names, role, signature, result, traits, duckdb, body);
        }
    }

    /** @param names all that call it, parted by bars; the first is MySQL's */
    Row row(String names, ResultRule result, Signature arguments) {
        Row row = new Row(names, result, arguments);
        rows.add(row);
        return role == Role.SCALAR ? row : row.role(role).nullable();
    }

    Row row(String names, SqlType type, Want... wants) {
        return row(names, ResultRule.always(type), Signature.of(wants));
    }

    Row row(String names, SqlType type, Signature arguments) {
        return row(names, ResultRule.always(type), arguments);
    }

    Row row(String names, ResultRule result, Want... wants) {
        return row(names, result, Signature.of(wants));
    }

    List<Function> functions() {
        return rows.stream().map(Row::function).toList();
    }
}
