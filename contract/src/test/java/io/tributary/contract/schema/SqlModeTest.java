package io.tributary.contract.schema;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode.Mode;
import java.util.Arrays;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class SqlModeTest {
    @Test
    void namesAreReadInAnyCaseWithBlanksAroundThemOnceEach() {
        SqlMode mode = SqlMode.of(" ansi_quotes , No_Backslash_Escapes,ANSI_QUOTES,,");

        assertThat(mode.text()).isEqualTo("ANSI_QUOTES,NO_BACKSLASH_ESCAPES");
        assertThat(mode.ansiQuotes()).isTrue();
        assertThat(mode.noBackslashEscapes()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ",", " , ,"})
    void anEmptyTextHasNoModes(String text) {
        SqlMode mode = SqlMode.of(text);

        assertThat(mode).isEqualTo(SqlMode.NONE);
        assertThat(mode.text()).isEmpty();
        assertThat(Mode.values()).noneMatch(mode::has);
    }

    @Test
    void aModeIsNotOnBecauseItsNameBeginsAnother() {
        SqlMode quotes = SqlMode.of("ANSI_QUOTES");

        assertThat(quotes.has(Mode.ANSI)).isFalse();
        assertThat(quotes.has(Mode.PIPES_AS_CONCAT)).isFalse();
        assertThat(quotes.ansiQuotes()).isTrue();
    }

    @Test
    void ansiStandsForFiveModesAndItself() {
        assertThat(SqlMode.of("ansi").text())
                .isEqualTo("REAL_AS_FLOAT,PIPES_AS_CONCAT,ANSI_QUOTES,IGNORE_SPACE,ONLY_FULL_GROUP_BY,ANSI");
    }

    @Test
    void traditionalStandsForSixModesAndItself() {
        SqlMode mode = SqlMode.of("TRADITIONAL");

        assertThat(mode.text())
                .isEqualTo("STRICT_TRANS_TABLES,STRICT_ALL_TABLES,NO_ZERO_IN_DATE,NO_ZERO_DATE,"
                        + "ERROR_FOR_DIVISION_BY_ZERO,TRADITIONAL,NO_ENGINE_SUBSTITUTION");
        assertThat(mode.isStrict()).isTrue();
    }

    @Test
    void whatIsPrintedIsReadAsTheSame() {
        for (Mode one : Mode.values()) {
            SqlMode mode = SqlMode.of(one.name());

            assertThat(mode.has(one)).isTrue();
            assertThat(SqlMode.of(mode.text())).isEqualTo(mode).hasSameHashCodeAs(mode);
        }
        assertThat(SqlMode.of(SqlMode.DEFAULT.text())).isEqualTo(SqlMode.DEFAULT);
    }

    @ParameterizedTest
    @ValueSource(strings = {"nothing", "ANSI QUOTES", "4", "0", "-1", "ANSI_QUOTES;", "POSTGRESQL", "ANSI_QUOTES.ANSI"})
    void aNameThatNoModeHasAndANumberAreRefused(String name) {
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> SqlMode.of("STRICT_ALL_TABLES, " + name + " ,ANSI"))
                .matches(e -> e.code() == ErrorCode.WRONG_VALUE_FOR_VARIABLE)
                .withMessage("Variable 'sql_mode' can't be set to the value of '" + name + "'");
    }

    @Test
    void ofATextThatWasCheckedEarlierWhatIsUnknownHasNoEffect() {
        assertThat(SqlMode.known("POSTGRESQL,ANSI_QUOTES,4")).isEqualTo(SqlMode.of("ANSI_QUOTES"));
        assertThat(SqlMode.known("TRADITIONAL").isStrict()).isTrue();
    }

    @Test
    void onlyQuotesAndEscapesDecideWhichTokensATextHas() {
        for (Mode one : Mode.values()) {
            boolean decides = Arrays.asList(Mode.ANSI_QUOTES, Mode.ANSI, Mode.NO_BACKSLASH_ESCAPES)
                    .contains(one);

            assertThat(SqlMode.of(one.name()).tokenizesLike(SqlMode.NONE)).isEqualTo(!decides);
        }
    }

    @Test
    void theDefaultIsStrictAndReadsTextsAsNoModeDoes() {
        assertThat(SqlMode.DEFAULT.isStrict()).isTrue();
        assertThat(SqlMode.DEFAULT.tokenizesLike(SqlMode.NONE)).isTrue();
        assertThat(SqlMode.DEFAULT).isNotEqualTo(SqlMode.NONE);
    }
}
