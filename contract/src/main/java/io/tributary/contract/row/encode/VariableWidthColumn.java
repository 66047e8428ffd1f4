package io.tributary.contract.row.encode;

import io.tributary.contract.schema.Column;
import io.tributary.contract.value.LittleEndian;
import io.tributary.contract.value.SmallCopy;
import java.util.Arrays;

/** A column of byte strings: end offsets and data. What is no string is put as the text that MySQL prints for it. */
abstract non-sealed class VariableWidthColumn extends ColumnEncoder {
    static final int END_OFFSET_BYTES = 4;

    private static final int INITIAL_ROWS = 8;
    /** Kept free behind the data, for {@link SmallCopy}. */
    private static final int SLACK_BYTES = SmallCopy.BYTES;

    private static final int INITIAL_BYTES = 128;
    /** What an array can hold on every JVM. */
    private static final int DATA_BYTES_MAX = Integer.MAX_VALUE - 16;

    private byte[] ends = new byte[INITIAL_ROWS * END_OFFSET_BYTES];
    private byte[] data = new byte[INITIAL_BYTES];
    private int dataLength;
    private byte[] defaultValue = {};

    VariableWidthColumn(Column column, RowContext context) {
        super(column, context);
    }

    final void append(byte[] bytes, int offset, int length) {
        int at = dataLength;
        if (length > data.length - at - SLACK_BYTES) {
            growData(length);
        }
        SmallCopy.copy(bytes, offset, data, at, length);
        dataLength = at + length;
        appendEnd();
    }

    private void growData(int length) {
        if (length > DATA_BYTES_MAX - SLACK_BYTES - dataLength) {
            throw Refusal.tooLong(column, context.rowNumber(), "", (long) dataLength + length, "bytes in this block");
        }
        data = Arrays.copyOf(
                data, (int) Math.min(DATA_BYTES_MAX, Math.max(dataLength + length + SLACK_BYTES, 2L * data.length)));
    }

    private void appendEnd() {
        int at = count * END_OFFSET_BYTES;
        if (at == ends.length) {
            ends = Arrays.copyOf(ends, 2 * at);
        }
        LittleEndian.putInt(ends, at, dataLength);
        count++;
    }

    /** Takes the strings from {@code row} on that have at most {@code lengthMax} bytes, whatever these are. */
    final int appendStrings(CellIndex index, int cell, int row, int lengthMax) {
        long[] cells = index.cells();
        int step = index.cellsPerRow();
        int first = row * step + cell;
        int kind = CellIndex.kind(cells[first]);
        int rows = index.rowCount() - row;
        int taken = 0;
        int longest = 0;
        long total = 0;
        for (int at = first; taken < rows; taken++, at += step) {
            long word = cells[at];
            int length = CellIndex.length(word);
            if (CellIndex.kind(word) != kind || length > lengthMax) {
                break;
            }
            longest = Math.max(longest, length);
            total += length;
        }
        if (taken == 0 || total > DATA_BYTES_MAX - SLACK_BYTES - dataLength) {
            return row;
        }
        reserve(taken, (int) total);
        copyStrings(cells, first, step, taken, index.bytes(kind), longest);
        return row + taken;
    }

    private void copyStrings(long[] cells, int first, int step, int rows, byte[] bytes, int longest) {
        byte[] target = data;
        byte[] targetEnds = ends;
        int end = dataLength;
        int endAt = count * END_OFFSET_BYTES;
        boolean asWords = longest <= SLACK_BYTES;
        int at = first;
        for (int row = 0; row < rows; row++, at += step) {
            int offset = CellIndex.offset(cells[at]);
            int length = CellIndex.length(cells[at]);
            if (asWords && offset + SLACK_BYTES <= bytes.length) {
                SmallCopy.twoWords(bytes, offset, target, end);
            } else {
                System.arraycopy(bytes, offset, target, end, length);
            }
            end += length;
            LittleEndian.putInt(targetEnds, endAt, end);
            endAt += END_OFFSET_BYTES;
        }
        dataLength = end;
        count += rows;
    }

    private void reserve(int rows, int bytes) {
        if (bytes > data.length - dataLength - SLACK_BYTES) {
            growData(bytes);
        }
        long needed = ((long) count + rows) * END_OFFSET_BYTES;
        if (needed > ends.length) {
            ends = Arrays.copyOf(ends, Math.toIntExact(Math.max(needed, 2L * ends.length)));
        }
    }

    /** Puts the number as MySQL prints it: an exponent makes it a double, leading zeros and a plus are dropped. */
    @Override
    void putNumber(byte[] bytes, int offset, int length) {
        if (!context.number.scan(bytes, offset, length)) {
            throw badValue("number", bytes, offset, length);
        }
        if (context.number.hasExponent()) {
            putDouble(context.number.toDouble());
        } else if (context.number.isPlain()) {
            putText(bytes, offset, length);
        } else {
            context.text.setString(context.number.toPlainString());
            putOwnText();
        }
    }

    @Override
    final void putDate(int year, int month, int day) {
        context.text.setDate(year, month, day);
        putOwnText();
    }

    @Override
    final void putDateTime(int year, int month, int day, int hour, int minute, int second, int micros) {
        context.text.setDateTime(year, month, day, hour, minute, second, micros);
        putOwnText();
    }

    @Override
    final void putEpochMicros(long micros, int fraction) {
        requireCalendar(micros);
        context.text.setEpochMicros(micros, fraction);
        putOwnText();
    }

    @Override
    final void putTime(long micros, int fraction) {
        context.text.setTime(micros, fraction);
        putOwnText();
    }

    /** The data of all values; not a copy. */
    final byte[] data() {
        return data;
    }

    /** Where the data of a value begins. */
    final int begin(int row) {
        return row == 0 ? 0 : LittleEndian.getInt(ends, (row - 1) * END_OFFSET_BYTES);
    }

    final int dataLength() {
        return dataLength;
    }

    @Override
    final void keepDefault() {
        defaultValue = Arrays.copyOf(data, dataLength);
    }

    @Override
    final void appendDefault() {
        append(defaultValue, 0, defaultValue.length);
    }

    @Override
    final void appendZero() {
        appendEnd();
    }

    @Override
    final void truncate(int rows) {
        super.truncate(rows);
        dataLength = begin(rows);
    }

    @Override
    final long heldBytes() {
        return super.heldBytes() + data.length + ends.length;
    }

    @Override
    final void reset() {
        super.reset();
        dataLength = 0;
        if (data.length > RETAINED_BYTES_MAX) {
            data = new byte[INITIAL_BYTES];
        }
        if (ends.length > RETAINED_BYTES_MAX) {
            ends = new byte[INITIAL_ROWS * END_OFFSET_BYTES];
        }
    }

    /** Writes end offsets and data at {@code at} and returns where they end. */
    final int writeValues(byte[] target, int at) {
        int endsLength = count * END_OFFSET_BYTES;
        SmallCopy.copy(ends, 0, target, at, endsLength);
        SmallCopy.copy(data, 0, target, at + endsLength, dataLength);
        return at + endsLength + dataLength;
    }
}
