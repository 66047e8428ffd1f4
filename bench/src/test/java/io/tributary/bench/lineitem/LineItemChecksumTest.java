package io.tributary.bench.lineitem;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.bench.measure.RowSums;
import io.tributary.cli.lineitem.LineItemRow;
import io.tributary.cli.lineitem.LineItems;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Test;

final class LineItemChecksumTest {
    private final List<LineItemRow> rows = new LineItems(50).next(50);

    @Test
    void theOrderOfRowsDoesNotMatter() {
        List<LineItemRow> reversed = new ArrayList<>(rows);
        Collections.reverse(reversed);

        assertThat(LineItemChecksum.of(reversed)).isEqualTo(LineItemChecksum.of(rows));
    }

    @Test
    void rowsWrittenTwiceCountTwice() {
        RowSums twice = RowSums.none();
        twice.add(LineItemChecksum.of(rows), 2);

        RowSums added = LineItemChecksum.of(rows);
        added.add(LineItemChecksum.of(rows), 1);
        assertThat(twice).isEqualTo(added);
        assertThat(twice.rows()).isEqualTo(100);
    }

    @Test
    void aChangedValueChangesIt() {
        LineItemRow row = rows.get(0);
        LineItemRow other = new LineItemRow(
                row.orderKey(),
                row.partKey(),
                row.supplierKey(),
                row.lineNumber(),
                row.quantity(),
                row.extendedPrice(),
                row.discount(),
                row.tax(),
                row.returnFlag(),
                row.lineStatus(),
                row.shipDate(),
                row.commitDate(),
                row.receiptDate(),
                row.shipInstructions(),
                row.shipMode(),
                row.comment() + "x");

        assertThat(LineItemChecksum.of(List.of(other))).isNotEqualTo(LineItemChecksum.of(List.of(row)));
    }
}
