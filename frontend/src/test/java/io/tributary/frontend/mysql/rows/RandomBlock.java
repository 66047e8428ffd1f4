package io.tributary.frontend.mysql.rows;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.ColumnType;
import java.io.ByteArrayOutputStream;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/** Blocks of any types, written byte by byte as {@link RowBlock} says. */
final class RandomBlock {
    private static final long DAY_MAX = 2_932_896;
    private static final long MICROS_PER_DAY = 86_400_000_000L;

    private final Random random;
    private final int textBytesMax;
    private final ByteArrayOutputStream out = new ByteArrayOutputStream();

    private RandomBlock(Random random, int textBytesMax) {
        this.random = random;
        this.textBytesMax = textBytesMax;
    }

    static RowBlock of(Random random, List<ColumnType> types, int rows, int textBytesMax) {
        return new RandomBlock(random, textBytesMax).block(types, rows);
    }

    private RowBlock block(List<ColumnType> types, int rows) {
        byte[] header = new byte[RowBlock.HEADER_BYTES];
        little(header)
                .put(RowBlock.FORMAT)
                .put((byte) 0)
                .putShort((short) types.size())
                .putInt(rows);
        out.writeBytes(header);
        for (ColumnType type : types) {
            column(type, rows);
        }
        return RowBlock.of(out.toByteArray());
    }

    private void column(ColumnType type, int rows) {
        boolean[] isNull = new boolean[rows];
        boolean nulls = random.nextBoolean();
        out.write(nulls ? 1 : 0);
        if (nulls) {
            byte[] bitmap = new byte[(rows + 7) / 8];
            for (int row = 0; row < rows; row++) {
                isNull[row] = random.nextInt(3) == 0;
                bitmap[row / 8] |= (byte) (isNull[row] ? 0 : 1 << row % 8);
            }
            out.writeBytes(bitmap);
        }
        if (type.isVariableWidth()) {
            texts(isNull);
        } else {
            for (int row = 0; row < rows; row++) {
                number(type, isNull[row]);
            }
        }
    }

    private void texts(boolean[] isNull) {
        byte[] endOffsets = new byte[4 * isNull.length];
        ByteBuffer ends = little(endOffsets);
        ByteArrayOutputStream data = new ByteArrayOutputStream();
        for (boolean none : isNull) {
            int length = none ? 0 : random.nextInt(random.nextInt(20) == 0 ? textBytesMax + 1 : 12);
            // Some letters of two bytes, all of which latin1 has.
            String text = random.nextBoolean() ? "x".repeat(length) : "é".repeat(length / 2);
            data.writeBytes(text.getBytes(StandardCharsets.UTF_8));
            ends.putInt(data.size());
        }
        out.writeBytes(endOffsets);
        out.writeBytes(data.toByteArray());
    }

    private void number(ColumnType type, boolean isNull) {
        byte[] bytes = new byte[16];
        ByteBuffer cell = little(bytes);
        if (!isNull) {
            cell.putLong(value(type)).putLong(random.nextBoolean() ? cell.getLong(0) >> 63 : random.nextLong() >> 10);
        }
        if (type.isUnsigned()) {
            cell.put(type.width() - 1, (byte) 0);
        }
        out.write(bytes, 0, type.width());
    }

    private long value(ColumnType type) {
        return switch (type.kind()) {
            case BOOLEAN -> random.nextInt(2);
            case DATE -> random.nextLong(DAY_MAX);
            case DATETIME -> {
                long day = random.nextLong(DAY_MAX) * MICROS_PER_DAY;
                yield random.nextInt(4) == 0 ? day : day + random.nextLong(MICROS_PER_DAY);
            }
            case TIME -> random.nextLong(800 * MICROS_PER_DAY) - 400 * MICROS_PER_DAY;
            case FLOAT -> Float.floatToIntBits(random.nextBoolean() ? random.nextFloat() * 1000 : random.nextInt(100));
            case DOUBLE ->
                Double.doubleToLongBits(random.nextBoolean() ? random.nextGaussian() * 1e6 : random.nextInt(100));
            case DECIMAL -> (random.nextLong() >> random.nextInt(64)) % 1_000_000_000_000_000_000L;
            default -> random.nextLong() >> random.nextInt(64);
        };
    }

    private static ByteBuffer little(byte[] bytes) {
        return ByteBuffer.wrap(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
