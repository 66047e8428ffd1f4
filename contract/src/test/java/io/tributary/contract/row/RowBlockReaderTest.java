package io.tributary.contract.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import io.tributary.contract.row.encode.BlockValues;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.value.LittleEndian;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowBlockReaderTest {
    private static final List<Column> COLUMNS = List.of(
            Column.of("n", ColumnType.of(Kind.BIGINT), true),
            Column.of("t", ColumnType.of(Kind.STRING), true),
            Column.of("d", ColumnType.decimal(38, 2), false),
            Column.of("f", ColumnType.of(Kind.FLOAT), false));

    private final RowBlockReader reader = new RowBlockReader(BlockValues.types(COLUMNS));

    @Test
    void everyFlippedBitIsRefusedOrReadsWithoutLeavingTheBlock() {
        byte[] good = smallBlock().bytes();
        int refused = 0;
        for (int bit = 0; bit < 8 * good.length; bit++) {
            byte[] damaged = good.clone();
            damaged[bit >> 3] ^= (byte) (1 << (bit & 7));
            refused += readsWhole(damaged, 0, damaged.length) ? 0 : 1;
        }
        assertThat(refused).isPositive();
    }

    @Test
    void everyByteValueAtEveryPlaceIsRefusedOrReadsWithoutLeavingTheBlock() {
        byte[] good = smallBlock().bytes();
        for (int at = 0; at < good.length; at++) {
            for (int value = 0; value < 256; value++) {
                byte[] damaged = good.clone();
                damaged[at] = (byte) value;
                readsWhole(damaged, 0, damaged.length);
            }
        }
    }

    @Test
    void everyTruncationAndEveryExtensionIsRefused() {
        byte[] good = smallBlock().bytes();
        for (int length = 0; length < good.length; length++) {
            assertThat(readsWhole(Arrays.copyOf(good, length), 0, length)).isFalse();
            // The bytes behind the block's end are there, but are not the block's.
            assertThat(readsWhole(good, 0, length)).isFalse();
        }
        assertThat(readsWhole(Arrays.copyOf(good, good.length + 1), 0, good.length + 1))
                .isFalse();
    }

    @Test
    void aBlockOfOtherColumnsIsRefusedByName() {
        RowBlock block = smallBlock();
        RowBlockReader other = new RowBlockReader(List.of(ColumnType.of(Kind.INT)));

        assertThatIllegalArgumentException()
                .isThrownBy(() -> other.reset(block))
                .withMessage("row block has 4 columns, expected 1");
        assertThat(other.rowCount()).isZero();
    }

    @Test
    void aVastRowCountIsRefused() {
        byte[] bytes = smallBlock().bytes();
        LittleEndian.putInt(bytes, 4, RowBlock.ROWS_MAX + 1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> reader.reset(RowBlock.of(bytes)))
                .withMessageContaining("16777217 rows");
        LittleEndian.putInt(bytes, 4, -1);
        assertThatIllegalArgumentException()
                .isThrownBy(() -> reader.reset(RowBlock.of(bytes)))
                .withMessageContaining("4294967295 rows");
    }

    @Test
    void vectorsLieWhereTheFormatSays() {
        RowBlock block = smallBlock();
        reader.reset(block);

        assertThat(reader.array()).isSameAs(block.bytes());
        assertThat(reader.validityOffset(0)).isEqualTo(9);
        assertThat(reader.valuesOffset(0)).isEqualTo(10);
        assertThat(reader.validityOffset(1)).isEqualTo(35);
        assertThat(reader.endOffsetsOffset(1)).isEqualTo(36);
        assertThat(reader.dataOffset(1)).isEqualTo(48);
        assertThat(reader.dataLength(1)).isEqualTo(5);
        assertThat(reader.validityOffset(2)).isEqualTo(-1);
        assertThat(reader.valuesOffset(2)).isEqualTo(54);
    }

    private static RowBlock smallBlock() {
        RowBlockWriter writer = new RowBlockWriter(COLUMNS);
        byte[] text = {'a', 'b', 'c', 'd', 'e'};
        for (int row = 0; row < 3; row++) {
            writer.beginRow();
            if (row == 1) {
                writer.putNull(0);
                writer.putNull(1);
            } else {
                writer.putLong(0, row);
                writer.putText(1, text, 0, row == 0 ? 2 : 3);
            }
            writer.putLong(2, row);
            writer.putFloat(3, row);
            writer.endRow();
        }
        return writer.finish();
    }

    /** Whether the block is taken; every value of a block that is taken must be readable within the block. */
    private boolean readsWhole(byte[] bytes, int offset, int length) {
        try {
            reader.reset(new RowBlock(bytes, offset, length));
        } catch (IllegalArgumentException e) {
            return false;
        }
        for (int row = 0; row < reader.rowCount(); row++) {
            for (int column = 0; column < COLUMNS.size(); column++) {
                reader.isNull(column, row);
                if (COLUMNS.get(column).type().isVariableWidth()) {
                    int start = reader.bytesOffset(column, row);
                    int valueLength = reader.bytesLength(column, row);
                    assertThat(start).isBetween(offset, offset + length);
                    assertThat(valueLength).isBetween(0, offset + length - start);
                } else {
                    reader.getLong(column, row);
                }
            }
            reader.getLongHigh(2, row);
            reader.getDouble(3, row);
        }
        return true;
    }
}
