package io.tributary.backend.catalog;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.FakeEngine;
import org.junit.jupiter.api.Test;

class AutoIncrementIdsTest {
    private final FakeEngine store = new FakeEngine();

    @Test
    void numbersGoOnAcrossTablesAndRestartsAndNoneIsGivenTwice() {
        AutoIncrementIds ids = new AutoIncrementIds(store);
        assertThat(ids.reserve(7, 10, 1)).isEqualTo(1);
        assertThat(ids.reserve(8, 5, 1)).isEqualTo(1);
        assertThat(ids.reserve(7, 1, 1)).isEqualTo(11);

        AutoIncrementIds restarted = new AutoIncrementIds(store);

        assertThat(restarted.reserve(7, 1, 1)).isEqualTo(12);
        assertThat(restarted.reserve(8, 1, 100)).isEqualTo(100);
        assertThat(restarted.reserve(8, 1, 1)).isEqualTo(101);
    }

    @Test
    void aFloorWithoutNumbersIsRememberedAndNeverLowers() {
        AutoIncrementIds ids = new AutoIncrementIds(store);

        assertThat(ids.reserve(7, 0, 500)).isEqualTo(500);
        assertThat(ids.reserve(7, 0, 3)).isEqualTo(500);
        assertThat(ids.reserve(7, 2, 1)).isEqualTo(500);
        assertThat(ids.reserve(7, 0, 1)).isEqualTo(502);
    }

    @Test
    void theLastNumberIsTheLast() {
        AutoIncrementIds ids = new AutoIncrementIds(store);

        assertThat(ids.reserve(7, 1, Long.MAX_VALUE - 1)).isEqualTo(Long.MAX_VALUE - 1);
        assertThatThrownBy(() -> ids.reserve(7, 1, 1))
                .isInstanceOfSatisfying(TributaryException.class, e -> assertThat(e.code())
                        .isEqualTo(ErrorCode.AUTO_INCREMENT_EXHAUSTED));
    }
}
