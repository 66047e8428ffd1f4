package io.tributary.engine.mysql.existing;

import io.tributary.contract.schema.Aggregation;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.contract.schema.HiddenColumns;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * A column as information_schema tells of it.
 *
 * @param byDefault null: nothing was said
 * @param extra such as {@code auto_increment}, in lower case
 * @see <a href="https://mariadb.com/kb/en/information-schema-columns-table/">MariaDB</a>
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/information-schema-columns-table.html">MySQL</a>
 */
record ServerColumn(
        String name, ServerType type, boolean nullable, @Nullable String byDefault, String extra, String comment) {
    private static final Pattern NOW =
            Pattern.compile("(?:current_timestamp|now|localtime|localtimestamp)(?:\\((\\d*)\\))?");

    private static final Pattern NUMBER = Pattern.compile("-?\\d+(\\.\\d+)?([eE][-+]?\\d+)?");

    boolean isAutoIncrement() {
        return extra.contains("auto_increment");
    }

    /** Whether the server alone fills it, and nobody sees it who does not name it: a key for the server's own use. */
    boolean isServersOwn() {
        return isAutoIncrement() && extra.contains("invisible");
    }

    /** Whether nobody writes it, or nobody sees it: rows are not what they look like. */
    boolean isGeneratedOrInvisible() {
        return extra.replace("default_generated", "").contains("generated")
                || (extra.contains("invisible") && !name.equalsIgnoreCase(HiddenColumns.SEQUENCE));
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
            return Optional.of(DefaultValue.literal(unquoted(said)));
        }
        Matcher now = NOW.matcher(said.toLowerCase(Locale.ROOT));
        if (type.isTime() && now.matches()) {
            String digits = now.group(1);
            return Optional.of(new DefaultValue(
                    DefaultValue.Kind.CURRENT_TIMESTAMP, digits == null || digits.isEmpty() ? "0" : digits));
        }
        boolean isLiteral = asExpressions ? NUMBER.matcher(said).matches() : !extra.contains("default_generated");
        return isLiteral && !isToldInDigits(asExpressions) ? Optional.of(DefaultValue.literal(said)) : Optional.empty();
    }

    /** The text that a MariaDB tells in quotes. */
    static String unquoted(String said) {
        return said.substring(1, said.length() - 1).replace("''", "'").replace("\\\\", "\\");
    }

    /** Bits as {@code b'1'}, and MySQL bytes as {@code 0x61}. */
    private boolean isToldInDigits(boolean asExpressions) {
        return type.name().equals("bit") || (!asExpressions && type.name().endsWith("binary"));
    }

    /** @param storedAs of {@link ServerType#storedAs} */
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
                type.collation().isEmpty() ? "" : "CHARACTER SET " + type.charset() + " COLLATE " + type.collation());
    }
}
