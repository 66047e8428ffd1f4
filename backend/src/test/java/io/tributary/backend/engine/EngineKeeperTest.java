package io.tributary.backend.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.backend.ingest.FakeEngine;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(60)
class EngineKeeperTest {
    private static final long WATCHED_MILLIS = 300;

    private final FakeEngine fake = new FakeEngine();
    private final EngineHealth health = new EngineHealth(System::currentTimeMillis);
    private final AtomicInteger opened = new AtomicInteger();
    private final AtomicReference<String> lastWords = new AtomicReference<>("");
    private volatile FaultyEngine current = new FaultyEngine(fake);
    private volatile BooleanSupplier opens = () -> true;
    private final ReopeningEngine engine = new ReopeningEngine(this::open, health);
    private EngineKeeper keeper = start(1 << 20);

    private TableEngine open() {
        if (!opens.getAsBoolean()) {
            throw new TributaryException(ErrorCode.ENGINE, "disk not there");
        }
        opened.incrementAndGet();
        current = new FaultyEngine(fake);
        return current;
    }

    private EngineKeeper start(long checkpointBytes) {
        return EngineKeeper.start(
                engine,
                health,
                new EngineKeeper.Settings(checkpointBytes, WATCHED_MILLIS, 500, lastWords::set),
                task -> new Thread(task, "keeper"));
    }

    @AfterEach
    void stop() throws Exception {
        keeper.stop();
    }

    private static Runnable failing(ErrorCode code) {
        return () -> {
            throw new TributaryException(code, "DuckDB: it broke");
        };
    }

    private static void await(BooleanSupplier condition) throws InterruptedException {
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(5);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("within 5 s").isLessThan(deadline);
            TimeUnit.MILLISECONDS.sleep(2);
        }
    }

    private void commit() {
        try (EngineTransaction transaction = engine.begin()) {
            transaction.commit();
        }
    }

    @Test
    void aFailedCheckpointIsSeenAndHealedAlthoughNobodyWrites() throws Exception {
        keeper.stop();
        current.at(FaultyEngine.Point.BEFORE_CHECKPOINT, failing(ErrorCode.ENGINE_DOWN));

        keeper = start(0);

        await(() -> health.failure().contains("it broke"));
        await(health::isWell);
        assertThat(opened).hasValue(2);
        assertThat(engine.lastCheckpoint()).isPositive();
        commit();
    }

    @Test
    void aCommitThatFailsFatallyIsOfUnknownOutcomeAndTheNextOnesAreNotTried() throws Exception {
        CountDownLatch mayOpen = new CountDownLatch(1);
        current.at(FaultyEngine.Point.AFTER_COMMIT, failing(ErrorCode.ENGINE_DOWN));
        opens = () -> mayOpen.getCount() == 0;

        assertThat(catchThrowableOfType(TributaryException.class, this::commit).code())
                .isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
        long failures = health.failures();
        for (int i = 0; i < 1000; i++) {
            assertThat(catchThrowableOfType(TributaryException.class, this::commit)
                            .code())
                    .isEqualTo(ErrorCode.ENGINE_DOWN);
        }

        assertThat(health.failures()).isEqualTo(failures);
        mayOpen.countDown();
        await(health::isWell);
        commit();
        assertThat(opened).hasValue(2);
    }

    @Test
    void aFullDiskIsHealedByACommitThatSucceedsWithoutOpeningAnew() throws Exception {
        current.at(FaultyEngine.Point.BEFORE_COMMIT, failing(ErrorCode.DISK_FULL));
        current.at(FaultyEngine.Point.AFTER_PUT, failing(ErrorCode.DISK_FULL));

        assertThat(catchThrowableOfType(TributaryException.class, this::commit).code())
                .isEqualTo(ErrorCode.DISK_FULL);
        assertThat(health.failure()).contains("it broke");
        assertThat(catchThrowableOfType(TributaryException.class, engine::begin))
                .hasMessageContaining("nothing was stored");

        current.at(FaultyEngine.Point.BEFORE_COMMIT, () -> {});
        current.at(FaultyEngine.Point.AFTER_PUT, () -> {});
        await(health::isWell);
        assertThat(opened).hasValue(1);
        commit();
    }

    @Test
    void whoKeepsACheckpointFromBeginningGivesWayWhenTheEnginesLogIsLong() throws Exception {
        keeper.stop();
        current.at(FaultyEngine.Point.BEFORE_CHECKPOINT, failing(ErrorCode.WRITE_CONFLICT));

        keeper = start(0);
        keeper.makeWayBy(() -> {
            current.at(FaultyEngine.Point.BEFORE_CHECKPOINT, () -> {});
            return true;
        });

        await(() -> engine.lastCheckpoint() > 0);
        assertThat(health.isWell()).isTrue();
    }

    @Test
    void anErrorThatSaysNothingMakesItAskTheEngineAtOnce() throws Exception {
        current.at(FaultyEngine.Point.BEFORE_COMMIT, failing(ErrorCode.ENGINE));
        current.at(FaultyEngine.Point.BEFORE_SNAPSHOT, failing(ErrorCode.ENGINE_DOWN));

        assertThat(catchThrowableOfType(TributaryException.class, this::commit).code())
                .isEqualTo(ErrorCode.OUTCOME_UNKNOWN);

        await(() -> opened.get() == 2);
        await(health::isWell);
    }

    @Test
    void whoeverIsStuckInsideEndsTheProcessAndNoSecondInstanceIsOpened() throws Exception {
        CountDownLatch inside = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        current.at(FaultyEngine.Point.BEFORE_COMMIT, () -> {
            inside.countDown();
            try {
                goOn.await();
            } catch (InterruptedException e) {
                throw new AssertionError(e);
            }
        });
        Thread stuck = new Thread(this::commit, "stuck");
        stuck.start();
        inside.await();

        health.seen(new TributaryException(ErrorCode.ENGINE_DOWN, "DuckDB: it broke"), false);

        await(() -> String.valueOf(lastWords.get()).contains("have not ended for 500 ms"));
        assertThat(opened).hasValue(1);
        goOn.countDown();
        stuck.join();
    }
}
