package io.tributary.engine.duckdb.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.List;
import java.util.Properties;
import org.duckdb.DuckDBConnection;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Texts as DuckDB 2.0.0.1 gave them when its disk failed. */
class EngineFailuresTest {
    @TempDir
    Path directory;

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
                "TransactionContext | Failed to commit: Could not write file y: File too large | ENGINE_IO",
                "TransactionContext | Failed to commit: Could not open file \\\"conflict\\\": Stale file handle |"
                        + " ENGINE_IO",
                "TransactionContext | Failed to commit: could not allocate block of size 256.0 KiB (7.5 MiB/7.6 MiB"
                        + " used) | ENGINE_MEMORY",
                "TransactionContext | Conflict on update! | WRITE_CONFLICT",
                "TransactionContext | Failed to commit: PRIMARY KEY or UNIQUE constraint violation: duplicate key"
                        + " \\\"Input/output error\\\" | WRITE_CONFLICT",
                "TransactionContext | Failed to commit: Could not commit DROP of \\\"x\\\" because a dependency was"
                        + " created after the transaction started | WRITE_CONFLICT",
                "TransactionContext | Failed to commit: Attempting to modify table \\\"has been invalidated\\\" but"
                        + " another transaction has dropped this table | SCHEMA_VERSION_MISMATCH",
                // It may have ended the instance: whoever asks next, the keeper at once, hears FATAL.
                "INTERNAL           | Attempted to access index 2 within vector of size 2 | ENGINE",
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

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "CREATE TABLE t (a INT PRIMARY KEY) | INSERT INTO t VALUES (1) | INSERT INTO t VALUES (1)",
                "CREATE TABLE t (a INT) | INSERT INTO t VALUES (1) | ALTER TABLE t ADD COLUMN b INT",
                "CREATE TABLE t (a INT) | INSERT INTO t VALUES (1) | DROP TABLE t",
                "CREATE TABLE t (a INT) | INSERT INTO t VALUES (1) | ALTER TABLE t RENAME TO u",
                "CREATE SCHEMA s        | CREATE TABLE s.t (a INT) | DROP SCHEMA s CASCADE",
                "CREATE SCHEMA s        | DROP SCHEMA s CASCADE    | CREATE TABLE s.t (a INT)",
            })
    void whatTwoTransactionsDoToEachOtherIsNoFailureOfTheEngine(String before, String loses, String wins)
            throws SQLException {
        try (Connection first = engine();
                Connection second = first.unwrap(DuckDBConnection.class).duplicate()) {
            execute(first, before);
            execute(first, "BEGIN");
            execute(second, "BEGIN");
            execute(first, loses);
            execute(second, wins);
            execute(second, "COMMIT");

            SQLException told = catchThrowableOfType(SQLException.class, () -> execute(first, "COMMIT"));

            assertThat(DuckDbErrors.translate(told).code())
                    .isIn(ErrorCode.WRITE_CONFLICT, ErrorCode.SCHEMA_VERSION_MISMATCH);
        }
    }

    @Test
    void aCommitWithoutMemoryIsNoConflict() throws SQLException {
        try (Connection connection = engine()) {
            execute(connection, "CREATE TABLE t (a BIGINT, b VARCHAR)");
            execute(connection, "BEGIN");
            execute(connection, "INSERT INTO t SELECT i, repeat('x', 50) || i FROM range(100000) r (i)");
            execute(connection, "SET memory_limit = '1MB'");

            SQLException told = catchThrowableOfType(SQLException.class, () -> execute(connection, "COMMIT"));

            assertThat(told.getMessage()).contains("TransactionContext").contains("Failed to commit");
            assertThat(DuckDbErrors.translate(told).code()).isEqualTo(ErrorCode.ENGINE_MEMORY);
        }
    }

    private Connection engine() throws SQLException {
        Properties properties = new Properties();
        properties.setProperty("errors_as_json", "true");
        return DriverManager.getConnection("jdbc:duckdb:" + directory.resolve("x.duckdb"), properties);
    }

    private static void execute(Connection connection, String sql) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(sql);
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

    /** Seen of a COMMIT that had taken place: for the vector of its answer there was no memory. */
    @Test
    void whatFailsACommitWithoutTheEnginesWordForItLeavesItsOutcomeOpen() {
        String noMemory = "failed to allocate data of size 2.0 KiB (65.6 MiB/64.0 MiB used)";
        for (String solutions : List.of("", "\\nPossible solutions: " + "x".repeat(EngineFailures.TEXT_CHARS_MAX))) {
            assertThat(codeOfCommit("Out of Memory", noMemory + solutions)).isEqualTo(ErrorCode.ENGINE);
        }
        assertThat(codeOfCommit("IO", "Could not write file: Input/output error"))
                .isEqualTo(ErrorCode.ENGINE);
        assertThat(codeOfCommit("IO", "Could not write file: No space left on device"))
                .isEqualTo(ErrorCode.ENGINE);

        assertThat(codeOfCommit("TransactionContext", "Failed to commit: " + noMemory))
                .isEqualTo(ErrorCode.ENGINE_MEMORY);
        assertThat(codeOfCommit("TransactionContext", "Failed to commit: write-write conflict on key: \\\"1\\\""))
                .isEqualTo(ErrorCode.WRITE_CONFLICT);
        assertThat(codeOfCommit("TransactionContext", "Current transaction is aborted (please ROLLBACK)"))
                .isEqualTo(ErrorCode.TRANSACTION_ABORTED);
        assertThat(codeOfCommit("FATAL", "database has been invalidated")).isEqualTo(ErrorCode.ENGINE_DOWN);
    }

    private static ErrorCode codeOfCommit(String type, String message) {
        return DuckDbErrors.translate(EngineFailures.ofCommit(error(type, message)))
                .code();
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
