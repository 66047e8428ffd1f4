package io.tributary.contract.row.encode;

import io.tributary.contract.schema.Column;
import io.tributary.contract.value.NumberText;
import java.nio.charset.StandardCharsets;
import java.util.Locale;

/** BOOLEAN: every number but 0 is true, as in Doris, which also knows the words of {@link #word} in any case. */
final class BooleanColumn extends FixedWidthColumn {
    private static final int WORD_LENGTH_MAX = 5;

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
        } else if (context.number.scan(bytes, offset, length)) {
            append(context.number.toDouble() != 0);
        } else {
            append(word(bytes, offset, length));
        }
    }

    private boolean word(byte[] bytes, int offset, int length) {
        int from = offset;
        int to = offset + length;
        while (from < to && NumberText.isBlank(bytes[from])) {
            from++;
        }
        while (to > from && NumberText.isBlank(bytes[to - 1])) {
            to--;
        }
        String word = to - from > WORD_LENGTH_MAX
                ? ""
                : new String(bytes, from, to - from, StandardCharsets.ISO_8859_1).toLowerCase(Locale.ROOT);
        return switch (word) {
            case "true", "t", "yes", "on" -> true;
            case "false", "f", "no", "off" -> false;
            default -> throw badValue("boolean", bytes, offset, length);
        };
    }
}
