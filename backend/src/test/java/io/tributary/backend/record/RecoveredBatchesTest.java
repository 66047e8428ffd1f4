package io.tributary.backend.record;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.backend.batch.Batch;
import io.tributary.backend.ingest.World;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class RecoveredBatchesTest {
    private static final long T = World.TABLE;

    private final Batch batch = new Batch(Objects.requireNonNull(new World().table(T)), 1, 5, 0);
    private final RecoveredBatches recovered = new RecoveredBatches(3, List.of(batch), 10, 0);

    @Test
    void nothingIsKeptOfWhoHasGivenUp() {
        CompletableFuture<Void> waits = recovered.recovered(T);
        for (int i = 0; i < 100; i++) {
            recovered.recovered(T).cancel(false);
        }
        assertThat(recovered.waiting()).isEqualTo(1);

        recovered.committed(batch, 1);

        assertThat(waits).isCompleted();
        assertThat(recovered.recovered(T)).isCompleted();
    }

    @Test
    void whoWaitsHearsThatNobodyCommitsThem() {
        CompletableFuture<Void> waits = recovered.recovered(T);

        recovered.abandon(new TributaryException(ErrorCode.SERVER_SHUTDOWN, "bye"));

        assertThat(waits).isCompletedExceptionally();
        assertThat(recovered.recovered(T)).isCompletedExceptionally();
    }
}
