package io.tributary.backend.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.FakeEngine;
import io.tributary.engine.port.FaultyEngine;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EngineHealthTest {
    private final AtomicLong nanos = new AtomicLong();
    private final EngineHealth health = new EngineHealth("the engine", true, System::currentTimeMillis, nanos::get);
    private final FaultyEngine faulty = new FaultyEngine(new FakeEngine());
    private final ReopeningEngine engine = new ReopeningEngine(() -> faulty, health);

    @Test
    void aCommitThatIsNotAnsweredIsToldAfterAMinuteAndUntilItIs() throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        faulty.at(FaultyEngine.Point.BEFORE_COMMIT, () -> {
            begun.countDown();
            awaitQuietly(mayEnd);
        });
        Thread committer = new Thread(this::commit);
        committer.start();
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();

        pass(59_999);
        assertThat(health.failure()).isEmpty();
        assertThat(health.isWell()).isTrue();
        pass(1);
        assertThat(health.failure()).isEqualTo("the engine has not answered a commit for 60 s");
        assertThat(health.isWell()).isFalse();
        pass(30_000);
        assertThat(health.failure()).contains("90 s");
        // Loads go on into the log, and nobody opens it again: it has not failed.
        assertThat(health.refusal()).isNull();
        assertThat(health.state()).isNull();

        mayEnd.countDown();
        committer.join();
        assertThat(health.failure()).isEmpty();
        assertThat(health.isWell()).isTrue();
    }

    @Test
    void soAreRowsThatAreNotTakenAndACheckpointThatDoesNotEnd() throws Exception {
        hangs(FaultyEngine.Point.BEFORE_CHECKPOINT, engine::checkpoint, 600_000, "a checkpoint for 600 s");
        hangs(
                FaultyEngine.Point.BEFORE_PUT,
                () -> engine.systemStore().put("space", "key", "value"),
                60_000,
                "a change for 60 s");
    }

    private void hangs(FaultyEngine.Point point, Runnable call, long millis, String told) throws Exception {
        CountDownLatch begun = new CountDownLatch(1);
        CountDownLatch mayEnd = new CountDownLatch(1);
        faulty.at(point, () -> {
            begun.countDown();
            awaitQuietly(mayEnd);
        });
        Thread caller = new Thread(call);
        caller.start();
        assertThat(begun.await(30, TimeUnit.SECONDS)).isTrue();
        pass(millis - 1);
        assertThat(health.failure()).isEmpty();
        pass(1);
        assertThat(health.failure()).endsWith(told);
        mayEnd.countDown();
        caller.join();
        assertThat(health.failure()).isEmpty();
    }

    private void commit() {
        try (EngineTransaction transaction = engine.begin()) {
            transaction.commit();
        }
    }

    private void pass(long millis) {
        nanos.addAndGet(TimeUnit.MILLISECONDS.toNanos(millis));
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            assertThat(latch.await(30, TimeUnit.SECONDS)).isTrue();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
