package io.tributary.dialect.lex;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.text.RewrittenText;
import io.tributary.dialect.tree.Literals;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LexedTest {
    private static Lexed lex(String sql) {
        return Lexed.lex(sql, SqlMode.NONE);
    }

    private static String shape(String sql) {
        return lex(sql).shape().text();
    }

    @Test
    void aShapeHasNoCommentsAndNoValues() {
        assertThat(shape("SELECT a, 'x', 1.5 /* no */ FROM t -- no")).isEqualTo("SELECT `$0` , `a` , '1' , 2 FROM `t`");
        assertThat(shape("select /*!40101 1, */ /*!99999 2, */ x'41' # no")).isEqualTo("select `$0` , 1 , '2'");
    }

    @Test
    void literalsStandInTheOrderOfTheText() {
        Literals literals = lex("select 1, 2.50, 3e1, 'x' 'y', 0x4, b'1', _binary'ab', N'z' limit 7")
                .literals();

        assertThat(IntStream.range(0, literals.count()).mapToObj(literals::peek))
                .extracting(value -> value.kind() + " " + value.text())
                .containsExactly(
                        "INTEGER 1",
                        "DECIMAL 2.50",
                        "DOUBLE 3e1",
                        "TEXT xy",
                        "BYTES 04",
                        "BYTES 01",
                        "BYTES 6162",
                        "TEXT z",
                        "INTEGER 7");
        assertThat(literals.pinned().isEmpty()).isTrue();
    }

    @Test
    void theKeyIsThatOfAllValuesOfTheSameType() {
        assertThat(key("select a from t where b = 12 and c = 'abcd'"))
                .isEqualTo(key("select a from t where b = 99 and c = 'efgh'"))
                .isEqualTo(key("select  a /* x */ from t where b = 34 and c = 'abcde'"))
                .isNotEqualTo(key("select a from t where b = 123 and c = 'abcd'"))
                .isNotEqualTo(key("select a from t where b = 12 and c = 'abcdefgh'"))
                .isNotEqualTo(key("select a from t where b = 1.2 and c = 'abcd'"))
                .isNotEqualTo(key("select a from t where b = '12' and c = 'abcd'"))
                .isNotEqualTo(key("select a from t where b = 12 and c = x'abcd'"));
        assertThat(key("select a + 1.25 as b")).isNotEqualTo(key("select a + 12.5 as b"));
        assertThat(key("select 9223372036854775807 as b")).isNotEqualTo(key("select 9223372036854775808 as b"));
        assertThat(key("select 18446744073709551615 as b")).isNotEqualTo(key("select 18446744073709551616 as b"));
    }

    @Test
    void theKeyHasTheLabelsThatTheShapeDoesNotTell() {
        assertThat(key("select a+1 from t")).isNotEqualTo(key("select a + 1 from t"));
        assertThat(key("select a + 1 from t")).isNotEqualTo(key("select a + 2 from t"));
        assertThat(key("select a + 1 b, c from t")).isEqualTo(key("select a+2 b,  c from t"));
        assertThat(key("select a + 1 as b from t")).isEqualTo(key("select a+2 as b from t"));
        assertThat(key("select max(a) over w from t window w as ()"))
                .isNotEqualTo(key("select max (a) over w from t window w as ()"));
    }

    private static String key(String sql) {
        return lex(sql).key();
    }

    @Test
    void labelsAreTheClientsCharacters() {
        assertThat(labels("select a, count( * ), 1+ /* c */ 1, 'x', 'it''s' 'y', t . b, -1, (select  1) from t"))
                .containsExactly(
                        List.of("a", "count( * )", "1+ /* c */ 1", "x", "it'sy", "t . b", "-1", "(select  1)"),
                        List.of("1"));
        assertThat(
                        labels(
                                "select distinct sql_no_cache f(a, b), [1, 2], case when 1 then 2 end union select x+1 limit 3"))
                .containsExactly(List.of("f(a, b)", "[1, 2]", "case when 1 then 2 end"), List.of("x+1"));
        assertThat(labels("select * except (a) from (select extract(year from b), trim(a from c) where 1) x"))
                .containsExactly(List.of("* except (a)"), List.of("extract(year from b)", "trim(a from c)"));
        assertThat(labels("with a as (select 1+1) select 2+2 from a")).containsExactly(List.of("1+1"), List.of("2+2"));
        assertThat(labels("values row(1), row(2)")).containsExactly(List.of());
    }

    @Test
    void labelsOfRewrittenTextsAreTheOriginals() {
        String table = RewrittenText.instead("t", "(select * from t where 1) as t");

        assertThat(labels("select (select max(a) from " + table + ") + 1").get(0))
                .containsExactly("(select max(a) from t) + 1");
    }

    private static List<List<String>> labels(String sql) {
        return lex(sql).labels();
    }

    @Test
    void errorsAreShownWhereTheClientWroteThem() {
        Lexed lexed = lex("select a /* c */\n from `t` whre b");

        assertThat(lexed.shape().refused(lexed.shape().text().indexOf("whre")).getMessage())
                .endsWith("near 'whre b' at line 2");
        assertThatThrownBy(() -> lex("select #{a}\n")).hasMessageEndingWith("near '' at line 2");
        assertThatThrownBy(() -> lex("select a; select b")).hasMessageEndingWith("near '; select b' at line 1");
        assertThatThrownBy(() -> lex("select a)")).hasMessageContaining("near");
    }
}
