package io.tributary.engine.port;

import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.schema.ColumnType;
import java.io.ByteArrayOutputStream;
import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Row blocks from and to plain values, by the drawing in {@link RowBlock} alone. A value is a {@link Number} (the
 * unscaled one of a decimal, a {@link BigInteger} for 16 bytes), a text, a byte[] or null.
 */
@SuppressWarnings("ByteBufferBackingArray") // every buffer here wraps an array of its own
public final class TestRows {
    private TestRows() {}

    public static RowBlock block(List<ColumnType> types, List<@Nullable Object[]> rows) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        out.writeBytes(little(8)
                .put(RowBlock.FORMAT)
                .put((byte) 0)
                .putShort((short) types.size())
                .putInt(rows.size())
                .array());
        for (int column = 0; column < types.size(); column++) {
            int at = column;
            boolean nulls = rows.stream().anyMatch(row -> row[at] == null);
            out.write(nulls ? 1 : 0);
            if (nulls) {
                byte[] bitmap = new byte[(rows.size() + 7) / 8];
                for (int row = 0; row < rows.size(); row++) {
                    if (rows.get(row)[column] != null) {
                        bitmap[row / 8] |= (byte) (1 << (row % 8));
                    }
                }
                out.writeBytes(bitmap);
            }
            if (types.get(column).isVariableWidth()) {
                ByteArrayOutputStream data = new ByteArrayOutputStream();
                for (Object[] row : rows) {
                    data.writeBytes(bytes(row[column]));
                    out.writeBytes(little(4).putInt(data.size()).array());
                }
                out.writeBytes(data.toByteArray());
            } else {
                for (Object[] row : rows) {
                    out.writeBytes(fixed(types.get(column), row[column]));
                }
            }
        }
        return RowBlock.of(out.toByteArray());
    }

    private static ByteBuffer little(int size) {
        return ByteBuffer.wrap(new byte[size]).order(ByteOrder.LITTLE_ENDIAN);
    }

    private static byte[] bytes(@Nullable Object value) {
        if (value == null) {
            return new byte[0];
        }
        return value instanceof byte[] raw ? raw : value.toString().getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] fixed(ColumnType type, @Nullable Object value) {
        ByteBuffer out = little(type.width());
        if (value == null) {
            return out.array();
        }
        Number number = (Number) value;
        if (type.kind() == ColumnType.Kind.FLOAT) {
            return out.putFloat(number.floatValue()).array();
        }
        if (type.kind() == ColumnType.Kind.DOUBLE) {
            return out.putDouble(number.doubleValue()).array();
        }
        BigInteger integer = new BigInteger(number.toString());
        for (int i = 0; i < type.width(); i++) {
            out.put(integer.shiftRight(8 * i).byteValue());
        }
        return out.array();
    }

    /** Returns all rows that are left of a query. */
    public static List<@Nullable Object[]> rows(ResultCursor cursor) {
        List<ColumnType> types =
                cursor.columns().stream().map(ResultColumn::type).toList();
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (RowBlock block = cursor.next(); block != null; block = cursor.next()) {
            rows.addAll(rows(types, block));
        }
        return rows;
    }

    public static List<@Nullable Object[]> rows(List<ColumnType> types, RowBlock block) {
        RowBlockReader reader = new RowBlockReader(types);
        reader.reset(block);
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int row = 0; row < reader.rowCount(); row++) {
            @Nullable Object[] values = new @Nullable Object[types.size()];
            for (int column = 0; column < types.size(); column++) {
                values[column] = reader.isNull(column, row) ? null : value(types.get(column), reader, column, row);
            }
            rows.add(values);
        }
        return rows;
    }

    private static Object value(ColumnType type, RowBlockReader reader, int column, int row) {
        if (type.isVariableWidth()) {
            int from = reader.bytesOffset(column, row);
            byte[] raw = Arrays.copyOfRange(reader.array(), from, from + reader.bytesLength(column, row));
            return type.kind() == ColumnType.Kind.VARBINARY ? raw : new String(raw, StandardCharsets.UTF_8);
        }
        return switch (type.kind()) {
            case FLOAT -> (float) reader.getDouble(column, row);
            case DOUBLE -> reader.getDouble(column, row);
            default ->
                type.width() == 16
                        ? BigInteger.valueOf(reader.getLongHigh(column, row))
                                .shiftLeft(64)
                                .add(new BigInteger(Long.toUnsignedString(reader.getLong(column, row))))
                        : Long.valueOf(reader.getLong(column, row));
        };
    }
}
