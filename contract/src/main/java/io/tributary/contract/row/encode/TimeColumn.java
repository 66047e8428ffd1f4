package io.tributary.contract.row.encode;

import io.tributary.contract.schema.Column;
import io.tributary.contract.value.LittleEndian;

/** TIME, which only results of queries have: microseconds, as they are. */
final class TimeColumn extends FixedWidthColumn {
    TimeColumn(Column column, RowContext context) {
        super(column, context);
    }

    @Override
    void putLong(long value) {
        int at = claim();
        LittleEndian.putLong(values, at, value);
    }

    @Override
    void putTime(long micros, int fraction) {
        putLong(micros);
    }

    @Override
    void putText(byte[] bytes, int offset, int length) {
        throw badValue("time", bytes, offset, length);
    }
}
