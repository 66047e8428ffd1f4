package io.tributary.engine.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class CheckpointCountTest {
    private final AtomicInteger made = new AtomicInteger();

    @Test
    void oneThatAnotherHasMadeMeanwhileIsNotMadeAgain() {
        CheckpointCount checkpoints = new CheckpointCount(made::incrementAndGet);
        checkpoints.run();
        long last = checkpoints.last();
        checkpoints.runAfter(last);
        checkpoints.runAfter(last);
        assertThat(made).hasValue(2);

        checkpoints.run();

        assertThat(made).hasValue(3);
    }

    @Test
    void theOneUnderWayIsWaitedFor() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch end = new CountDownLatch(1);
        CheckpointCount checkpoints = new CheckpointCount(() -> {
            made.incrementAndGet();
            begun.countDown();
            await(end);
        });
        CompletableFuture<Void> first = CompletableFuture.runAsync(checkpoints::run);
        await(begun);
        long last = checkpoints.last();
        CompletableFuture<Void> second = CompletableFuture.runAsync(() -> checkpoints.runAfter(last));
        assertThat(second).isNotDone();
        end.countDown();

        second.get(10, TimeUnit.SECONDS);

        first.get(10, TimeUnit.SECONDS);
        assertThat(made).hasValue(1);
        assertThat(checkpoints.last()).isEqualTo(1);
    }

    @Test
    void behindOneThatFailedComesAnother() {
        CheckpointCount checkpoints = new CheckpointCount(() -> {
            if (made.incrementAndGet() == 1) {
                throw new IllegalStateException("disk full");
            }
        });
        assertThatThrownBy(checkpoints::run).hasMessage("disk full");
        long last = checkpoints.last();

        checkpoints.runAfter(last);

        assertThat(made).hasValue(2);
        assertThat(checkpoints.last()).isEqualTo(2);
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(10, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }
}
