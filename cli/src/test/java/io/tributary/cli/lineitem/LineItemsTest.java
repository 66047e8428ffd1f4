package io.tributary.cli.lineitem;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class LineItemsTest {
    @Test
    void theFirstRowIsTheGeneratorsFirst() {
        StringBuilder sql = new StringBuilder();

        new LineItems(1).next(1).get(0).appendLiterals(sql);

        // Keys, prices and dates are those of dbgen at scale 0.01; the comment is ours.
        assertThat(sql.toString())
                .startsWith("(1,1552,93,1,17,24710.35,0.04,0.02,'N','O','1996-03-13','1996-02-12','1996-03-22',"
                        + "'DELIVER IN PERSON','TRUCK',");
    }

    @Test
    void thereAreAsManyRowsAsWereAskedFor() {
        for (long rows : List.of(1L, 70_000L, 400_000L)) {
            LineItems items = new LineItems(rows);
            for (long left = rows; left > 0; left -= 1_000) {
                int count = (int) Math.min(left, 1_000);
                assertThat(items.next(count)).hasSize(count);
            }
        }
    }

    @Test
    void everyValueFitsItsColumnAndNeedsNoEscape() {
        for (LineItemRow row : new LineItems(20_000).next(20_000)) {
            assertThat(row.comment()).hasSizeLessThanOrEqualTo(44).doesNotContain("'", "\\");
            assertThat(row.shipInstructions()).hasSizeLessThanOrEqualTo(25);
            assertThat(row.shipMode()).hasSizeLessThanOrEqualTo(10);
        }
    }
}
