package io.tributary.contract.row.encode;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/** Blocks as plain Java values, for comparison. */
public final class BlockValues {
    public static final LocalDateTime EPOCH = LocalDateTime.of(1970, 1, 1, 0, 0);

    private BlockValues() {}

    public static List<ColumnType> types(List<Column> columns) {
        return columns.stream().map(Column::type).toList();
    }

    /** All rows of a block. */
    public static List<List<@Nullable Object>> rows(RowBlock block, List<Column> columns) {
        RowBlockReader reader = new RowBlockReader(types(columns));
        reader.reset(block);
        List<List<@Nullable Object>> rows = new ArrayList<>();
        for (int row = 0; row < reader.rowCount(); row++) {
            List<@Nullable Object> values = new ArrayList<>();
            for (int column = 0; column < columns.size(); column++) {
                values.add(value(reader, columns.get(column).type(), column, row));
            }
            rows.add(values);
        }
        return rows;
    }

    static @Nullable Object value(RowBlockReader reader, ColumnType type, int column, int row) {
        if (reader.isNull(column, row)) {
            return null;
        }
        return switch (type.kind()) {
            case BOOLEAN -> reader.getLong(column, row) == 1;
            case TINYINT, SMALLINT, INT, BIGINT, TIME -> reader.getLong(column, row);
            case LARGEINT -> wide(reader, column, row);
            case FLOAT -> (float) reader.getDouble(column, row);
            case DOUBLE -> reader.getDouble(column, row);
            case DECIMAL ->
                type.width() == 8
                        ? BigDecimal.valueOf(reader.getLong(column, row), type.scale())
                        : new BigDecimal(wide(reader, column, row), type.scale());
            case DATE -> LocalDate.ofEpochDay(reader.getLong(column, row));
            case DATETIME -> EPOCH.plus(reader.getLong(column, row), ChronoUnit.MICROS);
            case CHAR, VARCHAR, STRING, JSON, VARIANT, ARRAY ->
                new String(bytes(reader, column, row), StandardCharsets.UTF_8);
            case VARBINARY -> HexFormat.of().formatHex(bytes(reader, column, row));
            case NULL -> throw new AssertionError("a value in a column of nulls");
        };
    }

    private static BigInteger wide(RowBlockReader reader, int column, int row) {
        return BigInteger.valueOf(reader.getLongHigh(column, row))
                .shiftLeft(64)
                .add(new BigInteger(Long.toUnsignedString(reader.getLong(column, row))));
    }

    private static byte[] bytes(RowBlockReader reader, int column, int row) {
        int offset = reader.bytesOffset(column, row);
        return java.util.Arrays.copyOfRange(reader.array(), offset, offset + reader.bytesLength(column, row));
    }

    /** The value that a nullable column of this type makes of one put. */
    static Object converted(ColumnType type, Put put) {
        List<Column> columns = List.of(Column.of("c", type, true));
        RowBlockWriter writer = new RowBlockWriter(columns);
        writer.setTimeZone(java.time.ZoneId.of("Asia/Tokyo"));
        writer.beginRow();
        put.into(writer, 0);
        writer.endRow();
        return Objects.requireNonNull(rows(writer.finish(), columns).get(0).get(0));
    }

    static Object ofText(ColumnType type, String text) {
        return converted(type, text(text));
    }

    static Put text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return (writer, column) -> writer.putText(column, bytes, 0, bytes.length);
    }

    /** One call of a {@code put…} method. */
    interface Put {
        void into(RowBlockWriter writer, int column);
    }
}
