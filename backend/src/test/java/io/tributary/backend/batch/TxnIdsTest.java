package io.tributary.backend.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.calls.TransactionIds;
import io.tributary.engine.port.FakeEngine;
import io.tributary.engine.port.SystemStore;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;
import org.junit.jupiter.api.Test;

class TxnIdsTest {
    private final SystemStore store = new FakeEngine().systemStore();
    private final Deque<Runnable> fetches = new ArrayDeque<>();

    @Test
    void idsArePositiveAndGrow() {
        TxnIds ids = TxnIds.open(store, 3, Runnable::run);
        List<Long> given = new ArrayList<>();

        for (int i = 0; i < 10; i++) {
            given.add(ids.tryNext().getAsLong());
        }

        assertThat(given).isSorted().doesNotHaveDuplicates().allMatch(id -> id > 0);
    }

    @Test
    void idsAreReservedDurablyBeforeTheyAreGivenSoARestartRepeatsNone() {
        TxnIds before = TxnIds.open(store, 10, fetches::add);
        long last = before.next();

        TxnIds after = TxnIds.open(store, 10, fetches::add);

        assertThat(after.next()).isGreaterThan(last);
    }

    @Test
    void idsCarryTheirBackendWhichCountsForItself() {
        TxnIds zero = TxnIds.open(store, 0, 3, Runnable::run);
        TxnIds two = TxnIds.open(store, 2, 3, Runnable::run);

        for (int count = 1; count <= 10; count++) {
            assertThat(zero.next()).isEqualTo(count);
            assertThat(two.next()).isEqualTo(TransactionIds.of(2, count));
        }
        assertThat(TxnIds.open(store, 2, 3, Runnable::run).next()).isGreaterThan(TransactionIds.of(2, 10));
    }

    @Test
    void nextBlockIsFetchedAheadSoThatNobodyWaits() {
        TxnIds ids = TxnIds.open(store, 4, fetches::add);
        ids.tryNext();
        assertThat(fetches).isEmpty();
        ids.tryNext();
        assertThat(fetches).hasSize(1);

        fetches.remove().run();

        for (int i = 0; i < 5; i++) {
            assertThat(ids.tryNext()).isPresent();
        }
    }

    @Test
    void tryNextIsEmptyRatherThanBlockingWhileABlockIsFetched() {
        TxnIds ids = TxnIds.open(store, 2, fetches::add);
        ids.tryNext();
        ids.tryNext();

        assertThat(ids.tryNext()).isEmpty();
        fetches.remove().run();
        assertThat(ids.tryNext()).hasValue(3);
    }

    @Test
    void nextFetchesForItselfWhenNoneIsLeft() {
        TxnIds ids = TxnIds.open(store, 1, fetches::add);

        assertThat(List.of(ids.next(), ids.next(), ids.next())).containsExactly(1L, 2L, 3L);
    }
}
