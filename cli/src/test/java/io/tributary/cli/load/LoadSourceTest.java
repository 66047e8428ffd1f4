package io.tributary.cli.load;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class LoadSourceTest {
    private static LoadSource named(String name, Map<String, String> headers) {
        return LoadSource.of(name, Path.of(name), headers);
    }

    private static Map<String, String> headers(String name) {
        return named(name, Map.of()).headers();
    }

    @Test
    void theEndOfANameTellsTheFormat() {
        assertThat(headers("in/rows.csv")).isEqualTo(Map.of("format", "csv", "column_separator", ","));
        assertThat(headers("rows"))
                .isEqualTo(headers("rows.csv"))
                .isEqualTo(headers("rows.txt"))
                .isEqualTo(headers("json"));
        assertThat(headers("rows.TSV")).isEqualTo(Map.of("format", "csv"));
        assertThat(headers("rows.json")).isEqualTo(Map.of("format", "json", "read_json_by_line", "true"));
        assertThat(headers("rows.ndjson")).isEqualTo(headers("rows.json")).isEqualTo(headers("rows.jsonl"));
        assertThat(headers("rows.parquet")).isEqualTo(Map.of("format", "parquet"));
        assertThat(headers("rows.arrow")).isEqualTo(Map.of("format", "arrow"));
    }

    @Test
    void theEndOfANameTellsHowItIsCompressed() {
        assertThat(headers("rows.csv.gz"))
                .isEqualTo(Map.of("format", "csv", "column_separator", ",", "compress_type", "gz"));
        assertThat(headers("rows.json.zst"))
                .isEqualTo(Map.of("format", "json", "read_json_by_line", "true", "compress_type", "zstd"));
        assertThat(headers("rows.bz2")).containsEntry("compress_type", "bz2");
        assertThat(headers("rows.csv.LZ4")).containsEntry("compress_type", "lz4");
        assertThat(named("rows.csv.gz", Map.of()).isWhole()).isTrue();
        assertThat(named("rows.csv", Map.of()).isWhole()).isFalse();
    }

    @Test
    void whatIsSaidGoesBeforeAName() {
        assertThat(named("rows.json", Map.of("format", "csv", "column_separator", "|"))
                        .headers())
                .isEqualTo(Map.of("format", "csv", "column_separator", "|"));
        assertThat(named("rows.csv.gz", Map.of("compress_type", "lz4")).headers())
                .containsEntry("compress_type", "lz4");
        assertThat(named("rows.csv.gz", Map.of("content-encoding", "gzip")).headers())
                .doesNotContainKey("compress_type");
        assertThat(named("rows.json", Map.of("strip_outer_array", "true")).headers())
                .doesNotContainKey("read_json_by_line");
    }

    @Test
    void aFileIsTheSameByWhateverNameItIsReached() {
        assertThat(named("a/../rows.csv", Map.of()).identity())
                .isEqualTo(named("rows.csv", Map.of()).identity())
                .isNotEqualTo(named("Rows.csv", Map.of()).identity())
                .hasSize(16);
        assertThat(LoadSource.of("-", null, Map.of()).identity()).isEqualTo("-");
    }
}
