package io.tributary.planner.sql;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.temporary.TemporaryTables;
import io.tributary.dialect.token.RewrittenText;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TemporaryReferencesTest {
    private static final String HIDDEN = "tributary_tmp_0a1b2000001_x";
    private static final TemporaryTables TABLES = TemporaryTables.NONE.with("d", "x", HIDDEN);

    private static String hidden(String sql) {
        return TemporaryReferences.hiddenIn(sql, SqlMode.DEFAULT, "d", TABLES);
    }

    private static String shortened(String text) {
        return text.replaceAll("/\\*\\$\\+.*?\\*/|/\\*\\$-\\*/", "").replace(HIDDEN, "H");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            textBlock =
                    """
                    SELECT * FROM x                                      | SELECT * FROM `H` AS `x`
                    SELECT x.a FROM d.x JOIN y ON d.x.a = y.a            | SELECT x.a FROM `d`.`H` AS `x` JOIN y ON x.a = y.a
                    SELECT d.x.* FROM x                                  | SELECT x.* FROM `H` AS `x`
                    SELECT t.a FROM x AS t, `x`                          | SELECT t.a FROM `H` AS t, `H` AS `x`
                    SELECT x FROM e.x                                    | SELECT x FROM e.x
                    SELECT x FROM X                                      | SELECT x FROM X
                    SELECT 'x', y.x AS x FROM y                          | SELECT 'x', y.x AS x FROM y
                    SELECT a FROM y WHERE a IN (SELECT x FROM x)         | SELECT a FROM y WHERE a IN (SELECT x FROM `H` AS `x`)
                    SELECT a FROM x PARTITION (p) WHERE a                | SELECT a FROM `H` PARTITION (p) AS `x` WHERE a
                    (SELECT 1) UNION (SELECT a FROM x)                   | (SELECT 1) UNION (SELECT a FROM `H` AS `x`)
                    WITH x AS (SELECT 1) SELECT * FROM x                 | WITH x AS (SELECT 1) SELECT * FROM x
                    WITH x AS (SELECT a FROM x) SELECT * FROM x          | WITH x AS (SELECT a FROM `H` AS `x`) SELECT * FROM x
                    WITH RECURSIVE x AS (SELECT 1 UNION SELECT 2 FROM x) SELECT 1 FROM x, d.x | WITH RECURSIVE x AS (SELECT 1 UNION SELECT 2 FROM x) SELECT 1 FROM x, `d`.`H` AS `x`
                    SELECT * FROM (WITH x AS (SELECT 1) SELECT 1 FROM x) t, x | SELECT * FROM (WITH x AS (SELECT 1) SELECT 1 FROM x) t, `H` AS `x`
                    UPDATE x SET x.a = 1 WHERE d.x.b = 2                 | UPDATE `H` AS `x` SET x.a = 1 WHERE x.b = 2
                    UPDATE y JOIN x ON y.a = x.a SET y.b = x.b           | UPDATE y JOIN `H` AS `x` ON y.a = x.a SET y.b = x.b
                    DELETE FROM x WHERE x.a = 1 OR d.x.a = 2             | DELETE FROM `H` WHERE `H`.a = 1 OR d.`H`.a = 2
                    DELETE FROM x AS t WHERE t.a = 1                     | DELETE FROM `H` AS t WHERE t.a = 1
                    DELETE d.x FROM x JOIN y ON x.a = y.a                | DELETE `x` FROM `H` AS `x` JOIN y ON x.a = y.a
                    DELETE FROM x USING x JOIN y                         | DELETE FROM `x` USING `H` AS `x` JOIN y
                    DELETE FROM y WHERE a IN (SELECT x.a FROM x)         | DELETE FROM y WHERE a IN (SELECT x.a FROM `H` AS `x`)
                    TABLE x ORDER BY x.a                                 | TABLE `H` ORDER BY `H`.a
                    SELECT a FROM y UNION TABLE d.x                      | SELECT a FROM y UNION TABLE `d`.`H`
                    EXPLAIN SELECT * FROM x                              | EXPLAIN SELECT * FROM `H` AS `x`
                    """)
    void aNameMeansTheTableThatItMeansInTheSession(String sql, String expected) {
        assertThat(shortened(hidden(sql))).isEqualTo(expected);
    }

    /** Labels of columns and errors are made of that. */
    @Test
    void aQueryKeepsWhatItsClientWrote() {
        String sql = "SELECT (SELECT MAX(x.a) FROM d.x) FROM x";

        assertThat(RewrittenText.original(hidden(sql))).isEqualTo(sql);
    }

    @Test
    void aTextWithoutTheNameIsNotParsed() {
        assertThat(hidden("SELECT * FRM y")).isEqualTo("SELECT * FRM y");
    }

    @Test
    void nobodyReachesATableByItsHiddenName() {
        for (TemporaryTables tables : new TemporaryTables[] {TABLES, TemporaryTables.NONE}) {
            for (String name : new String[] {HIDDEN, "`TRIBUTARY_TMP_0a1b2000001_x`", "d." + HIDDEN}) {
                assertThatExceptionOfType(TributaryException.class)
                        .isThrownBy(() ->
                                TemporaryReferences.hiddenIn("SELECT * FROM " + name, SqlMode.DEFAULT, "d", tables))
                        .matches(error -> error.code() == ErrorCode.UNKNOWN_TABLE);
            }
        }
        assertThat(hidden("SELECT '" + HIDDEN + "'")).isEqualTo("SELECT '" + HIDDEN + "'");
    }

    @Test
    void whatAServerRunsAsItIsMayNotNameOne() {
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(
                        () -> TemporaryReferences.requireNone("INSERT INTO t SELECT * FROM x", SqlMode.DEFAULT, TABLES))
                .matches(error -> error.code() == ErrorCode.NOT_SUPPORTED);
        TemporaryReferences.requireNone("INSERT INTO t VALUES ('x')", SqlMode.DEFAULT, TABLES);
    }
}
