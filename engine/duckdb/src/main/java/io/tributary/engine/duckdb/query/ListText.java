package io.tributary.engine.duckdb.query;

import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Locale;
import java.util.StringJoiner;
import org.apache.arrow.vector.DateDayVector;
import org.apache.arrow.vector.FieldVector;
import org.apache.arrow.vector.TimeStampMilliVector;
import org.apache.arrow.vector.TimeStampSecVector;
import org.apache.arrow.vector.complex.ListVector;

/** Prints arrays as Doris does: {@code [1, 2, null]}, {@code ["a", "b"]}, {@code ["2024-01-31"]}, booleans as 1 and 0. */
final class ListText {
    private static final DateTimeFormatter SECONDS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss", Locale.ROOT);
    private static final DateTimeFormatter MILLIS = DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSS", Locale.ROOT);
    private static final DateTimeFormatter MICROS =
            DateTimeFormatter.ofPattern("uuuu-MM-dd HH:mm:ss.SSSSSS", Locale.ROOT);
    /** The number from which on a whole DOUBLE is printed with an exponent. */
    private static final double PLAIN_MAX = 1e15;

    private ListText() {}

    /** The array of this row, which is not null. */
    static String of(ListVector list, int row) {
        FieldVector elements = list.getDataVector();
        StringJoiner text = new StringJoiner(", ", "[", "]");
        for (int i = list.getElementStartIndex(row); i < list.getElementEndIndex(row); i++) {
            text.add(elements.isNull(i) ? "null" : element(elements, i));
        }
        return text.toString();
    }

    private static String element(FieldVector elements, int i) {
        if (elements instanceof ListVector inner) {
            return of(inner, i);
        }
        Object value = elements.getObject(i);
        if (elements instanceof DateDayVector days) {
            return '"' + LocalDate.ofEpochDay(days.get(i)).toString() + '"';
        }
        if (value instanceof LocalDateTime time) {
            DateTimeFormatter format = elements instanceof TimeStampSecVector
                    ? SECONDS
                    : elements instanceof TimeStampMilliVector ? MILLIS : MICROS;
            return '"' + time.format(format) + '"';
        }
        if (value instanceof Boolean truth) {
            return truth ? "1" : "0";
        }
        if (value instanceof BigDecimal decimal) {
            return decimal.toPlainString();
        }
        if (value instanceof Double || value instanceof Float) {
            return number(((Number) value).doubleValue(), value.toString());
        }
        return value instanceof Number ? value.toString() : quoted(value.toString());
    }

    private static String number(double value, String shortest) {
        return value == Math.rint(value) && Math.abs(value) < PLAIN_MAX
                ? Long.toString((long) value)
                : shortest.replace(".0E", "e").replace('E', 'e');
    }

    private static String quoted(String value) {
        StringBuilder text = new StringBuilder("\"");
        for (int i = 0; i < value.length(); i++) {
            char c = value.charAt(i);
            if (c == '"' || c == '\\') {
                text.append('\\').append(c);
            } else if (c < ' ') {
                text.append(String.format(Locale.ROOT, "\\u%04x", (int) c));
            } else {
                text.append(c);
            }
        }
        return text.append('"').toString();
    }
}
