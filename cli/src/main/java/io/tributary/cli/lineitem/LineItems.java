package io.tributary.cli.lineitem;

import io.trino.tpch.Distributions;
import io.trino.tpch.LineItem;
import io.trino.tpch.LineItemGenerator;
import io.trino.tpch.TextPool;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.List;

/**
 * Rows as TPC-H's generator makes them, always the same ones in the same order. Only the comments differ from dbgen's:
 * they are cut from a text of 5 MB instead of 300 MB, which keeps a second of work and the memory for the servers.
 * One thread.
 */
public final class LineItems {
    private static final int TEXT_BYTES = 5_000_000;

    /** Lineitems of scale factor 1, about; it is 1 to 7 an order, 4 in the mean. */
    private static final double ROWS_OF_SCALE_1 = 5_900_000;

    private final Iterator<LineItem> items;

    /** @param rows how many will be asked for, at most */
    public LineItems(long rows) {
        Distributions distributions = Distributions.getDefaultDistributions();
        double scale = Math.max(0.01, rows / ROWS_OF_SCALE_1);
        this.items =
                new LineItemGenerator(scale, 1, 1, distributions, new TextPool(TEXT_BYTES, distributions)).iterator();
    }

    /** The next rows. @throws java.util.NoSuchElementException after the number this was made for */
    public List<LineItemRow> next(int count) {
        List<LineItemRow> rows = new ArrayList<>(count);
        for (int i = 0; i < count; i++) {
            rows.add(LineItemRow.of(items.next()));
        }
        return rows;
    }
}
