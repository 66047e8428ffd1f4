package io.tributary.backend.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.calls.TransactionInfo;
import org.junit.jupiter.api.Test;

class TransactionHistoryTest {
    private final TransactionHistory history = new TransactionHistory();

    @Test
    void oneMoreThanAreKeptDropsTheOldestAndNoOther() {
        for (long txnId = 1; txnId <= 10_000; txnId++) {
            history.add(ended(txnId, ""));
        }
        history.add(ended(10_000, "told again"));
        assertThat(history.byId(1)).hasSize(1);

        history.add(ended(10_001, ""));

        assertThat(history.size()).isEqualTo(10_000);
        assertThat(history.byId(1)).isEmpty();
        assertThat(history.byLabel("l1")).isEmpty();
        assertThat(history.byId(2)).containsExactly(ended(2, ""));
        assertThat(history.byId(10_001)).hasSize(1);
    }

    private static TransactionInfo ended(long txnId, String reason) {
        return new TransactionInfo(
                txnId, "l" + txnId, "shop", "orders", true, TransactionInfo.Status.VISIBLE, 1, 0, 0, reason);
    }
}
