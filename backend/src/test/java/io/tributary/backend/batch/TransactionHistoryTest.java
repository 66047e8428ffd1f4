package io.tributary.backend.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.calls.LoadResult;
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

    @Test
    void aBatchIsFoundByTheLabelThatItHadInAnEarlierVersionToo() {
        String label = LoadResult.groupLabel(0xb030232e7cbb4a96L, 10);
        history.add(
                new TransactionInfo(10, label, "shop", "orders", true, TransactionInfo.Status.VISIBLE, 1, 0, 0, ""));

        assertThat(label).isEqualTo("group_commit_5000000000000000_b030232e7cbb4a96");
        assertThat(LoadResult.groupLabel(0xb030232e7cbb4a96L, 11)).startsWith("group_commit_d000");
        assertThat(history.byLabel(label)).hasSize(1);
        assertThat(history.byLabel("group_commit_b030232e7cbb4a96_000000000000000a"))
                .hasSize(1);
        assertThat(history.byLabel("group_commit_b030232e7cbb4a96_000000000000000b"))
                .isEmpty();
    }

    private static TransactionInfo ended(long txnId, String reason) {
        return new TransactionInfo(
                txnId, "l" + txnId, "shop", "orders", true, TransactionInfo.Status.VISIBLE, 1, 0, 0, reason);
    }
}
