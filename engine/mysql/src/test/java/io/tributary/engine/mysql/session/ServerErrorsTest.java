package io.tributary.engine.mysql.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.error.ErrorCode;
import java.sql.SQLException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

final class ServerErrorsTest {
    /** 167 and 1978 are MariaDB's: a number that is used up, a default that its column does not take. */
    @ParameterizedTest
    @CsvSource({
        "1264, 22003, OUT_OF_RANGE",
        "167, 22003, OUT_OF_RANGE",
        "1978, 22007, BAD_DATE",
        "9999, 22001, TOO_LONG",
        "9999, 22999, BAD_NUMBER_OR_TEXT",
        "9999, 23000, CONSTRAINT_VIOLATED",
        "4025, 23000, CONSTRAINT_VIOLATED",
        "9999, HY000, ENGINE"
    })
    void anErrorHasItsNumberOrThatOfItsState(int number, String state, ErrorCode code) {
        assertThat(ServerErrors.translate(new SQLException("said", state, number))
                        .code())
                .isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource({"167, 22003", "1978, 22007", "9999, 22999", "9999, 23000"})
    void whatIsWrongWithAValueIsTheRows(int number, String state) {
        assertThat(ServerErrors.translate(new SQLException("said", state, number))
                        .code()
                        .kind())
                .isEqualTo(ErrorCode.Kind.ROW);
    }
}
