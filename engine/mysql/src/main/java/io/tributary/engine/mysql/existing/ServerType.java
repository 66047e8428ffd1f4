package io.tributary.engine.mysql.existing;

import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import java.util.Optional;

/**
 * A type as information_schema tells of it.
 *
 * @param name such as {@code int}, without length, sign and the like
 * @param whole such as {@code int(10) unsigned}
 * @param length characters or bytes, or 0
 * @param precision digits of a number, or 0
 * @param scale digits of a fraction, of a number or a second
 * @param charset of text, else empty
 */
record ServerType(String name, String whole, long length, int precision, int scale, String charset, String collation) {
    private static final int LARGEINT_DIGITS = 39;
    private static final int TIME_CHARACTERS = 17;
    private static final int TINYTEXT_CHARACTERS = 255;
    private static final int UUID_CHARACTERS = 36;
    private static final int ADDRESS_CHARACTERS = 45;
    private static final long MEDIUMINT_MAX = (1L << 23) - 1;

    boolean isUnsigned() {
        return whole.contains("unsigned") || whole.contains("zerofill");
    }

    boolean isTimestamp() {
        return name.equals("timestamp");
    }

    boolean isTime() {
        return name.equals("datetime") || isTimestamp();
    }

    /** The type that its values have here; empty: there is none. */
    Optional<ColumnType> storedAs(boolean json) {
        if (json) {
            return Optional.of(ColumnType.of(Kind.JSON));
        }
        return Optional.ofNullable(
                switch (name) {
                    case "tinyint" -> isUnsigned() ? ColumnType.unsigned(8) : ColumnType.of(Kind.TINYINT);
                    case "smallint" -> isUnsigned() ? ColumnType.unsigned(16) : ColumnType.of(Kind.SMALLINT);
                    case "mediumint" -> isUnsigned() ? ColumnType.unsigned(24) : ColumnType.of(Kind.INT);
                    case "int" -> isUnsigned() ? ColumnType.unsigned(32) : ColumnType.of(Kind.INT);
                    case "bigint" -> isUnsigned() ? ColumnType.unsigned(64) : ColumnType.of(Kind.BIGINT);
                    case "bit" -> ColumnType.unsigned(64);
                    case "year" -> ColumnType.of(Kind.SMALLINT);
                    case "float" -> ColumnType.of(Kind.FLOAT);
                    case "double" -> ColumnType.of(Kind.DOUBLE);
                    case "decimal" -> decimal();
                    case "date" -> ColumnType.of(Kind.DATE);
                    case "datetime", "timestamp" -> ColumnType.datetime(scale);
                    case "time" -> ColumnType.varchar(TIME_CHARACTERS);
                    case "char" -> ColumnType.charType((int) Math.max(1, length));
                    case "varchar" -> text();
                    case "tinytext" -> ColumnType.varchar(TINYTEXT_CHARACTERS);
                    case "text", "mediumtext", "longtext" -> ColumnType.of(Kind.STRING);
                    case "enum", "set" -> text();
                    case "uuid" -> ColumnType.charType(UUID_CHARACTERS);
                    case "inet4", "inet6" -> ColumnType.varchar(ADDRESS_CHARACTERS);
                    case "json" -> ColumnType.of(Kind.JSON);
                    case "binary", "varbinary" ->
                        new ColumnType(Kind.VARBINARY, (int) Math.min(Integer.MAX_VALUE, length), 0);
                    case "tinyblob", "blob", "mediumblob", "longblob" -> ColumnType.of(Kind.VARBINARY);
                    default -> null;
                });
    }

    /** The one that has a place for each LARGEINT is one; the text of others with more digits than ours is the value. */
    private ColumnType decimal() {
        if (isLargeInt()) {
            return ColumnType.of(Kind.LARGEINT);
        }
        return precision > ColumnType.DECIMAL_PRECISION_MAX
                ? ColumnType.varchar(precision + 2)
                : ColumnType.decimal(precision, scale);
    }

    private boolean isLargeInt() {
        return precision == LARGEINT_DIGITS && scale == 0 && !isUnsigned();
    }

    /** @param storedAs the type that its values have here, which may hold larger ones */
    long largestNumber(ColumnType storedAs) {
        return name.equals("mediumint") && !isUnsigned() ? MEDIUMINT_MAX : storedAs.largestWhole();
    }

    private ColumnType text() {
        return length < 1 || length > ColumnType.VARCHAR_LENGTH_MAX
                ? ColumnType.of(Kind.STRING)
                : ColumnType.varchar((int) length);
    }

    /** Whether a value is filled up with zeros to its whole length. */
    boolean isPadded() {
        return name.equals("binary");
    }

    /** Whether a number means the member of that place, and a text its name. */
    boolean hasMembers() {
        return name.equals("enum") || name.equals("set");
    }

    /** Whether the server takes values for the same that are not the same here. */
    boolean hasManySpellings() {
        return switch (name) {
            case "time", "year", "uuid", "inet4", "inet6", "enum", "set", "float", "double" -> true;
            case "decimal" -> decimal().isText();
            default -> false;
        };
    }

    /** Whether every value of the type that it has here is one of the server's. */
    boolean isChecked() {
        return switch (name) {
            case "mediumint" -> isUnsigned();
            case "float", "double" -> !isUnsigned();
            case "decimal" -> isLargeInt() || (!isUnsigned() && precision <= ColumnType.DECIMAL_PRECISION_MAX);
            case "bit", "year", "time", "tinytext", "tinyblob", "enum", "set", "uuid", "inet4", "inet6", "timestamp" ->
                false;
            case "char", "varchar", "text", "mediumtext", "longtext" -> charset.equals("utf8mb4");
            default -> true;
        };
    }
}
