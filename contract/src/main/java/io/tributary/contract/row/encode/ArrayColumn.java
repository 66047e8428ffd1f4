package io.tributary.contract.row.encode;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.value.CivilCalendar;
import io.tributary.contract.value.LittleEndian;
import io.tributary.contract.value.TextForm;
import java.nio.charset.StandardCharsets;

/**
 * ARRAY, which comes as text ({@link ArrayText}): each element is converted and checked as a value of its type. Kept as a
 * JSON array of strings and nulls, whatever the type, so that no number passes through a JSON parser's doubles.
 */
final class ArrayColumn extends VariableWidthColumn {
    private final ArrayText array = new ArrayText();
    private final ColumnEncoder element;
    private final JsonArray kept = new JsonArray();

    ArrayColumn(Column column, RowContext context) {
        super(column, context);
        element = ColumnEncoder.of(Column.of(column.name(), column.type().element(), true), context);
    }

    @Override
    void putText(byte[] bytes, int offset, int length) {
        kept.begin();
        array.begin(bytes, offset, length);
        long number = 0;
        ArrayText.Next next = array.next();
        while (next == ArrayText.Next.VALUE || next == ArrayText.Next.NULL) {
            number++;
            if (next == ArrayText.Next.NULL) {
                kept.addNull();
            } else {
                addElement(number);
            }
            next = array.next();
        }
        if (next == ArrayText.Next.MALFORMED) {
            throw badValue(column.type().ddl(), bytes, offset, length);
        }
        kept.end();
        append(kept.bytes(), 0, kept.length());
    }

    private void addElement(long number) {
        try {
            element.putText(array.valueBytes(), array.valueOffset(), array.valueLength());
        } catch (TributaryException e) {
            throw new TributaryException(e.code(), e.getMessage() + " (element " + number + ")", e);
        }
        if (element instanceof VariableWidthColumn text) {
            kept.addString(text.data(), 0, text.dataLength());
        } else {
            byte[] printed = printed(((FixedWidthColumn) element).values).getBytes(StandardCharsets.UTF_8);
            kept.addString(printed, 0, printed.length);
        }
        element.reset();
    }

    /** The one value of the element's column. */
    private String printed(byte[] values) {
        TextForm text = context.text;
        return switch (element.column.type().kind()) {
            case BOOLEAN -> values[0] == 0 ? "false" : "true";
            case TINYINT, SMALLINT, INT, BIGINT ->
                Long.toString(
                        LittleEndian.getSigned(values, 0, element.column.type().width()));
            case LARGEINT, DECIMAL -> decimal(values);
            case FLOAT -> Float.toString(Float.intBitsToFloat(LittleEndian.getInt(values, 0)));
            case DOUBLE -> Double.toString(Double.longBitsToDouble(LittleEndian.getLong(values, 0)));
            case DATE -> {
                int date = CivilCalendar.yearMonthDay(LittleEndian.getInt(values, 0));
                text.setDate(date / 10_000, date / 100 % 100, date % 100);
                yield text.toString();
            }
            case DATETIME -> {
                text.setEpochMicros(LittleEndian.getLong(values, 0));
                yield text.toString();
            }
            case CHAR, VARCHAR, STRING, JSON, VARIANT, ARRAY, VARBINARY, TIME, NULL ->
                throw new IllegalStateException(element.column.type() + " as an element of fixed width");
        };
    }

    private String decimal(byte[] values) {
        long low = LittleEndian.getLong(values, 0);
        context.decimal.set(element.column.type().width() == 16 ? LittleEndian.getLong(values, 8) : low >> 63, low);
        return context.decimal.toString(element.column.type().scale());
    }
}
