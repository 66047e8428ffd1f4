package io.tributary.contract.value;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts of DOUBLEs that MariaDB 10.11 stores in columns of so many characters; "too long" is what it refuses in strict mode. */
class FittingDoubleTest {
    @ParameterizedTest
    @CsvSource({
        "1.4142135623730951, 10, 1.41421356",
        "1.4142135623730951, 1, 1",
        "-14142135623.730951, 10, -1.4142e10",
        "1.4142135623730952E-10, 10, 1.4142e-10",
        "20477.951453379283, 5, 20478",
        "455665101490664.75, 15, 455665101490665",
        "1098901427981979.8, 17, 1098901427981980",
        "9.999999999E15, 4, 1e16",
        "6.666666666666666E15, 4, too long",
        "0.00009999999999, 6, 0.0001",
        "0.00009999999999, 4, 1e-4",
        "0.003, 3, 0",
        "0.003, 4, 3e-3",
        "-0.004289032304683565, 5, too long",
        "25000000000, 6, 2.5e10",
        "0.25, 10, 0.25"
    })
    void asManyDigitsAsThereIsRoomFor(double value, int width, String expected) {
        TextForm text = new TextForm();
        text.setDouble(value, width);
        assertThat(text.length() > width && expected.length() > width ? "too long" : text.toString())
                .isEqualTo(expected);
    }
}
