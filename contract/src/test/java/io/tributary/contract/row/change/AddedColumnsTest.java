package io.tributary.contract.row.change;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

class AddedColumnsTest {
    private static final long NOW = 1_700_000_000_000_000L;
    private static final Column ID = Column.of("id", ColumnType.of(Kind.BIGINT), false);
    private static final Column NAME = Column.of("name", ColumnType.varchar(10), true);
    private static final Column SCORE =
            Column.of("score", ColumnType.of(Kind.INT), false).withDefault(DefaultValue.literal("7"));
    private static final Column AT = Column.of("at", ColumnType.datetime(0), false)
            .withDefault(new DefaultValue(DefaultValue.Kind.CURRENT_TIMESTAMP, "0"));
    private static final Column NOTE = Column.of("note", ColumnType.varchar(5), true);

    @Test
    void rowsAreThoseThatWouldHaveBeenEncodedForTheNewColumns() {
        TableSchema before = table(ID, NAME);
        for (TableSchema after : List.of(
                table(ID, NAME, SCORE, AT, NOTE),
                table(NOTE, ID, AT, NAME, SCORE),
                table(ID.named("ID"), Column.of("name", ColumnType.varchar(300), true)))) {
            AddedColumns columns = AddedColumns.between(before, after).orElseThrow();

            List<RowBlock> made = columns.to(List.of(rows(before, 1, 2, 3), rows(before, 4)), ZoneOffset.UTC, NOW);

            assertThat(made).hasSize(2);
            assertThat(bytes(made.get(0))).isEqualTo(bytes(rows(after, 1, 2, 3)));
            assertThat(bytes(made.get(1))).isEqualTo(bytes(rows(after, 4)));
        }
    }

    @Test
    void aBlockInTheMiddleOfAnArrayIsRead() {
        TableSchema before = table(ID, NAME);
        RowBlock block = rows(before, 1, 2);
        byte[] shared = new byte[block.length() + 20];
        System.arraycopy(block.bytes(), 0, shared, 10, block.length());
        TableSchema after = table(NOTE, ID, NAME);

        List<RowBlock> made = AddedColumns.between(before, after)
                .orElseThrow()
                .to(List.of(new RowBlock(shared, 10, block.length())), ZoneOffset.UTC, NOW);

        assertThat(bytes(made.get(0))).isEqualTo(bytes(rows(after, 1, 2)));
    }

    @Test
    void rowsThatDeleteStillDo() {
        TableSchema before = table(ID, NAME);
        for (TableSchema after : List.of(table(ID, NAME, SCORE), table(NOTE, ID, NAME))) {
            RowBlockWriter writer = RowBlockWriter.withDeleteSign(before.columns());
            for (int i = 0; i < 11; i++) {
                writer.beginRow();
                writer.putLong(0, i);
                writer.putLong(before.deleteSignPosition(), i % 3);
                writer.endRow();
            }

            List<RowBlock> made =
                    AddedColumns.between(before, after).orElseThrow().to(List.of(writer.finish()), ZoneOffset.UTC, NOW);

            RowBlockReader reader = new RowBlockReader(
                    after.columns().stream().map(Column::type).toList());
            reader.reset(made.get(0));
            for (int i = 0; i < 11; i++) {
                assertThat(reader.isDeleted(i)).isEqualTo(i % 3 != 0);
                assertThat(reader.getLong(after.indexOf("id"), i)).isEqualTo(i);
            }
        }
    }

    @Test
    void rowsOfColumnsThatAreGoneOrMovedOrOfAnotherTypeAreNone() {
        TableSchema before = table(ID, NAME);

        assertThat(AddedColumns.between(before, table(ID))).isEmpty();
        assertThat(AddedColumns.between(before, table(NAME, ID))).isEmpty();
        assertThat(AddedColumns.between(before, table(ID, NAME.named("title")))).isEmpty();
        assertThat(AddedColumns.between(before, table(ID, NAME.required()))).isEmpty();
        assertThat(AddedColumns.between(before, table(ID, Column.of("name", ColumnType.varchar(9), true))))
                .isEmpty();
        assertThat(AddedColumns.between(before, table(Column.of("id", ColumnType.of(Kind.INT), false), NAME)))
                .isEmpty();
        assertThat(AddedColumns.between(before, table(ID, NAME, NOTE.required())))
                .isEmpty();
    }

    private static TableSchema table(Column... columns) {
        return new TableSchema(
                1,
                "db",
                "t",
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(columns),
                TableProperties.defaults(),
                TableSchema.Layout.none());
    }

    /** Returns a row for each id; every second has NULL as its name. */
    private static RowBlock rows(TableSchema table, int... ids) {
        RowBlockWriter writer = new RowBlockWriter(table.columns());
        writer.setTimeZone(ZoneOffset.UTC);
        writer.statementTime(NOW);
        for (int id : ids) {
            writer.beginRow();
            writer.putLong(table.indexOf("id"), id);
            if (id % 2 == 0) {
                byte[] name = ("n" + id).getBytes(StandardCharsets.UTF_8);
                writer.putText(table.indexOf("name"), name, 0, name.length);
            }
            writer.endRow();
        }
        return writer.finish();
    }

    private static byte[] bytes(RowBlock block) {
        return Arrays.copyOfRange(block.bytes(), block.offset(), block.offset() + block.length());
    }
}
