package io.tributary.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledThreadPoolExecutor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class OvertakingThreadsTest {
    private static final int THREADS = 2;
    private static final int THREADS_MAX = 4;
    private static final int WAITING_MAX = 8;

    private final ScheduledThreadPoolExecutor timer = new ScheduledThreadPoolExecutor(1);
    private final Semaphore held = new Semaphore(0);
    private final List<OvertakingThreads> opened = new ArrayList<>();

    @AfterEach
    void stop() throws InterruptedException {
        timer.shutdownNow();
        for (OvertakingThreads threads : opened) {
            threads.shutdownNow();
            assertThat(threads.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    private OvertakingThreads open(Duration slow) {
        OvertakingThreads threads = new OvertakingThreads(
                new OvertakingThreads.Bounds(THREADS, THREADS_MAX, slow.toNanos(), WAITING_MAX),
                10_000,
                timer,
                Thread::new);
        opened.add(threads);
        return threads;
    }

    private void hold(OvertakingThreads threads, int tasks) {
        IntStream.range(0, tasks).forEach(i -> threads.execute(held::acquireUninterruptibly));
    }

    private static void awaitRun(OvertakingThreads threads) throws InterruptedException {
        CountDownLatch ran = new CountDownLatch(1);
        threads.execute(ran::countDown);
        assertThat(ran.await(30, TimeUnit.SECONDS)).isTrue();
    }

    @Test
    void aTaskOvertakesThoseThatTakeLong() throws Exception {
        OvertakingThreads threads = open(Duration.ofMillis(20));
        hold(threads, THREADS);

        awaitRun(threads);
        awaitRun(threads);

        held.release(THREADS);
        Awaitility.await()
                .untilAsserted(() -> assertThat(threads.getMaximumPoolSize()).isEqualTo(THREADS));
        Awaitility.await().untilAsserted(() -> assertThat(threads.getPoolSize()).isLessThanOrEqualTo(THREADS));
        awaitRun(threads);
    }

    @Test
    void thereAreNeverMoreThreadsThanTheBound() throws Exception {
        OvertakingThreads threads = open(Duration.ofMillis(20));
        hold(threads, THREADS_MAX + 2);
        Awaitility.await()
                .untilAsserted(() -> assertThat(threads.getActiveCount()).isEqualTo(THREADS_MAX));

        held.release(2);
        Awaitility.await().untilAsserted(() -> assertThat(threads.getQueue()).isEmpty());
        held.release(THREADS_MAX);
        awaitRun(threads);

        assertThat(threads.getLargestPoolSize()).isEqualTo(THREADS_MAX);
    }

    @Test
    void thoseThatTakeNoLongerWaitForOneAnother() {
        OvertakingThreads threads = open(Duration.ofHours(1));
        hold(threads, THREADS + WAITING_MAX);

        assertThat(threads.getLargestPoolSize()).isEqualTo(THREADS);
        assertThatThrownBy(() -> hold(threads, 1)).isInstanceOf(RejectedExecutionException.class);
        held.release(THREADS + WAITING_MAX);
    }

    @Test
    void tasksRunWhenNobodyLooksAtTheirTimeAnyMore() throws Exception {
        OvertakingThreads threads = open(Duration.ofMillis(20));
        timer.shutdownNow();

        awaitRun(threads);
    }

    @Test
    void aTaskThatFailsIsNotRunAgain() throws Exception {
        AtomicInteger runs = new AtomicInteger();
        CountDownLatch failed = new CountDownLatch(1);
        OvertakingThreads threads =
                new OvertakingThreads(new OvertakingThreads.Bounds(1, 1, 1, WAITING_MAX), 10_000, timer, task -> {
                    Thread thread = new Thread(task);
                    thread.setUncaughtExceptionHandler((any, error) -> failed.countDown());
                    return thread;
                });
        opened.add(threads);
        threads.execute(() -> {
            runs.incrementAndGet();
            throw new RejectedExecutionException("of something that the task has asked");
        });

        assertThat(failed.await(30, TimeUnit.SECONDS)).isTrue();
        awaitRun(threads);
        assertThat(runs).hasValue(1);
    }
}
