package io.tributary.bench.httplogs;

import io.tributary.bench.measure.RowSums;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Random;

/** The table and its rows: always the same ones in the same order. One thread. */
public final class HttpLogs {
    public static final String NAME = "httplogs";
    /** The character between the values of a line; no value holds it. */
    public static final char SEPARATOR = '|';

    public static final String CREATE =
            """
            CREATE TABLE IF NOT EXISTS httplogs (
              ts       DATETIME NOT NULL,
              clientip VARCHAR(20),
              request  TEXT,
              status   SMALLINT,
              size     INT
            )
            DUPLICATE KEY(ts)
            DISTRIBUTED BY RANDOM BUCKETS 10
            PROPERTIES ("replication_num" = "1")
            """;

    /** What a set of rows adds up to, column by column: as many as {@link Lines#sums} has. */
    public static final List<String> SUMS = List.of(
            "COUNT(*)",
            "SUM(DAY(ts))",
            "SUM(SECOND(ts))",
            "SUM(LENGTH(clientip))",
            "SUM(LENGTH(request))",
            "SUM(status)",
            "SUM(size)");

    private final Random random = new Random(19980601);

    /**
     * Lines of CSV.
     *
     * @param sums of these rows
     */
    @SuppressWarnings("ArrayRecordComponent") // nobody compares lines
    public record Lines(byte[] csv, RowSums sums) {}

    /** The next rows. */
    public Lines next(int rows) {
        StringBuilder csv = new StringBuilder();
        long[] sums = new long[SUMS.size()];
        for (int i = 0; i < rows; i++) {
            HttpLogRow row = HttpLogRow.random(random);
            row.appendCsv(csv);
            sums[0]++;
            sums[1] += row.time().getDayOfMonth();
            sums[2] += row.time().getSecond();
            sums[3] += row.clientIp().length();
            sums[4] += row.request().length();
            sums[5] += row.status();
            sums[6] += row.size();
        }
        return new Lines(csv.toString().getBytes(StandardCharsets.US_ASCII), RowSums.of(sums));
    }
}
