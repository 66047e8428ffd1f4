package io.tributary.planner.sql.definition;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.dialect.token.Tokens;
import io.tributary.dialect.token.Words;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Reads a column's type in Doris' and MySQL's spellings. UNSIGNED is kept of integers only, as MySQL advises;
 * display widths are passed over.
 */
final class TypeParser {
    /** MySQL's digits where DECIMAL stands without any. */
    private static final int DECIMAL_PRECISION_DEFAULT = 10;

    /** Types of MySQL and Doris that no column has here. */
    private static final Set<String> OTHERS =
            Words.set("GEOMETRY POINT ARRAY MAP STRUCT BITMAP" + " HLL QUANTILE_STATE AGG_STATE IPV4 IPV6 UUID SERIAL");

    private static final Pattern DECLARED = Pattern.compile(
            "(timestamp(?:\\([1-6]\\))?|binary\\([1-9]\\d?\\d?\\)|(?:tiny|medium|long)text|(?:tiny|medium|long)?blob)(?:\\(\\d+\\)|binary)?");

    /** The number of a SET has so many bits. */
    private static final int SET_MEMBERS_MAX = 64;

    private static final int BITS_MAX = 63;

    private TypeParser() {}

    /**
     * A type as it was written.
     *
     * @param declared see {@link Column.Declared#type}
     */
    record Written(ColumnType type, String declared) {}

    /** @param column for messages */
    static Written read(Tokens tokens, String column) {
        if (tokens.atAny("ENUM", "SET")) {
            return members(tokens, column);
        }
        if (tokens.accept("YEAR")) {
            if (tokens.atSymbol('(')) {
                tokens.parenthesized(tokens::wholeNumber);
            }
            return new Written(ColumnType.of(Kind.SMALLINT), "year");
        }
        if (tokens.accept("BIT")) {
            return bits(tokens.atSymbol('(') ? tokens.parenthesized(tokens::wholeNumber) : 1, column);
        }
        int begin = tokens.start();
        ColumnType type = parse(tokens, column);
        return new Written(type, declared(tokens.textSince(begin)));
    }

    /** {@code BIT(n)}: kept as the number of its bits. */
    private static Written bits(long count, String column) {
        if (count < 1 || count > BITS_MAX) {
            throw TributaryException.notSupported(
                    "BIT(" + count + ") of column " + column, ": it has 1 to " + BITS_MAX + " bits");
        }
        ColumnType type = count <= 8
                ? ColumnType.unsigned(8)
                : count <= 16
                        ? ColumnType.unsigned(16)
                        : count <= 32 ? ColumnType.unsigned(32) : ColumnType.of(Kind.BIGINT);
        return new Written(type, "bit(" + count + ")");
    }

    /** {@code ENUM('a', …)} or {@code SET('a', …)}: kept as the text of its members. */
    private static Written members(Tokens tokens, String column) {
        boolean set = tokens.at("SET");
        String type = tokens.word().toLowerCase(Locale.ROOT);
        List<String> members = new ArrayList<>();
        for (String member : tokens.inParentheses(tokens::string)) {
            members.add(member.stripTrailing());
        }
        Set<String> seen = new HashSet<>();
        for (String member : members) {
            if (!seen.add(member.toLowerCase(Locale.ROOT))) {
                throw ErrorCode.DUPLICATE_MEMBER.error("Column '" + column + "' has duplicated value '" + member
                        + "' in " + type.toUpperCase(Locale.ROOT));
            }
            if (member.indexOf('\\') >= 0 || (set && member.indexOf(',') >= 0)) {
                throw TributaryException.notSupported(
                        "the member '" + member + "' of column " + column,
                        ": it has a backslash or, of a SET, a comma");
            }
        }
        if (set && members.size() > SET_MEMBERS_MAX) {
            throw ErrorCode.INVALID_STATEMENT.error("Too many strings for column " + column + " and SET: "
                    + members.size() + ", allowed 1 to " + SET_MEMBERS_MAX);
        }
        var lengths = members.stream().mapToInt(member -> member.codePointCount(0, member.length()));
        int length = set ? lengths.sum() + members.size() - 1 : lengths.max().orElse(0);
        return new Written(
                ColumnType.varchar(Math.max(1, Math.min(length, ColumnType.VARCHAR_LENGTH_MAX))),
                Column.Declared.ofMembers(type, members));
    }

    /**
     * Returns MySQL's words for a type as it was written, where they say what ours do not: the width by which drivers take a number
     * for a truth value, TIMESTAMP, BINARY, and which of the texts and bytes without a length it is. Else empty.
     */
    private static String declared(String written) {
        String plain = written.replaceAll("\\s", "")
                .toLowerCase(Locale.ROOT)
                .replaceFirst("^longvarbinary$", "mediumblob")
                .replaceFirst("^long(varchar|varcharacter|char(acter)?varying)?(?=binary$|$)", "mediumtext")
                .replaceFirst("^char(\\(\\d+\\))?byte$", "binary$1");
        if (plain.matches("(tinyint|int1)\\(1\\)")) {
            return "tinyint(1)";
        }
        if (plain.equals("binary")) {
            return "binary(1)";
        }
        Matcher declared = DECLARED.matcher(plain);
        return declared.matches() ? declared.group(1) : "";
    }

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
        if (name.equals("LONG")) {
            boolean bytes = tokens.accept("VARBINARY");
            boolean unused = bytes
                    || tokens.acceptAny("VARCHAR", "VARCHARACTER")
                    || tokens.accept("CHAR", "VARYING")
                    || tokens.accept("CHARACTER", "VARYING");
            name = bytes ? "MEDIUMBLOB" : "MEDIUMTEXT";
        }
        boolean varying = name.endsWith("CHAR") || name.equals("CHARACTER");
        if (varying && (tokens.accept("VARYING") || (name.equals("NCHAR") && tokens.accept("VARCHAR")))) {
            name = "VARCHAR";
        }
        int[] numbers = numbers(tokens);
        if (name.equals("CHAR") && tokens.accept("BYTE")) {
            name = "BINARY";
        }
        boolean unsigned = false;
        while (tokens.atAny("UNSIGNED", "SIGNED", "ZEROFILL")) {
            unsigned |= !tokens.at("SIGNED");
            tokens.advance();
        }
        if (name.contains("CHAR") || name.contains("TEXT")) {
            // Compared by its bytes, as every text is; all are Unicode, of which ASCII is a part.
            while (tokens.atAny("BINARY", "ASCII", "UNICODE")) {
                tokens.advance();
            }
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
            case "TIME" -> new ColumnType(Kind.TIME, 0, Math.max(0, first));
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
