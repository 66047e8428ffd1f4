package io.tributary.backend.agent;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class AgentRunnerTest {
    private static final long LONG_MILLIS = 30_000;

    private final AgentRunner runner = new AgentRunner("worker");
    private final Worker worker = new Worker();

    /** Does what is put into its queue, one in a round. */
    private static class Worker implements Agent {
        final BlockingQueue<Runnable> inbox = new LinkedBlockingQueue<>();
        final AtomicInteger idleRounds = new AtomicInteger();
        volatile boolean stopped;
        volatile @Nullable String begunOn;
        volatile @Nullable Throwable failure;

        @Override
        public void begun() {
            begunOn = Thread.currentThread().getName();
        }

        @Override
        public int doWork() {
            Runnable next = inbox.poll();
            if (next == null) {
                idleRounds.incrementAndGet();
                return 0;
            }
            next.run();
            return 1;
        }

        @Override
        public boolean isIdle() {
            return inbox.isEmpty();
        }

        @Override
        public long nanosUntilDue() {
            return Long.MAX_VALUE;
        }

        @Override
        public boolean isStopped() {
            return stopped;
        }

        @Override
        public void finish(@Nullable Throwable thrown) {
            failure = thrown;
        }
    }

    private void give(Runnable task) {
        worker.inbox.add(task);
        runner.wake();
    }

    private void stop() throws InterruptedException {
        give(() -> worker.stopped = true);
        assertThat(runner.awaitEnd(LONG_MILLIS)).isTrue();
    }

    @Test
    void whoeverHasGivenItSomethingWakesItHoweverLongNothingIsDue() throws Exception {
        runner.start(worker);
        for (int i = 0; i < 1_000; i++) {
            CountDownLatch done = new CountDownLatch(1);
            give(done::countDown);
            assertThat(done.await(LONG_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
        }
        stop();

        assertThat(worker.begunOn).isEqualTo("worker");
        assertThat(worker.failure).isNull();
        assertThat(runner.hasDied()).isFalse();
    }

    @Test
    void itDoesNotParkWhileSomethingHasComeThatTheRoundHasNotSeen() throws Exception {
        CountDownLatch secondRound = new CountDownLatch(1);
        Worker late = new Worker() {
            @Override
            public long nanosUntilDue() {
                // It comes between the round and the park, from one who wakes nobody.
                if (idleRounds.get() == 1) {
                    inbox.add(secondRound::countDown);
                }
                return super.nanosUntilDue();
            }
        };
        runner.start(late);

        assertThat(secondRound.await(LONG_MILLIS, TimeUnit.MILLISECONDS)).isTrue();
        late.inbox.add(() -> late.stopped = true);
        runner.wake();
        assertThat(runner.awaitEnd(LONG_MILLIS)).isTrue();
    }

    @Test
    void whatARoundThrowsEndsItAndIsTheReason() throws Exception {
        runner.start(worker);
        AssertionError broken = new AssertionError("broken");
        give(() -> {
            throw broken;
        });

        assertThat(runner.awaitEnd(LONG_MILLIS)).isTrue();
        assertThat(worker.failure).isSameAs(broken);
        assertThat(runner.hasDied()).isFalse();
    }

    @Test
    void anAgentWhoseEndFailsHasDied() throws Exception {
        Worker broken = new Worker() {
            @Override
            public void finish(@Nullable Throwable thrown) {
                Thread.currentThread().setUncaughtExceptionHandler((thread, error) -> {});
                throw new IllegalStateException("broken");
            }
        };
        broken.stopped = true;
        runner.start(broken);

        assertThat(runner.awaitEnd(LONG_MILLIS)).isTrue();
        assertThat(runner.hasDied()).isTrue();
    }

    @Test
    void itIsStartedOnce() throws Exception {
        assertThat(runner.isStarted()).isFalse();
        runner.start(worker);

        assertThat(runner.isStarted()).isTrue();
        assertThatThrownBy(() -> runner.start(worker)).hasMessage("agent started twice");
        stop();
    }
}
