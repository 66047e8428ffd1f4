package io.tributary.contract.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowDigestTest {
    private static final List<Column> COLUMNS = List.of(
            Column.of("id", ColumnType.of(Kind.BIGINT), true),
            Column.of("name", ColumnType.varchar(40), true),
            Column.of("big", ColumnType.of(Kind.LARGEINT), true));
    private static final TableSchema TABLE = table(COLUMNS);
    private static final int[] ALL = {0, 1, 2};

    private static TableSchema table(List<Column> columns) {
        return new TableSchema(
                1,
                "db",
                "t",
                1,
                TableSchema.KeyModel.DUPLICATE,
                columns,
                TableProperties.defaults(),
                TableSchema.Layout.none());
    }

    private static RowBlock block(List<Column> columns, long from, long to) {
        RowBlockWriter writer = new RowBlockWriter(columns);
        writer.reset();
        for (long id = from; id < to; id++) {
            writer.beginRow();
            for (int column = 0; column < columns.size(); column++) {
                put(writer, columns.get(column), column, id);
            }
            writer.endRow();
        }
        return writer.finish();
    }

    private static void put(RowBlockWriter writer, Column column, int position, long id) {
        switch (column.name()) {
            case "id" -> writer.putLong(position, id);
            case "name" -> {
                byte[] text = ("a name of more than eight bytes " + id).getBytes(StandardCharsets.UTF_8);
                writer.putText(position, text, 0, text.length);
            }
            case "big" -> {
                if (id % 3 == 0) {
                    writer.putNull(position);
                } else {
                    writer.putLong(position, -id);
                }
            }
            default -> writer.putLong(position, 5);
        }
    }

    @Test
    void howRowsAreCutIntoBlocksDoesNotMatter() {
        long whole = RowDigest.of(TABLE, ALL, List.of(block(COLUMNS, 0, 10)));

        assertThat(RowDigest.of(TABLE, ALL, List.of(block(COLUMNS, 0, 3), block(COLUMNS, 3, 10))))
                .isEqualTo(whole);
        assertThat(RowDigest.of(TABLE, new int[] {2, 0, 1}, List.of(block(COLUMNS, 0, 10))))
                .as("the order of the column list")
                .isEqualTo(whole);
    }

    @Test
    void everyValueAndTheNumberOfRowsMatter() {
        List<Long> digests = new ArrayList<>();
        for (int rows = 1; rows < 12; rows++) {
            digests.add(RowDigest.of(TABLE, ALL, List.of(block(COLUMNS, 0, rows))));
            digests.add(RowDigest.of(TABLE, ALL, List.of(block(COLUMNS, 1, rows + 1))));
            digests.add(RowDigest.of(TABLE, new int[] {0, 1}, List.of(block(COLUMNS, 0, rows))));
            digests.add(RowDigest.of(TABLE, new int[] {1}, List.of(block(COLUMNS, 0, rows))));
            digests.add(RowDigest.of(TABLE, new int[0], List.of(block(COLUMNS, 0, rows))));
        }

        assertThat(digests).doesNotHaveDuplicates();
    }

    @Test
    void aColumnThatTheStatementDoesNotNameDoesNotMatter() {
        List<Column> wider = new ArrayList<>(COLUMNS);
        wider.add(1, Column.of("added", ColumnType.of(Kind.INT), true));

        assertThat(RowDigest.of(table(wider), new int[] {0, 2, 3}, List.of(block(wider, 0, 10))))
                .isEqualTo(RowDigest.of(TABLE, ALL, List.of(block(COLUMNS, 0, 10))));
    }

    /** It is kept for days, and frontends of two versions must agree: a change is a change of format. */
    @Test
    void itIsAFormat() {
        assertThat(RowDigest.of(TABLE, ALL, List.of(block(COLUMNS, 0, 3)))).isEqualTo(-4_587_221_866_725_791_606L);
    }
}
