package io.tributary.frontend.mysql;

import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.token.SqlLiterals;
import io.tributary.frontend.execution.PreparedParameters;
import io.tributary.protocol.command.ExecuteBody;
import io.tributary.protocol.command.ParameterReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.time.DateTimeException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of one COM_STMT_EXECUTE as SQL literals. Read once, so that a statement that is planned again finds
 * them again.
 */
final class BoundParameters implements PreparedParameters {
    private static final int HOURS = 24;
    /** More hours than a TIME has. */
    private static final int TIME_HOURS = 838;

    private static final int SIXTY = 60;
    private static final int MICROS_MAX = 999_999;

    private final List<String> literals = new ArrayList<>();

    /** @param charset of text that the client sends */
    BoundParameters(ExecuteBody body, byte[] @Nullable [] longData, Charset charset, SqlMode mode) {
        ParameterReader reader = new ParameterReader(body, longData);
        while (reader.next()) {
            literals.add(literal(reader, charset, mode));
        }
    }

    @Override
    public @Nullable String literal(int index, SqlMode mode) {
        return index < literals.size() ? literals.get(index) : null;
    }

    private static String literal(ParameterReader value, Charset charset, SqlMode mode) {
        return switch (value.kind()) {
            case NULL -> "NULL";
            case LONG -> Long.toString(value.longValue());
            case UNSIGNED_LONG -> Long.toUnsignedString(value.longValue());
            case FLOAT, DOUBLE -> approximate(value.doubleValue());
            case DECIMAL -> decimal(value);
            case BYTES -> text(value, charset, mode);
            case DATE -> word("DATE", isDay(value)) + "'" + day(value) + "'";
            case DATETIME ->
                word("TIMESTAMP", isDay(value) && value.hour() < HOURS && isClock(value)) + "'" + day(value) + " "
                        + clock(value.hour(), value) + "'";
            case TIME -> {
                long hours = value.days() * HOURS + value.hour();
                yield word("TIME", hours < TIME_HOURS && isClock(value)) + (value.negative() ? "'-" : "'")
                        + clock(hours, value) + "'";
            }
        };
    }

    /** What no calendar has stays a text, which is an error or not wherever it is used. */
    private static String word(String type, boolean exists) {
        return exists ? type + " " : "";
    }

    private static boolean isDay(ParameterReader value) {
        try {
            return LocalDate.of(value.year(), value.month(), value.day()).getYear() > 0;
        } catch (DateTimeException e) {
            return false;
        }
    }

    private static boolean isClock(ParameterReader value) {
        return value.minute() < SIXTY && value.second() < SIXTY && value.micros() <= MICROS_MAX;
    }

    private static String day(ParameterReader value) {
        return String.format(Locale.ROOT, "%04d-%02d-%02d", value.year(), value.month(), value.day());
    }

    /** A fraction has all digits, or where it is none no digit. */
    private static String clock(long hours, ParameterReader value) {
        String whole = String.format(Locale.ROOT, "%02d:%02d:%02d", hours, value.minute(), value.second());
        return value.micros() == 0 ? whole : whole + String.format(Locale.ROOT, ".%06d", value.micros());
    }

    /** Returns a number with an exponent: without one it would be a DECIMAL, which rounds and compares otherwise. */
    private static String approximate(double value) {
        String text = Double.toString(value);
        return text.indexOf('E') < 0 && Double.isFinite(value) ? text + "E0" : text;
    }

    /** The text of a number goes in bare only where it is one: anything else stays a string. */
    private static String decimal(ParameterReader value) {
        String text = new String(value.bytes(), value.bytesOffset(), value.bytesLength(), StandardCharsets.US_ASCII);
        return text.matches("[+-]?(\\d+(\\.\\d*)?|\\.\\d+)([eE][+-]?\\d+)?")
                ? text
                : "'" + text.replaceAll("[^0-9.eE+-]", "") + "'";
    }

    private static String text(ParameterReader value, Charset charset, SqlMode mode) {
        if (charset.equals(StandardCharsets.UTF_8)) {
            return SqlLiterals.bytes(value.bytes(), value.bytesOffset(), value.bytesLength(), mode);
        }
        return SqlLiterals.string(new String(value.bytes(), value.bytesOffset(), value.bytesLength(), charset), mode);
    }
}
