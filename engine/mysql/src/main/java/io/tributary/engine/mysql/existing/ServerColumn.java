package io.tributary.engine.mysql.existing;

import io.tributary.contract.schema.Aggregation;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.DefaultValue;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A column as information_schema tells of it.
 *
 * @param type such as {@code int}, without length, sign and the like
 * @param wholeType such as {@code int(10) unsigned}
 * @param length characters or bytes, or 0
 * @param precision digits of a number, or 0
 * @param scale digits of a fraction, of a number or a second
 * @param charset of text, else empty
 * @param byDefault null: nothing was said
 * @param extra such as {@code auto_increment}, in lower case
 * @see <a href="https://mariadb.com/kb/en/information-schema-columns-table/">MariaDB</a>
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/information-schema-columns-table.html">MySQL</a>
 */
record ServerColumn(
        String name,
        String type,
        String wholeType,
        long length,
        int precision,
        int scale,
        boolean nullable,
        String charset,
        String collation,
        @Nullable String byDefault,
        String extra,
        String comment) {
    private static final Pattern NOW =
            Pattern.compile("(?:current_timestamp|now|localtime|localtimestamp)(?:\\((\\d*)\\))?");

    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?([eE][-+]?\\d+)?");

    private static final int TIME_CHARACTERS = 17;
    private static final int TINYTEXT_CHARACTERS = 255;
    private static final int UUID_CHARACTERS = 36;
    private static final int ADDRESS_CHARACTERS = 45;

    boolean isUnsigned() {
        return wholeType.contains("unsigned") || wholeType.contains("zerofill");
    }

    boolean isAutoIncrement() {
        return extra.contains("auto_increment");
    }

    /** Whether nobody writes it, or nobody sees it: rows are not what they look like. */
    boolean isGeneratedOrInvisible() {
        return extra.replace("default_generated", "").contains("generated") || extra.contains("invisible");
    }

    boolean isTimestamp() {
        return type.equals("timestamp");
    }

    /** The type that its values have here; empty: there is none. */
    Optional<ColumnType> storedAs(boolean json) {
        if (json) {
            return Optional.of(ColumnType.of(Kind.JSON));
        }
        return Optional.ofNullable(
                switch (type) {
                    case "tinyint" -> isUnsigned() ? ColumnType.unsigned(8) : ColumnType.of(Kind.TINYINT);
                    case "smallint" -> isUnsigned() ? ColumnType.unsigned(16) : ColumnType.of(Kind.SMALLINT);
                    case "mediumint" -> isUnsigned() ? ColumnType.unsigned(24) : ColumnType.of(Kind.INT);
                    case "int" -> isUnsigned() ? ColumnType.unsigned(32) : ColumnType.of(Kind.INT);
                    case "bigint" -> isUnsigned() ? ColumnType.unsigned(64) : ColumnType.of(Kind.BIGINT);
                    case "bit" -> ColumnType.unsigned(64);
                    case "year" -> ColumnType.of(Kind.SMALLINT);
                    case "float" -> ColumnType.of(Kind.FLOAT);
                    case "double" -> ColumnType.of(Kind.DOUBLE);
                    case "decimal" ->
                        precision > ColumnType.DECIMAL_PRECISION_MAX
                                ? ColumnType.varchar(precision + 2)
                                : ColumnType.decimal(precision, scale);
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

    private ColumnType text() {
        return length < 1 || length > ColumnType.VARCHAR_LENGTH_MAX
                ? ColumnType.of(Kind.STRING)
                : ColumnType.varchar((int) length);
    }

    /** Whether every value of the type that it has here is one of the server's. */
    boolean isChecked() {
        return switch (type) {
            case "mediumint" -> isUnsigned();
            case "float", "double" -> !isUnsigned();
            case "decimal" -> !isUnsigned() && precision <= ColumnType.DECIMAL_PRECISION_MAX;
            case "bit", "year", "time", "tinytext", "tinyblob", "enum", "set", "uuid", "inet4", "inet6", "timestamp" ->
                false;
            case "char", "varchar", "text", "mediumtext", "longtext" -> charset.equals("utf8mb4");
            default -> true;
        };
    }

    /**
     * What is stored where a row leaves it out; empty: only the server can compute it.
     *
     * @param asExpressions whether the server tells texts in quotes, and the rest as expressions, as MariaDB does
     */
    Optional<DefaultValue> defaultValue(boolean asExpressions) {
        String said = byDefault;
        if (said == null) {
            return Optional.of(DefaultValue.none());
        }
        if (asExpressions && said.equals("NULL")) {
            return Optional.of(new DefaultValue(DefaultValue.Kind.NULL, ""));
        }
        if (asExpressions && said.startsWith("'")) {
            return Optional.of(DefaultValue.literal(
                    said.substring(1, said.length() - 1).replace("''", "'").replace("\\\\", "\\")));
        }
        boolean isTime = type.equals("datetime") || isTimestamp();
        Matcher now = NOW.matcher(said.toLowerCase(Locale.ROOT));
        if (isTime && now.matches()) {
            String digits = now.group(1);
            return Optional.of(new DefaultValue(
                    DefaultValue.Kind.CURRENT_TIMESTAMP, digits == null || digits.isEmpty() ? "0" : digits));
        }
        boolean isLiteral = asExpressions ? NUMBER.matcher(said).matches() : !extra.contains("default_generated");
        return isLiteral && !type.equals("bit") ? Optional.of(DefaultValue.literal(said)) : Optional.empty();
    }

    /** @param storedAs of {@link #storedAs} */
    Column column(ColumnType storedAs, DefaultValue value, boolean key) {
        return new Column(
                name,
                storedAs,
                nullable,
                key,
                value,
                isAutoIncrement(),
                comment,
                Aggregation.NONE,
                collation.isEmpty() ? "" : "CHARACTER SET " + charset + " COLLATE " + collation);
    }
}
