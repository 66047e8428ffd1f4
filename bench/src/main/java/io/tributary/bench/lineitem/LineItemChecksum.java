package io.tributary.bench.lineitem;

import io.tributary.bench.measure.RowSums;
import io.tributary.cli.lineitem.LineItemRow;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.List;

/**
 * What a set of rows adds up to, column by column, whatever their order: the same sums that the server gives for its
 * table. Every column takes part: numbers by value (decimals in hundredths), dates by year, month and day, texts by length.
 */
public final class LineItemChecksum {
    // Each is a sum, so that rows written k times count k times; decimals are multiplied by 100 after the sum.
    private static final List<String> SUMS = List.of(
            "COUNT(*)",
            "SUM(L_ORDERKEY)",
            "SUM(L_PARTKEY)",
            "SUM(L_SUPPKEY)",
            "SUM(L_LINENUMBER)",
            "SUM(L_QUANTITY)",
            "SUM(L_EXTENDEDPRICE)",
            "SUM(L_DISCOUNT)",
            "SUM(L_TAX)",
            "SUM(LENGTH(L_RETURNFLAG))",
            "SUM(LENGTH(L_LINESTATUS))",
            "SUM(YEAR(L_SHIPDATE))",
            "SUM(MONTH(L_COMMITDATE))",
            "SUM(DAY(L_RECEIPTDATE))",
            "SUM(LENGTH(L_SHIPINSTRUCT))",
            "SUM(LENGTH(L_SHIPMODE))",
            "SUM(LENGTH(L_COMMENT))");

    private static final int FIRST_DECIMAL = 5;
    private static final int LAST_DECIMAL = 8;
    private static final int DECIMAL_SCALE = 2;

    private LineItemChecksum() {}

    public static RowSums of(List<LineItemRow> rows) {
        RowSums sums = RowSums.none();
        rows.forEach(row -> sums.add(of(row), 1));
        return sums;
    }

    private static RowSums of(LineItemRow row) {
        return RowSums.of(new long[] {
            1,
            row.orderKey(),
            row.partKey(),
            row.supplierKey(),
            row.lineNumber(),
            unscaled(row.quantity()),
            unscaled(row.extendedPrice()),
            unscaled(row.discount()),
            unscaled(row.tax()),
            row.returnFlag().length(),
            row.lineStatus().length(),
            row.shipDate().toLocalDate().getYear(),
            row.commitDate().toLocalDate().getMonthValue(),
            row.receiptDate().toLocalDate().getDayOfMonth(),
            row.shipInstructions().length(),
            row.shipMode().length(),
            row.comment().length()
        });
    }

    /** What the server has in a table. */
    public static RowSums query(Connection connection, String table) throws SQLException {
        int[] scales = new int[SUMS.size()];
        Arrays.fill(scales, FIRST_DECIMAL, LAST_DECIMAL + 1, DECIMAL_SCALE);
        return RowSums.query(connection, table, SUMS, scales);
    }

    private static long unscaled(BigDecimal value) {
        return value.setScale(DECIMAL_SCALE).unscaledValue().longValueExact();
    }
}
