package io.tributary.engine.duckdb.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.error.TributaryException;
import java.sql.DriverManager;
import java.sql.SQLException;
import org.duckdb.DuckDBConnection;
import org.junit.jupiter.api.Test;

class BegunTransactionTest {
    @Test
    @SuppressWarnings("NullAway") // a session without a connection fails otherwise than by an error of the engine
    void aTransactionThatDoesNotBeginForWhateverReasonGivesItsPlaceBack() throws SQLException {
        try (DuckDBConnection root = DriverManager.getConnection("jdbc:duckdb:").unwrap(DuckDBConnection.class)) {
            DuckDbSessions sessions = new DuckDbSessions(root, "transactions", 1, 0, new ResultMemory(1));
            DuckDbSession lent = sessions.lend();
            sessions.giveBack(new DuckDbSession(null));

            assertThatThrownBy(() -> new BegunTransaction(sessions)).isInstanceOf(NullPointerException.class);

            assertThat(sessions.lend().connection()).isNotNull();
            lent.close();
            sessions.close();
        }
    }

    @Test
    void aPartThatFailsMakesTheRestImpossibleAndItsSessionIsLentToNobodyElse() throws SQLException {
        try (DuckDBConnection root = DriverManager.getConnection("jdbc:duckdb:").unwrap(DuckDBConnection.class)) {
            DuckDbSessions sessions = new DuckDbSessions(root, "transactions", 1, 0, new ResultMemory(1));
            BegunTransaction transaction = new BegunTransaction(sessions);
            DuckDbSession used = transaction.session();

            assertThatThrownBy(() -> transaction.run("", session -> session.number("SELECT no_column")))
                    .isInstanceOf(TributaryException.class);

            assertThat(transaction.isUsable()).isFalse();
            assertThat(transaction.isOpen()).isTrue();
            assertThatThrownBy(() -> transaction.run("", session -> session.number("SELECT 1")))
                    .isInstanceOf(IllegalStateException.class)
                    .hasMessageContaining("can only be rolled back");
            transaction.rollback();
            assertThat(sessions.lend()).isNotSameAs(used);
            sessions.close();
        }
    }

    @Test
    void aSessionIsLentAgainAfterACommitOnceItIsGivenBack() throws SQLException {
        try (DuckDBConnection root = DriverManager.getConnection("jdbc:duckdb:").unwrap(DuckDBConnection.class)) {
            DuckDbSessions sessions = new DuckDbSessions(root, "transactions", 1, 0, new ResultMemory(1));
            BegunTransaction transaction = new BegunTransaction(sessions);
            DuckDbSession used = transaction.session();

            transaction.commit(false).run();

            assertThat(transaction.isOpen()).isFalse();
            assertThat(sessions.loansWhileNoneIsLent()).isNegative();
            transaction.giveBack();
            assertThat(sessions.lend()).isSameAs(used);
            sessions.close();
        }
    }
}
