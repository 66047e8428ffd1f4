package io.tributary.contract.row.encode;

import io.tributary.contract.value.CivilCalendar;
import io.tributary.contract.value.DateText;
import io.tributary.contract.value.EightDigits;
import io.tributary.contract.value.LittleEndian;
import io.tributary.contract.value.NumberText;

/**
 * Appends the cells of one column to its values, in loops that do nothing else: whatever is special about a cell ends
 * the run before it, and nothing is ever refused.
 *
 * <p>Each method begins at {@code row} and answers how many cells it took.
 */
final class CellRuns {
    private static final long DATE_OF_FOUR_BYTES = CellIndex.formOf(CellIndex.form(CellKind.DATE, 4));

    /** Times ten to the power of this, eight digits still fit a long. */
    private static final int SCALE_OF_EIGHT_DIGITS_MAX = 10;

    private CellRuns() {}

    /** Integers of one width within {@code [min, max]}. */
    static int integers(CellIndex index, int cell, int row, FixedWidthColumn column, long min, long max) {
        long[] cells = index.cells();
        int step = index.cellsPerRow();
        int at = row * step + cell;
        long form = CellIndex.formOf(cells[at]);
        byte[] bytes = index.bytes(CellIndex.kind(cells[at]));
        int sourceWidth = CellIndex.length(cells[at]);
        int rows = index.rowCount() - row;
        int to = column.reserve(rows);
        byte[] values = column.values;
        int width = column.width;
        int taken = 0;
        for (; taken < rows; taken++, at += step, to += width) {
            long word = cells[at];
            if (CellIndex.formOf(word) != form) {
                break;
            }
            long value = LittleEndian.getSigned(bytes, CellIndex.offset(word), sourceWidth);
            if (value < min || value > max) {
                break;
            }
            LittleEndian.put(values, to, value, width);
        }
        return taken;
    }

    /** Numbers written as text, times 10<sup>scale</sup>, within {@code [min, max]}; min is above Long.MIN_VALUE. */
    static int numbers(CellIndex index, int cell, int row, FixedWidthColumn column, int scale, long min, long max) {
        long[] cells = index.cells();
        int step = index.cellsPerRow();
        int at = row * step + cell;
        int kind = CellIndex.kind(cells[at]);
        byte[] bytes = index.bytes(kind);
        int rows = index.rowCount() - row;
        int to = column.reserve(rows);
        byte[] values = column.values;
        int width = column.width;
        // The usual number has all fraction digits of its column, or no point.
        boolean hasFraction = scale > 0 && scale < 7;
        int lengthMax = scale <= SCALE_OF_EIGHT_DIGITS_MAX ? 8 : 0;
        int pointShift = hasFraction ? 56 - 8 * scale : 0;
        long unit = NumberText.tenTo(scale);
        int taken = 0;
        for (; taken < rows; taken++, at += step, to += width) {
            long word = cells[at];
            if (CellIndex.kind(word) != kind) {
                break;
            }
            int from = CellIndex.offset(word);
            int length = CellIndex.length(word);
            long value = -1;
            if (length > 0 && length <= lengthMax && from >= 8) {
                long text = EightDigits.word(bytes, from + length, length);
                value = hasFraction && (text >>> pointShift & 0xff) == '.'
                        ? EightDigits.number(EightDigits.withoutPoint(text, scale))
                        : EightDigits.number(text) * unit;
            }
            if (value < 0) {
                value = NumberText.simple(bytes, from, from + length, scale);
            }
            // What is not simple is less than every minimum.
            if (value < min || value > max) {
                break;
            }
            LittleEndian.put(values, to, value, width);
        }
        return taken;
    }

    /** Dates of four bytes. */
    static int dates(CellIndex index, int cell, int row, FixedWidthColumn column) {
        long[] cells = index.cells();
        int step = index.cellsPerRow();
        int at = row * step + cell;
        byte[] bytes = index.bytes(CellIndex.kind(cells[at]));
        int rows = index.rowCount() - row;
        int to = column.reserve(rows);
        byte[] values = column.values;
        int taken = 0;
        for (; taken < rows; taken++, at += step, to += Integer.BYTES) {
            long word = cells[at];
            if (CellIndex.formOf(word) != DATE_OF_FOUR_BYTES) {
                break;
            }
            int parts = LittleEndian.getInt(bytes, CellIndex.offset(word));
            int day = CivilCalendar.epochDayOrNone(parts & 0xffff, parts >> 16 & 0xff, parts >>> 24);
            if (day == CivilCalendar.NO_DAY) {
                break;
            }
            LittleEndian.putInt(values, to, day);
        }
        return taken;
    }

    /** Dates written as {@code yyyy-mm-dd}. */
    static int dateTexts(CellIndex index, int cell, int row, FixedWidthColumn column) {
        long[] cells = index.cells();
        int step = index.cellsPerRow();
        int at = row * step + cell;
        int kind = CellIndex.kind(cells[at]);
        byte[] bytes = index.bytes(kind);
        int rows = index.rowCount() - row;
        int to = column.reserve(rows);
        byte[] values = column.values;
        int taken = 0;
        for (; taken < rows; taken++, at += step, to += Integer.BYTES) {
            long word = cells[at];
            if (CellIndex.kind(word) != kind || CellIndex.length(word) != DateText.LENGTH) {
                break;
            }
            int day = DateText.epochDay(bytes, CellIndex.offset(word));
            if (day == CivilCalendar.NO_DAY) {
                break;
            }
            LittleEndian.putInt(values, to, day);
        }
        return taken;
    }
}
