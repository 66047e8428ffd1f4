package io.tributary.backend.batch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.row.RowBlock;
import io.tributary.rpc.schema.Column;
import io.tributary.rpc.schema.ColumnType;
import io.tributary.rpc.schema.TableProperties;
import io.tributary.rpc.schema.TableSchema;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class BatchTest {
    private static final RowBlock BLOCK = RowBlock.of(new byte[] {RowBlock.FORMAT, 0, 1, 0, 2, 0, 0, 0, 0, 5, 6});
    private static final TableSchema TABLE = new TableSchema(
            7,
            "db",
            "t",
            1,
            TableSchema.KeyModel.DUPLICATE,
            List.of(Column.of("v", ColumnType.of(ColumnType.Kind.TINYINT), false)),
            TableProperties.defaults(),
            TableSchema.Layout.none());

    private final Batch batch = new Batch(TABLE, 3, 10, 1_000);

    @Test
    void positionsAreThoseOfItsLoads() {
        add(11);
        batch.addBlock(12, 12, 2, BLOCK.length(), BLOCK);
        batch.addBlock(13, 13, 2, BLOCK.length(), BLOCK);
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
                TABLE.properties().with("group_commit_data_bytes", "20").with("group_commit_interval_ms", "5"));
        long deadline = 1_000 + TimeUnit.MILLISECONDS.toNanos(5);
        add(11);

        assertThat(adaptive.isFull(batch)).isFalse();
        assertThat(adaptive.isDue(batch, new Regrouping(), new ReadPace(), deadline - 1))
                .isFalse();
        assertThat(adaptive.isDue(batch, new Regrouping(), new ReadPace(), deadline))
                .isTrue();
        add(12);
        assertThat(adaptive.isFull(batch)).isTrue();
        batch.await(new Listener());
        assertThat(adaptive.isDue(batch, new Regrouping(), new ReadPace(), 1_000))
                .isTrue();
    }

    @Test
    void intervalPolicyIsNotDueBecauseSomebodyWaits() {
        CommitPolicy interval = CommitPolicy.of(TABLE.properties().with("group_commit_policy", "interval"));
        add(11);
        batch.await(new Listener());

        assertThat(interval.isDue(batch, new Regrouping(), new ReadPace(), 1_001))
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
        batch.addBlock(lsn, lsn, 2, BLOCK.length(), BLOCK);
        batch.endLoad(lsn);
    }

    private static final class Listener implements CommitListener {
        @Override
        public void committed(Batch committed) {}

        @Override
        public void abandoned(TributaryException error) {}
    }
}
