package io.tributary.backend.ingest;

import static io.tributary.backend.ingest.World.OTHER;
import static io.tributary.backend.ingest.World.TABLE;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.backend.ingest.World.Answer;
import io.tributary.backend.record.RecoveryProgress;
import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.engine.port.Rows;
import io.tributary.log.WalOptions;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

/** Loads are taken while what the start found in the log is committed. */
class RecoveryTest {
    private final World world = new World();

    /** A log with so many batches of a row each, of both tables in turn, none of which the engine has. */
    private void leave(int batches) {
        world.define(TABLE, "group_commit_data_bytes", "1");
        world.define(OTHER, "group_commit_data_bytes", "1");
        for (int i = 0; i < batches; i++) {
            world.async(i % 2 == 0 ? TABLE : OTHER, i);
            world.agent().doWork();
        }
        world.define(TABLE);
        world.define(OTHER);
        world.kill();
    }

    @Test
    void loadsAreTakenBehindThoseOfTheLogWhileTheseAreCommitted() {
        leave(6);

        Answer async = world.async(TABLE, 100);
        Answer sync = world.sync(TABLE, 101);
        Answer keyed = world.keyed("k", false, 102);
        world.settleWithoutCommits();

        assertThat(world.engine.rows(TABLE)).isEmpty();
        assertThat(async.heard).containsExactly("logged");
        assertThat(keyed.heard).containsExactly("logged");
        assertThat(sync.heard).isEmpty();
        assertThat(world.agent().recovering()).containsExactlyInAnyOrder(TABLE, OTHER);
        world.settle();
        assertThat(sync.heard).containsExactly("visible");
        assertThat(world.engine.rows(TABLE)).containsExactly(0L, 2L, 4L, 100L, 101L, 102L);
        assertThat(world.engine.rows(OTHER)).containsExactly(1L, 3L, 5L);
    }

    @Test
    void aTableIsRecoveredWhenItsLastBatchIsAndTheProgressSaysSo() {
        leave(4);
        world.async(TABLE, 100);
        CompletableFuture<Void> table = world.agent().recovered(TABLE);
        CompletableFuture<Void> other = world.agent().recovered(OTHER);
        long bytes = world.agent().recovery().bytes();
        assertThat(bytes).isPositive();
        assertThat(world.agent().recovery().leftBytes()).isEqualTo(bytes);

        world.settleWithoutCommits();
        assertThat(world.commits).hasSize(CommitHandover.RECOVERED_AT_ONCE_MAX);
        world.runCommits();
        world.settleWithoutCommits();
        assertThat(world.agent().recovery().leftBytes()).isEqualTo(bytes / 2);
        assertThat(table).isNotDone();
        world.commits.remove().run();
        world.settleWithoutCommits();

        assertThat(table).isCompleted();
        assertThat(other).isNotDone();
        assertThat(world.agent().recovering()).containsExactly(OTHER);
        world.settle();
        assertThat(other).isCompleted();
        assertThat(world.agent().recovery()).isEqualTo(new RecoveryProgress(bytes, bytes));
    }

    @Test
    void batchesOfTheLogGoInItsOrderAndNewOnesOfOtherTablesDoNotWaitForThem() {
        leave(5);
        world.define(9);
        world.settleWithoutCommits();
        assertThat(world.commits).hasSize(CommitHandover.RECOVERED_AT_ONCE_MAX);

        Answer elsewhere = world.sync(9, 7);
        world.settleWithoutCommits();
        world.commits.removeLast().run();
        world.settleWithoutCommits();

        assertThat(elsewhere.heard).containsExactly("visible");
        assertThat(world.engine.rows(TABLE)).isEmpty();
    }

    @Test
    void segmentsGoWhileTheRecoveryIsUnderWay() {
        world.options = new IngestOptions(100_000, 1 << 20, new WalOptions(4096, 0), 0, 10_000, 10_000, 30_000);
        world.define(TABLE, "group_commit_data_bytes", "1");
        for (int i = 0; i < 40; i++) {
            world.async(TABLE, new long[60]);
            world.agent().doWork();
        }
        world.kill();
        world.settleWithoutCommits();
        long before = world.agent().stats().logSegments();
        assertThat(before).isGreaterThan(4);

        for (int i = 0; i < 20; i++) {
            world.commits.remove().run();
            world.settleWithoutCommits();
        }

        assertThat(world.agent().recovering()).containsExactly(TABLE);
        assertThat(world.agent().stats().logSegments()).isLessThan(before - 2);
    }

    @Test
    void aTableThatIsDroppedIsNotWaitedFor() {
        leave(3);
        CompletableFuture<Void> table = world.agent().recovered(TABLE);
        world.agent().doWork();
        world.commits.clear();

        world.tables.remove(OTHER);
        world.dropped.add(OTHER);
        CompletableFuture<Void> other = world.agent().recovered(OTHER);
        CompletableFuture<Void> dropped = world.agent().dropTable(OTHER);
        world.agent().doWork();

        assertThat(dropped).as("its commit is under way").isNotDone();
        assertThat(other).isNotDone();
        assertThat(table).isNotDone();
        world.kill();
        dropped = world.agent().dropTable(OTHER);
        world.recover();
        assertThat(dropped).isCompleted();
        assertThat(world.engine.rows(OTHER)).isEmpty();
    }

    @Test
    void whoWaitsForACommitBehindALongRecoveryIsToldInTime() {
        leave(2);
        Answer sync = world.sync(TABLE, 5);
        world.settleWithoutCommits();

        world.advanceMillis(59_999);
        world.settleWithoutCommits();
        assertThat(sync.heard).isEmpty();
        world.advanceMillis(1);
        world.settleWithoutCommits();

        assertThat(sync.heard).containsExactly("refused OUTCOME_UNKNOWN");
        assertThat(sync.error).hasMessageContaining("safe in the log").hasMessageContaining("bytes are committed");
        world.settle();
        assertThat(world.engine.rows(TABLE)).containsExactly(0L, 5L);
    }

    @Test
    void keysOfBatchesThatAreNotCommittedYetAreKnown() {
        world.keyed("k", false, 1);
        world.agent().doWork();
        world.kill();

        Answer again = world.offer(TABLE, false, List.of(Rows.block(1)), new IdempotencyKey("k", 32, 0));
        world.settleWithoutCommits();

        assertThat(again.heard).containsExactly("repeated logged");
        world.settle();
        assertThat(world.engine.rows(TABLE)).containsExactly(1L);
    }

    @Test
    void aSecondKillInTheMiddleLosesAndDoublesNothing() {
        leave(6);
        world.async(TABLE, 100);
        world.settleWithoutCommits();
        world.commits.remove().run();
        world.kill();

        world.async(OTHER, 101);
        world.recover();
        world.advanceMillis(10_000);
        world.settle();

        assertThat(world.engine.rows(TABLE)).containsExactly(0L, 2L, 4L, 100L);
        assertThat(world.engine.rows(OTHER)).containsExactly(1L, 3L, 5L, 101L);
    }

    @Test
    void aFullDiskIsNoReasonNotToStartAndTheLogBeginsWhenTheRecoveryHasGivenItRoom() {
        world.options = new IngestOptions(100_000, 1 << 20, new WalOptions(4096, 0), 0, 10_000, 10_000, 30_000);
        world.define(TABLE, "group_commit_data_bytes", "1");
        for (int i = 0; i < 20; i++) {
            world.async(TABLE, new long[60]);
            world.agent().doWork();
        }
        world.define(TABLE);
        world.async(TABLE, 7);
        world.agent().doWork();
        long capacity = 0;
        for (String name : world.disk.list()) {
            capacity += bytes(name);
        }
        world.kill();
        world.disk.capacity(capacity);

        Answer refused = world.async(TABLE, 8);
        world.settleWithoutCommits();
        assertThat(refused.heard).containsExactly("refused LOG_SHORT");
        assertThat(world.agent().failure()).isNull();
        world.agent().lookAtDisk();
        world.settleWithoutCommits();
        assertThat(world.agent().shortage()).contains("no room for its next file");
        world.recover();
        world.agent().lookAtDisk();
        world.settle();

        assertThat(world.agent().shortage()).isEmpty();
        Answer again = world.async(TABLE, 9);
        world.settle();
        assertThat(again.heard).containsExactly("logged");
        world.kill();
        world.recover();
        List<Long> rows = new ArrayList<>(world.engine.rows(TABLE));
        rows.removeIf(row -> row == 0);
        assertThat(rows).containsExactly(7L, 9L);
        assertThat(world.engine.rows(TABLE)).hasSize(20 * 60 + 2);
    }

    @Test
    void whereNothingCanGiveRoomWhatTheLogHoldsIsCommittedOnceAndItBeginsWithRoom() {
        world.async(TABLE, 1);
        world.agent().doWork();
        for (int life = 0; life < 3; life++) {
            world.kill();
            world.disk.list().stream().filter(name -> name.startsWith("spare")).forEach(world.disk::remove);
            world.disk.full(true);
            world.recover();
            assertThat(world.engine.rows(TABLE)).containsExactly(1L);
            assertThat(world.async(OTHER, 5).heard).isEmpty();
            world.settle();
        }

        world.disk.full(false);
        world.agent().lookAtDisk();
        world.settle();
        Answer taken = world.async(TABLE, 2);
        world.settle();
        world.kill();
        world.recover();

        assertThat(taken.heard).containsExactly("logged");
        assertThat(world.engine.rows(TABLE)).containsExactly(1L, 2L);
    }

    private int bytes(String name) {
        try {
            return world.disk.bytes(name).length;
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
