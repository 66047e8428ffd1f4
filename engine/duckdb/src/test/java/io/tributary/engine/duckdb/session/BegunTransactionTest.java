package io.tributary.engine.duckdb.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.engine.duckdb.DuckDbTransaction;
import io.tributary.engine.duckdb.SmallGroups;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.duckdb.DuckDBConnection;
import org.junit.jupiter.api.Test;

class DuckDbSessionsTest {
    @Test
    @SuppressWarnings("NullAway") // a session without a connection fails otherwise than by an error of the engine
    void aTransactionThatDoesNotBeginForWhateverReasonGivesItsPlaceBack() throws SQLException {
        try (DuckDBConnection root = DriverManager.getConnection("jdbc:duckdb:").unwrap(DuckDBConnection.class)) {
            DuckDbSessions sessions = new DuckDbSessions(root, "transactions", 1, 0, new ResultMemory(1));
            DuckDbSession lent = sessions.lend();
            sessions.giveBack(new DuckDbSession(null));

            assertThatThrownBy(() ->
                            new DuckDbTransaction(sessions, null, LostErrors.NONE, null, null, new SmallGroups(1)))
                    .isInstanceOf(NullPointerException.class);

            assertThat(sessions.lend().connection()).isNotNull();
            lent.close();
            sessions.close();
        }
    }
}
