package io.tributary.planner.sql.definition;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.dialect.token.Tokens;
import io.tributary.dialect.token.Words;
import java.util.Locale;
import java.util.Set;

/**
 * Reads a column's type in Doris' and MySQL's spellings. UNSIGNED is kept of integers only, as MySQL advises;
 * display widths are passed over.
 */
final class TypeParser {
    /** MySQL's digits where DECIMAL stands without any. */
    private static final int DECIMAL_PRECISION_DEFAULT = 10;

    /** Types of MySQL and Doris that no column has here. */
    private static final Set<String> OTHERS = Words.set("TIME YEAR ENUM SET BIT GEOMETRY POINT ARRAY MAP STRUCT BITMAP"
            + " HLL QUANTILE_STATE AGG_STATE IPV4 IPV6 UUID SERIAL");

    private TypeParser() {}

    /** @param column for messages */
    static ColumnType parse(Tokens tokens, String column) {
        int start = tokens.start();
        String name = tokens.word();
        if (tokens.atSymbol('<')) {
            return nested(tokens, name, column);
        }
        if (name.equals("DOUBLE")) {
            tokens.accept("PRECISION");
        }
        if (name.equals("NATIONAL")) {
            // The characters of every text are those of Unicode.
            name = tokens.written().toUpperCase(Locale.ROOT);
        }
        if (name.startsWith("CHAR") && tokens.accept("VARYING")) {
            name = "VARCHAR";
        }
        if (name.equals("ENUM") || name.equals("SET")) {
            throw TributaryException.notSupported("type " + name + " of column " + column);
        }
        int[] numbers = numbers(tokens);
        boolean unsigned = false;
        while (tokens.atAny("UNSIGNED", "SIGNED", "ZEROFILL")) {
            unsigned |= !tokens.at("SIGNED");
            tokens.advance();
        }
        if (name.contains("CHAR") || name.contains("TEXT")) {
            // Compared by its bytes, as every text is.
            tokens.accept("BINARY");
        }
        try {
            return type(name, numbers, unsigned);
        } catch (IllegalArgumentException e) {
            if (isTooPrecise(name, numbers)) {
                throw ErrorCode.TOO_BIG_PRECISION.error("Too-big precision " + numbers[0] + " specified for '" + column
                        + "'. Maximum is " + ColumnType.DECIMAL_PRECISION_MAX + ".");
            }
            throw ErrorCode.INVALID_STATEMENT.error("Column '" + column + "': " + e.getMessage());
        } catch (UnknownType e) {
            if (OTHERS.contains(name)) {
                throw TributaryException.notSupported("type " + name + " of column " + column);
            }
            tokens.moveTo(start);
            throw tokens.syntaxError();
        }
    }

    private static boolean isTooPrecise(String name, int[] numbers) {
        return name.matches("DEC.*|NUMERIC|FIXED") && numbers[0] > ColumnType.DECIMAL_PRECISION_MAX;
    }

    /** Reads a type in brackets, of which ARRAY of scalars alone is built. */
    private static ColumnType nested(Tokens tokens, String name, String column) {
        if (!name.equals("ARRAY")) {
            throw TributaryException.notSupported("type " + name + "<…> of column " + column);
        }
        tokens.expectSymbol('<');
        if (tokens.followedBy('<')) {
            throw TributaryException.notSupported("type ARRAY<" + tokens.upper() + "<…>> of column " + column);
        }
        ColumnType element = parse(tokens, column);
        tokens.expectSymbol('>');
        if (!ColumnType.canBeElement(element.kind())) {
            throw TributaryException.notSupported("type ARRAY<" + element.ddl() + "> of column " + column);
        }
        return ColumnType.arrayOf(element);
    }

    /** Up to two numbers in parentheses, -1 where there is none; {@code *} is the largest length. */
    private static int[] numbers(Tokens tokens) {
        return tokens.atSymbol('(') ? tokens.parenthesized(() -> lengths(tokens)) : new int[] {-1, -1};
    }

    private static int[] lengths(Tokens tokens) {
        if (tokens.acceptSymbol('*')) {
            return new int[] {ColumnType.VARCHAR_LENGTH_MAX, -1};
        }
        int first = number(tokens);
        return new int[] {first, tokens.acceptSymbol(',') ? number(tokens) : -1};
    }

    private static int number(Tokens tokens) {
        return (int) Math.min(Integer.MAX_VALUE, tokens.wholeNumber());
    }

    private static ColumnType type(String name, int[] numbers, boolean unsigned) throws UnknownType {
        int first = numbers[0];
        return switch (name) {
            case "BOOLEAN", "BOOL" -> ColumnType.of(Kind.BOOLEAN);
            case "TINYINT", "INT1" -> unsigned ? ColumnType.unsigned(8) : ColumnType.of(Kind.TINYINT);
            case "SMALLINT", "INT2" -> unsigned ? ColumnType.unsigned(16) : ColumnType.of(Kind.SMALLINT);
            case "MEDIUMINT", "MIDDLEINT", "INT3" -> unsigned ? ColumnType.unsigned(24) : ColumnType.of(Kind.INT);
            case "INT", "INTEGER", "INT4" -> unsigned ? ColumnType.unsigned(32) : ColumnType.of(Kind.INT);
            case "BIGINT", "INT8" -> unsigned ? ColumnType.unsigned(64) : ColumnType.of(Kind.BIGINT);
            case "LARGEINT" -> ColumnType.of(Kind.LARGEINT);
            case "FLOAT4" -> ColumnType.of(Kind.FLOAT);
            case "FLOAT" -> ColumnType.of(first > 24 && numbers[1] < 0 ? Kind.DOUBLE : Kind.FLOAT);
            case "DOUBLE", "REAL", "FLOAT8" -> ColumnType.of(Kind.DOUBLE);
            case "DECIMAL", "NUMERIC", "DEC", "FIXED", "DECIMALV2", "DECIMALV3" ->
                ColumnType.decimal(first < 0 ? DECIMAL_PRECISION_DEFAULT : first, Math.max(0, numbers[1]));
            case "DATE", "DATEV2", "DATEV1" -> ColumnType.of(Kind.DATE);
            case "DATETIME", "DATETIMEV2", "DATETIMEV1", "TIMESTAMP" -> ColumnType.datetime(Math.max(0, first));
            case "CHAR", "CHARACTER", "NCHAR" -> ColumnType.charType(first < 0 ? 1 : first);
            case "VARCHAR", "NVARCHAR", "VARCHARACTER" ->
                ColumnType.varchar(first < 0 ? ColumnType.VARCHAR_LENGTH_MAX : first);
            case "STRING", "TEXT", "TINYTEXT", "MEDIUMTEXT", "LONGTEXT" -> ColumnType.of(Kind.STRING);
            case "JSON", "JSONB" -> ColumnType.of(Kind.JSON);
            case "VARIANT" -> ColumnType.of(Kind.VARIANT);
            case "BINARY" -> new ColumnType(Kind.VARBINARY, first < 0 ? 1 : first, 0);
            case "VARBINARY" -> new ColumnType(Kind.VARBINARY, Math.max(0, first), 0);
            case "BLOB", "TINYBLOB", "MEDIUMBLOB", "LONGBLOB" -> ColumnType.of(Kind.VARBINARY);
            default -> throw new UnknownType();
        };
    }

    /** No type of this name is built. */
    private static final class UnknownType extends Exception {
        UnknownType() {
            super(null, null, false, false);
        }
    }
}
