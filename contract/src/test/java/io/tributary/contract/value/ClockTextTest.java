package io.tributary.contract.value;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

final class ClockTextTest {
    @ParameterizedTest
    @CsvSource({
        "10:15:30, 10:15:30.000000",
        "10:15, 10:15:00.000000",
        "' 1:2:3 ', 01:02:03.000000",
        "101530, 10:15:30.000000",
        "1530, 00:15:30.000000",
        "7, 00:00:07.000000",
        "-838:59:59, -838:59:59.000000",
        "'2 03:04', 51:04:00.000000",
        "'1 2', 26:00:00.000000",
        "10:15:30.5, 10:15:30.500000",
        "101530.1234564, 10:15:30.123456",
        "101530.1234565, 10:15:30.123457",
        "59.9999999, 00:01:00.000000",
        "900:00:00, 900:00:00.000000"
    })
    void readsWhatMySqlReads(String text, String time) {
        assertThat(ClockText.format(parse(text), 6)).isEqualTo(time);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                " ",
                "-",
                ":",
                "noon",
                "10:60:00",
                "10:00:60",
                "106000",
                "10:15:30x",
                "10::30",
                "1 -2",
                "x1",
                "--1",
                "12345678901",
                "2024-01-01 10:00:00",
                "10:15:30:01",
                "1 2 3"
            })
    void isNoTime(String text) {
        assertThat(parse(text)).isEqualTo(ClockText.NONE);
    }

    @ParameterizedTest
    @CsvSource({"0, 00:00:00", "3, 00:00:00.123", "6, 00:00:00.123456"})
    void printsSoManyDigits(int digits, String text) {
        assertThat(ClockText.format(123_456, digits)).isEqualTo(text);
    }

    private static long parse(String text) {
        byte[] ascii = text.getBytes(StandardCharsets.US_ASCII);
        return ClockText.parse(ascii, 0, ascii.length);
    }
}
