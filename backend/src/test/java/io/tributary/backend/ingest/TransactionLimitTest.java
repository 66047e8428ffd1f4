package io.tributary.backend.ingest;

import static io.tributary.backend.ingest.World.OTHER;
import static io.tributary.backend.ingest.World.TABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.error.ErrorCode;
import io.tributary.engine.port.Rows;
import io.tributary.engine.port.TransactionLimit;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Batches of an engine that takes only so much in one transaction. */
final class TransactionLimitTest {
    private final World world = new World();

    private void commitAll() {
        world.settleWithoutCommits();
        world.advanceMillis(10_000);
        world.settle();
        world.advanceMillis(10_000);
        world.settle();
    }

    @Test
    void batchesAreCutBetweenLoadsSoThatEachIsTaken() {
        world.engine.limit(new TransactionLimit("rows_max = 3", Long.MAX_VALUE, 3));
        for (long value = 0; value < 8; value += 2) {
            world.offer(TABLE, false, List.of(Rows.block(value, value + 1)));
        }

        commitAll();

        assertThat(world.engine.rows(TABLE)).containsExactly(0L, 1L, 2L, 3L, 4L, 5L, 6L, 7L);
        assertThat(world.engine.commits()).isEqualTo(4);
    }

    @Test
    void bytesCountLikeRows() {
        long bytes = (long) Rows.block(1).length() + TransactionLimit.ROW_BYTES;
        world.engine.limit(new TransactionLimit("bytes_max", 2 * bytes, Long.MAX_VALUE));
        for (long value = 0; value < 5; value++) {
            world.async(TABLE, value);
        }

        commitAll();

        assertThat(world.engine.rows(TABLE)).hasSize(5);
        assertThat(world.engine.commits()).isEqualTo(3);
    }

    @Test
    void tablesShareATransactionOnlyAsFarAsItTakesThem() {
        world.engine.limit(new TransactionLimit("rows_max = 1", Long.MAX_VALUE, 1));
        world.async(TABLE, 1);
        world.async(OTHER, 2);

        commitAll();

        assertThat(world.engine.rows(TABLE)).containsExactly(1L);
        assertThat(world.engine.rows(OTHER)).containsExactly(2L);
        assertThat(world.engine.commits()).isEqualTo(2);
    }

    @Test
    void aLoadThatIsTooMuchAloneIsRefusedBeforeItIsAcknowledged() {
        world.engine.limit(new TransactionLimit("rows_max = 2", Long.MAX_VALUE, 2));
        World.Answer answer = world.offer(TABLE, false, List.of(Rows.block(1, 2), Rows.block(3)));

        commitAll();

        assertThat(answer.heard).containsExactly("refused " + ErrorCode.TRANSACTION_TOO_LARGE);
        assertThat(answer.error).hasMessageContaining("3 rows").hasMessageContaining("rows_max = 2");
        assertThat(world.engine.rows(TABLE)).isEmpty();
    }
}
