package io.tributary.rpc.row;

import io.tributary.rpc.schema.Column;

/** BOOLEAN: every number but 0 is true, as in Doris; so are the words {@code true} and {@code false} in any case. */
final class BooleanColumn extends FixedWidthColumn {
    BooleanColumn(Column column, RowContext context) {
        super(column, context);
    }

    private void append(boolean value) {
        int at = claim();
        values[at] = (byte) (value ? 1 : 0);
    }

    @Override
    void putLong(long value) {
        append(value != 0);
    }

    @Override
    void putDouble(double value) {
        append(value != 0);
    }

    @Override
    void putDecimal(long high, long low, int scale) {
        append((high | low) != 0);
    }

    @Override
    void putText(byte[] bytes, int offset, int length) {
        if (length == 1 && (bytes[offset] == '0' || bytes[offset] == '1')) {
            append(bytes[offset] == '1');
        } else if (isWord("true", bytes, offset, length)) {
            append(true);
        } else if (isWord("false", bytes, offset, length)) {
            append(false);
        } else if (context.number.scan(bytes, offset, length)) {
            append(context.number.toDouble() != 0);
        } else {
            throw badValue("boolean", bytes, offset, length);
        }
    }

    private static boolean isWord(String word, byte[] bytes, int offset, int length) {
        if (length != word.length()) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            if ((bytes[offset + i] | 0x20) != word.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
