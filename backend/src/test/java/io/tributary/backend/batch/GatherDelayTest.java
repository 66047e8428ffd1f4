package io.tributary.backend.batch;

import static io.tributary.backend.batch.Batches.NOBODY;
import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class GatherDelayTest {
    private final GatherDelay gatherDelay = new GatherDelay();
    private final Batch batch = Batches.open();

    @Test
    void nobodyWaitsBeforeTheFirstCommit() {
        assertThat(gatherDelay.isOver(batch.writers(), 1_000)).isTrue();
        assertThat(gatherDelay.nanosLeft(1_000)).isZero();
    }

    @Test
    void itIsOverWhenAllAreBack() {
        gatherDelay.begin(2, 1_000, 500);

        batch.await(NOBODY);
        assertThat(gatherDelay.isOver(batch.writers(), 1_100)).isFalse();
        assertThat(gatherDelay.nanosLeft(1_100)).isEqualTo(400);
        batch.await(NOBODY);
        assertThat(gatherDelay.isOver(batch.writers(), 1_100)).isTrue();
    }

    @Test
    void itIsOverAfterAsLongAsTheCommitTook() {
        gatherDelay.begin(2, 1_000, 500);

        assertThat(gatherDelay.isOver(batch.writers(), 1_499)).isFalse();
        assertThat(gatherDelay.isOver(batch.writers(), 1_500)).isTrue();
        assertThat(gatherDelay.nanosLeft(1_500)).isZero();
    }

    @Test
    void aSlowCommitIsNoReasonToWaitLonger() {
        gatherDelay.begin(2, 1_000, 60_000_000_000L);

        assertThat(gatherDelay.nanosLeft(1_000)).isEqualTo(GatherDelay.NANOS_MAX);
    }

    @Test
    void aCommitNobodyWaitedForStartsNothing() {
        gatherDelay.begin(0, 1_000, 500);

        assertThat(gatherDelay.isOver(1_000)).isTrue();
    }
}
