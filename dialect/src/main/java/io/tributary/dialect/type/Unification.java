package io.tributary.dialect.type;

import io.tributary.dialect.type.SqlType.Kind;
import io.tributary.dialect.type.SqlType.TextOrder;
import java.util.List;

/**
 * The one type of values that come from several branches: UNION, CASE, IF, COALESCE, GREATEST.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/flow-control-functions.html">Flow Control Functions</a>
 */
public final class Unification {
    private Unification() {}

    /** Returns a type that every value of these types has, nullable if one of them is. */
    public static SqlType of(List<SqlType> types) {
        SqlType result = types.get(0);
        for (SqlType type : types.subList(1, types.size())) {
            result = of(result, type);
        }
        return result;
    }

    public static SqlType of(SqlType a, SqlType b) {
        return common(a, b).nullable(a.nullable() || b.nullable());
    }

    /**
     * Returns the type of what is the greatest or least of both: a text beside a moment is one, a number beside a text is the
     * text's number, a FLOAT a DOUBLE.
     */
    public static SqlType ofExtremes(SqlType a, SqlType b) {
        boolean nullable = a.nullable() || b.nullable();
        if (a.kind().isMoment() != b.kind().isMoment() && a.kind() != Kind.NULL && b.kind() != Kind.NULL) {
            SqlType moment = a.kind().isMoment() ? a : b;
            SqlType other = a.kind().isMoment() ? b : a;
            int fraction = Math.max(moment.scale(), fraction(other));
            return (moment.kind() == Kind.DATE ? moment : SqlType.moment(moment.kind(), fraction)).nullable(nullable);
        }
        boolean mixed = (a.kind().isNumber() && isString(b.kind()))
                || (isString(a.kind()) && b.kind().isNumber())
                || a.kind() == Kind.FLOAT
                || b.kind() == Kind.FLOAT;
        return mixed ? SqlType.of(Kind.DOUBLE).nullable(nullable) : of(a, b);
    }

    private static boolean isString(Kind kind) {
        return kind.isText() || kind == Kind.BYTES;
    }

    /** Returns how many digits of a second a value may have. */
    public static int fraction(SqlType type) {
        return switch (type.kind()) {
            case TIME, DATETIME -> type.scale();
            case DECIMAL, FLOAT, DOUBLE -> Math.min(6, type.scale());
            case TEXT, BYTES, JSON, ENUM, SET -> 6;
            default -> 0;
        };
    }

    private static SqlType common(SqlType a, SqlType b) {
        if (a.kind() == Kind.NULL || b.kind() == Kind.NULL) {
            SqlType known = a.kind() == Kind.NULL ? b : a;
            return a.isUnknown() || b.isUnknown() ? besideUnknown(known) : known;
        }
        if (a.kind().isInteger() && b.kind().isInteger()) {
            return integers(a, b);
        }
        if (a.kind().isNumber() && b.kind().isNumber()) {
            return numbers(a, b);
        }
        if (a.kind().isMoment() && b.kind().isMoment()) {
            Kind kind = a.kind() == b.kind() ? a.kind() : Kind.DATETIME;
            return SqlType.moment(kind, Math.max(a.scale(), b.scale()));
        }
        if (a.kind() == Kind.JSON && b.kind() == Kind.JSON) {
            return a;
        }
        if (a.kind() == Kind.ARRAY && b.kind() == Kind.ARRAY && a.element() != null && b.element() != null) {
            return SqlType.arrayOf(of(a.element(), b.element()));
        }
        boolean bytes = a.kind() == Kind.BYTES || b.kind() == Kind.BYTES;
        return bytes
                ? SqlType.bytes(longest(a, b))
                : SqlType.text(longest(a, b)).ordered(order(a, b));
    }

    /** A whole number that comes later may be longer, and may have a sign. */
    private static SqlType besideUnknown(SqlType known) {
        if (known.kind() == Kind.NULL) {
            return SqlType.unknown();
        }
        boolean widest = !known.kind().isInteger() || known.kind() == Kind.LARGEINT || known.precision() == 20;
        return widest ? known : SqlType.integer(19);
    }

    /**
     * Returns the longer type, and where its values have no sign while others have one the next longer.
     *
     * @see <a href="https://github.com/mysql/mysql-server/blob/8.0/sql/item.cc">{@code Item::aggregate_type}</a>
     */
    private static SqlType integers(SqlType a, SqlType b) {
        if (a.kind() == Kind.LARGEINT || b.kind() == Kind.LARGEINT) {
            return SqlType.of(Kind.LARGEINT);
        }
        if (a.kind() == Kind.BOOL && b.kind() == Kind.BOOL) {
            return a.precision() >= b.precision() ? a : b;
        }
        int digits = Math.max(a.precision(), b.precision());
        boolean signs = a.unsigned() != b.unsigned();
        SqlType unsigned = a.unsigned() ? a : b;
        if (signs && unsigned.precision() == 20) {
            return SqlType.decimal(20, 0);
        }
        Kind one = whole(a.kind());
        Kind other = whole(b.kind());
        Kind longer = one.compareTo(other) >= 0 ? one : other;
        boolean next = signs && whole(unsigned.kind()) == longer;
        return SqlType.of(next ? next(longer) : longer).sized(digits, 0).unsigned(a.unsigned() && b.unsigned());
    }

    private static Kind next(Kind kind) {
        return switch (kind) {
            case TINYINT -> Kind.SMALLINT;
            case SMALLINT -> Kind.MEDIUMINT;
            case MEDIUMINT -> Kind.INT;
            default -> Kind.BIGINT;
        };
    }

    private static Kind whole(Kind kind) {
        return switch (kind) {
            case BOOL -> Kind.TINYINT;
            case YEAR, BIT -> Kind.BIGINT;
            default -> kind;
        };
    }

    private static SqlType numbers(SqlType a, SqlType b) {
        if (a.kind().isApproximate() || b.kind().isApproximate()) {
            boolean single = isSingle(a.kind()) && isSingle(b.kind());
            return SqlType.of(single ? Kind.FLOAT : Kind.DOUBLE).fixed(Math.max(a.scale(), b.scale()));
        }
        int scale = Math.max(a.scale(), b.scale());
        return SqlType.decimal(Math.max(a.wholeDigits(), b.wholeDigits()) + scale, scale)
                .carrying(Math.max(a.carried(), b.carried()));
    }

    /** Whether a FLOAT has all values of the kind. */
    private static boolean isSingle(Kind kind) {
        return kind == Kind.FLOAT
                || kind == Kind.BOOL
                || kind == Kind.TINYINT
                || kind == Kind.SMALLINT
                || kind == Kind.MEDIUMINT;
    }

    /** Returns the collation that holds for both; of two that are equally strong the one by codes. */
    public static TextOrder order(SqlType a, SqlType b) {
        TextOrder one = a.text();
        TextOrder other = b.text();
        if (one.coercibility() != other.coercibility()) {
            return one.coercibility() < other.coercibility() ? one : other;
        }
        return one.collation().compareTo(other.collation()) <= 0 ? one : other;
    }

    /** Returns the most characters that a value of one of the types has as a text; 0: not known. */
    private static int longest(SqlType a, SqlType b) {
        int one = characters(a);
        int other = characters(b);
        return one == 0 || other == 0 ? 0 : Math.max(one, other);
    }

    /** Returns the most characters that MySQL prints of a value; 0: not known. */
    public static int characters(SqlType type) {
        return switch (type.kind()) {
            case NULL -> 1;
            case TEXT, ENUM, SET, BYTES, JSON, ARRAY -> type.precision();
            case DATE -> 10;
            case DATETIME -> 19 + (type.scale() == 0 ? 0 : 1 + type.scale());
            case TIME -> 10 + (type.scale() == 0 ? 0 : 1 + type.scale());
            case FLOAT -> 12;
            case DOUBLE -> type.isFixed() ? 0 : 22;
            case DECIMAL -> type.precision() + (type.scale() == 0 ? 1 : 2) + (type.wholeDigits() == 0 ? 1 : 0);
            default -> type.precision() + (type.unsigned() ? 0 : 1);
        };
    }
}
