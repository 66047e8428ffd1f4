package io.tributary.backend.batch;

import static io.tributary.backend.batch.Batches.NOBODY;
import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ReadPaceTest {
    private final ReadPace pace = new ReadPace();

    @Test
    void aTableThatNobodyReadsIsNotFollowed() {
        assertThat(pace.isFollowedByReads()).isFalse();

        commit(10, 0, 100);

        assertThat(pace.isFollowedByReads()).isFalse();
    }

    @Test
    void whoReadsEachRowIsLearntAfterFewBatches() {
        commit(100, 0, 100);

        commit(1, 1, 3);

        assertThat(pace.isFollowedByReads()).isTrue();
    }

    @Test
    void whoOnlyWritesIsLearntAfterFewBatches() {
        commit(1, 1, 100);

        commit(1, 0, 12);

        assertThat(pace.isFollowedByReads()).isFalse();
    }

    @Test
    void aReadOfAnotherNowAndThenIsNoneThatFollows() {
        commit(1, 1, 1);
        for (int i = 0; i < 20; i++) {
            commit(1, 1, 1);
            commit(1, 0, 9);
        }

        assertThat(pace.isFollowedByReads()).isFalse();
    }

    @Test
    void readersThatComeAgainForOneBatchCountAsItsLoads() {
        commit(1, 0, 100);

        commit(1, 50, 1);

        assertThat(pace.isFollowedByReads()).isFalse();
    }

    @Test
    void batchesOfAsynchronousLoadsTellNothing() {
        commit(1, 1, 1);

        commit(0, 0, 100);

        assertThat(pace.isFollowedByReads()).isTrue();
    }

    private void commit(int boundLoads, int readers, int times) {
        for (int i = 0; i < times; i++) {
            Batch batch = Batches.open();
            for (int load = 0; load < Math.max(1, boundLoads); load++) {
                Batches.addBlock(batch, 11 + load);
                if (boundLoads > 0) {
                    batch.endBoundLoad(11 + load);
                } else {
                    batch.endLoad(11 + load);
                }
            }
            for (int reader = 0; reader < readers; reader++) {
                batch.awaitByReader(NOBODY);
            }
            pace.committed(batch, TimeUnit.MILLISECONDS.toNanos(1));
        }
    }
}
