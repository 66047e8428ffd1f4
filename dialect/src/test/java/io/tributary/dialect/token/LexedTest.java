package io.tributary.dialect.token;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.tree.Literals;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

final class LexedTest {
    private static Lexed lex(String sql) {
        return Lexed.lex(sql, SqlMode.NONE);
    }

    @Test
    void literalsStandInTheOrderOfTheText() {
        Literals literals = lex("select 1, 2.50, 3e1, 'x' 'y', 0x4, b'1', _binary'ab', N'z' limit 7")
                .literals();

        assertThat(IntStream.range(0, 9).mapToObj(literals::peek))
                .extracting(value -> value.kind() + " " + value.text())
                .containsExactly(
                        "INTEGER 1",
                        "DECIMAL 2.50",
                        "DOUBLE 3e1",
                        "TEXT xy",
                        "BYTES 04",
                        "BYTES 01",
                        "BINARY_TEXT 6162",
                        "TEXT z",
                        "INTEGER 7");
        assertThat(literals.facts()).isEmpty();
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
    void theKeyHasTheLabelsThatTheTokensDoNotTell() {
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
    void errorsAreShownWhereTheClientWroteThem() {
        assertThatThrownBy(() -> lex("select #{a}\n")).hasMessageEndingWith("near '' at line 2");
        assertThatThrownBy(() -> lex("select a; select b")).hasMessageEndingWith("near '; select b' at line 1");
        assertThatThrownBy(() -> lex("select a)")).hasMessageContaining("near");
    }
}
