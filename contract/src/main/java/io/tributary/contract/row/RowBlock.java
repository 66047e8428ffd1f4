package io.tributary.contract.row;

import java.nio.ByteBuffer;
import java.nio.ByteOrder;

/**
 * Rows of one table, validated and encoded: the one row encoding of network, log and engines.
 *
 * <p>Column after column, so that a commit can hand whole vectors to the engine. All numbers are little-endian.
 * Columns stand in table order and are those of the {@code (tableId, schemaVersion)} that travels beside the block;
 * the block itself names no types.
 *
 * <pre>
 *   0         1         2           4          8
 *   | format  | deletes | columns   | rows     | column 0 | column 1 | … | deleted rows
 *
 *   column, fixed width:    | nulls | bitmap | rows × width bytes              |
 *   column, variable width: | nulls | bitmap | rows × u32 end offset | bytes … |
 * </pre>
 *
 * {@code nulls} is one byte: 0, no null and no bitmap; 1, a bitmap of {@code ceil(rows / 8)} bytes follows, bit
 * {@code i % 8} of byte {@code i / 8} set where row {@code i} holds a value (Arrow's validity order). The place of a
 * null is zeroed. An end offset counts from the first byte of the column's data, so the last one is its length.
 *
 * <p>{@code deletes} is 0, or 1 where {@code ceil(rows / 8)} bytes follow the last column, a bit set, in the same order,
 * for each row that deletes its key instead of being inserted.
 *
 * <p>Immutable; the bytes must not be changed by anyone who holds them.
 */
public final class RowBlock {
    public static final byte FORMAT = 1;
    public static final int HEADER_BYTES = 8;
    /** More than any statement that fits a packet of 1 GiB can bring; also bounds a damaged count. */
    public static final int ROWS_MAX = 1 << 24;

    private final byte[] bytes;
    private final int offset;
    private final int length;

    /**
     * A block in {@code bytes} from {@code offset} on for {@code length} bytes; the array may be shared with others.
     *
     * @throws IllegalArgumentException if no block of this format can be there
     */
    public RowBlock(byte[] bytes, int offset, int length) {
        if (offset < 0 || length < HEADER_BYTES || offset + length > bytes.length) {
            throw new IllegalArgumentException(
                    "row block of " + length + " bytes at " + offset + " in an array of " + bytes.length);
        }
        if (bytes[offset] != FORMAT) {
            throw new IllegalArgumentException("row block format " + bytes[offset] + ", expected " + FORMAT);
        }
        this.bytes = bytes;
        this.offset = offset;
        this.length = length;
    }

    public static RowBlock of(byte[] bytes) {
        return new RowBlock(bytes, 0, bytes.length);
    }

    /** The array that holds the block, from {@link #offset()} on; not a copy. */
    public byte[] bytes() {
        return bytes;
    }

    public int offset() {
        return offset;
    }

    public int length() {
        return length;
    }

    public int rowCount() {
        return buffer().getInt(4);
    }

    /** Whether some rows of it only delete their keys. */
    public boolean hasDeletes() {
        return bytes[offset + 1] != 0;
    }

    public int columnCount() {
        return Short.toUnsignedInt(buffer().getShort(2));
    }

    /** A fresh little-endian view whose position 0 is the block's first byte. */
    public ByteBuffer buffer() {
        return ByteBuffer.wrap(bytes, offset, length).slice().order(ByteOrder.LITTLE_ENDIAN);
    }
}
