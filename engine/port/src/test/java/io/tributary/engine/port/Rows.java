package io.tributary.engine.port;

import io.tributary.contract.row.RowBlock;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.util.ArrayList;
import java.util.List;

/** Blocks of one NOT NULL BIGINT column. */
public final class Rows {
    private static final int DATA_AT = RowBlock.HEADER_BYTES + 1;

    private Rows() {}

    public static RowBlock block(long... values) {
        ByteBuffer bytes = ByteBuffer.allocate(DATA_AT + 8 * values.length).order(ByteOrder.LITTLE_ENDIAN);
        bytes.put(RowBlock.FORMAT).put((byte) 0).putShort((short) 1).putInt(values.length);
        bytes.put((byte) 0);
        for (long value : values) {
            bytes.putLong(value);
        }
        return RowBlock.of(bytes.array());
    }

    /** A value's bytes in a block. */
    public static byte[] bytes(long value) {
        return ByteBuffer.allocate(Long.BYTES)
                .order(ByteOrder.LITTLE_ENDIAN)
                .putLong(value)
                .array();
    }

    public static List<Long> values(RowBlock block) {
        List<Long> values = new ArrayList<>();
        for (int row = 0; row < block.rowCount(); row++) {
            values.add(block.buffer().getLong(DATA_AT + 8 * row));
        }
        return values;
    }
}
