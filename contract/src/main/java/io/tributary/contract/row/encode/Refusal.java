package io.tributary.contract.row.encode;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.value.Utf8;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** The errors of values that a column does not take: MySQL's numbers and opening words, then value and range. */
final class Refusal {
    /** Characters of a value that a message shows. */
    static final int SHOWN_CHARACTERS_MAX = 64;

    private Refusal() {}

    static TributaryException nullInNotNull(Column column, long row) {
        return new TributaryException(
                ErrorCode.NULL_IN_NOT_NULL, "Column '" + column.name() + "' cannot be null (row " + row + ")");
    }

    static TributaryException noDefault(Column column, long row) {
        return new TributaryException(
                ErrorCode.NO_DEFAULT, "Field '" + column.name() + "' doesn't have a default value (row " + row + ")");
    }

    /** @param unit characters or bytes */
    static TributaryException tooLong(Column column, long row, String value, long length, String unit) {
        return new TributaryException(
                ErrorCode.TOO_LONG,
                "Data too long for column '" + column.name() + "' at row " + row + ": '" + value + "' has " + length
                        + " " + unit + " (" + type(column) + " takes "
                        + taken(column) + ")");
    }

    private static int taken(Column column) {
        int bits = column.declared().bits();
        return bits > 0 ? bits : column.type().length();
    }

    /** @param range the allowed values, as {@code -128 to 127} */
    static TributaryException outOfRange(Column column, long row, String value, String range) {
        return new TributaryException(
                ErrorCode.OUT_OF_RANGE,
                "Out of range value for column '" + column.name() + "' at row " + row + ": " + value + " ("
                        + type(column) + " takes " + range + ")");
    }

    static TributaryException badDate(Column column, long row, String value) {
        return incorrect(ErrorCode.BAD_DATE, column.type().kind().name().toLowerCase(Locale.ROOT), column, row, value);
    }

    /** @param noun what the value should have been: integer, decimal, string … */
    static TributaryException badValue(String noun, Column column, long row, String value) {
        return incorrect(ErrorCode.BAD_NUMBER_OR_TEXT, noun, column, row, value);
    }

    static TributaryException badJson(Column column, long row, String value) {
        return new TributaryException(
                ErrorCode.INVALID_JSON_VALUE,
                "Invalid JSON text in value for column '" + column.name() + "' at row " + row + ": '" + value + "'");
    }

    /** A text of digits would be looked for among the names first. */
    static TributaryException numberOfMember(Column column, long row, String number) {
        return new TributaryException(
                ErrorCode.BAD_NUMBER_OR_TEXT,
                "Incorrect value: " + number + " for column '" + column.name() + "' at row " + row
                        + " is a number, which means the ENUM or SET member of that"
                        + " place, and only the server knows it: write the member's name, or SET group_commit = off_mode");
    }

    private static TributaryException incorrect(ErrorCode code, String noun, Column column, long row, String value) {
        return new TributaryException(
                code, "Incorrect " + noun + " value: '" + value + "' for column '" + column.name() + "' at row " + row);
    }

    private static String type(Column column) {
        return column.typeDdl().toUpperCase(Locale.ROOT);
    }

    /** A value as a message shows it: its first characters; bytes that are no printable UTF-8 as {@code \xNN}. */
    static String shown(byte[] bytes, int offset, int length) {
        int end = offset + Math.min(length, 4 * SHOWN_CHARACTERS_MAX);
        StringBuilder shown = new StringBuilder();
        int characters = 0;
        int at = offset;
        while (at < end && characters < SHOWN_CHARACTERS_MAX) {
            int width = Utf8.sequenceLength(bytes, at, offset + length);
            if (width == 0 || (width == 1 && bytes[at] < ' ')) {
                shown.append(String.format(Locale.ROOT, "\\x%02X", bytes[at] & 0xff));
                at++;
            } else {
                shown.append(new String(bytes, at, width, StandardCharsets.UTF_8));
                at += width;
            }
            characters++;
        }
        return at < offset + length ? shown.append('…').toString() : shown.toString();
    }
}
