package io.tributary.contract.row.encode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.FilterLimits;
import io.tributary.contract.row.FilteredRows;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class RowFilterTest {
    private static final List<Column> COLUMNS = List.of(
            Column.of("id", ColumnType.of(Kind.TINYINT), false),
            Column.of("name", ColumnType.varchar(3), false),
            Column.of("score", ColumnType.decimal(4, 1), true));

    private final RowBlockWriter writer = new RowBlockWriter(COLUMNS);

    /** Puts rows as the index brings them: together where nothing is refused, else one by one. */
    private List<List<@Nullable Object>> put(List<String[]> rows) {
        writer.reset();
        CellIndex cells = writer.cells();
        cells.begin(new byte[0], 0, 1, 2);
        for (String[] row : rows) {
            for (String value : row) {
                byte[] text = value.getBytes(UTF_8);
                cells.addText(text, 0, text.length);
            }
            cells.endRow();
        }
        if (!writer.putCells()) {
            for (int row = 0; row < cells.rowCount(); row++) {
                writer.putRow(row);
            }
            cells.clear();
        }
        return BlockValues.rows(writer.finish(), COLUMNS);
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 100})
    void badRowsAreLeftOutWhateverStandsAroundThem(int goodBefore) {
        writer.filter(new RowFilter(new FilterLimits(1, 10)));
        List<String[]> rows = new ArrayList<>();
        for (int i = 0; i < goodBefore; i++) {
            rows.add(new String[] {"1", "a", "2"});
        }
        rows.add(new String[] {"128", "a", "2"});
        rows.add(new String[] {"7", "b", "3"});
        rows.add(new String[] {"8", "long", "3"});

        List<List<@Nullable Object>> stored = put(rows);

        assertThat(stored).hasSize(goodBefore + 1);
        assertThat(stored.get(goodBefore).get(0)).isEqualTo(7L);
        FilteredRows filtered = writer.filtered(rows.size());
        assertThat(filtered.count()).isEqualTo(2);
        assertThat(filtered.refusals())
                .extracting(Throwable::getMessage)
                .containsExactly(
                        "Out of range value for column 'id' at row " + (goodBefore + 1)
                                + ": 128 (TINYINT takes -128 to 127)",
                        "Data too long for column 'name' at row " + (goodBefore + 3)
                                + ": 'long' has 4 characters (VARCHAR(3) takes 3)");
    }

    @Test
    void textThatIsNoNumberIsNullInAColumnThatTakesIt() {
        writer.filter(new RowFilter(new FilterLimits(1, 10)));

        List<List<@Nullable Object>> stored =
                put(List.of(new String[] {"1", "a", "x"}, new String[] {"x", "b", "1"}, new String[] {"2", "c", ""}));

        assertThat(stored).containsExactly(Arrays.asList(1L, "a", null), Arrays.asList(2L, "c", null));
        assertThat(writer.filtered(3).refusals())
                .singleElement()
                .matches(refusal -> refusal.code() == ErrorCode.BAD_NUMBER_OR_TEXT);
    }

    @Test
    void aShareBeyondTheRatioFailsTheLoad() {
        writer.filter(new RowFilter(new FilterLimits(0.05, 0)));
        List<String[]> rows = new ArrayList<>();
        for (int i = 0; i < 20; i++) {
            rows.add(new String[] {i == 3 ? "1000" : "1", "a", "2"});
        }
        assertThat(put(rows)).hasSize(19);
        assertThat(writer.filtered(20).count()).isEqualTo(1);
        assertThat(writer.filtered(20).refusals()).as("max_error_count = 0").isEmpty();

        put(rows.subList(0, 19));

        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> writer.filtered(19))
                .withMessage(
                        "Insert has too many filtered data 1/19 insert_max_filter_ratio is 0.050000, first_error_msg:"
                                + " Out of range value for column 'id' at row 4: 1000 (TINYINT takes -128 to 127)")
                .matches(e -> e.code() == ErrorCode.TOO_MANY_FILTERED);
    }

    @Test
    void aStatementAfterTheNonStrictOneIsStrictAgain() {
        writer.filter(new RowFilter(new FilterLimits(1, 10)));
        put(List.<String[]>of(new String[] {"1000", "a", "1"}));
        writer.filter(null);

        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> put(List.<String[]>of(new String[] {"1000", "a", "1"})))
                .matches(e -> e.code() == ErrorCode.OUT_OF_RANGE);
        assertThat(writer.filtered(1)).isEqualTo(FilteredRows.NONE);
    }
}
