package io.tributary.backend.engine;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.AppliedBatch;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.FakeEngine;
import io.tributary.engine.port.FaultyEngine;
import io.tributary.engine.port.Positions;
import io.tributary.engine.port.TableEngine;
import java.util.List;
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
    private static final long QUIET_MILLIS = 300;
    private static final TableSchema TABLE = new TableSchema(
            1,
            "db",
            "t",
            1,
            TableSchema.KeyModel.DUPLICATE,
            List.of(Column.of("v", ColumnType.of(ColumnType.Kind.BIGINT), false)),
            TableProperties.defaults(),
            TableSchema.Layout.none());

    private static final QueryContext CONTEXT = new QueryContext("db", SqlMode.NONE, "UTC", 0);

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
                new EngineKeeper.Settings(checkpointBytes, WATCHED_MILLIS, 500, QUIET_MILLIS, lastWords::set),
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
        long deadline = System.nanoTime() + TimeUnit.SECONDS.toNanos(30);
        while (!condition.getAsBoolean()) {
            assertThat(System.nanoTime()).as("within 30 s").isLessThan(deadline);
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
        TributaryException refusal = catchThrowableOfType(TributaryException.class, engine::begin);
        assertThat(refusal).hasMessageContaining("it broke").hasMessageContaining("nothing was stored");
        // That would not be true of rows that wait in the log.
        assertThat(refusal.why()).contains("it broke").doesNotContain("nothing was stored");

        current.at(FaultyEngine.Point.BEFORE_COMMIT, () -> {});
        current.at(FaultyEngine.Point.AFTER_PUT, () -> {});
        await(health::isWell);
        assertThat(opened).hasValue(1);
        commit();
    }

    @Test
    void aCheckpointThatMeetsAFullDiskEndsTheInstanceAndAnotherOneIsOpened() throws Exception {
        CountDownLatch mayOpen = new CountDownLatch(1);
        opens = () -> mayOpen.getCount() == 0;
        current.at(FaultyEngine.Point.BEFORE_CHECKPOINT, failing(ErrorCode.ENGINE_DOWN_DISK_FULL));

        current.disk(1L << 40, 1 << 20);

        await(() -> health.state() == EngineHealth.State.DOWN);
        assertThat(catchThrowableOfType(TributaryException.class, engine::begin).code())
                .isEqualTo(ErrorCode.DISK_FULL);
        assertThat(catchThrowableOfType(TributaryException.class, () -> engine.query("SELECT 1", CONTEXT))
                        .code())
                .isEqualTo(ErrorCode.DISK_FULL);
        mayOpen.countDown();
        await(health::isWell);
        assertThat(opened).hasValue(2);
        commit();
    }

    @Test
    void nobodyGivesWayBeforeTheEnginesLogHasFourTimesItsThreshold() throws Exception {
        AtomicInteger tried = new AtomicInteger();
        AtomicInteger gaveWay = new AtomicInteger();
        current.at(FaultyEngine.Point.BEFORE_CHECKPOINT, () -> {
            tried.incrementAndGet();
            throw new TributaryException(ErrorCode.WRITE_CONFLICT, "DuckDB: it is held");
        });
        keeper.makeWayBy(() -> gaveWay.incrementAndGet() > 0);
        current.disk(1L << 40, (4 << 20) - 1);
        await(() -> tried.get() >= 3);
        assertThat(gaveWay).hasValue(0);

        current.disk(1L << 40, 4 << 20);

        await(() -> gaveWay.get() > 0);
        assertThat(health.isWell()).isTrue();
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
    void manyTablesWithFewNewRowsEachWaitUntilTheEnginesLogIsLonger() throws Exception {
        current.changed(5);
        current.disk(1L << 40, 1 << 20);
        int looks = current.looks();
        await(() -> current.looks() > looks + 2);
        assertThat(engine.lastCheckpoint()).isZero();

        current.disk(1L << 40, EngineKeeper.MANY_TABLES_THRESHOLDS << 20);

        await(() -> engine.lastCheckpoint() > 0);
    }

    @Test
    void fewRowsAreMergedBesideCommits() throws Exception {
        current.growing(true);
        current.mergeable(EngineKeeper.MERGED_BESIDE_COMMITS_MAX);

        await(() -> current.mergeableRows() == 0);
    }

    @Test
    void manyAreWhenNobodyHasCommittedForAWhile() throws Exception {
        current.growing(true);
        current.mergeable(EngineKeeper.MERGED_BESIDE_COMMITS_MAX + 1);
        await(() -> current.looks() > 5);
        assertThat(current.mergeableRows()).isPositive();

        current.growing(false);

        await(() -> current.mergeableRows() == 0);
    }

    @Test
    void orWhenMillionsAreRemoved() throws Exception {
        current.growing(true);
        current.mergeable(EngineKeeper.MERGED_BESIDE_COMMITS_MAX + 1);
        current.removed(EngineKeeper.REMOVED_ROWS_MAX);

        await(() -> current.mergeableRows() == 0);
    }

    @Test
    void aConflictOfItsOwnCommitProvesNothing() throws Exception {
        AtomicInteger tried = new AtomicInteger();
        current.at(FaultyEngine.Point.BEFORE_PUT, () -> {
            tried.incrementAndGet();
            throw new TributaryException(ErrorCode.WRITE_CONFLICT, "DuckDB: Conflict on update!");
        });

        health.seen(new TributaryException(ErrorCode.ENGINE_IO, "DuckDB: it broke"), true);

        await(() -> tried.get() >= 3);
        assertThat(health.state()).isEqualTo(EngineHealth.State.SICK);
        current.at(FaultyEngine.Point.BEFORE_PUT, () -> {});
        current.at(FaultyEngine.Point.BEFORE_CHECKPOINT, failing(ErrorCode.WRITE_CONFLICT));
        await(health::isWell);
    }

    @Test
    void aFailureWhileItIsBeingProvenIsNotForgotten() throws Exception {
        current.at(
                FaultyEngine.Point.BEFORE_CHECKPOINT,
                () -> health.seen(new TributaryException(ErrorCode.ENGINE_DOWN, "DuckDB: it broke again"), true));

        health.seen(new TributaryException(ErrorCode.ENGINE_IO, "DuckDB: it broke"), true);

        await(() -> opened.get() == 2);
        await(health::isWell);
    }

    @Test
    void aCommitOrCheckpointThatFailsWithoutAReasonIsAFailureOfTheEngine() throws Exception {
        current.at(FaultyEngine.Point.BEFORE_COMMIT, failing(ErrorCode.ENGINE));
        current.at(FaultyEngine.Point.BEFORE_CHECKPOINT, failing(ErrorCode.ENGINE));
        assertThat(catchThrowableOfType(TributaryException.class, this::commit).code())
                .isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
        assertThat(health.failure()).contains("it broke");
        current.at(FaultyEngine.Point.BEFORE_COMMIT, () -> {});

        assertThat(catchThrowableOfType(TributaryException.class, engine::checkpoint)
                        .code())
                .isEqualTo(ErrorCode.ENGINE);
        assertThat(health.state()).isEqualTo(EngineHealth.State.SICK);

        current.at(FaultyEngine.Point.BEFORE_CHECKPOINT, () -> {});
        await(health::isWell);
        assertThat(opened).hasValue(1);
    }

    @Test
    void aChangeThatFailsWithoutAReasonIsOfUnknownOutcome() throws Exception {
        current.at(FaultyEngine.Point.AFTER_PUT, failing(ErrorCode.ENGINE));

        assertThat(catchThrowableOfType(TributaryException.class, () -> engine.systemStore()
                                .put("space", "key", "value"))
                        .code())
                .isEqualTo(ErrorCode.OUTCOME_UNKNOWN);
        assertThat(engine.systemStore().get("space", "key")).contains("value");

        current.at(FaultyEngine.Point.AFTER_PUT, () -> {});
        await(health::isWell);
    }

    @Test
    void noCheckpointIsTriedThatFindsNoRoomForWhatTheEnginesLogHas() throws Exception {
        AtomicInteger tried = new AtomicInteger();
        current.at(FaultyEngine.Point.BEFORE_CHECKPOINT, tried::incrementAndGet);

        current.disk(100 << 20, 256 << 20);

        await(() -> health.failure().contains("bytes left"));
        assertThat(catchThrowableOfType(TributaryException.class, engine::begin).code())
                .isEqualTo(ErrorCode.DISK_FULL);
        assertThat(catchThrowableOfType(TributaryException.class, engine::checkpoint)
                        .code())
                .isEqualTo(ErrorCode.DISK_FULL);
        assertThat(tried).hasValue(0);
        assertThat(health.failures()).isEqualTo(1);
        current.disk(300 << 20, 256 << 20);
        await(() -> tried.get() > 0);
        current.disk(300 << 20, 0);
        await(health::isWell);
        assertThat(opened).hasValue(1);
    }

    @Test
    void anEngineThatComesBackWithoutABatchIsLeftToAStartOfTheProcess() throws Exception {
        fake.mayGoBack();
        for (int position = 1; position <= 2; position++) {
            try (EngineTransaction transaction = engine.begin()) {
                Positions.set(engine, transaction, new AppliedBatch(7, 0xabc, position, 1, 1, 1));
                transaction.commit();
            }
        }
        opens = () -> {
            if (fake.losable() > 0) {
                fake.goBack(1);
            }
            return true;
        };

        health.seen(new TributaryException(ErrorCode.ENGINE_DOWN, "DuckDB: it broke"), false);

        await(() -> String.valueOf(lastWords.get()).contains("gone back, of table 7"));
        assertThat(lastWords.get()).contains("up to position 1 of log abc, and had them up to 2");
        assertThat(health.failure()).contains("gone back");
        assertThat(catchThrowableOfType(TributaryException.class, engine::begin).code())
                .isEqualTo(ErrorCode.ENGINE_DOWN);
    }

    @Test
    void aBatchWhoseOutcomeIsUnknownMayBeThereOrNot() throws Exception {
        fake.mayGoBack();
        current.at(FaultyEngine.Point.AFTER_COMMIT, failing(ErrorCode.ENGINE_DOWN));
        opens = () -> {
            if (fake.losable() > 0) {
                fake.goBack(1);
            }
            return true;
        };
        assertThat(catchThrowableOfType(TributaryException.class, () -> {
                            try (EngineTransaction transaction = engine.begin()) {
                                Positions.set(engine, transaction, 7, 0xabc, 1);
                                transaction.commit();
                            }
                        })
                        .code())
                .isEqualTo(ErrorCode.OUTCOME_UNKNOWN);

        await(health::isWell);

        assertThat(lastWords.get()).isEmpty();
        assertThat(opened).hasValue(2);
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
    void aLoadThatIsTooLargeForTheMemoryIsNoFailureOfTheEngineWhileItCommits() throws Exception {
        AtomicInteger tried = new AtomicInteger();
        current.at(FaultyEngine.Point.BEFORE_PUT, tried::incrementAndGet);
        current.at(FaultyEngine.Point.BEFORE_APPEND, failing(ErrorCode.ENGINE_MEMORY));

        assertThat(catchThrowableOfType(TributaryException.class, this::append).code())
                .isEqualTo(ErrorCode.ENGINE_MEMORY);
        await(() -> tried.get() > 0);
        assertThat(health.failures()).isZero();
        assertThat(health.isWell()).isTrue();

        current.at(FaultyEngine.Point.BEFORE_PUT, failing(ErrorCode.ENGINE_MEMORY));
        assertThat(catchThrowableOfType(TributaryException.class, this::append).code())
                .isEqualTo(ErrorCode.ENGINE_MEMORY);
        await(() -> health.state() == EngineHealth.State.SICK);
        current.at(FaultyEngine.Point.BEFORE_PUT, () -> {});
        await(health::isWell);
    }

    @Test
    void aBatchOrACommitThatFindsNoMemoryIsOne() throws Exception {
        engine.batchFailed(new TributaryException(ErrorCode.ENGINE_MEMORY, "DuckDB: it broke"));
        assertThat(health.failures()).isEqualTo(1);
        await(health::isWell);

        current.at(FaultyEngine.Point.BEFORE_COMMIT, failing(ErrorCode.ENGINE_MEMORY));
        assertThat(catchThrowableOfType(TributaryException.class, this::commit).code())
                .isEqualTo(ErrorCode.ENGINE_MEMORY);
        assertThat(health.failures()).isEqualTo(2);
        current.at(FaultyEngine.Point.BEFORE_COMMIT, () -> {});
        await(health::isWell);
    }

    private void append() {
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(TABLE, List.of());
        }
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
