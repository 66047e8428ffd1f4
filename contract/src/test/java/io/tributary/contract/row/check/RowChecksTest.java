package io.tributary.contract.row.check;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.FilterLimits;
import io.tributary.contract.row.encode.CellIndex;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.row.encode.RowFilter;
import io.tributary.contract.schema.Check;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.Constraints;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.contract.schema.TableSchema.KeyModel;
import io.tributary.contract.schema.TableSchema.Layout;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What checks say of rows is held against the engine in {@code CheckConditionsTest}; here it is where they are asked. */
final class RowChecksTest {
    private static final Check POSITIVE = new Check("positive", List.of("COLUMN n", "NUMBER 0", "GREATER"));
    private static final Column N = Column.of("n", ColumnType.of(Kind.INT), true);

    @Test
    void namesTheFirstRowThatBreaksOneAmongRowsThatComeTogether() {
        RowBlockWriter writer = new RowBlockWriter(table(KeyModel.DUPLICATE, N, POSITIVE));
        byte[] numbers = "1203456789".getBytes(StandardCharsets.US_ASCII);
        CellIndex cells = writer.cells();
        cells.begin(numbers, 0);
        for (int i = 0; i < numbers.length; i++) {
            cells.addNumber(numbers, i, 1);
            cells.endRow();
        }

        assertThatThrownBy(writer::putCells)
                .isInstanceOfSatisfying(
                        TributaryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.CONSTRAINT_VIOLATED))
                .hasMessage("Check constraint 'positive' is violated. Row 3 makes (`n` > 0) false");
        assertThat(writer.rowCount()).isZero();
    }

    @Test
    void leavesOutSuchRowsWhereBadRowsAreLeftOut() {
        RowBlockWriter writer = new RowBlockWriter(table(KeyModel.DUPLICATE, N, POSITIVE));
        writer.filter(new RowFilter(new FilterLimits(1, 0)));
        byte[] numbers = "102".getBytes(StandardCharsets.US_ASCII);
        CellIndex cells = writer.cells();
        cells.begin(numbers, 0);
        for (int i = 0; i < numbers.length; i++) {
            cells.addNumber(numbers, i, 1);
            cells.endRow();
        }
        for (int row = 0; row < numbers.length; row++) {
            writer.putRow(row);
        }

        assertThat(writer.rowCount()).isEqualTo(2);
        assertThat(writer.filtered(3).count()).isEqualTo(1);
    }

    @Test
    void asksNothingOfARowThatDeletesItsKey() {
        RowBlockWriter writer = RowBlockWriter.withDeleteSign(table(KeyModel.UNIQUE, N.asKey(), POSITIVE));

        put(writer, 0, 1);

        assertThat(writer.rowCount()).isEqualTo(1);
        assertThatThrownBy(() -> put(writer, 0, 0)).hasMessageContaining("positive");
    }

    private static void put(RowBlockWriter writer, long number, long sign) {
        writer.beginRow();
        writer.putLong(0, number);
        writer.putLong(1, sign);
        writer.endRow();
    }

    private static TableSchema table(KeyModel model, Column column, Check check) {
        return new TableSchema(
                1,
                "d",
                "t",
                1,
                model,
                List.of(column),
                TableProperties.defaults(),
                Layout.none().withConstraints(new Constraints(List.of(), List.of(check))));
    }
}
