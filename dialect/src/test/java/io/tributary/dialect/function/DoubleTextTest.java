package io.tributary.dialect.function;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class DoubleTextTest {
    @ParameterizedTest
    @CsvSource({
        "0.0, 0",
        "-0.0, -0",
        "0.5, 0.5",
        "-12.0, -12",
        "100.0, 100",
        "0.0001, 0.0001",
        "1e-05, 0.00001",
        "1.5e-07, 0.00000015",
        "-2.25e-15, -0.00000000000000225",
        "1e-16, 1e-16",
        "-1.5e-100, -1.5e-100",
        "999999999999999.0, 999999999999999",
        "1000000000000000.0, 1e15",
        "-1000000000000000.0, -1e15",
        "1234567890123456.0, 1.234567890123456e15",
        "1200000000000000.0, 1.2e15",
        "123456789012345.6, 123456789012345.6",
        "1e+16, 1e16",
        "1.7976931348623157e+308, 1.7976931348623157e308",
        "5e-324, 5e-324",
        "inf, inf",
        "nan, nan"
    })
    void isPrintedAsByMySql(String engines, String mySqls) {
        assertThat(DoubleText.of(engines)).isEqualTo(mySqls);
    }
}
