package io.tributary.contract.row.encode;

import static io.tributary.contract.row.encode.BlockValues.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.DefaultValue;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.LocalDateTime;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class RowBlockWriterTest {
    private static final ColumnType INT = ColumnType.of(Kind.INT);

    @Test
    void aColumnNotPutGetsItsDefaultElseNull() {
        List<Column> columns = List.of(
                Column.of("id", INT, false),
                withDefault("n", INT, false, DefaultValue.literal("42")),
                withDefault("d", ColumnType.decimal(10, 2), false, DefaultValue.literal("1.5")),
                withDefault("s", ColumnType.varchar(5), false, DefaultValue.literal("é")),
                withDefault("e", ColumnType.varchar(5), false, DefaultValue.literal("")),
                withDefault("x", INT, true, new DefaultValue(DefaultValue.Kind.NULL, "")),
                Column.of("y", INT, true));
        RowBlockWriter writer = new RowBlockWriter(columns);

        for (int row = 0; row < 20; row++) {
            writer.beginRow();
            writer.putLong(0, row);
            writer.endRow();
        }

        List<@Nullable Object> expected =
                new ArrayList<>(Arrays.asList(0L, 42L, new BigDecimal("1.50"), "é", "", null, null));
        List<List<@Nullable Object>> rows = BlockValues.rows(writer.finish(), columns);
        for (int row = 0; row < 20; row++) {
            expected.set(0, (long) row);
            assertThat(rows.get(row)).isEqualTo(expected);
        }
    }

    @Test
    void theStatementsTimeIsTheDefaultInTheDefaultsDigits() {
        List<Column> columns = List.of(
                withDefault("a", ColumnType.datetime(0), false, currentTimestamp("")),
                withDefault("b", ColumnType.datetime(6), false, currentTimestamp("3")),
                withDefault("c", ColumnType.of(Kind.DATE), false, currentTimestamp("")));
        RowBlockWriter writer = new RowBlockWriter(columns);
        LocalDateTime now = LocalDateTime.of(2024, 2, 29, 23, 59, 59, 999_999_000);
        writer.statementTime(java.time.temporal.ChronoUnit.MICROS.between(BlockValues.EPOCH, now));

        writer.beginRow();
        writer.putDefault(1);
        writer.endRow();

        assertThat(BlockValues.rows(writer.finish(), columns))
                .containsExactly(List.of(
                        LocalDateTime.of(2024, 2, 29, 23, 59, 59),
                        LocalDateTime.of(2024, 2, 29, 23, 59, 59, 999_000_000),
                        LocalDate.of(2024, 2, 29)));
    }

    @Test
    void aDefaultOfTheClockWithoutAStatementTimeIsOurMistake() {
        RowBlockWriter writer =
                new RowBlockWriter(List.of(withDefault("a", ColumnType.datetime(0), false, currentTimestamp(""))));
        writer.beginRow();

        assertThatIllegalStateException().isThrownBy(writer::endRow).withMessageContaining("column a");
    }

    @Test
    void aColumnThatDoesNotTakeItsOwnDefaultIsRefusedAtOnce() {
        assertThatThrownBy(() -> new RowBlockWriter(
                        List.of(withDefault("n", ColumnType.of(Kind.TINYINT), false, DefaultValue.literal("300")))))
                .isInstanceOfSatisfying(
                        TributaryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.INVALID_DEFAULT))
                .hasMessageStartingWith("Invalid default value for 'n': Out of range value");
    }

    @Test
    void anAbandonedRowLeavesNothing() {
        List<Column> columns = List.of(Column.of("a", INT, true), Column.of("b", ColumnType.varchar(9), true));
        RowBlockWriter writer = new RowBlockWriter(columns);
        writer.beginRow();
        writer.putLong(0, 1);
        text("one").into(writer, 1);
        writer.endRow();
        writer.beginRow();
        writer.putNull(0);
        text("two").into(writer, 1);
        writer.abandonRow();
        writer.beginRow();
        text("three").into(writer, 1);
        writer.putLong(0, 3);
        writer.endRow();

        assertThat(BlockValues.rows(writer.finish(), columns))
                .containsExactly(List.of(1L, "one"), List.of(3L, "three"));
    }

    @Test
    void aValueIsTakenAfterARefusalAndAnAbandonedRow() {
        List<Column> columns = List.of(Column.of("a", INT, false), Column.of("b", INT, false));
        RowBlockWriter writer = new RowBlockWriter(columns);
        writer.beginRow();
        writer.putLong(0, 1);
        assertThatThrownBy(() -> text("x").into(writer, 1)).isInstanceOf(TributaryException.class);
        writer.abandonRow();
        writer.beginRow();
        writer.putLong(0, 5);
        writer.putLong(1, 6);
        writer.endRow();

        assertThat(BlockValues.rows(writer.finish(), columns)).containsExactly(List.of(5L, 6L));
    }

    @Test
    void rowNumbersContinueOverTheBlocksOfAStatementAndBeginAgainWithTheNext() {
        RowBlockWriter writer = new RowBlockWriter(List.of(Column.of("a", INT, false)));
        for (int row = 0; row < 3; row++) {
            writer.beginRow();
            writer.putLong(0, row);
            writer.endRow();
        }
        writer.finish();
        writer.beginRow();
        assertThatThrownBy(() -> writer.putNull(0)).hasMessageContaining("row 4");

        writer.reset();
        writer.beginRow();
        assertThatThrownBy(() -> writer.putNull(0)).hasMessageContaining("row 1");

        writer.firstRowNumber(1001);
        assertThatThrownBy(() -> writer.putNull(0)).hasMessageContaining("row 1001");
    }

    @Test
    void aColumnPutTwiceIsOurMistake() {
        RowBlockWriter writer = new RowBlockWriter(List.of(Column.of("a", INT, false)));
        writer.beginRow();
        writer.putLong(0, 1);
        writer.putLong(0, 2);

        assertThatIllegalStateException().isThrownBy(writer::endRow).withMessageContaining("column a");
    }

    @Test
    void largeValuesDoNotMakeTheWriterLargeForEver() {
        List<Column> columns = List.of(Column.of("a", ColumnType.of(Kind.STRING), false));
        RowBlockWriter writer = new RowBlockWriter(columns);
        byte[] large = new byte[3 << 20];
        Arrays.fill(large, (byte) 'x');
        for (int round = 0; round < 2; round++) {
            writer.beginRow();
            writer.putText(0, large, 0, large.length);
            writer.endRow();
            assertThat(writer.finish().length()).isEqualTo(8 + 1 + 4 + large.length);
        }
        writer.beginRow();
        text("small").into(writer, 0);
        writer.endRow();
        assertThat(BlockValues.rows(writer.finish(), columns)).containsExactly(List.of("small"));
    }

    private static Column withDefault(String name, ColumnType type, boolean nullable, DefaultValue value) {
        return new Column(name, type, nullable, false, value, false, "");
    }

    private static DefaultValue currentTimestamp(String digits) {
        return new DefaultValue(DefaultValue.Kind.CURRENT_TIMESTAMP, digits);
    }
}
