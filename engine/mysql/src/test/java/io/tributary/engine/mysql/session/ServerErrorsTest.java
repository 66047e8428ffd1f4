package io.tributary.engine.mysql.session;

import static org.assertj.core.api.Assertions.assertThat;

import com.mysql.cj.jdbc.exceptions.MysqlDataTruncation;
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
        "3819, HY000, CONSTRAINT_VIOLATED",
        "1048, 23000, NULL_IN_NOT_NULL",
        "1062, 23000, DUPLICATE_KEY",
        "1205, HY000, LOCK_WAIT",
        "1213, 40001, WRITE_CONFLICT",
        "1216, 23000, NO_REFERENCED_ROW_HIDDEN",
        "1217, 23000, ROW_IS_REFERENCED_HIDDEN",
        "1451, 23000, ROW_IS_REFERENCED",
        "1452, 23000, NO_REFERENCED_ROW",
        "1701, 42000, TABLE_IS_REFERENCED",
        "1761, 23000, FOREIGN_DUPLICATE",
        "1762, 23000, FOREIGN_DUPLICATE_HIDDEN",
        "3730, HY000, DROPPED_TABLE_IS_REFERENCED",
        "9999, HY000, ENGINE"
    })
    void anErrorHasItsNumberOrThatOfItsState(int number, String state, ErrorCode code) {
        assertThat(ServerErrors.translate(new SQLException("said", state, number))
                        .code())
                .isEqualTo(code);
    }

    @ParameterizedTest
    @CsvSource({"167, 22003", "1978, 22007", "9999, 22999", "9999, 23000", "1451, 23000", "1216, 23000"})
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
        "1213, 40001, WRITE_CONFLICT",
        "1205, HY000, LOCK_WAIT",
        "1451, 23000, ROW_IS_REFERENCED",
        "3730, HY000, DROPPED_TABLE_IS_REFERENCED"
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

    /** MariaDB's number of a CHECK is MySQL's to clients; those that nobody has met are in the text. */
    @ParameterizedTest
    @CsvSource({"4025, said", "3819, said", "1557, said (error 1557)"})
    void aConstraintWithoutACodeHasTheServersNumber(int number, String told) {
        assertThat(ServerErrors.translate(new SQLException("said", "23000", number)))
                .hasMessage(told);
    }

    @Test
    void whatTheDriverPutsInFrontIsNotTheServers() {
        assertThat(ServerErrors.translate(new MysqlDataTruncation("too long", 1, false, false, 0, 0, 1406)))
                .hasMessage("too long");
        assertThat(ServerErrors.translate(new SQLException("Data truncation: of a trigger", "45000", 1644)))
                .hasMessage("Data truncation: of a trigger");
    }

    /** Others may have the rows that were to be committed: of a COMMIT only some conflicts are for certain. */
    @ParameterizedTest
    @CsvSource({"1213, WRITE_CONFLICT", "1205, OUTCOME_UNKNOWN", "1020, OUTCOME_UNKNOWN"})
    void aConflictAtACommitIsOneWhereTheServerHasSurelyRolledBack(int number, ErrorCode code) {
        assertThat(ServerErrors.ofCommit(new SQLException("said", "HY000", number))
                        .code())
                .isEqualTo(code);
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
