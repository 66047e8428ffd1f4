package io.tributary.frontend.mysql;

import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.token.SqlLiterals;
import io.tributary.frontend.execution.PreparedParameters;
import io.tributary.protocol.command.ExecuteBody;
import io.tributary.protocol.command.ParameterReader;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The parameters of one COM_STMT_EXECUTE as SQL literals. Read once, so that a statement that is planned again finds
 * them again.
 */
final class BoundParameters implements PreparedParameters {
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
            case DATE -> String.format(Locale.ROOT, "'%04d-%02d-%02d'", value.year(), value.month(), value.day());
            case DATETIME ->
                String.format(
                        Locale.ROOT,
                        "'%04d-%02d-%02d %02d:%02d:%02d.%06d'",
                        value.year(),
                        value.month(),
                        value.day(),
                        value.hour(),
                        value.minute(),
                        value.second(),
                        value.micros());
            case TIME ->
                String.format(
                        Locale.ROOT,
                        "'%s%02d:%02d:%02d.%06d'",
                        value.negative() ? "-" : "",
                        value.days() * 24 + value.hour(),
                        value.minute(),
                        value.second(),
                        value.micros());
        };
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
