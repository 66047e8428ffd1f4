package io.tributary.dialect.print;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.ColumnType;
import io.tributary.dialect.bind.Bound;
import io.tributary.dialect.bind.Bound.Stored;
import io.tributary.dialect.function.JavaFunctions;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import java.util.Locale;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Writes what a column stores as the engine's type of it: a value that does not fit ends the statement where the engine computes
 * it, and is computed once. One value.
 */
final class StoredValue {
    private static final String CELL = SqlName.quote(Stored.CELL);
    private static final String NUMBER = "'\\s*[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?\\s*'";
    private static final String FLOAT_MAX = "3.4028234663852886e38";
    private static final String DOUBLE_MAX = "1.7976931348623157e308";

    /** Years, and what is short for one. */
    private static final String YEARS = " IN ("
            + IntStream.concat(IntStream.rangeClosed(0, 99), IntStream.rangeClosed(1901, 2155))
                    .mapToObj(Integer::toString)
                    .collect(Collectors.joining(", "))
            + ")";

    /** Characters of a value that an error shows. */
    private static final int SHOWN_MAX = 128;

    private final Stored stored;
    private final ColumnType column;
    private final String type;
    /** The value is of this type before it is stored. */
    private final SqlType from;

    private final String converted;

    private StoredValue(Stored stored, String converted) {
        this.stored = stored;
        this.converted = converted;
        column = stored.column().type();
        type = EngineType.stored(stored.type());
        from = stored.value().type();
    }

    static Term of(Stored stored, ExpressionPrinter printer) {
        Term converted = printer.calculable(stored.converted());
        StoredValue value = new StoredValue(stored, converted.text());
        Term given = printer.calculable(stored.value());
        String text = "list_transform([" + given.text() + "], lambda " + CELL + ": CASE" + value.absent()
                + (value.isSame() ? " ELSE CAST(" + CELL + " AS " + value.type + ")" : value.checked()) + " END)[1]";
        return new Term(text, value.type, Term.limited(given.weight() + converted.weight()));
    }

    /** Whether it is the value of a column of this type. */
    private boolean isSame() {
        return stored.value() instanceof Bound.Column
                && !stored.column().declared().isBinary()
                && from.kind() == stored.type().kind()
                && from.unsigned() == stored.type().unsigned()
                && from.digits().equals(stored.type().digits());
    }

    private String absent() {
        Kind to = stored.type().kind();
        boolean document = from.kind() == Kind.JSON && to != Kind.JSON && (!to.isText() || from.isVariant());
        return " WHEN " + CELL + " IS NULL" + (document ? " OR " + CELL + " = 'null'" : "") + " THEN "
                + (stored.type().nullable()
                        ? "NULL"
                        : error(
                                ErrorCode.NULL_IN_NOT_NULL,
                                "Column '" + stored.column().name() + "' cannot be null"));
    }

    private String checked() {
        return switch (stored.type().kind()) {
            case DATE, TIME, DATETIME ->
                refused(from.kind().isMoment(), converted + " IS NULL", incorrect(ErrorCode.BAD_DATE))
                        + kept(converted);
            case TEXT, ENUM, SET -> text();
            case BYTES -> bytes();
            case JSON ->
                refused(!from.kind().isText(), "NOT json_valid(" + CELL + ")", incorrect(ErrorCode.BAD_NUMBER_OR_TEXT))
                        + kept(converted);
            case ARRAY ->
                refused(false, converted + " IS NULL", incorrect(ErrorCode.BAD_NUMBER_OR_TEXT)) + kept(converted);
            default -> number();
        };
    }

    private String number() {
        int bits = stored.column().declared().bits();
        String outOfRange = error(
                ErrorCode.OUT_OF_RANGE,
                "Out of range value for column '" + stored.column().name() + "' at row 1");
        String incorrect = incorrect(ErrorCode.BAD_NUMBER_OR_TEXT);
        boolean document = from.kind() == Kind.JSON;
        String number = "TRY_CAST(" + (document ? "CAST(" + CELL + " AS JSON)" : CELL) + " AS " + type + ")";
        if (stored.type().kind() == Kind.BOOL && from.kind().isText()) {
            String truth = "coalesce(TRY_CAST(" + CELL + " AS DOUBLE) <> 0, " + number + ")";
            return " WHEN " + truth + " IS NULL THEN " + incorrect + kept(truth);
        }
        String fits =
                switch (column.kind()) {
                    // The engine makes infinity of what is too large.
                    case FLOAT -> " BETWEEN -" + FLOAT_MAX + " AND " + FLOAT_MAX;
                    case DOUBLE -> " BETWEEN -" + DOUBLE_MAX + " AND " + DOUBLE_MAX;
                    default ->
                        stored.column().declared().isYear()
                                ? YEARS
                                : bits > 0
                                        ? " BETWEEN 0 AND " + ((1L << bits) - 1)
                                        : column.isUnsigned()
                                                ? " BETWEEN 0 AND " + column.unsignedMax() + sign()
                                                : " IS NOT NULL";
                };
        return refused(!from.kind().isText(), "NOT regexp_full_match(" + CELL + ", " + NUMBER + ")", incorrect)
                + " WHEN " + number + fits + " THEN "
                + (stored.column().declared().isYear() ? year(number) : number)
                + " ELSE " + (document ? incorrect : outOfRange);
    }

    /** Two digits mean four. */
    private static String year(String number) {
        return number + " + CASE WHEN " + number + " BETWEEN 1 AND 69 THEN 2000 WHEN " + number
                + " BETWEEN 70 AND 99 THEN 1900 ELSE 0 END";
    }

    /** MySQL looks at the sign of a DECIMAL before it rounds it. */
    private String sign() {
        return from.kind() == Kind.DECIMAL ? " AND " + CELL + " >= 0" : "";
    }

    /** Blanks at the end that are too many are cut. */
    private String text() {
        String bytes =
                refused(from.kind() != Kind.BYTES, converted + " IS NULL", incorrect(ErrorCode.BAD_NUMBER_OR_TEXT));
        if (stored.column().declared().hasMembers()) {
            String value = MemberSql.value(converted, stored.column().declared());
            return bytes
                    + refused(
                            false,
                            value + " IS NULL",
                            error(
                                    ErrorCode.DATA_TRUNCATED,
                                    "Data truncated for column '"
                                            + stored.column().name() + "' at row 1: it takes "
                                            + stored.column().declared().type()))
                    + kept(value);
        }
        boolean limited = column.kind() == ColumnType.Kind.CHAR || column.kind() == ColumnType.Kind.VARCHAR;
        return limited
                ? bytes
                        + refused(
                                false,
                                "length(rtrim(" + converted + ", ' ')) > " + column.length(),
                                tooLong("characters"))
                        + kept("left(" + converted + ", " + column.length() + ")")
                : bytes + kept(converted);
    }

    private String bytes() {
        String filled =
                converted + " || repeat('\\x00'::BLOB, " + column.length() + " - octet_length(" + converted + "))";
        return refused(column.length() == 0, "octet_length(" + converted + ") > " + column.length(), tooLong("bytes"))
                + kept(stored.column().declared().isBinary() ? filled : converted);
    }

    private static String refused(boolean never, String condition, String error) {
        return never ? "" : " WHEN " + condition + " THEN " + error;
    }

    private String kept(String value) {
        return " ELSE CAST(" + value + " AS " + type + ")";
    }

    private String tooLong(String unit) {
        return error(
                ErrorCode.TOO_LONG,
                "Data too long for column '" + stored.column().name() + "' at row 1 ("
                        + stored.column().typeDdl().toUpperCase(Locale.ROOT) + " takes " + column.length() + " " + unit
                        + ")");
    }

    private String incorrect(ErrorCode code) {
        String before = JavaFunctions.message(new TributaryException(code, "Incorrect " + noun() + " value: '"));
        String behind = "' for column '" + stored.column().name() + "' at row 1";
        return "error(" + LiteralText.text(before) + " || left(replace(CAST(" + CELL + " AS VARCHAR), chr(10), ' '), "
                + SHOWN_MAX + ") || " + LiteralText.text(behind) + ")";
    }

    /** What a value should have been. */
    private String noun() {
        return switch (column.kind()) {
            case TINYINT, SMALLINT, INT, BIGINT, LARGEINT -> "integer";
            case FLOAT -> "double";
            case CHAR, VARCHAR, STRING -> "string";
            default -> column.kind().name().toLowerCase(Locale.ROOT);
        };
    }

    static String error(ErrorCode code, String message) {
        return "error(" + LiteralText.text(JavaFunctions.message(new TributaryException(code, message))) + ")";
    }
}
