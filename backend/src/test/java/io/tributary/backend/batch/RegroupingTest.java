package io.tributary.backend.batch;

import static io.tributary.backend.batch.Batches.NOBODY;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class RegroupingTest {
    private final Regrouping regrouping = new Regrouping();
    private final Batch batch = Batches.open();

    @Test
    void nobodyWaitsBeforeTheFirstCommit() {
        assertThat(regrouping.isOver(batch.writers(), 1_000)).isTrue();
        assertThat(regrouping.nanosLeft(1_000)).isZero();
    }

    @Test
    void itIsOverWhenAllAreBack() {
        regrouping.begin(2, 1_000, 500);

        batch.await(NOBODY);
        assertThat(regrouping.isOver(batch.writers(), 1_100)).isFalse();
        assertThat(regrouping.nanosLeft(1_100)).isEqualTo(400);
        batch.await(NOBODY);
        assertThat(regrouping.isOver(batch.writers(), 1_100)).isTrue();
    }

    @Test
    void itIsOverAfterAsLongAsTheCommitTook() {
        regrouping.begin(2, 1_000, 500);

        assertThat(regrouping.isOver(batch.writers(), 1_499)).isFalse();
        assertThat(regrouping.isOver(batch.writers(), 1_500)).isTrue();
        assertThat(regrouping.nanosLeft(1_500)).isZero();
    }

    @Test
    void aSlowCommitIsNoReasonToWaitLonger() {
        regrouping.begin(2, 1_000, 60_000_000_000L);

        assertThat(regrouping.nanosLeft(1_000)).isEqualTo(Regrouping.NANOS_MAX);
    }

    @Test
    void aCommitNobodyWaitedForStartsNothing() {
        regrouping.begin(0, 1_000, 500);

        assertThat(regrouping.isOver(1_000)).isTrue();
    }
}
