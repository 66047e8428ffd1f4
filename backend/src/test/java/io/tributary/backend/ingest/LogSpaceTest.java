package io.tributary.backend.ingest;

import static io.tributary.backend.ingest.World.OTHER;
import static io.tributary.backend.ingest.World.TABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.backend.batch.MemoryBudget;
import io.tributary.backend.ingest.World.Answer;
import io.tributary.contract.row.RowBlock;
import io.tributary.engine.port.FakeEngine;
import io.tributary.engine.port.Rows;
import io.tributary.log.WalOptions;
import io.tributary.testing.Seeds;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Loads for a log that has little left to write: segments are 4096 bytes long, a row takes 8. */
class LogSpaceTest {
    private final World world = new World();

    @Test
    void aLoadOfMoreThanFourFifthsOfWhatIsLeftIsTooLargeAndASmallerOneIsLogged() {
        world.disk.usableBytes(0);

        Answer large = world.async(TABLE, new long[420]);
        Answer largeSync = world.sync(TABLE, new long[420]);
        Answer small = world.sync(TABLE, new long[380]);
        world.settle();

        assertThat(large.heard).containsExactly("refused LOAD_TOO_LARGE");
        assertThat(large.error).hasMessageContaining("80 % of the 40").hasMessageContaining("load of 33");
        assertThat(largeSync.heard).containsExactly("refused LOAD_TOO_LARGE");
        assertThat(small.heard).containsExactly("visible");
        assertThat(world.engine.rows(TABLE)).hasSize(380);
    }

    @Test
    void whatTheDiskHasFreeIsLeft() {
        world.disk.usableBytes(12_288);

        Answer large = world.async(TABLE, new long[900]);
        world.settle();

        assertThat(large.heard).containsExactly("logged");
    }

    @Test
    void aLoadThatNoSegmentCanHoldNeedsRoomForAFileOfItsOwn() {
        world.disk.capacity(2 * 4096 + 7_000);
        world.async(TABLE, new long[280]);
        world.settle();
        world.agent().lookAtDisk();

        // What the log has left in all would do: the rest of one segment, another that is ready, and room for a third.
        Answer large = world.async(TABLE, new long[900]);
        Answer small = world.async(TABLE, new long[400]);
        world.settle();

        assertThat(large.heard).containsExactly("refused LOAD_TOO_LARGE");
        assertThat(large.error).hasMessageContaining("finds no room in whole segments");
        assertThat(small.heard).containsExactly("logged");
        assertThat(world.agent().failure()).isNull();
    }

    @ParameterizedTest
    @ValueSource(ints = {0, 1, 2, 8})
    @Timeout(60)
    void whateverComesALogThatHasADiskOfItsOwnNeverFindsItFull(int spares) {
        Seeds.check(LogSpaceTest.class, 100, random -> fillAndEmpty(random, spares));
    }

    /** Loads of one or several blocks, short and longer than a segment; commits fall behind and catch up. */
    private static void fillAndEmpty(Random random, int spares) {
        World world = new World();
        world.options = new IngestOptions(
                100_000, 1 << 20, new WalOptions(4096, spares), 12_000, 1_000, 10_000, 10_000, 30_000);
        world.disk.capacity(40_000 + random.nextInt(100_000));
        int logged = 0;
        for (int step = 0; step < 300; step++) {
            List<RowBlock> blocks = new ArrayList<>();
            for (int count = 1 + random.nextInt(3); count > 0; count--) {
                blocks.add(Rows.block(new long[1 + random.nextInt(random.nextInt(4) == 0 ? 1_500 : 300)]));
            }
            Answer answer = world.offer(random.nextBoolean() ? TABLE : OTHER, random.nextInt(4) == 0, blocks);
            world.agent().doWork();
            logged += answer.heard.contains("logged") ? 1 : 0;
            if (random.nextInt(4) == 0) {
                world.agent().lookAtDisk();
            }
            if (random.nextInt(20) == 0) {
                world.advanceMillis(10_000);
                world.settle();
            }
            assertThat(world.agent().failure()).as("step %d", step).isNull();
        }
        assertThat(logged).isPositive();
    }

    @Test
    void belowItsMinimumTheLogTakesNothingUntilSpaceReturns() {
        shortBelow(1 << 20);
        world.disk.usableBytes(1_000_000);

        Answer async = world.async(TABLE, 1);
        Answer sync = world.sync(OTHER, 2);
        world.settle();
        assertThat(async.heard).containsExactly("refused LOG_SHORT");
        assertThat(async.error).hasMessageContaining("log_free_bytes_min = 1048576");
        assertThat(sync.heard).containsExactly("refused LOG_SHORT");

        world.disk.usableBytes(2_000_000);
        world.agent().lookAtDisk();
        Answer later = world.async(TABLE, 3);
        world.settle();
        assertThat(later.heard).containsExactly("logged");
        assertThat(world.agent().stats().inboxBytes()).isZero();
    }

    /** The place of each stays in memory; those of committed ones, of a dropped table's and of a replay count alike. */
    @Test
    void whileAsManyLoadsAsMayWaitInTheLogNoMoreAreTaken() {
        long uncommittedMax = 2 * MemoryBudget.BATCH_BLOCKS + 3;
        world.options = new IngestOptions(
                100_000,
                1 << 20,
                new WalOptions(4096, 2),
                0,
                0,
                10_000,
                10_000,
                30_000,
                60_000,
                uncommittedMax,
                Integer.MAX_VALUE);
        Answer sync = world.sync(OTHER, 0);
        world.settle();
        assertThat(sync.heard).containsExactly("visible");
        world.engine.decide(() -> FakeEngine.Fate.FAIL);
        for (int i = 1; i <= 3; i++) {
            Answer taken = world.async(i == 3 ? OTHER : TABLE, i);
            world.settle();
            assertThat(taken.heard).containsExactly("logged");
        }
        Answer refused = world.async(TABLE, 4);
        world.settle();
        assertThat(refused.heard).containsExactly("refused LOG_SHORT");
        assertThat(refused.error)
                .hasMessageContaining("counts as 259 loads, this log's part of uncommitted_loads_max is 259");

        world.kill();
        Answer afterAStart = world.async(TABLE, 5);
        world.settle();
        assertThat(afterAStart.heard).containsExactly("refused LOG_SHORT");

        world.agent().dropTable(OTHER).isDone();
        world.settle();
        Answer afterADrop = world.async(TABLE, 6);
        world.settle();
        assertThat(afterADrop.heard).containsExactly("logged");

        world.engine.decide(() -> FakeEngine.Fate.COMMIT);
        world.advanceMillis(60_000);
        world.settle();
        for (int i = 0; i < 10; i++) {
            Answer again = world.sync(TABLE, 10 + i);
            world.settle();
            assertThat(again.heard).containsExactly("visible");
        }
    }

    @Test
    void whatIsLessThanASegmentCountsForTheHardMinimum() {
        world.options =
                new IngestOptions(100_000, 1 << 20, new WalOptions(4096, 0), 1 << 20, 6_000, 10_000, 10_000, 30_000);
        world.disk.usableBytes(4_000);

        Answer passesBy = world.async(TABLE, 1);
        world.settle();

        assertThat(passesBy.heard).containsExactly("refused LOG_SHORT");
    }

    @Test
    void belowTheHardMinimumNoLoadIsTakenUntilSpaceReturns() {
        world.options =
                new IngestOptions(100_000, 1 << 20, new WalOptions(4096, 2), 1 << 20, 100_000, 10_000, 10_000, 30_000);
        world.disk.usableBytes(50_000);

        Answer refused = world.async(TABLE, 1);
        world.settle();
        world.disk.usableBytes(500_000);
        world.agent().lookAtDisk();
        Answer passesBy = world.async(TABLE, 2);
        world.settle();

        assertThat(refused.heard).containsExactly("refused DISK_FULL");
        assertThat(refused.error).hasMessageContaining("log_free_bytes_hard_min = 100000");
        assertThat(passesBy.heard).containsExactly("refused LOG_SHORT");
    }

    @Test
    void noLoadLooksAtTheDiskWhichMayHang() {
        world.agent();
        assertThat(world.disk.looks()).isEqualTo(1);

        for (int load = 0; load < 100; load++) {
            world.async(TABLE, load);
            world.settle();
            world.advanceMillis(1_000);
        }

        assertThat(world.disk.looks()).isEqualTo(1);
    }

    @Test
    void betweenTwoLooksWhatWasLoggedIsTakenOff() {
        shortBelow(100_000);
        world.disk.usableBytes(110_000);

        int logged = 0;
        for (Answer answer = load(); answer.heard.equals(List.of("logged")); answer = load()) {
            logged++;
        }

        // About 10,500 bytes in whole segments until the minimum, 1,700 each, of which two fit into a segment.
        assertThat(logged).isBetween(4, 6);
    }

    @Test
    void aRepeatedLoadIsAnsweredByAShortLogToo() {
        shortBelow(100_000);
        world.keyed("k", false, 1);
        world.settle();
        world.disk.usableBytes(0);
        world.agent().lookAtDisk();

        Answer again = world.keyed("k", false, 1);
        Answer other = world.keyed("l", false, 2);
        world.settle();

        assertThat(again.heard).containsExactly("repeated logged");
        assertThat(other.heard).containsExactly("refused LOG_SHORT");
    }

    private Answer load() {
        Answer answer = world.async(TABLE, new long[200]);
        world.settle();
        return answer;
    }

    private void shortBelow(long bytes) {
        world.options = new IngestOptions(100_000, 1 << 20, new WalOptions(4096, 2), bytes, 10_000, 10_000, 30_000);
    }
}
