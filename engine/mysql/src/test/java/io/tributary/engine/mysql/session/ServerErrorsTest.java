package io.tributary.engine.mysql.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.error.ErrorCode;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
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

    /** What the server has answered itself did not take place, whatever its number. */
    @ParameterizedTest
    @CsvSource({
        "1290, HY000, OPTION_PREVENTS_STATEMENT",
        "1836, HY000, READ_ONLY_MODE",
        "1142, 42000, TABLE_ACCESS_DENIED",
        "1044, 42000, DATABASE_ACCESS_DENIED",
        "1227, 42000, PRIVILEGE_MISSING",
        "1114, HY000, SERVER_REFUSED",
        "1118, 42000, SERVER_REFUSED",
        "1021, HY000, DISK_FULL",
        "1213, 40001, WRITE_CONFLICT"
    })
    void aDefinitionThatTheServerHasAnsweredIsRefused(int number, String state, ErrorCode code) {
        assertThat(ServerErrors.ofDefinition(new SQLException("said", state, number))
                        .code())
                .isEqualTo(code);
    }

    @Test
    void aRefusalWithoutACodeHasTheServersNumber() {
        assertThat(ServerErrors.ofDefinition(new SQLException("The table 't' is full", "HY000", 1114)))
                .hasMessage("The table 't' is full (error 1114)");
    }

    /** Lost connections, a server that ends, what the driver says itself, an error that says nothing, and TiDB's of its parts. */
    @ParameterizedTest
    @CsvSource({
        "Communications link failure, 08S01, 0",
        "Server shutdown in progress, 08S01, 1053",
        "Statement cancelled due to timeout, S1000, 0",
        "Unknown error, HY000, 1105",
        "Region is unavailable, HY000, 9005",
        "WSREP replication failed. Check your wsrep connection state and retry the query., 40001, 1213"
    })
    void aDefinitionOfOtherErrorsMayHaveTakenPlace(String message, String state, int number) {
        assertThat(ServerErrors.ofDefinition(new SQLException(message, state, number))
                        .code())
                .isIn(ErrorCode.ENGINE, ErrorCode.ENGINE_DOWN);
    }
}
