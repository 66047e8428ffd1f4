package io.tributary.planner.sql.definition;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.DefaultValue;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.time.LocalDateTime;

/** Refuses a DEFAULT that no row could take (1067), when the table is made and not at its first insert. */
final class DefaultCheck {
    private static final int UNSIGNED_DIGITS_MAX = 20;

    private static final String TIME = "-?(\\d+ )?\\d+(:\\d{1,2}){0,2}(\\.\\d*)?";

    private DefaultCheck() {}

    static void check(Column column) {
        DefaultValue value = column.defaultValue();
        boolean fits =
                switch (value.kind()) {
                    case NONE -> true;
                    case NULL -> column.nullable();
                    case CURRENT_TIMESTAMP ->
                        column.type().kind() == Kind.DATETIME || column.type().kind() == Kind.DATE;
                    case LITERAL ->
                        column.declared().hasMembers()
                                ? column.declared().isSet() || hasMember(column, value.text())
                                : fits(value.text(), column.type());
                };
        if (!fits) {
            throw ErrorCode.INVALID_DEFAULT.error("Invalid default value for '" + column.name() + "'");
        }
    }

    private static boolean hasMember(Column column, String text) {
        return column.declared().members().stream().anyMatch(member -> member.equalsIgnoreCase(text.stripTrailing()));
    }

    private static boolean fits(String text, ColumnType type) {
        if (type.isUnsigned()) {
            return isUnsigned(text, type);
        }
        try {
            return switch (type.kind()) {
                case BOOLEAN ->
                    text.equalsIgnoreCase("true")
                            || text.equalsIgnoreCase("false")
                            || isWhole(text, Byte.MIN_VALUE, Byte.MAX_VALUE);
                case TINYINT -> isWhole(text, Byte.MIN_VALUE, Byte.MAX_VALUE);
                case SMALLINT -> isWhole(text, Short.MIN_VALUE, Short.MAX_VALUE);
                case INT -> isWhole(text, Integer.MIN_VALUE, Integer.MAX_VALUE);
                case BIGINT -> isWhole(text, Long.MIN_VALUE, Long.MAX_VALUE);
                case LARGEINT -> new BigInteger(text.strip()).bitLength() < 128;
                case FLOAT, DOUBLE -> Double.isFinite(Double.parseDouble(text));
                case DECIMAL -> isDecimal(text, type);
                case DATE, DATETIME -> isDate(text.strip());
                case CHAR, VARCHAR -> text.codePointCount(0, text.length()) <= type.length();
                case STRING, JSON, VARIANT, VARBINARY -> true;
                // Doris lets an array begin empty or as NULL.
                case ARRAY -> text.equals("[]");
                case TIME -> text.strip().matches(TIME);
                case NULL -> false;
            };
        } catch (ArithmeticException | NumberFormatException | DateTimeException e) {
            return false;
        }
    }

    private static boolean isWhole(String text, long min, long max) {
        long value = new BigDecimal(text.strip()).longValueExact();
        return value >= min && value <= max;
    }

    private static boolean isUnsigned(String text, ColumnType type) {
        try {
            BigDecimal given = new BigDecimal(text.strip());
            // An exponent may write a number of a billion digits.
            if (given.precision() - (long) given.scale() > UNSIGNED_DIGITS_MAX || given.scale() > text.length()) {
                return given.signum() == 0;
            }
            BigInteger value = given.toBigIntegerExact();
            return value.signum() >= 0 && value.compareTo(type.unsignedMax()) <= 0;
        } catch (ArithmeticException | NumberFormatException e) {
            return false;
        }
    }

    private static boolean isDecimal(String text, ColumnType type) {
        BigDecimal value = new BigDecimal(text.strip());
        return value.signum() == 0 || value.precision() - value.scale() <= type.length() - type.scale();
    }

    private static boolean isDate(String text) {
        if (text.length() <= 10) {
            LocalDate.parse(text);
        } else {
            LocalDateTime.parse(text.replace(' ', 'T'));
        }
        return true;
    }
}
