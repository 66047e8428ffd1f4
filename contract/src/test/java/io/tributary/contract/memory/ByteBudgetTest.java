package io.tributary.contract.memory;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import org.junit.jupiter.api.Test;

class ByteBudgetTest {
    private final ByteBudget budget = new ByteBudget(1_000);

    @Test
    void aRefusalNamesTheBudgetAndTakesNothing() {
        ByteBudget.Share one = budget.share(10, (max, wanted) -> "things_bytes_max " + max + " wanted " + wanted);
        ByteBudget.Share other = budget.share(10, (max, wanted) -> "unused");
        one.hold(710);

        assertThatThrownBy(() -> one.hold(1_011)).isInstanceOfSatisfying(TributaryException.class, e -> {
            assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_OR_LOCK_WAIT);
            assertThat(e).hasMessage("things_bytes_max 1000 wanted 1011");
        });

        assertThat(budget.held()).isEqualTo(700);
        other.hold(310);
        one.hold(0);
        other.hold(0);
        assertThat(budget.held()).isZero();
    }

    @Test
    void whatIsFreeIsNotCountedAndLessIsAlwaysPossible() {
        ByteBudget.Share one = budget.share(10, (max, wanted) -> "unused");
        ByteBudget.Share other = budget.share(10, (max, wanted) -> "unused");
        one.hold(10);
        assertThat(budget.held()).isZero();

        one.hold(1_010);
        assertThat(other.tryKeep(11)).isFalse();
        one.hold(900);
        assertThat(one.tryKeep(800)).as("more than half, but less than before").isTrue();

        assertThat(budget.held()).isEqualTo(790);
    }

    @Test
    void whatIsReservedIsReleasedOnce() {
        assertThat(budget.tryReserve(1_000)).isTrue();
        assertThat(budget.tryReserve(1)).isFalse();
        budget.release(1_000);

        assertThatThrownBy(() -> budget.release(1)).isInstanceOf(IllegalStateException.class);
    }
}
