package io.tributary.bench.httplogs;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.bench.measure.RowSums;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.api.Test;

final class HttpLogsTest {
    @Test
    void linesAreTheSameEachTimeAndHave125BytesInTheMean() {
        HttpLogs.Lines lines = new HttpLogs().next(10_000);

        assertThat(lines.csv()).isEqualTo(new HttpLogs().next(10_000).csv());
        assertThat(lines.csv().length / 10_000).isBetween(120, 130);
        assertThat(new String(lines.csv(), StandardCharsets.US_ASCII).lines())
                .hasSize(10_000)
                .allMatch(line -> line.matches("[-0-9]{10} [:0-9]{8}\\|[.0-9]+\\|[A-Z]+ /[^|]+\\|\\d+\\|\\d+"));
        assertThat(lines.sums().rows()).isEqualTo(10_000);
    }

    @Test
    void sumsOfNoRowsAreTheSameHoweverManyColumnsThereAre() {
        RowSums sums = RowSums.none();
        assertThat(sums).isEqualTo(RowSums.of(new long[7]));

        sums.add(new HttpLogs().next(3).sums(), 2);

        assertThat(sums.rows()).isEqualTo(6);
        assertThat(sums).isNotEqualTo(RowSums.none());
    }
}
