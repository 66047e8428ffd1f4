package io.tributary.contract.row;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class AutoIncrementRowsTest {
    private static TableSchema table(Kind kind) {
        return new TableSchema(
                1,
                "db",
                "t",
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(
                        Column.of("name", ColumnType.varchar(10), true),
                        new Column("id", ColumnType.of(kind), false, false, DefaultValue.none(), true, "")),
                TableProperties.defaults(),
                TableSchema.Layout.none());
    }

    /** Rows whose second column holds these values; null is NULL, and {@code Long.MIN_VALUE} leaves it out. */
    private static RowBlock block(TableSchema table, @Nullable Long... values) {
        RowBlockWriter writer = new RowBlockWriter(table.columns());
        for (Long value : values) {
            writer.beginRow();
            if (value == null) {
                writer.putNull(1);
            } else if (value != Long.MIN_VALUE) {
                writer.putLong(1, value);
            }
            writer.endRow();
        }
        return writer.finish();
    }

    private static List<@Nullable Long> ids(TableSchema table, List<RowBlock> blocks) {
        RowBlockReader reader =
                new RowBlockReader(table.columns().stream().map(Column::type).toList());
        List<@Nullable Long> ids = new ArrayList<>();
        for (RowBlock block : blocks) {
            reader.reset(block);
            for (int row = 0; row < reader.rowCount(); row++) {
                ids.add(reader.isNull(1, row) ? null : reader.getLong(1, row));
            }
        }
        return ids;
    }

    @ParameterizedTest
    @EnumSource(names = {"TINYINT", "SMALLINT", "INT", "BIGINT", "LARGEINT"})
    void whatIsNullLeftOutOrZeroGetsConsecutiveNumbersOverAllBlocks(Kind kind) {
        TableSchema table = table(kind);
        List<RowBlock> blocks =
                List.of(block(table, null, 5L, 0L), block(table, 7L, -3L), block(table, Long.MIN_VALUE, 0L));

        AutoIncrementRows rows = new AutoIncrementRows(table, blocks, false);

        assertThat(rows.generated()).isEqualTo(4);
        assertThat(rows.largestGiven()).isEqualTo(7);
        assertThat(ids(table, rows.fill(101))).containsExactly(101L, 5L, 102L, 7L, -3L, 103L, 104L);
        assertThat(ids(table, blocks)).as("the blocks given stay as they were").containsNull();
    }

    @Test
    void zeroIsANumberLikeAnyOtherWhereTheModeSaysSo() {
        TableSchema table = table(Kind.INT);

        AutoIncrementRows rows = new AutoIncrementRows(table, List.of(block(table, 0L, null)), true);

        assertThat(rows.generated()).isEqualTo(1);
        assertThat(ids(table, rows.fill(9))).containsExactly(0L, 9L);
    }

    @Test
    void rowsThatBringTheirOwnNumbersStayAsTheyAre() {
        TableSchema table = table(Kind.BIGINT);
        List<RowBlock> blocks = List.of(block(table, Long.MAX_VALUE, 3L));

        AutoIncrementRows rows = new AutoIncrementRows(table, blocks, false);

        assertThat(rows.generated()).isZero();
        assertThat(rows.largestGiven()).isEqualTo(Long.MAX_VALUE);
        assertThat(rows.fill(0)).isEqualTo(blocks);
    }

    @Test
    void theEndOfTheTypeIsAnErrorAndNotAWrap() {
        TableSchema table = table(Kind.TINYINT);
        AutoIncrementRows rows = new AutoIncrementRows(table, List.of(block(table, null, null)), false);

        assertThat(ids(table, rows.fill(126))).containsExactly(126L, 127L);
        assertThatThrownBy(() -> rows.fill(127))
                .isInstanceOfSatisfying(TributaryException.class, e -> assertThat(e.code())
                        .isEqualTo(ErrorCode.AUTO_INCREMENT_EXHAUSTED));
    }
}
