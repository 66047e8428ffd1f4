package io.tributary.bench.measure;

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
 * What a set of rows of one table adds up to, whatever their order: their number, then sums over columns that the table's
 * owner chose. Sums of no rows fit any table. One thread.
 */
public final class RowSums {
    private long[] sums;

    private RowSums(long[] sums) {
        this.sums = sums;
    }

    /** Returns the sums of no rows. */
    public static RowSums none() {
        return new RowSums(new long[0]);
    }

    /** @param sums the first is the number of rows */
    @JsonCreator
    public static RowSums of(long[] sums) {
        return new RowSums(sums.clone());
    }

    /**
     * What a server has in a table.
     *
     * @param expressions the first counts rows; NULL counts as 0
     * @param scales of each sum: decimals that are taken as whole numbers
     */
    public static RowSums query(Connection connection, String table, List<String> expressions, int[] scales)
            throws SQLException {
        String columns = expressions.stream().collect(Collectors.joining(", "));
        try (Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery("SELECT " + columns + " FROM " + table)) {
            if (!result.next()) {
                throw new SQLException("the sums over " + table + " gave no row");
            }
            long[] sums = new long[expressions.size()];
            for (int i = 0; i < sums.length; i++) {
                BigDecimal sum = result.getBigDecimal(i + 1);
                sums[i] = sum == null
                        ? 0
                        : sum.setScale(scales[i]).unscaledValue().longValueExact();
            }
            return new RowSums(sums);
        }
    }

    /** Adds what other rows of the same table add up to, if each were there so many times. */
    public void add(RowSums other, long times) {
        if (sums.length == 0) {
            sums = new long[other.sums.length];
        }
        for (int i = 0; i < other.sums.length; i++) {
            sums[i] = Math.addExact(sums[i], Math.multiplyExact(other.sums[i], times));
        }
    }

    public long rows() {
        return sums.length == 0 ? 0 : sums[0];
    }

    @JsonValue
    long[] sums() {
        return sums.clone();
    }

    /** Sums of no rows are the same whether they have been added up or not. */
    private long[] trimmed() {
        return rows() == 0 ? new long[0] : sums;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof RowSums rowSums && Arrays.equals(trimmed(), rowSums.trimmed());
    }

    @Override
    public int hashCode() {
        return Arrays.hashCode(trimmed());
    }

    @Override
    public String toString() {
        return LongStream.of(sums).mapToObj(Long::toString).collect(Collectors.joining(" "));
    }
}
