package io.tributary.backend.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.backend.batch.Failpoint;
import io.tributary.backend.batch.TableLanes;
import io.tributary.contract.calls.BatchInfo;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.engine.port.FakeEngine;
import io.tributary.engine.port.QuarantinedRow;
import io.tributary.engine.port.Rows;
import io.tributary.log.WalOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CountDownLatch;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Batches of many tables that are due at once share a commit, and what is wrong with one is not the others' trouble. */
class GroupCommitTest {
    private static final long FIRST = 100;

    private final World world = new World();

    private World.Answer async(int table, long value) {
        if (!world.tables.containsKey(FIRST + table)) {
            world.define(FIRST + table, "group_commit_interval_ms", "10000");
        }
        return world.async(FIRST + table, value);
    }

    /** One acknowledged row in each of so many tables, sealed and not yet with the engine. */
    private List<World.Answer> due(int tables) {
        List<World.Answer> answers = IntStream.range(0, tables)
                .mapToObj(table -> async(table, table))
                .toList();
        world.settleWithoutCommits();
        world.advanceMillis(10_000);
        world.settleWithoutCommits();
        return answers;
    }

    private void requireCommitted(int... tables) {
        for (int table : tables) {
            assertThat(world.engine.rows(FIRST + table)).as("table %d", table).containsExactly((long) table);
        }
    }

    /** Works until nothing is left to do, also later. */
    private void settleLong() {
        for (int i = 0; i < 5; i++) {
            world.settle();
            world.advanceMillis(1_000);
        }
        world.settle();
        assertThat(world.agent().stats().uncommittedBatches()).isZero();
        assertThat(world.agent().stats().memoryBytes()).isZero();
    }

    private List<BatchInfo> batches() {
        CompletableFuture<List<BatchInfo>> asked = world.agent().batches();
        world.settleWithoutCommits();
        return asked.join();
    }

    @Test
    void batchesThatAreDueAtOnceAreOneTransactionWithAPositionEach() {
        List<World.Answer> answers = due(5);
        assertThat(world.commits).hasSize(1);

        world.settle();

        requireCommitted(0, 1, 2, 3, 4);
        assertThat(world.engine.commits()).isEqualTo(1);
        assertThat(world.agent().stats().batches()).isEqualTo(5);
        assertThat(answers.stream().map(answer -> answer.txnId).distinct()).hasSize(5);
        assertThat(answers).allSatisfy(answer -> assertThat(world.history.byId(answer.txnId))
                .hasSize(1));
        world.kill();
        world.recover();
        requireCommitted(0, 1, 2, 3, 4);
    }

    @Test
    void theIdempotencyKeysOfAllAreKeptWithThem() {
        for (int table = 0; table < 2; table++) {
            world.define(FIRST + table, "group_commit_interval_ms", "10000");
            assertThat(world.offer(
                                    FIRST + table,
                                    false,
                                    List.of(Rows.block(table)),
                                    new IdempotencyKey("key " + table, table, 0))
                            .heard)
                    .isEmpty();
        }
        world.settleWithoutCommits();
        world.advanceMillis(10_000);

        world.settle();

        assertThat(world.engine.commits()).isEqualTo(1);
        assertThat(world.engine.keptKeys())
                .extracting(kept -> kept.tableId() + " " + kept.key().text())
                .containsExactlyInAnyOrder("100 key 0", "101 key 1");
    }

    @Test
    void theOnlyBatchThatIsDueGoesAlone() {
        List<String> passed = new ArrayList<>();
        world.failpoint = point -> {
            if (point == Failpoint.Point.IN_ENGINE_COMMIT) {
                passed.add("commit");
            }
        };
        due(1);

        world.settle();

        requireCommitted(0);
        assertThat(passed).hasSize(1);
    }

    @Test
    void thoseThatSomebodyWaitsForGoFirstAndWithNoOther() {
        async(0, 0);
        async(1, 1);
        world.settleWithoutCommits();
        world.advanceMillis(10_000);
        world.define(FIRST + 2);
        world.define(FIRST + 3);
        World.Answer sync = world.sync(FIRST + 2, 2);
        World.Answer other = world.sync(FIRST + 3, 3);
        world.settleWithoutCommits();
        assertThat(world.commits).hasSize(2);

        world.commits.remove().run();
        world.settleWithoutCommits();

        assertThat(sync.heard).containsExactly("visible");
        assertThat(other.heard).containsExactly("visible");
        assertThat(world.engine.rows(FIRST)).isEmpty();
        world.settle();
        requireCommitted(0, 1, 2, 3);
        assertThat(world.engine.commits()).isEqualTo(2);
    }

    @Test
    void whatIsDueWhileTheCommittersAreBusyGoesTogether() {
        world.options = new IngestOptions(
                100_000, 1 << 20, new WalOptions(1 << 20, 2), 0, 0, 10_000, 10_000, 30_000, 60_000, 1_000, 1);
        for (int table = 0; table < 6; table++) {
            world.define(FIRST + table);
            World.Answer unused = world.sync(FIRST + table, table);
            world.settleWithoutCommits();
        }
        assertThat(world.commits).hasSize(1);

        world.settle();

        requireCommitted(0, 1, 2, 3, 4, 5);
        assertThat(world.engine.commits()).isEqualTo(2);
    }

    @Test
    void aTableWhoseLaneIsTakenIsLeftOutAndComesWhenItIsFree() throws Exception {
        due(3);
        Runnable leave = inLane(world.lanes, FIRST + 1);

        world.commits.remove().run();
        world.settleWithoutCommits();

        requireCommitted(0, 2);
        assertThat(world.engine.rows(FIRST + 1)).isEmpty();
        leave.run();
        settleLong();
        requireCommitted(0, 1, 2);
        assertThat(world.agent().stats().commitRetries()).isZero();
    }

    @Test
    void aTableThatIsGoneIsLeftOut() {
        due(3);
        world.tables.remove(FIRST + 1);
        world.dropped.add(FIRST + 1);
        CompletableFuture<Void> dropped = world.agent().dropTable(FIRST + 1);

        settleLong();

        requireCommitted(0, 2);
        assertThat(dropped).isCompleted();
        assertThat(world.engine.rows(FIRST + 1)).isEmpty();
    }

    @Test
    void aConflictOfOneTakesOnlyThatOneOut() {
        due(4);
        boolean[] conflicts = {true};
        world.engine.beforeEachAppend(tableId -> {
            if (tableId == FIRST + 2 && conflicts[0]) {
                throw new TributaryException(ErrorCode.WRITE_CONFLICT, "another was faster");
            }
        });

        world.commits.remove().run();
        world.settleWithoutCommits();

        requireCommitted(0, 1, 3);
        assertThat(world.engine.rows(FIRST + 2)).isEmpty();
        assertThat(world.engine.commits()).isEqualTo(1);
        conflicts[0] = false;
        settleLong();
        requireCommitted(0, 1, 2, 3);
    }

    /** Each of those that somebody locks would have made all others wait for it once more. */
    @Test
    void whereOneHasWaitedForALockEachGoesAlone() {
        due(6);
        List<Long> waited = new ArrayList<>();
        world.engine.beforeEachAppend(tableId -> {
            if ((tableId - FIRST) % 2 == 1) {
                waited.add(tableId);
                world.nanos += CommitGroup.APPEND_NANOS_MAX;
                throw new TributaryException(ErrorCode.LOCK_WAIT, "somebody locks it");
            }
        });

        world.settle();

        requireCommitted(0, 2, 4);
        assertThat(waited).containsExactlyInAnyOrder(FIRST + 1L, FIRST + 1L, FIRST + 3L, FIRST + 5L);
        world.engine.beforeEachAppend(tableId -> {});
        settleLong();
        requireCommitted(0, 1, 2, 3, 4, 5);
    }

    @Test
    void twoThatCannotBeAppendedLetEachGoAlone() {
        due(4);
        world.engine.beforeEachAppend(tableId -> {
            if (tableId == FIRST + 1 || tableId == FIRST + 2) {
                throw new TributaryException(ErrorCode.WRITE_CONFLICT, "another was faster");
            }
        });

        world.settle();

        requireCommitted(0, 3);
        assertThat(world.engine.commits()).isEqualTo(2);
        world.engine.beforeEachAppend(tableId -> {});
        settleLong();
        requireCommitted(0, 1, 2, 3);
    }

    @Test
    void aConflictWithinTheCommitLetsEachGoAlone() {
        due(3);
        FakeEngine.Fate[] next = {FakeEngine.Fate.CONFLICT};
        world.engine.decide(() -> {
            FakeEngine.Fate fate = next[0];
            next[0] = FakeEngine.Fate.COMMIT;
            return fate;
        });

        world.settle();

        requireCommitted(0, 1, 2);
        assertThat(world.engine.commits()).isEqualTo(3);
        assertThat(world.agent().stats().commitRetries()).isZero();
    }

    @Test
    void anAnswerThatIsLostMakesEachAskWhetherItWasApplied() {
        List<World.Answer> answers = due(3);
        FakeEngine.Fate[] next = {FakeEngine.Fate.COMMIT_AND_LOSE_ANSWER};
        world.engine.decide(() -> {
            FakeEngine.Fate fate = next[0];
            next[0] = FakeEngine.Fate.COMMIT;
            return fate;
        });

        settleLong();

        requireCommitted(0, 1, 2);
        assertThat(world.engine.commits()).isEqualTo(1);
        assertThat(world.agent().stats().commitRetries()).isEqualTo(3);
        assertThat(answers).allSatisfy(answer -> assertThat(answer.heard).containsExactly("logged"));
    }

    @Test
    void aCommitThatFailsIsTriedAgainOneByOneAfterTheQuestion() {
        due(3);
        FakeEngine.Fate[] next = {FakeEngine.Fate.FAIL};
        world.engine.decide(() -> {
            FakeEngine.Fate fate = next[0];
            next[0] = FakeEngine.Fate.COMMIT;
            return fate;
        });

        world.commits.remove().run();
        world.settleWithoutCommits();

        assertThat(batches()).allSatisfy(batch -> {
            assertThat(batch.failedCommits()).isEqualTo(1);
            assertThat(batch.lastError()).contains("refused");
        });
        settleLong();
        requireCommitted(0, 1, 2);
        assertThat(world.engine.commits()).isEqualTo(3);
    }

    @Test
    void aRefusedRowGoesToQuarantineAndTheOthersOfTheGroupAreCommittedAtOnce() {
        due(4);
        world.engine.refuseValues(2L);

        world.commits.remove().run();
        world.settleWithoutCommits();
        requireCommitted(0, 1, 3);
        settleLong();

        assertThat(world.engine.rows(FIRST + 2)).isEmpty();
        assertThat(world.engine.quarantined())
                .extracting(QuarantinedRow::tableId)
                .containsExactly(FIRST + 2);
    }

    @Test
    void aGroupWhoseTimeIsOverLeavesTheRestToTheNext() {
        due(4);
        world.engine.beforeEachAppend(tableId -> {
            if (tableId == FIRST + 1) {
                world.nanos += CommitGroup.APPEND_NANOS_MAX;
            }
        });

        world.commits.remove().run();
        world.settleWithoutCommits();

        requireCommitted(0, 1);
        assertThat(world.engine.rows(FIRST + 2)).isEmpty();
        assertThat(world.commits).hasSize(1);
        world.settle();
        requireCommitted(0, 1, 2, 3);
        assertThat(world.engine.commits()).isEqualTo(2);
        assertThat(world.agent().stats().commitRetries()).isZero();
    }

    @Test
    void aGroupHoldsSoManyTablesAndNoMore() {
        world.options = new IngestOptions(1 << 20, 1 << 20, new WalOptions(1 << 20, 2), 0, 10_000, 10_000, 30_000);
        due(2 * CommitGroup.BATCHES_MAX + 1);
        assertThat(world.commits).hasSize(3);

        world.settle();

        assertThat(world.engine.commits()).isEqualTo(3);
        assertThat(world.agent().stats().uncommittedBatches()).isZero();
    }

    /** Enters a lane by another thread, since its own is always free to one; ran, the result leaves it. */
    private static Runnable inLane(TableLanes lanes, long tableId) throws InterruptedException {
        CountDownLatch entered = new CountDownLatch(1);
        CountDownLatch leaves = new CountDownLatch(1);
        CompletableFuture<Void> left = CompletableFuture.runAsync(
                () -> {
                    try {
                        TableLanes.Pass pass = lanes.enter(List.of(tableId), 0).orElseThrow();
                        entered.countDown();
                        leaves.await();
                        pass.close();
                    } catch (InterruptedException e) {
                        Thread.currentThread().interrupt();
                    }
                },
                task -> new Thread(task, "other").start());
        entered.await();
        return () -> {
            leaves.countDown();
            left.join();
        };
    }
}
