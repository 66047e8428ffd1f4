package io.tributary.contract.row.encode;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.contract.value.CivilCalendar;
import io.tributary.contract.value.NumberText;
import io.tributary.contract.value.TextForm;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;
import java.util.Locale;

/**
 * One growing column of a block under construction: a subclass per physical form converts, checks and stores values;
 * this class knows nulls and defaults.
 *
 * <p>A method {@code put…} stores one value or throws and stores nothing.
 */
abstract sealed class ColumnEncoder permits FixedWidthColumn, VariableWidthColumn {
    /** Capacity that a buffer keeps when the writer is reset. */
    static final int RETAINED_BYTES_MAX = 1 << 20;

    final Column column;
    final RowContext context;
    /** Values stored, that of the row being written included. */
    int count;

    private final boolean nullable;
    private boolean hasNulls;
    /** Bit set where the row is null: the inverse of the block's bitmap, so that a value need not touch it. */
    private byte[] nulls = new byte[8];

    ColumnEncoder(Column column, RowContext context) {
        this.column = column;
        this.context = context;
        // What is NULL or omitted of an AUTO_INCREMENT column gets its number when the statement's rows are known.
        this.nullable = column.nullable() || column.autoIncrement();
    }

    static ColumnEncoder of(Column column, RowContext context) {
        ColumnEncoder encoder =
                switch (column.type().kind()) {
                    case BOOLEAN -> new BooleanColumn(column, context);
                    case TINYINT, SMALLINT, INT, BIGINT -> IntegerColumn.of(column, context);
                    case LARGEINT -> new WideDecimalColumn(column, context);
                    case FLOAT, DOUBLE -> new FloatingColumn(column, context);
                    case DECIMAL ->
                        column.type().width() == 8
                                ? new DecimalColumn(column, context)
                                : new WideDecimalColumn(column, context);
                    case DATE -> new DateColumn(column, context);
                    case DATETIME -> new DateTimeColumn(column, context);
                    case TIME -> new TimeColumn(column, context);
                    case CHAR, VARCHAR, STRING, NULL ->
                        column.declared().hasMembers()
                                ? new MemberColumn(column, context)
                                : new TextColumn(column, context);
                    case JSON, VARIANT -> new JsonColumn(column, context);
                    case ARRAY -> new ArrayColumn(column, context);
                    case VARBINARY -> new BinaryColumn(column, context);
                };
        if (column.defaultValue().kind() == DefaultValue.Kind.LITERAL) {
            encoder.encodeDefault();
        }
        return encoder;
    }

    // ---- the cells of many rows

    /** Takes a cell of every row. */
    final void putCells(CellIndex cells, int cell) {
        int rows = cells.rowCount();
        int row = 0;
        while (row < rows) {
            row = putUsual(cells, cell, row);
            if (row < rows) {
                cells.put(row++, cell, this);
            }
        }
    }

    /**
     * Takes cells from {@code row} on while they are of a form that the type converts in a tight loop, and returns the row
     * where it stopped, which may be the same and of which nothing is stored. It never refuses: what it cannot surely take goes to the methods
     * {@code put…}, which know every rule.
     */
    int putUsual(CellIndex cells, int cell, int row) {
        return row;
    }

    /** Stores the DEFAULT until there are {@code rows} values. */
    final void fill(int rows) {
        while (count < rows) {
            putDefault();
        }
    }

    // ---- values; what a type does not override is turned into a form that it has

    abstract void putText(byte[] bytes, int offset, int length);

    void putLong(long value) {
        context.text.setLong(value);
        putOwnText();
    }

    void putDouble(double value) {
        if (!Double.isFinite(value)) {
            throw outOfRange(Double.toString(value), "finite numbers");
        }
        context.text.setDouble(value);
        putOwnText();
    }

    /** The two's complement number {@code high:low} times 10<sup>-scale</sup>. */
    void putDecimal(long high, long low, int scale) {
        context.decimal.set(high, low);
        context.text.setString(context.decimal.toString(scale));
        putOwnText();
    }

    void putUnsignedLong(long value) {
        if (value >= 0) {
            putLong(value);
        } else {
            putDecimal(0, value, 0);
        }
    }

    void putFloat(float value) {
        // The shortest digits decide: 0.1f means 0.1, not 0.10000000149011612.
        putDouble((int) value == value ? value : Double.parseDouble(Float.toString(value)));
    }

    /** A number literal, as written. */
    void putNumber(byte[] bytes, int offset, int length) {
        putText(bytes, offset, length);
    }

    void putBytes(byte[] bytes, int offset, int length) {
        putText(bytes, offset, length);
    }

    /** A hexadecimal or bit literal: a binary string, but to a number the unsigned number of its bytes, as in MySQL. */
    final void putBits(byte[] bytes, int offset, int length) {
        boolean number =
                switch (column.type().kind()) {
                    case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT, LARGEINT, FLOAT, DOUBLE, DECIMAL -> true;
                    case DATE, DATETIME, TIME, CHAR, VARCHAR, STRING, JSON, VARIANT, ARRAY, VARBINARY, NULL -> false;
                };
        if (!number) {
            putBytes(bytes, offset, length);
            return;
        }
        long high = 0;
        long low = 0;
        for (int i = 0; i < length; i++) {
            if (high >>> 55 != 0) {
                throw outOfRange(
                        "0x" + HexFormat.of().formatHex(bytes, offset, offset + Math.min(length, 32)), "127 bits");
            }
            high = high << 8 | low >>> 56;
            low = low << 8 | (bytes[offset + i] & 0xff);
        }
        if (high == 0) {
            putUnsignedLong(low);
        } else {
            putDecimal(high, low, 0);
        }
    }

    final void putAnyDate(int year, int month, int day) {
        if (!CivilCalendar.isDate(year, month, day)) {
            throw badDate(year, month, day, 0, 0, 0, 0);
        }
        putDate(year, month, day);
    }

    final void putAnyDateTime(int year, int month, int day, int hour, int minute, int second, int micros) {
        if (!CivilCalendar.isDate(year, month, day) || !CivilCalendar.isTime(hour, minute, second, micros)) {
            throw badDate(year, month, day, hour, minute, second, micros);
        }
        putDateTime(year, month, day, hour, minute, second, micros);
    }

    /** The parts are a valid date. */
    void putDate(int year, int month, int day) {
        putLong(year * 10_000L + month * 100L + day);
    }

    /** The parts are a valid date and time. */
    void putDateTime(int year, int month, int day, int hour, int minute, int second, int micros) {
        MomentNumber.dateTime(this, year, month, day, hour, minute, second, micros);
    }

    /** @param fraction digits of a second that a text shows; so of {@link #putEpochMicros} */
    void putTime(long micros, int fraction) {
        MomentNumber.time(this, micros);
    }

    /** @param kind DATE or DATETIME: microseconds since 1970; TIME: of a span */
    final void putMoment(ColumnType.Kind kind, long micros, int fraction) {
        switch (kind) {
            case TIME -> putTime(micros, fraction);
            case DATE -> {
                int date = CivilCalendar.yearMonthDay((int) Math.floorDiv(micros, CivilCalendar.MICROS_PER_DAY));
                putDate(date / 10_000, date / 100 % 100, date % 100);
            }
            case DATETIME -> putEpochMicros(micros, fraction);
            default -> throw new IllegalArgumentException(kind + " is no moment");
        }
    }

    /** Puts the text that stands in {@code context.text}. */
    final void putOwnText() {
        TextForm text = context.text;
        putText(text.bytes, text.from, text.length());
    }

    final void putNull() {
        if (!nullable) {
            throw Refusal.nullInNotNull(column, context.rowNumber());
        }
        appendNull();
    }

    /** Whether non-strict mode makes NULL of a value that was refused thus: one that is none of the type's values. */
    final boolean takesNullFor(ErrorCode refusal) {
        boolean isNoValue =
                switch (refusal) {
                    case BAD_DATE, OUT_OF_RANGE, DATA_TRUNCATED, INVALID_JSON_VALUE -> true;
                    case BAD_NUMBER_OR_TEXT, TOO_LONG ->
                        !column.type().isText() && column.type().kind() != ColumnType.Kind.VARBINARY;
                    default -> false;
                };
        return nullable && isNoValue;
    }

    final boolean isNull(int row) {
        return hasNulls && row >> 3 < nulls.length && (nulls[row >> 3] & 1 << (row & 7)) != 0;
    }

    private void appendNull() {
        int index = count >> 3;
        if (index >= nulls.length) {
            nulls = Arrays.copyOf(nulls, Math.max(index + 1, 2 * nulls.length));
        }
        nulls[index] |= (byte) (1 << (count & 7));
        hasNulls = true;
        appendZero();
    }

    // ---- defaults

    final void putDefault() {
        DefaultValue value = column.defaultValue();
        switch (value.kind()) {
            case NONE, NULL -> {
                if (!nullable) {
                    throw Refusal.noDefault(column, context.rowNumber());
                }
                appendNull();
            }
            case LITERAL -> appendDefault();
            case CURRENT_TIMESTAMP -> {
                if (context.statementMicros == Long.MIN_VALUE) {
                    throw new IllegalStateException("no statement time for DEFAULT of column " + column.name());
                }
                int digits = value.text().isEmpty() ? 0 : Integer.parseInt(value.text());
                long unit = NumberText.tenTo(6 - digits);
                putEpochMicros(Math.floorDiv(context.statementMicros, unit) * unit, digits);
            }
        }
    }

    void putEpochMicros(long micros, int fraction) {
        requireCalendar(micros);
        long day = Math.floorDiv(micros, CivilCalendar.MICROS_PER_DAY);
        int date = CivilCalendar.yearMonthDay((int) day);
        long rest = micros - day * CivilCalendar.MICROS_PER_DAY;
        int seconds = (int) (rest / CivilCalendar.MICROS_PER_SECOND);
        putDateTime(date / 10_000, date / 100 % 100, date % 100, seconds / 3600, seconds / 60 % 60, seconds % 60, (int)
                (rest % CivilCalendar.MICROS_PER_SECOND));
    }

    final void requireCalendar(long micros) {
        if (micros < CivilCalendar.MICROS_MIN || micros > CivilCalendar.MICROS_MAX) {
            throw Refusal.badDate(column, context.rowNumber(), micros + " microseconds since 1970");
        }
    }

    private void encodeDefault() {
        try {
            byte[] text = column.defaultValue().text().getBytes(StandardCharsets.UTF_8);
            putText(text, 0, text.length);
        } catch (TributaryException e) {
            throw new TributaryException(
                    ErrorCode.INVALID_DEFAULT,
                    "Invalid default value for '" + column.name() + "': " + e.getMessage(),
                    e);
        }
        keepDefault();
        reset();
    }

    /** Remembers the one value stored so far as the column's default. */
    abstract void keepDefault();

    abstract void appendDefault();

    /** Stores the placeholder of a null. */
    abstract void appendZero();

    // ---- the block

    /** Forgets every value from the {@code rows}-th on. */
    void truncate(int rows) {
        if (hasNulls) {
            int end = Math.min(count, 8 * nulls.length);
            for (int row = rows; row < end; row++) {
                nulls[row >> 3] &= (byte) ~(1 << (row & 7));
            }
            hasNulls = anyNull();
        }
        count = rows;
    }

    private boolean anyNull() {
        for (byte eight : nulls) {
            if (eight != 0) {
                return true;
            }
        }
        return false;
    }

    /** Memory that the buffers take, full or not. */
    long heldBytes() {
        return nulls.length;
    }

    /** Forgets all values; keeps the buffers unless they have become large. */
    void reset() {
        if (hasNulls) {
            Arrays.fill(nulls, (byte) 0);
            hasNulls = false;
        }
        count = 0;
    }

    /** Length of what says which rows are null. */
    final int nullsBytes() {
        return 1 + (hasNulls ? (count + 7) >> 3 : 0);
    }

    /** Writes what says which rows are null at {@code at} and returns where it ends; the values follow. */
    final int writeNulls(byte[] target, int at) {
        if (!hasNulls) {
            target[at] = 0;
            return at + 1;
        }
        target[at] = 1;
        int bitmap = at + 1;
        int bitmapBytes = (count + 7) >> 3;
        for (int i = 0; i < bitmapBytes; i++) {
            target[bitmap + i] = (byte) (i < nulls.length ? ~nulls[i] : 0xff);
        }
        if ((count & 7) != 0) {
            target[bitmap + bitmapBytes - 1] &= (byte) ((1 << (count & 7)) - 1);
        }
        return bitmap + bitmapBytes;
    }

    // ---- refusals

    final TributaryException outOfRange(String value, String range) {
        return Refusal.outOfRange(column, context.rowNumber(), value, range);
    }

    final TributaryException badValue(String noun, byte[] bytes, int offset, int length) {
        return Refusal.badValue(noun, column, context.rowNumber(), Refusal.shown(bytes, offset, length));
    }

    final TributaryException badDate(byte[] bytes, int offset, int length) {
        return Refusal.badDate(column, context.rowNumber(), Refusal.shown(bytes, offset, length));
    }

    final TributaryException badDate(int year, int month, int day, int hour, int minute, int second, int micros) {
        String value = String.format(
                Locale.ROOT, "%04d-%02d-%02d %02d:%02d:%02d.%06d", year, month, day, hour, minute, second, micros);
        return Refusal.badDate(column, context.rowNumber(), value);
    }
}
