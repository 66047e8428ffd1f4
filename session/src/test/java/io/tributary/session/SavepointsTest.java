package io.tributary.session;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tributary.contract.error.TributaryException;
import org.junit.jupiter.api.Test;

class SavepointsTest {
    private final Savepoints savepoints = new Savepoints();

    private void refused(String name, String text) {
        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> savepoints.mark(name))
                .withMessageContaining(text);
    }

    private Savepoints.Mark backTo(String name) {
        Savepoints.Mark mark = savepoints.mark(name);
        savepoints.rolledBackTo(name);
        return mark;
    }

    @Test
    void whatWaitsIsTakenBackToWhereItWas() {
        savepoints.set("a", 1);
        savepoints.set("b", 3);
        assertThat(backTo("B").staged()).isEqualTo(3);
        assertThat(backTo("a").staged()).isEqualTo(1);
        assertThat(backTo("a").staged()).isEqualTo(1);
        refused("b", "SAVEPOINT b does not exist");
    }

    @Test
    void aNameIsGivenAgainAtTheEnd() {
        savepoints.set("a", 1);
        savepoints.set("b", 2);
        savepoints.set("A", 3);
        assertThat(backTo("b").staged()).isEqualTo(2);
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
        assertThat(backTo("a").staged()).isEqualTo(1);
    }

    @Test
    void whatTheBackendKeepsIsCountedFromTheBeginningOfItsTransaction() {
        savepoints.set("a", 0);
        savepoints.appended();
        savepoints.appended();
        savepoints.set("b", 0);
        savepoints.appended();
        assertThat(savepoints.appendedSince(savepoints.mark("b"))).isTrue();
        assertThat(backTo("b").appends()).isEqualTo(2);
        assertThat(savepoints.appendedSince(savepoints.mark("b"))).isFalse();
        assertThat(backTo("a").appends()).isZero();
        savepoints.clear();
        savepoints.set("c", 0);
        assertThat(savepoints.mark("c").appends()).isZero();
    }

    @Test
    void aChangeOfAnEngineIsNotTakenBackAlone() {
        savepoints.set("a", 0);
        savepoints.changed();
        savepoints.set("b", 0);
        refused("a", "the transaction is as it was");
        assertThat(backTo("b").staged()).isZero();
    }

    @Test
    void rowsThatMovedToAnEngineKeepTheSavepointsBehindThem() {
        savepoints.set("a", 1);
        savepoints.set("b", 2);
        savepoints.moved(2, 1);
        refused("a", "the transaction is as it was");
        assertThat(backTo("b").staged()).isZero();
        assertThat(savepoints.mark("b").appends()).isEqualTo(1);
    }

    @Test
    void nothingThatMovesChangesNothing() {
        savepoints.set("a", 0);
        savepoints.moved(0, 0);
        assertThat(backTo("a").staged()).isZero();
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
