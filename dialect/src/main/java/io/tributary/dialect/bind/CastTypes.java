package io.tributary.dialect.bind;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.ColumnType;
import io.tributary.dialect.bind.Bound.Convert;
import io.tributary.dialect.registry.FunctionRegistry.Form;
import io.tributary.dialect.tree.TypeName;
import io.tributary.dialect.type.Collation;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import io.tributary.dialect.type.SqlType.TextOrder;
import io.tributary.dialect.type.Unification;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * CAST, CONVERT and COLLATE: MySQL's names of types and Doris'.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/cast-functions.html">Cast Functions and Operators</a>
 */
final class CastTypes {
    private static final int DECIMAL_PRECISION = 10;

    private CastTypes() {}

    /** A name that MySQL's CAST has is MySQL's type, any other is Doris'. */
    static Bound cast(Bound value, TypeName name) {
        SqlType from = value.type();
        SqlType whole = ofDoris(name);
        if (whole != null) {
            return Conversions.of(whole, value, Form.DORIS);
        }
        SqlType type = of(name, from);
        boolean mayFail = type.kind().isMoment() || type.kind() == Kind.JSON || type.kind() == Kind.YEAR;
        SqlType result = type.nullable(from.nullable() || mayFail);
        // The year of a TIME is that of the day on which it is.
        boolean ofTime = type.kind() == Kind.YEAR && from.kind() == Kind.TIME;
        return Conversions.of(result, ofTime ? Conversions.convert(value, SqlType.of(Kind.DATE)) : value, Form.CAST);
    }

    private static SqlType of(TypeName name, SqlType from) {
        List<Integer> sizes = name.sizes();
        int first = sizes.isEmpty() ? -1 : sizes.get(0);
        return switch (name.name()) {
            case "SIGNED" -> SqlType.integer(19);
            case "UNSIGNED" -> SqlType.unsignedBigint();
            case "DECIMAL", "DEC", "NUMERIC", "DECIMALV2", "DECIMALV3" -> decimal(sizes);
            case "FLOAT" -> SqlType.of(first > 24 ? Kind.DOUBLE : Kind.FLOAT);
            case "DOUBLE", "REAL" -> SqlType.of(Kind.DOUBLE);
            case "DATE", "DATEV2" -> SqlType.of(Kind.DATE);
            case "DATETIME", "TIMESTAMP", "DATETIMEV2" -> SqlType.moment(Kind.DATETIME, fraction(first));
            case "TIME" -> SqlType.moment(Kind.TIME, fraction(first));
            case "YEAR" -> SqlType.of(Kind.YEAR);
            case "CHAR", "NCHAR", "VARCHAR", "STRING", "TEXT" ->
                name.charset().equals("binary") ? bytes(first, from) : text(first, from);
            case "BINARY", "VARBINARY" -> bytes(first, from);
            case "JSON", "JSONB" -> SqlType.of(Kind.JSON);
            case "VARIANT" -> SqlType.variant();
            case "ARRAY" -> SqlType.arrayOf(element(name, from));
            default -> throw TributaryException.notSupported("CAST to " + name.name());
        };
    }

    /** Returns a whole number or a truth value: what cannot be one is NULL. Null: it is no such name. */
    private static @Nullable SqlType ofDoris(TypeName name) {
        SqlType type =
                switch (name.name()) {
                    case "BOOLEAN", "BOOL" -> Bound.BOOL;
                    case "TINYINT" -> SqlType.of(Kind.TINYINT);
                    case "SMALLINT" -> SqlType.of(Kind.SMALLINT);
                    case "INT", "INTEGER" -> SqlType.of(Kind.INT);
                    case "BIGINT" -> name.unsigned() ? SqlType.unsignedBigint() : SqlType.of(Kind.BIGINT);
                    case "LARGEINT" -> SqlType.of(Kind.LARGEINT);
                    default -> null;
                };
        if (type == null || !name.unsigned() || type.unsigned()) {
            return type;
        }
        if (type.kind() == Kind.BOOL || type.kind() == Kind.LARGEINT) {
            throw TributaryException.notSupported("CAST to " + name.name() + " UNSIGNED");
        }
        return type.unsigned(true);
    }

    private static SqlType element(TypeName name, SqlType from) {
        TypeName element = name.element();
        if (element == null) {
            return SqlType.text(0);
        }
        SqlType whole = ofDoris(element);
        return whole == null ? of(element, from) : whole;
    }

    private static SqlType text(int length, SqlType from) {
        return SqlType.text(length >= 0 ? length : Unification.characters(from))
                .ordered(new TextOrder(Collation.CODES, TextOrder.COLUMN));
    }

    private static SqlType bytes(int length, SqlType from) {
        return SqlType.bytes(length >= 0 ? length : 4 * Unification.characters(from));
    }

    private static SqlType decimal(List<Integer> sizes) {
        int precision = sizes.isEmpty() || sizes.get(0) == 0 ? DECIMAL_PRECISION : sizes.get(0);
        int scale = sizes.size() < 2 ? 0 : sizes.get(1);
        if (scale > precision) {
            throw ErrorCode.INVALID_STATEMENT.error("For DECIMAL(M,D), M must be >= D: " + precision + ", " + scale);
        }
        if (precision > ColumnType.DECIMAL_PRECISION_MAX || scale > SqlType.SCALE_MAX) {
            throw TributaryException.notSupported(
                    "DECIMAL(" + precision + "," + scale + ")",
                    ": at most " + ColumnType.DECIMAL_PRECISION_MAX + " digits, " + SqlType.SCALE_MAX
                            + " of them of a fraction");
        }
        return SqlType.decimal(precision, scale);
    }

    private static int fraction(int digits) {
        if (digits > 6) {
            throw ErrorCode.INVALID_STATEMENT.error(
                    "Too-big precision " + digits + " specified for 'CAST'. Maximum is 6.");
        }
        return Math.max(digits, 0);
    }

    static Bound collate(Bound value, String name) {
        Collation collation = Collation.named(name)
                .orElseThrow(() -> ErrorCode.UNKNOWN_COLLATION.error("Unknown collation: '" + name + "'"));
        SqlType type = value.type();
        SqlType text = type.kind().isText() ? type : SqlType.text(Unification.characters(type));
        return new Convert(
                text.nullable(type.nullable()).ordered(new TextOrder(collation, TextOrder.EXPLICIT)),
                value,
                Form.IMPLICIT);
    }
}
