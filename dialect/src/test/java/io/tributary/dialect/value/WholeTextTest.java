package io.tributary.dialect.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.LocalDate;
import java.time.LocalDateTime;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class WholeTextTest {
    @ParameterizedTest
    @ValueSource(strings = {"1", " -1.5 ", ".5", "1.", "1e5", "+1E-5\t", "00"})
    void aNumberWithBlanksAroundIsAWholeText(String text) {
        assertThat(NumberPrefix.of(text).isWholeText()).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"", " ", ".", "-", "1x", "1e", "e5", "1 2", "0x10", "1.5.", "inf", "NaN", "1d"})
    void aTextThatIsMoreOrLessThanANumberIsNone(String text) {
        assertThat(NumberPrefix.of(text).isWholeText()).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"12, true", "' -7 ', true", "1.0, false", "1e1, false", "x, false", "'', false"})
    void anIntegerHasNeitherPointNorExponent(String text, boolean isInteger) {
        assertThat(NumberPrefix.of(text).isInteger()).isEqualTo(isInteger);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {"2022-10-01", " 22-1-1 ", "20221001T101112", "2022-10-01 10:11:12.5", "2022-10-01 10:11:12+08:00"
            })
    void aDateIsAWholeText(String text) {
        assertThat(DateTimeText.isWholeText(text)).isTrue();
    }

    @ParameterizedTest
    @ValueSource(strings = {"2022-10-01x", "2022-10-01 10:11:12 UTC", "2022-10-01 10:11:12+08:001", "2022-10", "x", ""})
    void aTextThatIsMoreOrLessThanADateIsNone(String text) {
        assertThat(DateTimeText.isWholeText(text)).isFalse();
    }

    @Test
    void aNumberOfAMillionDigitsTakesNoTime() {
        String digits = "9".repeat(1_000_000);

        assertThat(NumberPrefix.of(digits).toDecimal()).isEqualTo("9".repeat(65));
        assertThat(NumberPrefix.of(digits).toInteger()).isEqualTo(NumberPrefix.UNSIGNED_MAX);
        assertThat(NumberPrefix.of("1e" + digits).toDouble()).isEqualTo(Double.MAX_VALUE);
        assertThat(NumberPrefix.of("1e-" + digits).toDecimal()).isEqualByComparingTo("0");
    }

    @ParameterizedTest
    @CsvSource({
        "%Y-%m-%d, DATE",
        "%a %x %v, DATE",
        "%H:%i, TIME",
        "%f, TIME",
        "%d %r, DATETIME",
        "%j%T, DATETIME",
        "Hd, DATE",
        "%%H, DATE"
    })
    void aFormatOfStrToDateHasATypeByItsParts(String format, DateScanner.Kind kind) {
        assertThat(DateScanner.kind(format)).isEqualTo(kind);
    }

    @Test
    void aTimeBecomesAMomentOfToday() {
        SessionClock clock = new SessionClock(ZoneId.of("Europe/Berlin"), LocalDate.of(2022, 10, 1));

        assertThat(Conversion.toDateTime(TimeSpan.ofMicros(90_061_000_001L), clock))
                .isEqualTo(LocalDateTime.of(LocalDate.of(2022, 10, 2), LocalTime.of(1, 1, 1))
                        .plus(1, ChronoUnit.MICROS));
        assertThat(Conversion.toDateTime("2022-07-01 10:00:00+00:00", clock)).isEqualTo("2022-07-01T12:00");
    }
}
