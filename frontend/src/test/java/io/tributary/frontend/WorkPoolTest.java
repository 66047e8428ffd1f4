package io.tributary.frontend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.health.OwnerThreads;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

final class WorkPoolTest {
    @Test
    void aFullQueueRefusesByItsNameAndTakesTasksAgain() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch go = new CountDownLatch(1);
        CountDownLatch ran = new CountDownLatch(2);
        try (WorkPool pool = new WorkPool("stream_load", 1, 2, new OwnerThreads((death, error) -> {}))) {
            pool.execute(() -> {
                begun.countDown();
                awaitQuietly(go);
            });
            assertThat(begun.await(10, TimeUnit.SECONDS)).isTrue();
            pool.execute(ran::countDown);
            pool.execute(ran::countDown);

            assertThatThrownBy(() -> pool.execute(() -> {}))
                    .isInstanceOf(RejectedExecutionException.class)
                    .hasMessage("stream_load_queue of 2 tasks is full");

            go.countDown();
            assertThat(ran.await(10, TimeUnit.SECONDS)).isTrue();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
