package io.tributary.dialect.token;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.schema.SqlMode;
import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class LeadingWithTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            quoteCharacter = '~',
            textBlock =
                    """
            WITH x AS (SELECT 1) INSERT INTO t SELECT * FROM x           | INSERT INTO t WITH x AS (SELECT 1)  SELECT * FROM x
            with x as (select ?) insert into d.t (a, b) (select ?, 1)    | insert into d.t (a, b) with x as (select ?)  (select ?, 1)
            /* c */ WITH x AS (SELECT 'INSERT') INSERT t SELECT 1        | INSERT t WITH x AS (SELECT 'INSERT')  SELECT 1
            WITH x AS (SELECT INSERT('a', 1, 1, 'b')) SELECT * FROM x    |
            WITH x AS (SELECT 1) INSERT INTO t VALUES (1)                |
            WITH x AS (SELECT 1) UPDATE t SET a = 1                      |
            WITH x AS (SELECT 1 INSERT INTO t SELECT 1                   |
            WITH 'x                                                      |
            INSERT INTO t WITH x AS (SELECT 1) SELECT * FROM x           |
            """)
    void aWithBeforeInsertIsMovedBeforeItsQuery(String sql, String moved) {
        byte[] text = ("  " + sql + " ").getBytes(StandardCharsets.UTF_8);

        byte[] found = LeadingWith.moved(text, 1, text.length - 1, SqlMode.DEFAULT);

        assertThat(found == null ? null : new String(found, StandardCharsets.UTF_8))
                .isEqualTo(moved);
    }
}
