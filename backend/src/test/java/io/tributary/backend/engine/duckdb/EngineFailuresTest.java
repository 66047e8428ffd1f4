package io.tributary.backend.engine.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.sql.SQLException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts as DuckDB 2.0.0.1 gave them when its disk failed. */
class EngineFailuresTest {
    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "FATAL              | fsync failed! | ENGINE_DOWN",
                "FATAL              | Failed: database has been invalidated because of a previous fatal error. |"
                        + " ENGINE_DOWN",
                "IO                 | Database x has been invalidated because checkpointing failed. Original error:"
                        + " fsync failed! | ENGINE_DOWN",
                "IO                 | Checkpoint failed for database x. The database has been invalidated. Original"
                        + " error: Could not write file: No space left on device | ENGINE_DOWN_DISK_FULL",
                "TransactionContext | Failed to commit: Could not write file y: Input/output error | ENGINE_IO",
                "TransactionContext | Failed to commit: Could not write file y: Read-only file system | ENGINE_IO",
                "TransactionContext | Failed to commit: Could not write file y: No space left on device | DISK_FULL",
                "IO                 | Could not write file y: Disk quota exceeded | DISK_FULL",
                "Out of Memory      | failed to pin block of size 256.0 KiB | ENGINE_MEMORY",
                "TransactionContext | Conflict on update! | WRITE_CONFLICT",
                "Conversion         | Could not convert string 'has been invalidated' to INT32 | BAD_NUMBER_OR_TEXT",
            })
    void eachFailureOfTheEngineHasItsCode(String type, String message, ErrorCode code) {
        ErrorCode told = DuckDbErrors.translate(error(type, message)).code();

        if (code == ErrorCode.BAD_NUMBER_OR_TEXT) {
            assertThat(told.kind()).isEqualTo(code.kind());
        } else {
            assertThat(told).isEqualTo(code);
        }
    }

    @Test
    void aCommitBehindWhichTheCheckpointFailedHasTakenPlace() {
        assertThat(EngineFailures.isCommitted(error(
                        "IO",
                        "Transaction COMMIT succeeded and is durable, but the autocheckpoint failed. Detach and"
                                + " reattach the database to recover. Checkpoint failed for database x.")))
                .isTrue();
        assertThat(EngineFailures.isCommitted(error("IO", "Failed to commit: Checkpoint failed")))
                .isFalse();
    }

    @Test
    void aTextThatQuotesItselfOverAndOverIsCutWhereItComesInAlsoInTheStackTrace() {
        SQLException error = error("FATAL", "fsync failed! ".repeat(500_000));

        TributaryException told = DuckDbErrors.translate(error);

        assertThat(told.code()).isEqualTo(ErrorCode.ENGINE_DOWN);
        assertThat(told.getMessage()).hasSizeLessThan(2 * EngineFailures.TEXT_CHARS_MAX);
        StringWriter trace = new StringWriter();
        told.printStackTrace(new PrintWriter(trace));
        assertThat(trace.toString()).hasSizeLessThan(30_000).contains("EngineFailuresTest");
    }

    private static SQLException error(String type, String message) {
        return new SQLException("{\"exception_type\":\"" + type + "\",\"exception_message\":\"" + message + "\"}");
    }
}
