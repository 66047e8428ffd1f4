package io.tributary.contract.row.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.row.RowDigest;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class DeleteSignTest {
    private static final List<Column> COLUMNS = List.of(
            Column.of("k", ColumnType.of(Kind.INT), false).asKey(), Column.of("v", ColumnType.varchar(10), true));
    private static final TableSchema TABLE = new TableSchema(
            1,
            "d",
            "t",
            1,
            TableSchema.KeyModel.UNIQUE,
            COLUMNS,
            TableProperties.defaults(),
            TableSchema.Layout.none());

    private final RowBlockWriter writer = RowBlockWriter.withDeleteSign(COLUMNS);

    private void put(int key, int sign) {
        writer.beginRow();
        writer.putLong(0, key);
        writer.putText(1, "abc".getBytes(StandardCharsets.UTF_8), 0, 3);
        writer.putLong(2, sign);
        writer.endRow();
    }

    private static byte[] bytes(RowBlock block) {
        return Arrays.copyOfRange(block.bytes(), block.offset(), block.offset() + block.length());
    }

    @Test
    void aBlockWithoutDeletesIsThatOfAWriterWithoutSigns() {
        RowBlockWriter plain = new RowBlockWriter(COLUMNS);
        for (int i = 0; i < 20; i++) {
            put(i, 0);
            plain.beginRow();
            plain.putLong(0, i);
            plain.putText(1, "abc".getBytes(StandardCharsets.UTF_8), 0, 3);
            plain.endRow();
        }

        assertThat(bytes(writer.finish())).isEqualTo(bytes(plain.finish()));
    }

    @Test
    void theRowsWithASignAreABitmapBehindTheColumns() {
        for (int i = 0; i < 10; i++) {
            put(i, i == 1 || i == 9 ? -1 : 0);
        }

        RowBlock block = writer.finish();

        assertThat(block.hasDeletes()).isTrue();
        assertThat(bytes(block)).startsWith(1, 1, 2, 0, 10, 0, 0, 0).endsWith('c', 0b10, 0b10);
        RowBlockReader reader =
                new RowBlockReader(COLUMNS.stream().map(Column::type).toList());
        reader.reset(block);
        for (int i = 0; i < 10; i++) {
            assertThat(reader.isDeleted(i)).isEqualTo(i == 1 || i == 9);
            assertThat(reader.getLong(0, i)).isEqualTo(i);
        }
        put(1, 0);
        reader.reset(writer.finish());
        assertThat(reader.isDeleted(0)).isFalse();
    }

    @Test
    void aBitmapThatIsCutIsNoBlock() {
        put(1, 1);
        byte[] bytes = bytes(writer.finish());
        RowBlockReader reader =
                new RowBlockReader(COLUMNS.stream().map(Column::type).toList());

        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> reader.reset(RowBlock.of(Arrays.copyOf(bytes, bytes.length - 1))));
        bytes[1] = 2;
        assertThatExceptionOfType(IllegalArgumentException.class)
                .isThrownBy(() -> reader.reset(RowBlock.of(bytes)))
                .withMessageContaining("deletes byte is 2");
    }

    @Test
    void aSignIsANumber() {
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> put(1, 128))
                .withMessageContaining("__DORIS_DELETE_SIGN__");
    }

    @Test
    void theDigestOfARowThatDeletesIsAnotherThanOfOneThatDoesNot() {
        put(1, 0);
        RowBlock inserted = writer.finish();
        put(1, 1);
        RowBlock deleted = writer.finish();
        int[] positions = {0, 2, 1};

        assertThat(RowDigest.of(TABLE, positions, List.of(deleted)))
                .isNotEqualTo(RowDigest.of(TABLE, positions, List.of(inserted)))
                .isEqualTo(RowDigest.of(TABLE, new int[] {2, 1, 0}, List.of(deleted)));
    }
}
