package io.tributary.backend.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.backend.batch.Failpoint;
import io.tributary.contract.calls.BatchInfo;
import io.tributary.contract.error.ErrorCode;
import io.tributary.engine.port.FakeEngine;
import io.tributary.engine.port.Rows;
import io.tributary.log.WalOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** A table that the engine does not take, or that has too much, harms nobody else; and what it has waits in the log. */
class StarvationTest {
    private static final long HOT = World.TABLE;
    private static final long OTHER = World.OTHER;
    private static final int BUDGET_BYTES = 4_000;
    private static final int INBOX_BYTES = 2_000;

    private final World world = new World();

    StarvationTest() {
        world.options =
                new IngestOptions(INBOX_BYTES, BUDGET_BYTES, new WalOptions(1 << 16, 2), 0, 10_000, 10_000, 30_000);
    }

    @Test
    void aTableWhoseCommitHangsWithTheLargestBatchThereIsDoesNotKeepOthersFromTheirs() {
        fill(HOT, 3 * BUDGET_BYTES);
        Runnable hangs = world.commits.remove();

        for (int i = 0; i < 50; i++) {
            World.Answer other = world.sync(OTHER, i);
            fill(HOT, 500);
            world.settle();
            assertThat(other.heard).containsExactly("visible");
            assertThat(world.agent().stats().memoryBytes()).isLessThan(2 * BUDGET_BYTES);
        }

        hangs.run();
        settleLong();
        assertThat(world.agent().stats().memoryBytes()).isZero();
        assertThat(world.agent().stats().uncommittedBatches()).isZero();
    }

    @Test
    void writersWhoWaitForACommitThatHangsAreToldThatTheirOutcomeIsUnknown() {
        List<World.Answer> later = new ArrayList<>();
        AtomicBoolean hung = new AtomicBoolean();
        world.failpoint = point -> {
            if (point == Failpoint.Point.IN_ENGINE_COMMIT && !hung.getAndSet(true)) {
                hangs(later);
            }
        };
        later.add(world.sync(HOT, 1));
        world.agent().doWork();

        world.commits.remove().run();
        world.settle();

        assertThat(later.get(2).heard).containsExactly("visible");
        assertThat(world.engine.rows(HOT)).containsExactly(1L, 2L, 3L);
    }

    /** What happens while the engine does not answer. */
    private void hangs(List<World.Answer> answers) {
        World.Answer first = answers.get(0);
        world.agent().doWork();
        World.Answer second = world.sync(HOT, 2);
        world.advanceMillis(OverdueBatches.HANGING_MILLIS - 1);
        world.agent().doWork();
        assertThat(first.heard).isEmpty();

        world.advanceMillis(1);
        world.agent().doWork();

        assertThat(first.heard).containsExactly("refused OUTCOME_UNKNOWN");
        assertThat(first.error)
                .hasMessageContaining("batch group_commit_")
                .hasMessageContaining("outcome is unknown, SHOW TRANSACTION WHERE id = 1 tells it")
                .hasMessageContaining("the engine has not answered for 60000 ms");
        assertThat(second.heard).containsExactly("refused OUTCOME_UNKNOWN");
        // Who comes now has as long.
        World.Answer third = world.sync(HOT, 3);
        world.agent().doWork();
        world.advanceMillis(OverdueBatches.HANGING_MILLIS - 1);
        world.agent().doWork();
        assertThat(third.heard).isEmpty();
        answers.addAll(List.of(second, third));
    }

    @Test
    void aBatchThatWaitsForACommitterIsNoCommitThatHangs() {
        World.Answer waits = world.sync(HOT, 1);
        world.agent().doWork();

        world.advanceMillis(2 * OverdueBatches.HANGING_MILLIS);
        world.settleWithoutCommits();

        assertThat(waits.heard).isEmpty();
        world.settle();
        assertThat(waits.heard).containsExactly("visible");
    }

    @Test
    void aBatchOvertakesThoseThatTakeLongButNoOthers() {
        world.options = withCommitTasks(1);
        world.slowCommitNanos = 1_000_000_000;
        AtomicBoolean hung = new AtomicBoolean();
        world.failpoint = point -> {
            if (point == Failpoint.Point.IN_ENGINE_COMMIT && !hung.getAndSet(true)) {
                world.sync(OTHER, 2);
                world.advanceMillis(999);
                world.agent().doWork();
                assertThat(world.commits).isEmpty();
                world.advanceMillis(1);
                world.agent().doWork();
                assertThat(world.commits).hasSize(1);
            }
        };
        world.sync(HOT, 1);
        world.agent().doWork();

        world.commits.remove().run();
        world.settle();

        assertThat(hung).isTrue();
        assertThat(world.engine.rows(OTHER)).containsExactly(2L);
    }

    private static IngestOptions withCommitTasks(int max) {
        IngestOptions all = IngestOptions.defaults();
        return new IngestOptions(
                INBOX_BYTES,
                BUDGET_BYTES,
                new WalOptions(1 << 16, 2),
                0,
                0,
                all.queueTimeoutMillis(),
                all.commitReportMillis(),
                all.shutdownTimeoutMillis(),
                all.recoveryWaitMillis(),
                all.uncommittedLoadsMax(),
                max);
    }

    @Test
    void ofTenThousandTablesThatAreDueAtOnceNoAttemptCountsAsFailed() {
        int tables = 10_000;
        int threads = 2;
        int queue = 16;
        world.options = new IngestOptions(1 << 24, 1 << 24, new WalOptions(1 << 20, 2), 0, 10_000, 10_000, 30_000);
        world.committers = commit -> {
            if (world.commits.size() == threads + queue) {
                throw new RejectedExecutionException("full");
            }
            world.commits.add(commit);
        };
        List<World.Answer> answers = new ArrayList<>();
        for (int table = 100; table < 100 + tables; table++) {
            world.define(table);
            answers.add(world.sync(table, table));
        }

        world.settleWithoutCommits();

        assertThat(world.commits).hasSize(threads + queue);
        CompletableFuture<List<BatchInfo>> batches = world.agent().batches();
        world.settleWithoutCommits();
        assertThat(batches.join())
                .hasSize(tables)
                .allSatisfy(batch -> assertThat(batch.lastError()).isEmpty())
                .allSatisfy(batch -> assertThat(batch.failedCommits()).isZero());
        // Longer than anybody who waits for a failing commit is kept in the dark.
        world.advanceMillis(30_000);
        world.settleWithoutCommits();
        assertThat(answers).allSatisfy(answer -> assertThat(answer.heard).isEmpty());

        world.settle();

        assertThat(answers).allSatisfy(answer -> assertThat(answer.heard).containsExactly("visible"));
        assertThat(world.agent().stats().commitRetries()).isZero();
    }

    @Test
    void loadsThatWaitForABarrierDoNotFillTheInboxOfTheOthers() throws Exception {
        CompletableFuture<LogIngest.Barrier> barrier = world.agent().barrier(HOT);
        world.settle();
        List<World.Answer> held = new ArrayList<>();
        for (int i = 0; i < 10; i++) {
            held.add(world.async(HOT, LongStream.range(0, 20).toArray()));
            world.settle();
        }
        assertThat(world.agent().stats().inboxBytes()).isGreaterThan(INBOX_BYTES / 2);

        World.Answer other = world.sync(OTHER, LongStream.range(0, 200).toArray());
        world.settle();
        assertThat(other.heard).containsExactly("visible");

        // Twice as much waits, and no more.
        int taken = 0;
        while (world.agent()
                .offer(new LoadTask(
                        HOT,
                        1,
                        false,
                        List.of(Rows.block(LongStream.range(0, 20).toArray())),
                        null,
                        new World.Answer()))) {
            taken++;
            world.settle();
            assertThat(taken).isLessThan(100);
        }
        assertThat(world.agent().stats().inboxBytes()).isBetween((long) INBOX_BYTES, 2L * INBOX_BYTES);

        barrier.get().close();
        settleLong();
        assertThat(world.engine.rows(HOT)).hasSize(20 * (10 + taken));
        assertThat(held).allSatisfy(answer -> assertThat(answer.heard).containsExactly("logged"));
        assertThat(world.agent().stats().inboxBytes()).isZero();
    }

    @Test
    void aBacklogOfManyBudgetsWaitsInTheLogAndIsCaughtUpWithinOne() throws Exception {
        world.engine.decide(() -> FakeEngine.Fate.FAIL);
        fill(HOT, 10 * BUDGET_BYTES);
        for (int i = 0; i < 20; i++) {
            world.advanceMillis(10_000);
            world.settle();
            assertThat(world.agent().stats().memoryBytes()).isLessThan(BUDGET_BYTES + INBOX_BYTES);
        }
        CompletableFuture<List<BatchInfo>> asked = world.agent().batches();
        world.settle();
        assertThat(asked.get()).hasSizeGreaterThan(5);
        assertThat(asked.get().get(0).failedCommits()).isGreaterThan(10);
        assertThat(world.engine.rows(HOT)).isEmpty();

        world.engine.decide(() -> FakeEngine.Fate.COMMIT);
        settleLong();

        assertThat(world.engine.rows(HOT)).hasSize(10 * BUDGET_BYTES / 8).isSorted();
        assertThat(world.agent().stats().uncommittedBatches()).isZero();
        assertThat(world.agent().stats().memoryBytes()).isZero();
    }

    @Test
    void aTableThatFloodsTheInboxLeavesOthersTheirTurn() {
        World.Answer other = world.sync(OTHER, 1);
        int flood = 0;
        while (world.agent()
                .offer(new LoadTask(
                        HOT,
                        1,
                        false,
                        List.of(Rows.block(LongStream.range(0, 20).toArray())),
                        null,
                        new World.Answer()))) {
            flood++;
        }
        assertThat(flood).isGreaterThan(5);

        world.settle();

        assertThat(other.heard).containsExactly("visible");
        World.Answer next = world.sync(OTHER, 2);
        world.settle();
        assertThat(next.heard).containsExactly("visible");
    }

    @Test
    void aWriterThatFindsNoRoomIsToldTheNameOfTheLimit() {
        world.committers = task -> {};
        world.options = new IngestOptions(INBOX_BYTES, 1, new WalOptions(1 << 16, 2), 0, 500, 10_000, 30_000);
        fill(HOT, 1_000);
        world.advanceMillis(500);
        world.settle();
        World.Answer answer = world.async(HOT, 1);
        world.agent().doWork();
        if (answer.heard.isEmpty()) {
            world.advanceMillis(500);
            world.agent().doWork();
        }

        assertThat(answer.heard).isNotEmpty();
        if (answer.error != null) {
            assertThat(answer.error.code()).isEqualTo(ErrorCode.LIMIT_OR_LOCK_WAIT);
            assertThat(answer.error).hasMessageContaining("open_batches_bytes = 1");
        }
    }

    /** Acknowledged rows of so many bytes, numbered on. */
    private void fill(long tableId, int bytes) {
        for (int done = 0; done < bytes; done += 8 * 20) {
            long from = next;
            next += 20;
            world.async(tableId, LongStream.range(from, from + 20).toArray());
            world.agent().doWork();
            world.agent().doWork();
        }
    }

    private long next;

    private void settleLong() {
        for (int i = 0; i < 60; i++) {
            world.settle();
            world.advanceMillis(10_000);
        }
    }
}
