package io.tributary.rpc.row;

import io.tributary.rpc.schema.Column;
import java.util.Arrays;

/** A column of byte strings: end offsets and data. What is no string is put as the text that MySQL prints for it. */
abstract class VariableWidthColumn extends ColumnEncoder {
    static final int END_OFFSET_BYTES = 4;

    private static final int INITIAL_ROWS = 8;
    /** Kept free behind the data, so that short values can be copied as two words. */
    private static final int SLACK_BYTES = 16;

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
        if (length <= 16 && offset + 16 <= bytes.length) {
            // Too many bytes, but without a branch that depends on the length; the next value overwrites the surplus.
            LittleEndian.putLong(data, at, LittleEndian.getLong(bytes, offset));
            LittleEndian.putLong(data, at + 8, LittleEndian.getLong(bytes, offset + 8));
        } else {
            System.arraycopy(bytes, offset, data, at, length);
        }
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

    /** As MySQL prints the number: an exponent makes it a double, leading zeros and a plus are dropped. */
    @Override
    final void putNumber(byte[] bytes, int offset, int length) {
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
        dataLength = rows == 0 ? 0 : LittleEndian.getInt(ends, (rows - 1) * END_OFFSET_BYTES);
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

    @Override
    final int writeValues(byte[] target, int at) {
        int endsLength = count * END_OFFSET_BYTES;
        SmallCopy.copy(ends, 0, target, at, endsLength);
        SmallCopy.copy(data, 0, target, at + endsLength, dataLength);
        return at + endsLength + dataLength;
    }
}
