package io.tributary.backend;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.backend.txn.Labels;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.duckdb.DuckDbEngine;
import io.tributary.engine.duckdb.DuckDbOptions;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.FaultyEngine;
import io.tributary.engine.port.TableEngine;
import java.nio.file.Path;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Wall clocks that are set, on a real engine; both clocks are the test's. */
class RetentionTimeTest {
    private static final long DAY_MILLIS = TimeUnit.DAYS.toMillis(1);
    private static final long KEEP_SECONDS = TimeUnit.DAYS.toSeconds(3);

    @TempDir
    Path directory;

    private long wallMillis = 1_700_000_000_000L;
    private long nanos = 5;
    private TableEngine engine;
    private RetentionTime time;
    private Labels labels;

    @BeforeEach
    void start() {
        engine = DuckDbEngine.open(DuckDbOptions.defaults(directory.resolve("t.duckdb"), directory.resolve("tmp")));
        time = RetentionTime.open(engine, wallMillis, () -> nanos);
        labels = new Labels(engine.labelStore(), KEEP_SECONDS, 1000, time);
    }

    @AfterEach
    void stop() {
        engine.close();
    }

    private void pass(long millis) {
        wallMillis += millis;
        nanos += TimeUnit.MILLISECONDS.toNanos(millis);
    }

    private void use(String label) {
        try (Labels.Claim claim = labels.claim("db", label);
                EngineTransaction transaction = engine.begin()) {
            claim.write(transaction, 7);
            transaction.commit();
        }
    }

    private void assertKept() {
        labels.removeExpired();
        assertThatThrownBy(() -> labels.claim("db", "daily").close()).hasMessageContaining("already been used");
    }

    @Test
    void aWallClockThatIsSetWhileTheProcessRunsFreesNoLabelAndKeepsNoneLonger() {
        use("daily");

        wallMillis += 10 * DAY_MILLIS;
        assertKept();
        wallMillis -= 100 * DAY_MILLIS;
        assertKept();

        pass(3 * DAY_MILLIS);
        assertThatCode(() -> labels.claim("db", "daily").close()).doesNotThrowAnyException();
        assertThat(labels.removeExpired()).isEqualTo(1);
    }

    @Test
    void aStartWithAWallClockThatWasSetBackGoesOnFromTheTimeThatWasStored() {
        use("daily");
        pass(DAY_MILLIS);
        time.store();
        stop();
        wallMillis -= 1000 * DAY_MILLIS;
        start();

        assertKept();
        pass(2 * DAY_MILLIS - 1);
        assertKept();
        pass(1);
        assertThatCode(() -> labels.claim("db", "daily").close()).doesNotThrowAnyException();
    }

    @Test
    void anEndDoesNotWaitForAnEngineThatHangs() throws Exception {
        FaultyEngine hanging = new FaultyEngine(engine);
        RetentionTime last = RetentionTime.open(hanging, wallMillis, () -> nanos);
        CountDownLatch release = new CountDownLatch(1);
        hanging.at(FaultyEngine.Point.BEFORE_PUT, () -> awaitQuietly(release));
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try {
            assertThatThrownBy(() -> last.store(executor, 20)).isInstanceOf(TimeoutException.class);
        } finally {
            release.countDown();
            executor.shutdown();
            assertThat(executor.awaitTermination(30, TimeUnit.SECONDS)).isTrue();
        }
    }

    @Test
    void anEndGoesOnWhereTheEngineTakesNothing() throws Exception {
        FaultyEngine full = new FaultyEngine(engine);
        RetentionTime last = RetentionTime.open(full, wallMillis, () -> nanos);
        full.at(FaultyEngine.Point.BEFORE_PUT, () -> {
            throw new TributaryException(ErrorCode.DISK_FULL, "the engine's disk is full");
        });
        ExecutorService executor = Executors.newSingleThreadExecutor();
        try {
            assertThatCode(() -> last.store(executor, 30_000)).doesNotThrowAnyException();
        } finally {
            executor.shutdown();
        }
    }

    private static void awaitQuietly(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    @Test
    void whatPassedWhileItWasStoppedCounts() {
        use("daily");
        stop();
        wallMillis += 3 * DAY_MILLIS;
        start();

        assertThat(labels.removeExpired()).isEqualTo(1);
    }
}
