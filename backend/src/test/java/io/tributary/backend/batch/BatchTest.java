package io.tributary.backend.batch;

import static io.tributary.backend.batch.Batches.BLOCK;
import static io.tributary.backend.batch.Batches.NOBODY;
import static io.tributary.backend.batch.Batches.TABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.engine.port.TransactionLimit;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BatchTest {
    private final Batch batch = Batches.open();

    @Test
    void positionsAreThoseOfItsLoads() {
        add(11);
        Batches.addBlock(batch, 12);
        Batches.addBlock(batch, 13);
        batch.endLoad(14);

        assertThat(batch.firstPosition()).isEqualTo(11);
        assertThat(batch.lastPosition()).isEqualTo(14);
        assertThat(batch.loads()).isEqualTo(2);
        assertThat(batch.rows()).isEqualTo(6);
        assertThat(batch.bytes()).isEqualTo(3L * BLOCK.length());
        assertThat(batch.blocks()).containsExactly(BLOCK, BLOCK, BLOCK);
    }

    @Test
    void sealedBatchAcceptsNothing() {
        add(11);
        batch.seal(12);

        assertThatThrownBy(() -> add(13))
                .isInstanceOf(IllegalStateException.class)
                .hasMessageContaining("lsn 13");
        assertThatThrownBy(() -> batch.seal(14)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void emptyBatchIsNotSealed() {
        assertThatThrownBy(() -> batch.seal(11)).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void droppedBlocksAreGivenBackOnceAndStayKnownByTheirAddresses() {
        for (int lsn = 11; lsn < 60; lsn++) {
            add(lsn);
        }
        long held = batch.memoryBytes();

        assertThat(batch.dropBlocks()).isEqualTo(held).isPositive();
        assertThat(batch.dropBlocks()).isZero();

        assertThat(batch.isInMemory()).isFalse();
        assertThat(batch.lsn(48)).isEqualTo(59);
        assertThatThrownBy(batch::blocks).isInstanceOf(IllegalStateException.class);
    }

    @Test
    void batchIsDueAtItsBytesAtItsIntervalAndWhenAwaited() {
        CommitPolicy adaptive = CommitPolicy.of(
                TABLE.properties().with("group_commit_data_bytes", "20").with("group_commit_interval_ms", "5"),
                TransactionLimit.NONE);
        long deadline = 1_000 + TimeUnit.MILLISECONDS.toNanos(5);
        add(11);

        assertThat(adaptive.isFull(batch)).isFalse();
        assertThat(adaptive.isDue(batch, new GatherDelay(), new ReadPace(), deadline - 1))
                .isFalse();
        assertThat(adaptive.isDue(batch, new GatherDelay(), new ReadPace(), deadline))
                .isTrue();
        add(12);
        assertThat(adaptive.isFull(batch)).isTrue();
        batch.await(NOBODY);
        assertThat(adaptive.isDue(batch, new GatherDelay(), new ReadPace(), 1_000))
                .isTrue();
    }

    @Test
    void intervalPolicyIsNotDueBecauseSomebodyWaits() {
        CommitPolicy interval =
                CommitPolicy.of(TABLE.properties().with("group_commit_policy", "interval"), TransactionLimit.NONE);
        add(11);
        batch.await(NOBODY);

        assertThat(interval.isDue(batch, new GatherDelay(), new ReadPace(), 1_001))
                .isFalse();
    }

    @Test
    void budgetIsOverBeyondItsBytesAndRefusesToReleaseTwice() {
        MemoryBudget budget = new MemoryBudget(100, 1);

        budget.reserve(100);
        assertThat(budget.isOver()).isFalse();
        budget.reserve(1);
        assertThat(budget.isOver()).isTrue();
        budget.release(101);

        assertThatThrownBy(() -> budget.release(1)).isInstanceOf(IllegalStateException.class);
    }

    private void add(long lsn) {
        Batches.addBlock(batch, lsn);
        batch.endLoad(lsn);
    }
}
