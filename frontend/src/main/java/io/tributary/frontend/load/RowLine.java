package io.tributary.frontend.load;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.value.ClockText;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.StringJoiner;

/** An encoded row for people: its values divided by commas. One thread at a time. */
final class RowLine {
    private final List<ColumnType> types;
    private final RowBlockReader reader;

    RowLine(List<ColumnType> types) {
        this.types = List.copyOf(types);
        reader = new RowBlockReader(this.types);
    }

    void turnTo(RowBlock block) {
        reader.reset(block);
    }

    String of(int row, int charactersMax) {
        StringJoiner line = new StringJoiner(",");
        for (int column = 0; column < types.size() && line.length() <= charactersMax; column++) {
            line.add(reader.isNull(column, row) ? "\\N" : value(column, row, charactersMax));
        }
        return line.length() <= charactersMax
                ? line.toString()
                : line.toString().substring(0, charactersMax) + "…";
    }

    private String value(int column, int row, int charactersMax) {
        ColumnType type = types.get(column);
        return switch (type.kind()) {
            case TIME -> ClockText.format(reader.getLong(column, row), type.scale());
            case BOOLEAN, TINYINT, SMALLINT, INT, BIGINT -> Long.toString(reader.getLong(column, row));
            case LARGEINT -> wide(column, row).toString();
            case DECIMAL ->
                new BigDecimal(
                                type.width() == 16
                                        ? wide(column, row)
                                        : BigInteger.valueOf(reader.getLong(column, row)),
                                type.scale())
                        .toPlainString();
            case FLOAT, DOUBLE -> Double.toString(reader.getDouble(column, row));
            case DATE -> LocalDate.ofEpochDay(reader.getLong(column, row)).toString();
            case DATETIME -> moment(reader.getLong(column, row));
            case CHAR, VARCHAR, STRING, JSON, VARIANT, ARRAY, NULL -> text(column, row, charactersMax);
            case VARBINARY ->
                HexFormat.of()
                        .formatHex(
                                reader.array(),
                                reader.bytesOffset(column, row),
                                reader.bytesOffset(column, row)
                                        + Math.min(charactersMax, reader.bytesLength(column, row)));
        };
    }

    private BigInteger wide(int column, int row) {
        return new BigInteger(ByteBuffer.allocate(16)
                .putLong(reader.getLongHigh(column, row))
                .putLong(reader.getLong(column, row))
                .array());
    }

    private static String moment(long micros) {
        Instant instant = Instant.EPOCH.plus(micros, ChronoUnit.MICROS);
        return LocalDateTime.ofInstant(instant, ZoneOffset.UTC).toString().replace('T', ' ');
    }

    private String text(int column, int row, int charactersMax) {
        // A character has at most four bytes.
        int length = Math.min(4 * charactersMax, reader.bytesLength(column, row));
        return new String(reader.array(), reader.bytesOffset(column, row), length, StandardCharsets.UTF_8);
    }
}
