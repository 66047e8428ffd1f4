package io.tributary.contract.calls;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import org.junit.jupiter.api.Test;

final class TransactionIdsTest {
    @Test
    void idsOfBackendZeroAreWhatItCounts() {
        assertThat(TransactionIds.of(0, 1)).isEqualTo(1);
        assertThat(TransactionIds.of(0, TransactionIds.COUNT_MAX)).isEqualTo((1L << 48) - 1);
    }

    @Test
    void anIdIsPositiveAndNamesItsBackend() {
        for (int backend : new int[] {0, 1, 7, TransactionIds.BACKENDS_MAX - 1}) {
            for (long count : new long[] {1, 12_345, TransactionIds.COUNT_MAX}) {
                assertThat(TransactionIds.of(backend, count)).isPositive();
                assertThat(TransactionIds.backendOf(TransactionIds.of(backend, count)))
                        .isEqualTo(backend);
            }
        }
        assertThat(TransactionIds.of(1, 5)).isEqualTo((1L << 48) + 5);
    }

    @Test
    void aNegativeIdIsOfNoBackendThatThereCanBe() {
        assertThat(TransactionIds.backendOf(-1)).isGreaterThanOrEqualTo(TransactionIds.BACKENDS_MAX);
        assertThat(TransactionIds.backendOf(Long.MIN_VALUE)).isGreaterThanOrEqualTo(TransactionIds.BACKENDS_MAX);
    }

    @Test
    void whatDoesNotFitIsRefusedWithItsRange() {
        assertThatThrownBy(() -> TransactionIds.of(TransactionIds.BACKENDS_MAX, 1))
                .hasMessage("a transaction of backend 32768, must be 0 to 32767");
        assertThatThrownBy(() -> TransactionIds.of(-1, 1)).hasMessageContaining("must be 0 to 32767");
        assertThatThrownBy(() -> TransactionIds.of(2, 1L << 48))
                .hasMessage("transaction 281474976710656 of backend 2, must be 0 to 281474976710655");
        assertThatThrownBy(() -> new TableOwner(-1, 0)).hasMessageContaining("must be 0 to 32767");
    }
}
