package io.tributary.dialect.type;

import io.tributary.dialect.type.SqlType.Kind;

/**
 * What two values become before they are compared.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/type-conversion.html">Type Conversion in Expression Evaluation</a>
 */
public final class Comparison {
    private Comparison() {}

    /** Whether equal values of both types are the same value of the engine's. */
    public static boolean isAlike(SqlType a, SqlType b) {
        boolean texts = a.kind().isText() && b.kind().isText();
        return (a.kind().isInteger() && b.kind().isInteger() && a.kind() != Kind.BOOL && b.kind() != Kind.BOOL)
                || (texts && !Unification.order(a, b).collation().folds());
    }

    /** Returns the type as which values of both types are compared; texts by the collation of it. */
    public static SqlType of(SqlType a, SqlType b) {
        Kind one = a.kind();
        Kind other = b.kind();
        if (one == Kind.NULL || other == Kind.NULL || (one == other && one != Kind.DECIMAL && !one.isText())) {
            SqlType type = one == Kind.NULL ? b : a;
            boolean moment = type.kind() == Kind.TIME || type.kind() == Kind.DATETIME;
            return moment ? SqlType.moment(type.kind(), Math.max(a.scale(), b.scale())) : Unification.of(a, b);
        }
        if (one == Kind.JSON || other == Kind.JSON) {
            return SqlType.of(Kind.JSON);
        }
        if (one.isMoment() || other.isMoment()) {
            return moments(a, b);
        }
        boolean large = one == Kind.LARGEINT || other == Kind.LARGEINT;
        if (large && one.isExact() && other.isExact() && a.carried() + b.carried() == 0) {
            // It has a digit more than a DECIMAL has in the engine.
            return SqlType.of(Kind.LARGEINT);
        }
        if (one.isExact() && other.isExact()) {
            return Unification.of(a, b);
        }
        if (one == Kind.ARRAY || other == Kind.ARRAY) {
            // A text is read as an array.
            return one == Kind.ARRAY ? a : b;
        }
        boolean texts = (one.isText() || one == Kind.BYTES) && (other.isText() || other == Kind.BYTES);
        return texts ? Unification.of(a, b) : SqlType.of(Kind.DOUBLE);
    }

    /** Returns the type as which FIELD compares: numbers as numbers, all else as texts, both together as DOUBLE. */
    public static SqlType ofField(SqlType a, SqlType b) {
        if (a.kind() == Kind.NULL || b.kind() == Kind.NULL || a.kind() == b.kind()) {
            return of(a, b);
        }
        if (a.kind().isNumber() || b.kind().isNumber()) {
            return a.kind().isNumber() && b.kind().isNumber() ? of(a, b) : SqlType.of(Kind.DOUBLE);
        }
        SqlType text = SqlType.text(0).ordered(Unification.order(a, b));
        return a.kind() == Kind.BYTES || b.kind() == Kind.BYTES ? SqlType.bytes(0) : text;
    }

    /** A moment beside a text is compared as a moment, and beside a number by its digits. */
    private static SqlType moments(SqlType a, SqlType b) {
        SqlType moment = a.kind().isMoment() ? a : b;
        SqlType other = a.kind().isMoment() ? b : a;
        if (other.kind().isMoment()) {
            return Unification.of(a, b);
        }
        if (other.kind().isNumber()) {
            SqlType digits = Arithmetic.operand(moment);
            return other.kind().isExact() ? Unification.of(digits, other) : SqlType.of(Kind.DOUBLE);
        }
        return SqlType.moment(moment.kind() == Kind.DATE ? Kind.DATETIME : moment.kind(), 6);
    }
}
