package io.tributary.contract.value;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.testing.Seeds;
import java.math.BigDecimal;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class TextFormTest {
    private final TextForm form = new TextForm();

    @ParameterizedTest
    @CsvSource({
        "0x1p-44, 0.00000000000005684341886080802",
        "5e-324, 5e-324",
        "2e-323, 2e-323",
        "1e23, 1e23",
        "2e23, 2e23",
        "0.1, 0.1",
        "-1.5e-16, -1.5e-16",
        "123456789012345678, 1.2345678901234568e17",
        "1.7976931348623157e308, 1.7976931348623157e308"
    })
    void aDoubleIsWrittenByItsShortestDigits(double value, String text) {
        form.setDouble(value);

        assertThat(form.toString()).isEqualTo(text);
    }

    @Test
    void noTextOfADoubleIsLongerThanAnother() {
        Seeds.check(TextFormTest.class, 4, random -> {
            for (int round = 0; round < 10_000; round++) {
                double value = Double.longBitsToDouble(random.nextLong());
                if (Double.isFinite(value)) {
                    form.setDouble(value);
                    assertThat(Double.parseDouble(form.toString())).isEqualTo(value);
                    assertThat(new BigDecimal(form.toString())
                                    .stripTrailingZeros()
                                    .precision())
                            .isLessThanOrEqualTo(new BigDecimal(Double.toString(value))
                                    .stripTrailingZeros()
                                    .precision());
                }
            }
        });
    }
}
