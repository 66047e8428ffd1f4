package io.tributary.cli.lineitem;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.math.BigDecimal;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.LongStream;

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

    private final long[] sums;

    private LineItemChecksum(long[] sums) {
        this.sums = sums;
    }

    /** Of no rows. */
    public static LineItemChecksum empty() {
        return new LineItemChecksum(new long[SUMS.size()]);
    }

    public static LineItemChecksum of(List<LineItemRow> rows) {
        LineItemChecksum checksum = empty();
        rows.forEach(row -> checksum.add(of(row), 1));
        return checksum;
    }

    private static LineItemChecksum of(LineItemRow row) {
        return new LineItemChecksum(new long[] {
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
    public static LineItemChecksum query(Connection connection, String table) throws SQLException {
        String columns = SUMS.stream().collect(Collectors.joining(", "));
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT " + columns + " FROM " + table)) {
            if (!result.next()) {
                throw new SQLException("the sums over " + table + " gave no row");
            }
            long[] sums = new long[SUMS.size()];
            for (int i = 0; i < sums.length; i++) {
                BigDecimal sum = result.getBigDecimal(i + 1);
                boolean decimal = i >= FIRST_DECIMAL && i <= LAST_DECIMAL;
                // The sum over no rows is NULL.
                sums[i] = sum == null ? 0 : decimal ? unscaled(sum) : sum.longValueExact();
            }
            return new LineItemChecksum(sums);
        }
    }

    /** Adds what other rows add up to, if each were there so many times. */
    public void add(LineItemChecksum other, long times) {
        for (int i = 0; i < sums.length; i++) {
            sums[i] = Math.addExact(sums[i], Math.multiplyExact(other.sums[i], times));
        }
    }

    public long rows() {
        return sums[0];
    }

    /** @throws IllegalArgumentException if there are more or fewer sums than columns */
    @JsonCreator
    static LineItemChecksum ofSums(long[] sums) {
        if (sums.length != SUMS.size()) {
            throw new IllegalArgumentException("a checksum of " + sums.length + " sums, expected " + SUMS.size());
        }
        return new LineItemChecksum(sums.clone());
    }

    @JsonValue
    long[] sums() {
        return sums.clone();
    }

    private static long unscaled(BigDecimal value) {
        return value.setScale(DECIMAL_SCALE).unscaledValue().longValueExact();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof LineItemChecksum checksum && Arrays.equals(sums, checksum.sums);
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(sums);
    }

    @Override
    public String toString() {
        return LongStream.of(sums).mapToObj(Long::toString).collect(Collectors.joining(" "));
    }
}
