package io.tributary.contract.schema;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Arrays;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A value in a bound of a {@link Partition}.
 *
 * @param text of a VALUE: the one form that its column's type has for it, such as {@code -7} or {@code 2024-02-29}
 */
public record PartitionValue(Kind kind, String text) {
    /** The kinds of values, in the order in which they compare. */
    public enum Kind {
        /** Less than everything, NULL included. */
        MIN,
        NULL,
        VALUE,
        /** MAXVALUE: greater than everything. */
        MAX
    }

    public static final PartitionValue MIN = new PartitionValue(Kind.MIN, "");
    public static final PartitionValue NULL = new PartitionValue(Kind.NULL, "");
    public static final PartitionValue MAX = new PartitionValue(Kind.MAX, "");

    /** Characters of a whole number: a longer one is none that a column takes, and would take long to read. */
    private static final int WHOLE_LENGTH_MAX = 100;

    private static final Pattern TIME = Pattern.compile(
            "(\\d{4})-(\\d{1,2})-(\\d{1,2})(?:[ T](\\d{1,2}):(\\d{1,2})(?::(\\d{1,2})(?:\\.(\\d{1,6}))?)?)?");
    private static final Pattern DIGITS = Pattern.compile("(\\d{4})(\\d\\d)(\\d\\d)(?:(\\d\\d)(\\d\\d)(\\d\\d))?");
    private static final DateTimeFormatter DATE = DateTimeFormatter.ofPattern("uuuu-MM-dd", Locale.ROOT);

    /** Whether a table may be partitioned by a column of this type. */
    public static boolean isAllowed(ColumnType type) {
        return switch (type.kind()) {
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, LARGEINT, DATE, DATETIME, CHAR, VARCHAR -> true;
            default -> false;
        };
    }

    /**
     * The value that a literal has in a column.
     *
     * @param column whose type is allowed
     * @throws TributaryException {@code PARTITION_VALUE_TYPE} if it is none of the column's
     */
    public static PartitionValue of(Column column, String literal) {
        ColumnType type = column.type();
        return switch (type.kind()) {
            case BOOLEAN -> value(truth(column, literal));
            case TINYINT, SMALLINT, INT, BIGINT, LARGEINT -> value(whole(column, literal));
            case DATE -> {
                LocalDateTime time = time(column, literal);
                if (!time.equals(time.toLocalDate().atStartOfDay())) {
                    throw wrong(column, literal);
                }
                yield value(time.format(DATE));
            }
            case DATETIME -> value(dateTime(time(column, literal), type.scale()));
            default -> value(characters(column, literal));
        };
    }

    private static PartitionValue value(String text) {
        return new PartitionValue(Kind.VALUE, text);
    }

    private static String truth(Column column, String literal) {
        return switch (literal.toLowerCase(Locale.ROOT)) {
            case "true", "1" -> "1";
            case "false", "0" -> "0";
            default -> throw wrong(column, literal);
        };
    }

    private static String whole(Column column, String literal) {
        if (literal.length() > WHOLE_LENGTH_MAX) {
            throw wrong(column, literal);
        }
        BigInteger number;
        try {
            number = new BigInteger(literal.strip());
        } catch (NumberFormatException e) {
            throw wrong(column, literal);
        }
        ColumnType type = column.type();
        boolean fits = type.isUnsigned()
                ? number.signum() >= 0 && number.compareTo(type.unsignedMax()) <= 0
                : number.bitLength() < 8 * type.width();
        if (!fits) {
            throw wrong(column, literal);
        }
        return number.toString();
    }

    private static LocalDateTime time(Column column, String literal) {
        String text = literal.strip();
        Matcher matcher = TIME.matcher(text);
        if (!matcher.matches()) {
            matcher = DIGITS.matcher(text);
            if (!matcher.matches()) {
                throw wrong(column, literal);
            }
        }
        try {
            String fraction = matcher.groupCount() < 7 || matcher.group(7) == null ? "0" : matcher.group(7);
            return LocalDateTime.of(
                    number(matcher, 1),
                    number(matcher, 2),
                    number(matcher, 3),
                    number(matcher, 4),
                    number(matcher, 5),
                    number(matcher, 6),
                    Integer.parseInt((fraction + "000000000").substring(0, 9)));
        } catch (DateTimeException e) {
            throw wrong(column, literal);
        }
    }

    private static int number(Matcher matcher, int group) {
        String digits = matcher.group(group);
        return digits == null ? 0 : Integer.parseInt(digits);
    }

    /** A time as bounds of a DATETIME column write it; fraction digits beyond the column's are cut. */
    static String dateTime(LocalDateTime time, int digits) {
        String seconds = "uuuu-MM-dd HH:mm:ss";
        return time.format(
                DateTimeFormatter.ofPattern(digits == 0 ? seconds : seconds + "." + "S".repeat(digits), Locale.ROOT));
    }

    private static String characters(Column column, String literal) {
        if (literal.indexOf('\\') >= 0) {
            throw TributaryException.notSupported("a backslash in a partition's value");
        }
        if (literal.codePointCount(0, literal.length()) > column.type().length()) {
            throw wrong(column, literal);
        }
        return literal;
    }

    private static TributaryException wrong(Column column, String literal) {
        return new TributaryException(
                ErrorCode.PARTITION_VALUE_TYPE,
                "Partition column values of incorrect type: '" + literal + "' for column '" + column.name() + "' ("
                        + column.type().ddl().toUpperCase(Locale.ROOT) + ")");
    }

    /** Compares two values of a column of this type. */
    int compareTo(PartitionValue other, ColumnType type) {
        int kinds = kind.compareTo(other.kind);
        if (kinds != 0 || kind != Kind.VALUE) {
            return kinds;
        }
        return switch (type.kind()) {
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, LARGEINT ->
                new BigInteger(text).compareTo(new BigInteger(other.text));
            // Times of one column are written in one length.
            default ->
                Arrays.compareUnsigned(
                        text.getBytes(StandardCharsets.UTF_8), other.text.getBytes(StandardCharsets.UTF_8));
        };
    }
}
