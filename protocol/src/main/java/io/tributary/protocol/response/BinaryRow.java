package io.tributary.protocol.response;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.tributary.protocol.ColumnTypeCode;
import io.tributary.protocol.LengthEncoded;
import java.math.BigInteger;

/**
 * A row of the binary protocol.
 *
 * <pre>
 *   0     1                           n
 *   | 0x00 | null bitmap, ceil((columns + 2) / 8) | values that are not NULL …
 * </pre>
 *
 * Column {@code i} is NULL where bit {@code (i + 2) % 8} of byte {@code (i + 2) / 8} is set.
 *
 * @see <a href="https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_binary_resultset.html">Binary protocol
 *     resultset</a>
 */
public final class BinaryRow implements RowWriter {
    private static final int BITMAP_OFFSET = 2;
    private static final long MICROS_PER_SECOND = 1_000_000;
    private static final long SECONDS_PER_DAY = 86_400;

    private final int[] types;
    private final int bitmapBytes;
    private final Digits digits = new Digits();
    private final CivilDate date = new CivilDate();

    private ByteBuf out = Unpooled.EMPTY_BUFFER;
    private int bitmapIndex;
    private int column;

    /** @param types the type code of each column, as in its definition */
    public BinaryRow(int[] types) {
        this.types = types.clone();
        this.bitmapBytes = (types.length + BITMAP_OFFSET + 7) >> 3;
    }

    @Override
    public void start(ByteBuf buffer) {
        out = buffer;
        out.writeByte(0);
        bitmapIndex = out.writerIndex();
        out.writeZero(bitmapBytes);
        column = 0;
    }

    @Override
    public void appendNull() {
        int bit = column + BITMAP_OFFSET;
        int index = bitmapIndex + (bit >> 3);
        out.setByte(index, out.getByte(index) | (1 << (bit & 7)));
        column++;
    }

    /** Writes in the width of the column's type: a column that is not an integer, such as a boolean's, is refused. */
    @Override
    public void appendLong(long value) {
        int type = types[column++];
        switch (type) {
            case ColumnTypeCode.TINY -> out.writeByte((int) value);
            case ColumnTypeCode.SHORT, ColumnTypeCode.YEAR -> out.writeShortLE((int) value);
            case ColumnTypeCode.LONG, ColumnTypeCode.INT24 -> out.writeIntLE((int) value);
            case ColumnTypeCode.LONGLONG -> out.writeLongLE(value);
            default -> throw new IllegalStateException("an integer for column " + column + " of type " + type);
        }
    }

    @Override
    public void appendUnsignedLong(long value) {
        appendLong(value);
    }

    @Override
    public void appendFloat(float value) {
        column++;
        out.writeIntLE(Float.floatToIntBits(value));
    }

    @Override
    public void appendDouble(double value, int scale) {
        appendDouble(value);
    }

    @Override
    public void appendDouble(double value) {
        column++;
        out.writeLongLE(Double.doubleToLongBits(value));
    }

    @Override
    public void appendBytes(byte[] bytes, int offset, int length) {
        column++;
        LengthEncoded.writeBytes(out, bytes, offset, length);
    }

    @Override
    public void appendText(CharSequence text) {
        column++;
        LengthEncoded.writeText(out, text);
    }

    @Override
    public void appendDecimal(long unscaled, int scale) {
        column++;
        TextRow.appendDecimal(out, digits, unscaled, scale);
    }

    @Override
    public void appendDecimal(BigInteger unscaled, int scale) {
        column++;
        TextRow.appendDecimal(out, unscaled, scale);
    }

    //   | 4 | year u16 | month | day |
    @Override
    public void appendDate(long epochDay) {
        column++;
        out.writeByte(4);
        writeDate(epochDay);
    }

    //   | 4, 7 or 11 | year u16 | month | day | hour | minute | second | micros u32 |      zero parts at the end are
    // left out
    @Override
    public void appendDateTime(long epochMicros, int fractionDigits) {
        column++;
        long seconds = Math.floorDiv(epochMicros, MICROS_PER_SECOND);
        int micros = (int) Math.floorMod(epochMicros, MICROS_PER_SECOND);
        int secondOfDay = (int) Math.floorMod(seconds, SECONDS_PER_DAY);
        out.writeByte(micros != 0 ? 11 : secondOfDay != 0 ? 7 : 4);
        writeDate(Math.floorDiv(seconds, SECONDS_PER_DAY));
        if (micros != 0 || secondOfDay != 0) {
            writeClock(secondOfDay, micros);
        }
    }

    //   | 0, 8 or 12 | negative | days u32 | hour | minute | second | micros u32 |
    @Override
    public void appendTime(long micros, int fractionDigits) {
        column++;
        if (micros == 0) {
            out.writeByte(0);
            return;
        }
        long seconds = Math.abs(micros / MICROS_PER_SECOND);
        int fraction = (int) Math.abs(micros % MICROS_PER_SECOND);
        out.writeByte(fraction != 0 ? 12 : 8);
        out.writeByte(micros < 0 ? 1 : 0);
        out.writeIntLE((int) (seconds / SECONDS_PER_DAY));
        writeClock((int) (seconds % SECONDS_PER_DAY), fraction);
    }

    private void writeDate(long epochDay) {
        date.setEpochDay(epochDay);
        out.writeShortLE(date.year()).writeByte(date.month()).writeByte(date.day());
    }

    private void writeClock(int secondOfDay, int micros) {
        out.writeByte(secondOfDay / 3600).writeByte(secondOfDay / 60 % 60).writeByte(secondOfDay % 60);
        if (micros != 0) {
            out.writeIntLE(micros);
        }
    }
}
