package io.tributary.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.protocol.Capability;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

final class SessionsTest {
    private static final long BYTES_MAX = 1 << 20;

    private final Sessions sessions = new Sessions(2);
    private final SystemVariables table = new SystemVariables(new SystemVariables.Server(
            "8.0.36", 2, 1 << 20, 3, 0, "mysql_native_password", SystemVariables.Tls.OFFERED));
    private final PreparedStatements.Limit limit = new PreparedStatements.Limit(() -> 3, BYTES_MAX);

    private Session session(int id, List<Boolean> kills) {
        return new Session(
                id,
                "root",
                "127.0.0.1",
                0,
                new SessionVariables(table, Map.of()),
                new PreparedStatements(limit, 10),
                kills::add);
    }

    @Test
    void placesAreCountedFromAcceptanceAndGivenBack() {
        int one = sessions.admit();
        sessions.admit();
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(sessions::admit)
                .matches(e -> e.code() == ErrorCode.TOO_MANY_CONNECTIONS);

        sessions.leave(one);

        assertThat(sessions.admit()).isNotEqualTo(one);
    }

    @Test
    void killReachesASessionByItsIdAndAnUnknownOneIs1094() {
        List<Boolean> kills = new ArrayList<>();
        int id = sessions.admit();
        sessions.open(session(id, kills));

        sessions.kill(id, false);
        sessions.kill(id, true);

        assertThat(kills).containsExactly(false, true);
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> sessions.kill(id + 1, true))
                .matches(e -> e.code() == ErrorCode.NO_SUCH_THREAD);
    }

    @Test
    void aResetForgetsTablesWrittenAndWhatWasSetAboutSeveralStatements() {
        Session session = session(1, new ArrayList<>());
        session.wrote(7);
        session.multiStatements(true);

        session.reset(Map.of());

        assertThat(session.writtenTables()).isEmpty();
        assertThat(session.multiStatements()).isFalse();
        session.become("ada", "", Capability.MULTI_STATEMENTS);
        assertThat(session.multiStatements()).isTrue();
        session.wrote(7);
        assertThat(session.writtenTables()).containsExactly(7L);
    }

    @Test
    void tablesWrittenAreRememberedOnceUntilSync() {
        Session session = session(1, new ArrayList<>());
        for (int i = 0; i < 5; i++) {
            session.wrote(7);
            session.wrote(8);
        }
        assertThat(session.writtenTables()).containsExactly(7L, 8L);
        session.synced();
        session.wrote(8);
        assertThat(session.writtenTables()).containsExactly(8L);
        for (long table = 0; table < 10_000; table++) {
            session.wrote(table);
        }
        assertThat(session.writtenTables()).hasSize(Session.WRITTEN_TABLES_MAX + 1);
    }

    @Test
    void userVariablesHaveNoCaseAndABound() {
        UserVariables variables = new UserVariables();
        variables.set("Name", new UserVariables.Value("x", false));
        assertThat(variables.get("nAME").map(UserVariables.Value::text)).contains("x");
        for (int i = 1; i < UserVariables.VARIABLES_MAX; i++) {
            variables.set("v" + i, new UserVariables.Value("1", true));
        }
        variables.set("name", new UserVariables.Value("y", false));
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> variables.set("onemore", new UserVariables.Value("1", true)))
                .withMessageContaining("user_variables_max 1024");
        String tooLong = "x".repeat(UserVariables.VALUE_CHARACTERS_MAX + 1);
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> variables.set("name", new UserVariables.Value(tooLong, false)))
                .withMessageContaining("user_variable_characters_max");
    }
}
