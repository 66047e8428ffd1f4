package io.tributary.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tributary.contract.error.TributaryException;
import org.junit.jupiter.api.Test;

class SavepointsTest {
    private final Savepoints savepoints = new Savepoints();

    private void refused(String name, String text) {
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> savepoints.rollbackTo(name))
                .withMessageContaining(text);
    }

    @Test
    void whatWaitsIsTakenBackToWhereItWas() {
        savepoints.set("a", 1);
        savepoints.set("b", 3);
        assertThat(savepoints.rollbackTo("B")).isEqualTo(3);
        assertThat(savepoints.rollbackTo("a")).isEqualTo(1);
        assertThat(savepoints.rollbackTo("a")).isEqualTo(1);
        refused("b", "SAVEPOINT b does not exist");
    }

    @Test
    void aNameIsGivenAgainAtTheEnd() {
        savepoints.set("a", 1);
        savepoints.set("b", 2);
        savepoints.set("A", 3);
        assertThat(savepoints.rollbackTo("b")).isEqualTo(2);
        refused("a", "does not exist");
    }

    @Test
    void oneThatIsReleasedIsGoneWithThoseBehindIt() {
        savepoints.set("a", 1);
        savepoints.set("b", 2);
        savepoints.set("c", 3);
        savepoints.release("b");
        refused("b", "does not exist");
        refused("c", "does not exist");
        assertThat(savepoints.rollbackTo("a")).isEqualTo(1);
    }

    @Test
    void aChangeOfAnEngineIsNotTakenBackAlone() {
        savepoints.set("a", 0);
        savepoints.changed();
        savepoints.set("b", 0);
        refused("a", "the transaction is as it was");
        assertThat(savepoints.rollbackTo("b")).isZero();
    }

    @Test
    void rowsThatMovedToAnEngineKeepTheSavepointsBehindThem() {
        savepoints.set("a", 1);
        savepoints.set("b", 2);
        savepoints.moved(2);
        refused("a", "the transaction is as it was");
        assertThat(savepoints.rollbackTo("b")).isZero();
    }

    @Test
    void nothingThatMovesChangesNothing() {
        savepoints.set("a", 0);
        savepoints.moved(0);
        assertThat(savepoints.rollbackTo("a")).isZero();
    }

    @Test
    void aTransactionHasSoManyAndNoMore() {
        for (int i = 0; i < Savepoints.COUNT_MAX; i++) {
            savepoints.set("s" + i, 0);
        }
        savepoints.set("s0", 0);
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> savepoints.set("more", 0))
                .withMessageContaining("at most 1000");
    }
}
