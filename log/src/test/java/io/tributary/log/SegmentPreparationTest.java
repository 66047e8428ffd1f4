package io.tributary.log;

import static io.tributary.log.SegmentedLogTest.append;
import static io.tributary.log.SegmentedLogTest.begun;
import static io.tributary.log.SegmentedLogTest.replayed;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.Random;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.Executor;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** The next segment's file, made while the current one fills. Three records of {@link #TEXT} fill a segment. */
class SegmentPreparationTest {
    private static final String TEXT = "x".repeat(1000);
    private static final long DEADLINE_SECONDS = 10;

    private final MemoryWalDirectory directory = new MemoryWalDirectory();
    private final Deque<Runnable> tasks = new ArrayDeque<>();

    @Test
    void nextFileIsMadeWhenTheSegmentIsHalfFullAndUsedWhenItIsFull() throws IOException {
        SegmentedLog wal = log(tasks::add);
        append(wal, TEXT);
        assertThat(tasks).isEmpty();
        append(wal, TEXT);
        assertThat(tasks).hasSize(1);

        tasks.remove().run();
        int creates = directory.creates();
        append(wal, TEXT);
        append(wal, TEXT);
        wal.force();

        assertThat(wal.segmentCount()).isEqualTo(2);
        assertThat(directory.creates()).isEqualTo(creates);
        assertThat(replayed(directory.afterPowerLoss(new Random(1)))).hasSize(4);
    }

    @Test
    void lateOneIsNotWaitedForAndServesTheNextSegment() throws IOException {
        SegmentedLog wal = log(tasks::add);
        for (int i = 0; i < 4; i++) {
            append(wal, TEXT);
        }
        assertThat(wal.segmentCount()).as("made by the log itself").isEqualTo(2);

        tasks.remove().run();
        int creates = directory.creates();
        for (int i = 0; i < 3; i++) {
            append(wal, TEXT);
        }

        assertThat(wal.segmentCount()).isEqualTo(3);
        assertThat(directory.creates()).isEqualTo(creates);
        assertThat(tasks).as("one was ready").isEmpty();
    }

    @Test
    void failureLeavesNothingBehindAndDoesNotFailTheLog() throws IOException {
        SegmentedLog wal = log(Runnable::run);
        append(wal, TEXT);
        directory.full(true);
        append(wal, TEXT);
        append(wal, TEXT);
        wal.force();

        assertThat(wal.failure()).isNull();
        assertThat(directory.list()).noneMatch(name -> name.endsWith(".new"));

        directory.full(false);
        append(wal, TEXT);
        wal.force();
        assertThat(wal.segmentCount()).isEqualTo(2);
        append(wal, TEXT);
        assertThat(directory.list()).as("tried again").anyMatch(name -> name.endsWith(".spare.new"));
    }

    @Test
    void failedForceOfAPreparedFileLeavesNothingBehind() throws IOException {
        SegmentedLog wal = log(tasks::add);
        append(wal, TEXT);
        append(wal, TEXT);
        wal.force();
        directory.failAfter(0);

        tasks.remove().run();

        assertThat(wal.failure()).isNull();
        assertThat(directory.list()).noneMatch(name -> name.endsWith(".new"));
    }

    @Test
    void diskThatIsStillFullFailsTheLogWhenItNeedsTheSegment() throws IOException {
        SegmentedLog wal = log(Runnable::run);
        append(wal, TEXT);
        directory.full(true);
        append(wal, TEXT);
        append(wal, TEXT);

        assertThatThrownBy(() -> append(wal, TEXT))
                .isInstanceOf(LogFailedException.class)
                .hasMessageContaining("no space left");
        assertThat(wal.forcedLsn()).as("the full segment was forced").isEqualTo(3);
    }

    @Test
    void preparerThatRejectsOnlyCostsTime() throws IOException {
        SegmentedLog wal = log(task -> {
            throw new RejectedExecutionException("closed");
        });
        for (int i = 0; i < 4; i++) {
            append(wal, TEXT);
        }
        wal.force();

        assertThat(wal.segmentCount()).isEqualTo(2);
    }

    @Test
    void nothingIsPreparedWhileThereAreSpares() throws IOException {
        SegmentedLog wal = log(task -> {});
        for (int i = 0; i < 9; i++) {
            append(wal, TEXT);
        }
        wal.truncateBefore(7);
        wal.close();

        SegmentedLog next = log(tasks::add);
        append(next, TEXT);
        append(next, TEXT);
        append(next, TEXT);

        assertThat(next.spareCount()).isZero();
        assertThat(tasks).as("the only spare was taken at start").hasSize(1);
        next.truncateBefore(next.nextLsn());
        tasks.clear();
        MemoryWalDirectory after = directory.afterKill();
        SegmentedLog last = begun(after, SegmentedLogTest.OPTIONS, new Random(2)::nextLong, tasks::add);
        last.truncateBefore(last.nextLsn());
        assertThat(last.spareCount()).isPositive();
        append(last, TEXT);
        append(last, TEXT);
        assertThat(tasks).isEmpty();
    }

    @Test
    void closeDiscardsWhatWasPrepared() throws IOException {
        SegmentedLog wal = log(Runnable::run);
        append(wal, TEXT);
        append(wal, TEXT);
        assertThat(directory.list()).anyMatch(name -> name.endsWith(".spare.new"));

        wal.close();

        assertThat(directory.list()).noneMatch(name -> name.endsWith(".new"));
    }

    @Test
    void oneThatHasNotBegunWhenTheLogIsClosedNeverBegins() throws IOException {
        SegmentedLog wal = log(tasks::add);
        append(wal, TEXT);
        append(wal, TEXT);

        wal.close();
        int creates = directory.creates();
        tasks.remove().run();

        assertThat(directory.creates()).isEqualTo(creates);
    }

    @Test
    void closeWaitsForOneThatIsUnderWay() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch released = new CountDownLatch(1);
        SegmentedLog wal = log(task -> {
            Thread preparer = new Thread(task, "wal-prepare");
            preparer.start();
            await(begun);
        });
        append(wal, TEXT);
        wal.force();
        directory.beforeEach(() -> {
            if (Thread.currentThread().getName().equals("wal-prepare")) {
                begun.countDown();
                await(released);
            }
        });
        append(wal, TEXT);
        Thread closing = new Thread(() -> closeQuietly(wal), "closing");

        closing.start();
        awaitWaiting(closing);
        released.countDown();
        closing.join(TimeUnit.SECONDS.toMillis(DEADLINE_SECONDS));

        assertThat(closing.isAlive()).isFalse();
        assertThat(directory.list()).noneMatch(name -> name.endsWith(".new"));
    }

    @Test
    void preparedFileThatACrashLeftIsDeletedAtStart() throws IOException {
        SegmentedLog wal = log(Runnable::run);
        append(wal, TEXT);
        append(wal, TEXT);
        wal.force();
        MemoryWalDirectory after = directory.afterKill();
        assertThat(after.list()).anyMatch(name -> name.endsWith(".spare.new"));

        assertThat(replayed(after)).hasSize(2);

        assertThat(after.list()).noneMatch(name -> name.endsWith(".new"));
    }

    private SegmentedLog log(Executor preparer) throws IOException {
        return begun(
                directory, SegmentedLogTest.OPTIONS, new Random(directory.list().size())::nextLong, preparer);
    }

    private static void closeQuietly(SegmentedLog wal) {
        try {
            wal.close();
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            assertThat(latch.await(DEADLINE_SECONDS, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            throw new AssertionError(e);
        }
    }

    private static void awaitWaiting(Thread thread) {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(DEADLINE_SECONDS);
        while (thread.getState() != Thread.State.TIMED_WAITING) {
            assertThat(thread.isAlive()).as("close did not wait").isTrue();
            assertThat(System.nanoTime() - deadline).as("still not waiting").isNegative();
            Thread.onSpinWait();
        }
    }
}
