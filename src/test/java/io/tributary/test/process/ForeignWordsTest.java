package io.tributary.test.process;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import org.junit.jupiter.api.Test;

final class ForeignWordsTest {
    @Test
    void wordsOfTheEngineOfJavaAndOfOurFunctionsAreSeen() {
        assertThat(List.of(
                        "DuckDB: it broke",
                        "Invalid Input Error: Invalid result set",
                        "{\"exception_type\":\"Catalog\"}",
                        "No function matches the given name",
                        "internal error: java.lang.NullPointerException",
                        "Java heap space: OutOfMemoryError",
                        "BIGINT value is out of range in 'my_div(1, 2)'",
                        "[B@1e745772",
                        "org.duckdb.DuckDBNative",
                        "Table 'temp.$result' doesn't exist"))
                .allMatch(text -> ForeignWords.in(text).isPresent());
    }

    @Test
    void wordsOfMySqlAndOfTheClientAreNotForeign() {
        assertThat(List.of(
                        "Unknown column 'a' in 'field list'",
                        "syntax to use near 'java.lang.String DuckDB' at line 1",
                        "[INTERNAL_ERROR]too many connections",
                        "Unknown system variable 'duckdb_memory_limit'",
                        "BIGINT value is out of range in '(1 + 2)'"))
                .allMatch(text -> ForeignWords.in(text).isEmpty());
    }
}
