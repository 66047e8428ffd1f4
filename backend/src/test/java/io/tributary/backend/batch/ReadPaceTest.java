package io.tributary.backend.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.rpc.error.TributaryException;
import io.tributary.rpc.row.RowBlock;
import io.tributary.rpc.schema.Column;
import io.tributary.rpc.schema.ColumnType;
import io.tributary.rpc.schema.TableProperties;
import io.tributary.rpc.schema.TableSchema;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ReadPaceTest {
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
            Batch batch = new Batch(TABLE, 3, 10, 1_000);
            for (int load = 0; load < Math.max(1, boundLoads); load++) {
                batch.addBlock(11 + load, 11 + load, 2, BLOCK.length(), BLOCK);
                if (boundLoads > 0) {
                    batch.endBoundLoad(11 + load);
                } else {
                    batch.endLoad(11 + load);
                }
            }
            for (int reader = 0; reader < readers; reader++) {
                batch.awaitByReader(new Reader());
            }
            pace.committed(batch, TimeUnit.MILLISECONDS.toNanos(1));
        }
    }

    private static final class Reader implements CommitListener {
        @Override
        public void committed(Batch committed) {}

        @Override
        public void abandoned(TributaryException error) {}
    }
}
