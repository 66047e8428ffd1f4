package io.tributary.contract.health;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

final class OwnerThreadsTest {
    private final OwnerThreads threads = new OwnerThreads((death, error) -> {});
    private final ExecutorService pool =
            new ThreadPoolExecutor(1, 1, 0, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads.named("owner"));
    private final ScheduledExecutorService timer = threads.timer("timer");

    @AfterEach
    void close() {
        pool.shutdownNow();
        timer.shutdownNow();
    }

    @Test
    void aThreadThatDiesOfAnErrorIsToldByItsNameAlthoughItsPoolReplacesIt() throws Exception {
        pool.execute(() -> {
            throw new AssertionError("broken");
        });
        CountDownLatch replaced = new CountDownLatch(1);
        pool.execute(replaced::countDown);
        assertThat(replaced.await(10, TimeUnit.SECONDS)).isTrue();
        // Its successor begins before it has told.
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(10);
        while (threads.deaths().isEmpty() && System.nanoTime() - deadline < 0) {
            Thread.onSpinWait();
        }

        assertThat(threads.deaths()).containsExactly("thread owner-1 died of java.lang.AssertionError: broken");
    }

    @Test
    void aTimedTaskThatFailsIsToldAlthoughItsExecutorKeepsQuiet() throws Exception {
        var failing = timer.scheduleWithFixedDelay(
                () -> {
                    throw new StackOverflowError();
                },
                0,
                1,
                TimeUnit.MILLISECONDS);
        CountDownLatch next = new CountDownLatch(1);
        var unused = timer.schedule(next::countDown, 50, TimeUnit.MILLISECONDS);
        assertThat(next.await(10, TimeUnit.SECONDS)).isTrue();

        assertThat(failing.isDone()).isTrue();
        assertThat(threads.deaths()).containsExactly("thread timer-1 died of java.lang.StackOverflowError");
    }

    @Test
    void aThreadThatMustLastIsToldWhenItEndsAndWhatEndsWithItsServerIsNot() throws Exception {
        Thread loop = threads.lasting(task -> new Thread(task, "loop")).newThread(() -> {});
        loop.start();
        loop.join();
        assertThat(threads.deaths()).containsExactly("thread loop has ended");

        OwnerThreads closed = new OwnerThreads((death, error) -> {});
        closed.ending();
        Thread last = closed.lasting(task -> new Thread(task, "last")).newThread(() -> {});
        last.start();
        last.join();
        assertThat(closed.deaths()).isEqualTo(List.of());
    }
}
