package io.tributary.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.error.ErrorCode;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class DiagnosticsTest {
    private static final long BYTES_MAX = 1 << 20;

    private final SystemVariables table = new SystemVariables(new SystemVariables.Server(
            "8.0.36", 2, 1 << 20, 3, 0, "mysql_native_password", SystemVariables.Tls.OFFERED));
    private final Session session = new Session(
            1,
            "root",
            "127.0.0.1",
            0,
            new SessionVariables(table, Map.of()),
            new PreparedStatements(new PreparedStatements.Limit(() -> 3, BYTES_MAX), 10),
            killed -> {});
    private final Diagnostics diagnostics = session.diagnostics();

    @Test
    void theNextStatementClearsThemUnlessItOnlyAsks() {
        statement();
        session.note(ErrorCode.DATABASE_EXISTS, "a");
        assertThat(diagnostics.told()).isEqualTo(1);

        diagnostics.begin();
        assertThat(diagnostics.conditions()).extracting(Condition::message).containsExactly("a");
        assertThat(diagnostics.told()).isZero();
        assertThat(diagnostics.countBefore()).isEqualTo(1);

        statement();
        assertThat(diagnostics.conditions()).isEmpty();
        assertThat(diagnostics.countBefore()).isEqualTo(1);
        statement();
        assertThat(diagnostics.countBefore()).isZero();
    }

    @Test
    void anErrorJoinsTheNotesOfItsStatementAndReplacesThoseOfTheOneBefore() {
        statement();
        session.note(ErrorCode.UNKNOWN_TABLE_ON_DROP, "a");
        session.failed(1146, "b");
        assertThat(diagnostics.conditions()).extracting(Condition::message).containsExactly("a", "b");

        diagnostics.begin();
        session.failed(1064, "c");

        assertThat(diagnostics.conditions()).containsExactly(new Condition(Condition.Level.ERROR, 1064, "c"));
        diagnostics.begin();
        assertThat(diagnostics.countBefore()).isEqualTo(1);
        assertThat(diagnostics.errorCountBefore()).isEqualTo(1);
    }

    @Test
    void theListEndsAtMaxErrorCountAndTheCountsGoOn() {
        session.variables().set("max_error_count", "2");
        statement();
        for (int i = 0; i < 70_000; i++) {
            session.note(ErrorCode.UNKNOWN_TABLE_ON_DROP, "n" + i);
        }

        assertThat(diagnostics.conditions()).extracting(Condition::message).containsExactly("n0", "n1");
        assertThat(diagnostics.told()).isEqualTo(65_535);
        diagnostics.begin();
        assertThat(diagnostics.countBefore()).isEqualTo(70_000);
    }

    @Test
    void withoutSqlNotesNoNoteIsKeptAndErrorsStillAre() {
        session.variables().set("sql_notes", "0");
        statement();
        session.note(ErrorCode.UNKNOWN_TABLE_ON_DROP, "a");
        session.failed(1146, "b");

        assertThat(diagnostics.conditions()).extracting(Condition::message).containsExactly("b");
        assertThat(diagnostics.told()).isEqualTo(1);
    }

    private void statement() {
        diagnostics.begin();
        diagnostics.clear();
    }
}
