package io.tributary.backend.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.backend.ingest.World.Answer;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.log.WalOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class LogRetentionTest {
    private static final long T = World.TABLE;
    private static final long SEGMENT = 4096;
    private static final long KEEP = 10 * SEGMENT;

    private final World world = new World();
    private final AtomicInteger gaveWay = new AtomicInteger();
    private long value;

    LogRetentionTest() {
        world.options =
                new IngestOptions(100_000, 1 << 20, new WalOptions((int) SEGMENT, 2, KEEP), 0, 10_000, 10_000, 30_000);
    }

    private void load(int segments) {
        long until = world.agent().stats().logBytes() + segments * SEGMENT;
        while (world.agent().stats().logBytes() < until) {
            world.sync(T, ++value);
            world.settle();
        }
    }

    /** Loads until the log keeps as much as it may; returns what the load then hears. */
    private Answer fill() {
        Answer last = world.sync(T, ++value);
        for (int i = 0; i < 1_000 && last.error == null; i++) {
            world.settle();
            last = world.sync(T, ++value);
        }
        world.settle();
        return last;
    }

    private LogRetention retention() {
        return new LogRetention(world.engine, () -> gaveWay.incrementAndGet() > 0, List.of(world.agent()));
    }

    private void check(LogRetention retention) {
        retention.check(world.nanos);
        world.settle();
    }

    @Test
    void segmentsStayUntilACheckpointThatBeganAfterTheirCommit() {
        LogRetention retention = retention();
        load(3);
        check(retention);
        assertThat(world.agent().stats().logSegments()).isGreaterThan(3);

        world.engine.checkpoint();
        load(1);
        check(retention);

        assertThat(world.agent().stats().logSegments()).isBetween(2L, 3L);
        assertThat(world.agent().stats().lowWatermark())
                .isGreaterThan(world.agent().stats().lastLsn());
    }

    @Test
    void anEngineThatLostBatchesSinceItsCheckpointGetsThemFromTheLog() {
        LogRetention retention = retention();
        load(2);
        world.engine.checkpoint();
        world.engine.mayGoBack();
        check(retention);
        load(3);
        check(retention);
        List<Long> before = world.engine.rows(T);

        world.engine.goBack(world.engine.losable());
        assertThat(world.engine.rows(T)).hasSizeLessThan(before.size());
        world.kill();
        world.settle();

        assertThat(world.engine.rows(T)).isEqualTo(before);
    }

    @Test
    void halfOfWhatMayBeKeptAsksForACheckpoint() {
        LogRetention retention = retention();
        load(5);
        check(retention);
        assertThat(world.engine.lastCheckpoint()).isZero();
        load(2);

        check(retention);

        assertThat(world.engine.lastCheckpoint()).isEqualTo(1);
        assertThat(world.agent().stats().logSegments()).isEqualTo(1);
        // Their files wait for the segments until the next checkpoint.
        assertThat(world.agent().stats().logSpares()).isEqualTo(7);
    }

    @Test
    void whatACheckpointOfTheEngineHasMadeRoomForAsksForNoSecondOne() {
        LogRetention retention = retention();
        load(3);
        check(retention);
        load(4);
        world.engine.checkpoint();

        check(retention);

        assertThat(world.engine.lastCheckpoint()).isEqualTo(1);
        assertThat(world.agent().stats().logSegments()).isBetween(4L, 5L);
    }

    @Test
    void openTransactionsGiveWayOnlyWhenTheLogKeepsAsMuchAsItMay() {
        world.engine.beforeEachCheckpoint(() -> {
            if (gaveWay.get() == 0) {
                throw new TributaryException(ErrorCode.WRITE_CONFLICT, "other write transactions active");
            }
        });
        LogRetention retention = retention();
        load(7);
        check(retention);
        assertThat(gaveWay).hasValue(0);
        fill();

        check(retention);
        check(retention);

        assertThat(gaveWay).hasValue(1);
        assertThat(world.engine.lastCheckpoint()).isPositive();
        assertThat(world.agent().stats().logSegments()).isEqualTo(1);
    }

    @Test
    void aDiskThatRunsShortAsksForACheckpointToo() {
        world.options = new IngestOptions(
                100_000, 1 << 20, new WalOptions((int) SEGMENT, 2, KEEP), 100_000, 10_000, 10_000, 30_000);
        LogRetention retention = retention();
        load(2);
        check(retention);
        assertThat(world.engine.lastCheckpoint()).isZero();

        world.disk.usableBytes(150_000);
        world.agent().lookAtDisk();
        check(retention);

        assertThat(world.engine.lastCheckpoint()).isEqualTo(1);
        assertThat(world.agent().stats().logSegments()).isEqualTo(1);
    }

    @Test
    void whileTheCheckpointFailsNothingGoesAndTheLogCountsAsShort() {
        List<Long> tried = new ArrayList<>();
        world.engine.beforeEachCheckpoint(() -> {
            tried.add(TimeUnit.NANOSECONDS.toSeconds(world.nanos));
            throw new TributaryException(ErrorCode.ENGINE, "disk full");
        });
        LogRetention retention = retention();
        load(7);
        for (int second = 0; second < 200; second++) {
            check(retention);
            world.advanceMillis(1_000);
        }
        assertThat(tried).hasSizeBetween(7, 10);
        assertThat(world.agent().stats().logSegments()).isGreaterThan(7);

        Answer last = fill();
        assertThat(last.heard).containsExactly("refused LOG_SHORT");
        assertThat(last.error).hasMessageContaining("wal_keep_bytes = " + KEEP);
        assertThat(world.agent().stats().logSegments()).isBetween(10L, 12L);

        world.engine.beforeEachCheckpoint(() -> {});
        world.advanceMillis(61_000);
        check(retention);
        Answer again = world.sync(T, ++value);
        world.settle();
        assertThat(again.heard).containsExactly("visible");
        assertThat(world.agent().stats().logSegments()).isEqualTo(1);
    }

    @Test
    void aCheckpointThatIsToComeOrRunsKeepsTheLogOpenForAMinute() {
        LogRetention retention = retention();
        load(15);
        List<Answer> meanwhile = new ArrayList<>();
        world.engine.beforeEachCheckpoint(() -> {
            meanwhile.add(world.sync(T, ++value));
            world.settle();
            world.advanceMillis(60_000);
            meanwhile.add(world.sync(T, ++value));
            world.settle();
        });

        check(retention);

        assertThat(meanwhile.get(0).heard).containsExactly("visible");
        assertThat(meanwhile.get(1).heard).containsExactly("refused LOG_SHORT");
        assertThat(world.agent().stats().logSegments()).isEqualTo(1);
        Answer again = world.sync(T, ++value);
        world.settle();
        assertThat(again.heard).containsExactly("visible");
    }

    @Test
    void anEngineFromBeforeADeletionIsRefused() {
        world.engine.unloggedCommits().countFromNowOn(() -> {
            CompletableFuture<Void> unused = world.agent().noteCommits();
        });
        LogRetention retention = retention();
        load(3);
        check(retention);
        long commits = world.engine.unloggedCommits().count();
        world.engine.checkpoint();
        load(1);
        check(retention);
        assertThat(world.engine.unloggedCommits().count()).isEqualTo(commits + 1);

        world.engine.loseUnlogged(1);
        world.kill();

        assertThatThrownBy(world::agent).hasMessageContaining("the engine has gone back");
    }

    @Test
    void theMarkIsNotedBeforeADeletionAlsoByALogThatHasNoRoomForNotes() {
        world.disk.usableBytes(1L << 30);
        world.options = new IngestOptions(
                100_000, 1 << 20, new WalOptions((int) SEGMENT, 2, KEEP), 8L << 20, 1L << 20, 10_000, 10_000, 30_000);
        world.engine.unloggedCommits().countFromNowOn(() -> {
            CompletableFuture<Void> unused = world.agent().noteCommits();
        });
        LogRetention retention = retention();
        load(3);
        check(retention);
        // Noted behind what is to be deleted.
        world.engine.mark();
        world.settle();
        world.engine.checkpoint();
        world.disk.usableBytes(0);
        world.agent().lookAtDisk();
        check(retention);
        assertThat(world.agent().stats().logSegments()).isLessThan(3);

        world.engine.loseUnlogged(1);
        world.kill();

        assertThatThrownBy(world::agent).hasMessageContaining("the engine has gone back");
    }

    @Test
    void withNothingToKeepSegmentsGoWithTheirCommit() {
        world.options =
                new IngestOptions(100_000, 1 << 20, new WalOptions((int) SEGMENT, 2), 0, 10_000, 10_000, 30_000);
        load(5);

        assertThat(world.agent().stats().logSegments()).isEqualTo(1);
    }
}
