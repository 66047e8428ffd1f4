package io.tributary.backend.ingest;

import static io.tributary.backend.ingest.World.OTHER;
import static io.tributary.backend.ingest.World.TABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import io.tributary.backend.batch.Failpoint;
import io.tributary.backend.batch.TableLanes;
import io.tributary.backend.batch.TxnIds;
import io.tributary.backend.ingest.World.Answer;
import io.tributary.backend.ingest.answer.Acknowledgement;
import io.tributary.backend.ingest.answer.LoadListener;
import io.tributary.contract.calls.BatchInfo;
import io.tributary.contract.calls.LoadResult;
import io.tributary.contract.calls.TransactionInfo;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.FakeEngine;
import io.tributary.engine.port.Rows;
import io.tributary.log.WalOptions;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class IngestAgentTest {
    private final World world = new World();

    @Test
    void aLoadThatNeedsOnlyTheOperatingSystemIsAnsweredWithoutAForceAndSurvivesAKill() {
        world.agent();
        int forces = world.disk.forces();
        World.Answer answer = new World.Answer();
        world.agent().offer(new LoadTask(TABLE, 1, Acknowledgement.WRITTEN, List.of(Rows.block(1)), null, answer));
        world.agent().doWork();

        assertThat(answer.heard).containsExactly("logged");
        assertThat(world.disk.forces()).isEqualTo(forces);
        world.kill();
        world.recover();
        assertThat(world.engine.rows(TABLE)).containsExactly(1L);
    }

    @Test
    void aLoadThatNeedsTheDiskHasTheOthersOfItsCycleForced() {
        World.Answer written = new World.Answer();
        world.agent().offer(new LoadTask(TABLE, 1, Acknowledgement.WRITTEN, List.of(Rows.block(1)), null, written));
        World.Answer forced = world.async(TABLE, 2);
        int forces = world.disk.forces();
        world.agent().doWork();

        assertThat(List.of(written.heard, forced.heard)).containsOnly(List.of("logged"));
        assertThat(world.disk.forces()).isEqualTo(forces + 1);
    }

    @Test
    void loadsAreRefusedAndOpenBatchesCommittedUntilLoadsAreTakenAgain() {
        world.async(TABLE, 1);
        world.settle();
        TributaryException reason = new TributaryException(ErrorCode.OPTION_PREVENTS_STATEMENT, "closed");
        var refusing = world.agent().refuseLoads(reason);
        World.Answer refused = world.async(TABLE, 2);
        world.settle();

        assertThat(refusing).isCompleted();
        assertThat(world.engine.rows(TABLE)).containsExactly(1L);
        assertThat(refused.error).isSameAs(reason);
        world.agent().takeLoads();
        World.Answer taken = world.async(TABLE, 3);
        world.settle();
        assertThat(taken.heard).containsExactly("logged");
    }

    @Test
    void asyncLoadIsAnsweredAfterTheForceAndBeforeTheCommit() {
        List<String> heardAtForce = new ArrayList<>();
        Answer[] answer = new Answer[1];
        world.failpoint = point -> {
            if (point == Failpoint.Point.AFTER_FORCE) {
                heardAtForce.addAll(answer[0].heard);
            }
        };
        answer[0] = world.async(TABLE, 1);

        world.settle();

        assertThat(heardAtForce).isEmpty();
        assertThat(answer[0].heard).containsExactly("logged");
        assertThat(world.engine.rows(TABLE)).isEmpty();
    }

    @Test
    void loadsOfACycleShareOneForce() {
        world.options = new IngestOptions(100_000, 1 << 20, new WalOptions(1 << 20, 2), 0, 10_000, 10_000, 30_000);
        world.agent();
        int forces = world.disk.forces();
        for (int i = 0; i < 50; i++) {
            world.async(i % 2 == 0 ? TABLE : OTHER, i);
        }

        world.agent().doWork();

        assertThat(world.disk.forces() - forces).isEqualTo(1);
    }

    @Test
    void loneSyncLoadPaysOneForceAndOneCommit() {
        world.agent();
        int forces = world.disk.forces();
        Answer answer = world.sync(TABLE, 1);

        world.settle();

        assertThat(answer.heard).containsExactly("visible");
        assertThat(world.disk.forces() - forces).isEqualTo(1);
        assertThat(world.engine.commits()).isEqualTo(1);
        assertThat(world.engine.rows(TABLE)).containsExactly(1L);
    }

    @Test
    void batchesAreDescribedInOrderWithWhatKeepsThem() {
        world.engine.decide(() -> FakeEngine.Fate.FAIL);
        world.sync(TABLE, 1, 2);
        world.settle();
        world.sync(TABLE, 3);
        world.async(OTHER, 4, 5, 6);
        world.agent().doWork();
        world.advanceMillis(5);

        CompletableFuture<List<BatchInfo>> asked = world.agent().batches();
        world.agent().doWork();

        List<BatchInfo> batches = asked.join();
        assertThat(batches)
                .extracting(BatchInfo::table, BatchInfo::state, BatchInfo::loads, BatchInfo::rows, BatchInfo::writers)
                .containsExactly(
                        tuple("t7", BatchInfo.State.SEALED, 1L, 2L, 1),
                        tuple("t7", BatchInfo.State.OPEN, 1L, 1L, 1),
                        tuple("t8", BatchInfo.State.OPEN, 1L, 3L, 0));
        assertThat(batches).extracting(BatchInfo::ageMillis).containsExactly(5L, 5L, 5L);
        assertThat(batches).extracting(BatchInfo::failedCommits).containsExactly(1, 0, 0);
        assertThat(batches.get(0).lastError()).contains("IO Error: refused");
        assertThat(batches.get(0).label())
                .isEqualTo(LoadResult.groupLabel(
                        world.agent().epoch(), batches.get(0).txnId()));
    }

    @Test
    void aCommittedBatchIsInTheHistory() {
        Answer answer = world.sync(TABLE, 1, 2);
        world.settle();

        assertThat(world.history.byId(answer.txnId))
                .singleElement()
                .matches(one -> one.status() == TransactionInfo.Status.VISIBLE && one.groupCommit())
                .matches(one -> one.table().equals("t7") && one.rows() == 2)
                .matches(one ->
                        one.label().equals(LoadResult.groupLabel(world.agent().epoch(), answer.txnId)));
    }

    @Test
    void nextBatchGrowsWhileACommitRuns() {
        world.sync(TABLE, 1);
        world.agent().doWork();
        Answer second = world.sync(TABLE, 2);
        world.agent().doWork();
        Answer third = world.sync(TABLE, 3);
        world.agent().doWork();
        assertThat(world.commits).hasSize(1);

        world.settle();

        assertThat(world.engine.commits()).isEqualTo(2);
        assertThat(second.txnId).isEqualTo(third.txnId);
        assertThat(world.engine.rows(TABLE)).containsExactly(1L, 2L, 3L);
    }

    @Test
    void syncLoadsOfABatchThatGrowsAreForcedOnceWithItsSeal() {
        world.sync(TABLE, 1);
        world.agent().doWork();
        int forces = world.disk.forces();
        for (int i = 2; i < 12; i++) {
            world.sync(TABLE, i);
            world.agent().doWork();
        }
        assertThat(world.disk.forces() - forces).isZero();
        assertThat(world.agent().stats().inboxBytes()).isZero();

        world.settle();

        assertThat(world.disk.forces() - forces).isEqualTo(1);
        assertThat(world.engine.rows(TABLE)).hasSize(11).isSorted();
    }

    @Test
    void anAsyncLoadForcesTheSyncLoadsBeforeIt() {
        world.define(TABLE, "group_commit_policy", "interval");
        world.sync(TABLE, 1);
        world.settle();
        int forces = world.disk.forces();
        Answer async = world.async(OTHER, 2);
        world.settle();

        assertThat(world.disk.forces() - forces).isEqualTo(1);
        assertThat(async.heard).containsExactly("logged");
    }

    @Test
    void manyBytesAreForcedAlthoughNobodyWaitsForThem() {
        world.options = new IngestOptions(4 << 20, 8 << 20, new WalOptions(8 << 20, 2), 0, 10_000, 10_000, 30_000);
        world.define(TABLE, "group_commit_policy", "interval");
        world.agent();
        int forces = world.disk.forces();
        for (int i = 0; i < 3; i++) {
            world.sync(TABLE, new long[50_000]);
            world.agent().doWork();
        }

        assertThat(world.disk.forces() - forces).isEqualTo(1);
    }

    @Test
    void aFreeCommitterGetsTheNextBatchInTheRoundThatHearsOfTheLast() {
        List<String> flushed = new ArrayList<>();
        Answer first = world.sync(TABLE, 1);
        world.agent().onAcknowledged(() -> flushed.addAll(first.heard));
        world.agent().doWork();
        world.sync(TABLE, 2);
        world.agent().doWork();
        world.failpoint = point -> {
            if (point == Failpoint.Point.BEFORE_FORCE) {
                flushed.add("force");
            }
        };
        world.runCommits();

        world.agent().doWork();

        assertThat(world.commits).hasSize(1);
        assertThat(flushed).startsWith("visible", "force");
    }

    @Test
    void theNextBatchWaitsForTheWritersOfTheLastOneAtMostAsLongAsItsCommit() {
        commitsTakeMillis(2);
        world.sync(TABLE, 1);
        world.agent().doWork();
        world.sync(TABLE, 2);
        world.agent().doWork();
        world.runCommits();
        world.agent().doWork();
        assertThat(world.commits).as("one writer was answered and is not back").isEmpty();

        world.sync(TABLE, 3);
        world.agent().doWork();
        assertThat(world.commits).as("both are here").hasSize(1);
        world.runCommits();
        world.sync(TABLE, 4);
        world.agent().doWork();
        assertThat(world.commits).isEmpty();
        world.advanceMillis(2);
        world.agent().doWork();
        assertThat(world.commits).as("as long as a commit takes").hasSize(1);

        world.runCommits();
        world.agent().doWork();
        world.sync(TABLE, 5);
        world.agent().doWork();
        assertThat(world.commits).as("only one writer is known now").hasSize(1);
        world.settle();
        assertThat(world.engine.rows(TABLE)).containsExactly(1L, 2L, 3L, 4L, 5L);
    }

    @Test
    void syncStatementDoesNotWaitForWritersToComeBack() {
        commitsTakeMillis(2);
        world.sync(TABLE, 1);
        world.agent().doWork();
        world.sync(TABLE, 2);
        world.agent().doWork();
        world.runCommits();
        world.agent().doWork();

        CompletableFuture<Void> done = world.agent().sync(List.of(TABLE));
        world.agent().doWork();
        world.runCommits();
        world.agent().doWork();

        assertThat(done).isCompleted();
    }

    private void commitsTakeMillis(long millis) {
        world.engine.decide(() -> {
            world.advanceMillis(millis);
            return FakeEngine.Fate.COMMIT;
        });
    }

    @Test
    void intervalPolicyNeverCommitsEarly() {
        world.define(TABLE, "group_commit_policy", "interval", "group_commit_interval_ms", "2000");
        Answer answer = world.sync(TABLE, 1);
        world.settle();

        world.advanceMillis(1_999);
        world.settle();
        assertThat(answer.heard).isEmpty();
        world.advanceMillis(1);
        world.settle();

        assertThat(answer.heard).containsExactly("visible");
    }

    @Test
    void asyncBatchCommitsAtTheIntervalAfterItsFirstRow() {
        world.async(TABLE, 1);
        world.settle();
        world.advanceMillis(9_999);
        world.async(TABLE, 2);
        world.settle();
        assertThat(world.engine.rows(TABLE)).isEmpty();

        world.advanceMillis(1);
        world.settle();

        assertThat(world.engine.rows(TABLE)).containsExactly(1L, 2L);
        assertThat(world.engine.commits()).isEqualTo(1);
    }

    @Test
    void batchCommitsAtItsBytes() {
        world.define(TABLE, "group_commit_data_bytes", "50");
        Answer first = world.async(TABLE, 1, 2, 3);
        Answer second = world.async(TABLE, 4, 5);
        Answer third = world.async(TABLE, 6);

        world.settle();

        assertThat(world.engine.rows(TABLE)).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(second.txnId).isEqualTo(first.txnId);
        assertThat(third.txnId).as("a sealed batch accepts nothing").isNotEqualTo(first.txnId);
    }

    @Test
    void changedPropertiesHoldFromTheNextBatchOn() {
        world.async(TABLE, 1);
        world.settle();
        world.define(TABLE, "group_commit_interval_ms", "100");

        world.advanceMillis(5_000);
        world.settle();
        assertThat(world.engine.rows(TABLE)).isEmpty();
        world.advanceMillis(5_000);
        world.settle();
        world.async(TABLE, 2);
        world.settle();
        world.advanceMillis(100);
        world.settle();

        assertThat(world.engine.rows(TABLE)).containsExactly(1L, 2L);
    }

    @Test
    void tablesCommitSideBySideAndOneTableInOrder() {
        world.define(TABLE, "group_commit_data_bytes", "1");
        world.async(TABLE, 1);
        world.async(TABLE, 2);
        world.sync(OTHER, 3);

        world.agent().doWork();

        assertThat(world.commits).as("one of each table").hasSize(2);
        world.settle();
        assertThat(world.engine.rows(TABLE)).containsExactly(1L, 2L);
    }

    @Test
    void nothingReachesTheEngineBeforeItsSealIsDurable() {
        world.failpoint = point -> {
            if (point == Failpoint.Point.BEFORE_ENGINE_COMMIT) {
                MemoryCheck.everythingIsDurable(world);
            }
        };
        world.sync(TABLE, 1);
        world.settle();
        world.async(TABLE, 2);
        world.settle();
        world.advanceMillis(10_000);

        world.settle();

        assertThat(world.engine.rows(TABLE)).containsExactly(1L, 2L);
    }

    @Test
    void loadOfSeveralBlocksIsOneLoad() {
        Answer answer = world.offer(TABLE, true, List.of(Rows.block(1, 2), Rows.block(3), Rows.block(4)));

        world.settle();

        assertThat(answer.heard).containsExactly("visible");
        assertThat(world.engine.rows(TABLE)).containsExactly(1L, 2L, 3L, 4L);
        assertThat(world.agent().stats().loads()).isEqualTo(1);
        assertThat(world.agent().stats().rows()).isEqualTo(4);
    }

    @Test
    void unknownTableAndOldSchemaVersionAreRefusedBeforeLogging() {
        long lsn = world.agent().stats().lastLsn();
        Answer unknown = world.async(99, 1);
        Answer old = new Answer();
        world.agent().offer(new LoadTask(TABLE, 5, false, List.of(Rows.block(1)), old));

        world.settle();

        assertThat(unknown.heard).containsExactly("refused UNKNOWN_TABLE");
        assertThat(old.heard).containsExactly("refused SCHEMA_VERSION_MISMATCH");
        assertThat(world.agent().stats().lastLsn()).isEqualTo(lsn);
        assertThat(world.agent().stats().inboxBytes()).isZero();
    }

    @Test
    void fullInboxIsToldAndCalledBackWhenThereIsRoom() {
        world.options = new IngestOptions(50, 1 << 20, new WalOptions(4096, 2), 0, 10_000, 10_000, 30_000);
        List<String> calls = new ArrayList<>();
        world.async(TABLE, 1, 2, 3);
        Answer second = new Answer();
        LoadTask task = new LoadTask(TABLE, 1, false, List.of(Rows.block(4, 5, 6)), second);

        assertThat(world.agent().offer(task)).isFalse();
        world.agent().onSpace(TABLE, () -> calls.add("space"));
        world.agent().doWork();

        assertThat(calls).containsExactly("space");
        assertThat(world.agent().offer(task)).isTrue();
        world.settle();
        assertThat(second.heard).containsExactly("logged");
        assertThat(calls).hasSize(1);
    }

    @Test
    void loadLargerThanTheInboxIsRefusedNamingTheLimit() {
        world.options = new IngestOptions(30, 1 << 20, new WalOptions(4096, 2), 0, 10_000, 10_000, 30_000);

        Answer answer = world.async(TABLE, 1, 2, 3, 4);
        world.settle();

        assertThat(answer.heard).containsExactly("refused LOAD_TOO_LARGE");
        assertThat(answer.error).hasMessageContaining("ingest_inbox_bytes = 30");
    }

    @Test
    void syncCompletesWhenEverythingAcknowledgedIsCommitted() {
        world.define(TABLE, "group_commit_policy", "interval");
        world.async(TABLE, 1);
        world.async(OTHER, 2);
        world.settle();

        CompletableFuture<Void> done = world.agent().sync(List.of(TABLE, OTHER, 99L));
        world.agent().doWork();
        assertThat(done).isNotDone();
        world.settle();

        assertThat(done).isCompleted();
        assertThat(world.engine.rows(TABLE)).containsExactly(1L);
        assertThat(world.engine.rows(OTHER)).containsExactly(2L);
    }

    @Test
    void barrierCommitsWhatWasAcknowledgedAndKeepsLaterLoadsWaiting() {
        world.async(TABLE, 1);
        world.settle();

        CompletableFuture<LogIngest.Barrier> barrier = world.agent().barrier(TABLE);
        world.settle();
        Answer later = world.async(TABLE, 2);
        Answer elsewhere = world.sync(OTHER, 3);
        world.settle();

        assertThat(barrier).isCompleted();
        assertThat(world.engine.rows(TABLE)).containsExactly(1L);
        assertThat(later.heard).isEmpty();
        assertThat(world.agent().stats().inboxBytes()).isPositive();
        assertThat(elsewhere.heard).containsExactly("visible");
        barrier.join().close();
        barrier.join().close();
        world.settle();
        assertThat(later.heard).containsExactly("logged");
    }

    @Test
    void barriersOfATableComeOneAfterAnotherBeforeWaitingLoads() {
        CompletableFuture<LogIngest.Barrier> first = world.agent().barrier(TABLE);
        CompletableFuture<LogIngest.Barrier> second = world.agent().barrier(TABLE);
        Answer one = world.async(TABLE, 1);
        Answer two = world.sync(TABLE, 2);
        world.settle();
        assertThat(first).isCompleted();
        assertThat(second).isNotDone();

        first.join().close();
        world.settle();
        assertThat(second).isCompleted();
        assertThat(one.heard).isEmpty();
        second.join().close();
        world.settle();

        assertThat(one.heard).containsExactly("logged");
        assertThat(two.heard).containsExactly("visible");
        assertThat(world.engine.rows(TABLE)).containsExactly(1L, 2L);
    }

    @Test
    void loadBehindABarrierIsRefusedAfterTheQueueTimeout() {
        CompletableFuture<LogIngest.Barrier> barrier = world.agent().barrier(TABLE);
        world.settle();
        Answer waiting = world.async(TABLE, 1);
        world.settle();

        world.advanceMillis(10_000);
        world.settle();

        assertThat(barrier).isCompleted();
        assertThat(waiting.heard).containsExactly("refused LIMIT_OR_LOCK_WAIT");
        assertThat(waiting.error).hasMessageContaining("group_commit_queue_timeout_ms = 10000");
        assertThat(world.agent().stats().inboxBytes()).isZero();
    }

    @Test
    void loadBehindASchemaChangeIsToldSo() {
        try (TableLanes.Pass changing = world.lanes.changing(TABLE)) {
            assertThat(changing).isNotNull();
            CompletableFuture<LogIngest.Barrier> barrier = world.agent().barrier(TABLE);
            world.settle();
            Answer waiting = world.async(TABLE, 1);
            world.settle();
            world.advanceMillis(10_000);
            world.settle();

            assertThat(barrier).isCompleted();
            assertThat(waiting.heard).containsExactly("refused LIMIT_OR_LOCK_WAIT");
            assertThat(waiting.error)
                    .hasMessageStartingWith("insert table t7 is blocked on schema change for"
                            + " group_commit_queue_timeout_ms = 10000; nothing was stored");
        }
    }

    @Test
    void barrierThatItsCallerGaveUpHoldsNobody() {
        world.async(TABLE, 1);
        world.settle();
        CompletableFuture<LogIngest.Barrier> barrier = world.agent().barrier(TABLE);
        world.agent().doWork();
        barrier.cancel(false);
        world.settle();

        Answer later = world.async(TABLE, 2);
        world.settle();

        assertThat(later.heard).containsExactly("logged");
    }

    @Test
    void droppedTableDiscardsWhatIsPendingAndRefusesTheRest() {
        Answer committing = world.sync(TABLE, 1);
        world.agent().doWork();
        Answer open = world.sync(TABLE, 2);
        world.agent().doWork();
        CompletableFuture<LogIngest.Barrier> barrier = world.agent().barrier(TABLE);
        Answer waiting = world.async(TABLE, 3);
        world.agent().doWork();

        CompletableFuture<Void> done = world.agent().dropTable(TABLE);
        world.agent().doWork();
        assertThat(done).as("a commit is in flight").isNotDone();
        world.settle();
        Answer late = world.async(TABLE, 4);
        world.settle();

        assertThat(done).isCompleted();
        assertThat(committing.heard).containsExactly("visible");
        assertThat(open.heard).containsExactly("refused UNKNOWN_TABLE");
        assertThat(waiting.heard).containsExactly("refused UNKNOWN_TABLE");
        assertThat(late.heard).containsExactly("refused UNKNOWN_TABLE");
        assertThatThrownBy(barrier::join).hasCauseInstanceOf(TributaryException.class);
        assertThat(world.engine.rows(TABLE)).containsExactly(1L);
        assertThat(world.agent().stats().memoryBytes()).isZero();
    }

    @Test
    void discardedRowsHoldTheLogUntilTheCatalogKnowsOfTheDrop() {
        world.async(TABLE, 1);
        world.settle();
        world.agent().dropTable(TABLE).isDone();
        world.sync(OTHER, 2);
        world.settle();
        long held = world.agent().stats().lowWatermark();

        world.tables.remove(TABLE);
        world.sync(OTHER, 3);
        world.settle();

        assertThat(held).isEqualTo(1);
        assertThat(world.agent().stats().lowWatermark())
                .isGreaterThan(world.agent().stats().lastLsn());
    }

    @Test
    void aBatchWhoseTableIsDroppedBeforeItsCommitNeverReachesTheEngine() {
        Answer answer = world.sync(TABLE, 1);
        world.agent().doWork();
        assertThat(world.commits).hasSize(1);
        world.tables.remove(TABLE);
        CompletableFuture<Void> dropped = world.agent().dropTable(TABLE);

        world.settle();

        assertThat(dropped).isCompleted();
        assertThat(answer.heard).containsExactly("refused " + ErrorCode.UNKNOWN_TABLE);
        assertThat(world.engine.rows(TABLE)).isEmpty();
    }

    @Test
    void aLogThatFailsBetweenTheBlocksOfALoadRefusesItAndTheAgentGoesOn() {
        world.agent();
        world.disk.failAfter(0);
        Answer answer = world.offer(TABLE, true, List.of(Rows.block(new long[400]), Rows.block(new long[400])));

        world.settle();

        assertThat(answer.heard).containsExactly("refused " + ErrorCode.LOG_FAILED);
        assertThat(world.agent().stats().memoryBytes()).isZero();
        Answer later = world.async(TABLE, 3);
        world.settle();
        assertThat(later.heard).containsExactly("refused " + ErrorCode.LOG_FAILED);
    }

    @Test
    void aLoadThatWaitsTooLongForATransactionIdIsRefused() {
        world.txnIds = TxnIds.open(world.engine.systemStore(), 1, fetch -> {});
        Answer first = world.async(TABLE, 1);
        Answer waiting = world.async(OTHER, 2);
        world.settle();
        assertThat(first.heard).containsExactly("logged");
        world.advanceMillis(9_999);
        world.settle();
        assertThat(waiting.heard).isEmpty();

        world.advanceMillis(1);
        world.settle();

        assertThat(waiting.heard).containsExactly("refused " + ErrorCode.LIMIT_OR_LOCK_WAIT);
    }

    @Test
    void aLoadThatHasWaitedTooLongIsRefusedAlsoBehindYoungerOnesOfAnotherBarrier() {
        world.txnIds = TxnIds.open(world.engine.systemStore(), 1, fetch -> {});
        world.async(TABLE, 1);
        world.settle();
        CompletableFuture<LogIngest.Barrier> barrier = world.agent().barrier(TABLE);
        world.settle();
        Answer older = world.async(TABLE, 2);
        world.settle();
        world.advanceMillis(5_000);
        CompletableFuture<LogIngest.Barrier> other = world.agent().barrier(OTHER);
        world.settle();
        Answer younger = world.async(OTHER, 3);
        world.settle();

        barrier.join().close();
        other.join().close();
        world.settle();
        world.advanceMillis(5_000);
        world.settle();

        assertThat(older.heard).containsExactly("refused " + ErrorCode.LIMIT_OR_LOCK_WAIT);
        assertThat(younger.heard).isEmpty();
    }

    @Test
    void aBarrierOnATableThatDoesNotExistLeavesNothingBehind() {
        TableBatchers batchers = new TableBatchers();
        batchers.activate(99);

        batchers.passivate(0);

        assertThat(batchers.find(99)).isNull();
    }

    @Test
    void conflictIsRetriedWithBackOffAndNoRowTwice() {
        List<FakeEngine.Fate> fates = new ArrayList<>(
                List.of(FakeEngine.Fate.CONFLICT, FakeEngine.Fate.COMMIT_AND_LOSE_ANSWER, FakeEngine.Fate.COMMIT));
        world.engine.decide(() -> fates.remove(0));
        Answer answer = world.sync(TABLE, 1);

        world.settle();
        assertThat(world.commits).as("waits for its pause").isEmpty();
        world.advanceMillis(10);
        world.settle();
        world.advanceMillis(20);
        world.settle();

        assertThat(answer.heard).containsExactly("visible");
        assertThat(world.engine.rows(TABLE)).containsExactly(1L);
    }

    @Test
    void refusedBatchIsKeptAndRetriedAndThoseWhoWaitAreToldInTime() {
        world.engine.decide(() -> FakeEngine.Fate.FAIL);
        Answer stuck = world.sync(TABLE, 1);
        CompletableFuture<Void> done = world.agent().sync(List.of(TABLE));
        for (int i = 0; i < 30; i++) {
            world.settle();
            world.advanceMillis(1_000);
        }

        assertThat(stuck.heard).containsExactly("refused OUTCOME_UNKNOWN");
        assertThat(stuck.error).hasMessageContaining("db.t7").hasMessageContaining("safe in the log");
        world.engine.decide(() -> FakeEngine.Fate.COMMIT);
        world.advanceMillis(10_000);
        world.settle();

        assertThat(world.engine.rows(TABLE)).containsExactly(1L);
        assertThat(done).isDone();
    }

    @Test
    void whoHearsThatRowsAreSafeInTheLogFindsThemThereAfterAPowerLoss() {
        world.engine.decide(() -> FakeEngine.Fate.CONFLICT);
        world.sync(TABLE, 1);
        world.settle();
        world.advanceMillis(10_000);
        Answer late = world.sync(TABLE, 2);
        world.settle();
        assertThat(late.error).hasMessageContaining("safe in the log");

        world.restartOn(world.disk.afterPowerLoss(new NothingArrives()));
        world.engine.decide(() -> FakeEngine.Fate.COMMIT);
        world.recover();

        assertThat(world.engine.rows(TABLE)).containsExactly(1L, 2L);
    }

    /** A power loss that keeps nothing but what was forced. */
    private static final class NothingArrives extends Random {
        private static final long serialVersionUID = 1;

        @Override
        public int nextInt(int bound) {
            return 0;
        }
    }

    @Test
    void syncFailsNamingTableLabelAndTheEnginesError() {
        world.async(TABLE, 1);
        world.settle();
        world.engine.decide(() -> FakeEngine.Fate.FAIL);
        CompletableFuture<Void> done = world.agent().sync(List.of(TABLE));
        for (int i = 0; i < 30; i++) {
            world.settle();
            world.advanceMillis(1_000);
        }

        assertThatThrownBy(done::join)
                .isInstanceOf(CompletionException.class)
                .cause()
                .hasMessageContaining("db.t7")
                .hasMessageContaining("group_commit_")
                .hasMessageContaining("IO Error");
    }

    @Test
    void busyCommittersAreAskedAgain() {
        int[] rejections = {2};
        world.committers = task -> {
            if (rejections[0]-- > 0) {
                throw new RejectedExecutionException("queue full");
            }
            world.commits.add(task);
        };
        Answer answer = world.sync(TABLE, 1);

        for (int i = 0; i < 3; i++) {
            world.settle();
            world.advanceMillis(100);
        }

        assertThat(answer.heard).containsExactly("visible");
    }

    @Test
    void overBudgetTheLargestBatchIsSealedAndWaitingOnesAreReadBackFromTheLog() {
        world.options = new IngestOptions(100_000, 1_000, new WalOptions(4096, 2), 0, 10_000, 10_000, 30_000);
        for (int i = 0; i < 100; i++) {
            world.async(TABLE, i);
            world.agent().doWork();
        }
        assertThat(world.commits).as("sealed before its interval").hasSize(1);
        assertThat(world.agent().stats().memoryBytes()).isLessThan(3_000);

        world.settle();
        CompletableFuture<Void> done = world.agent().sync(List.of(TABLE));
        world.settle();

        assertThat(done).isCompleted();
        assertThat(world.engine.rows(TABLE)).hasSize(100).isSorted();
        assertThat(world.agent().stats().memoryBytes()).isZero();
    }

    @Test
    void failedLogRefusesWhatIsNotDurableAndEverythingAfterwards() {
        Answer committing = world.sync(OTHER, 1);
        world.agent().doWork();
        Answer acknowledged = world.async(TABLE, 2);
        world.agent().doWork();
        world.disk.failAfter(0);

        Answer async = world.async(TABLE, 3);
        Answer sync = world.sync(TABLE, 4);
        world.settle();
        Answer later = world.async(OTHER, 5);
        world.settle();

        assertThat(acknowledged.heard).containsExactly("logged");
        assertThat(async.heard).containsExactly("refused OUTCOME_UNKNOWN");
        assertThat(sync.heard).containsExactly("refused OUTCOME_UNKNOWN");
        assertThat(later.heard).containsExactly("refused LOG_FAILED");
        assertThat(committing.heard).as("its SEAL was durable").containsExactly("visible");
        assertThat(world.agent().sync(List.of(TABLE)).isDone()).isFalse();
        CompletableFuture<Void> drained = world.agent().sync(List.of(TABLE));
        world.settle();
        assertThatThrownBy(drained::join).hasCauseInstanceOf(TributaryException.class);
        assertThat(world.agent().stats().memoryBytes()).isZero();
        assertThat(world.agent().stats().inboxBytes()).isZero();

        world.kill();
        world.settle();
        assertThat(world.engine.rows(TABLE)).contains(2L);
    }

    @Test
    void flushIsCalledOnceForACycleThatToldSomething() {
        List<String> flushes = new ArrayList<>();
        world.agent().onAcknowledged(() -> flushes.add("flush"));
        world.async(TABLE, 1);
        world.async(TABLE, 2);

        world.agent().doWork();
        assertThat(flushes).hasSize(1);
        world.agent().doWork();

        assertThat(flushes).hasSize(1);
    }

    @Test
    void listenerThatThrowsHarmsNobody() {
        LoadListener bad = new LoadListener() {
            @Override
            public void accepted(long logEpoch, long txnId, boolean visible) {
                throw new IllegalStateException("bad listener");
            }

            @Override
            public void refused(TributaryException error) {}
        };
        world.agent().offer(new LoadTask(TABLE, 1, false, List.of(Rows.block(1)), bad));
        Answer good = world.async(TABLE, 2);

        world.settle();

        assertThat(good.heard).containsExactly("logged");
    }

    @Test
    void committedLogIsTruncatedAndAnIdleTableDoesNotHoldIt() {
        world.define(TABLE, "group_commit_data_bytes", "1");
        world.async(OTHER, 1);
        world.settle();
        world.advanceMillis(10_000);
        world.settle();

        for (int i = 0; i < 500; i++) {
            world.async(TABLE, i);
            world.settle();
        }

        assertThat(world.agent().stats().logSegments()).isLessThan(3);
        assertThat(world.agent().stats().logSpares()).isBetween(1L, 2L);
        assertThat(world.disk.list()).hasSizeLessThan(6);
        assertThat(world.agent().stats().uncommittedBatches()).isZero();
    }

    @Test
    void closeCommitsOpenBatchesAndRefusesLaterLoads() {
        world.committers = Runnable::run;
        Answer open = world.async(TABLE, 1);
        world.settle();

        IngestAgent agent = world.agent();
        agent.close();
        Answer late = world.async(TABLE, 2);

        assertThat(open.heard).containsExactly("logged");
        assertThat(world.engine.rows(TABLE)).containsExactly(1L);
        assertThat(late.heard).containsExactly("refused SERVER_SHUTDOWN");
        assertThat(agent.sync(List.of(TABLE))).isCompletedExceptionally();
    }

    @Test
    void closeTellsWhoWaitsForACommitThatHisOutcomeIsUnknown() {
        world.options = new IngestOptions(100_000, 1 << 20, new WalOptions(4096, 2), 0, 10_000, 10_000, 0);
        Answer waits = world.sync(TABLE, 1);
        world.agent().doWork();

        world.agent().close();

        assertThat(waits.heard).containsExactly("refused OUTCOME_UNKNOWN");
        assertThat(waits.error).hasMessageContaining("the outcome of this load is unknown: after the restart its rows");
        world.kill();
        world.recover();
        assertThat(world.engine.rows(TABLE)).containsExactly(1L);
    }

    @Test
    @Timeout(60)
    void anAgentThatFailsTellsEverybodyThatTheirOutcomeIsUnknown() throws Exception {
        world.failpoint = point -> {
            if (point == Failpoint.Point.AFTER_FORCE) {
                throw new IllegalStateException("a bug");
            }
        };
        IngestAgent agent = world.agent();
        Answer async = world.async(TABLE, 1);
        Answer sync = world.sync(OTHER, 2);
        CompletableFuture<Void> told = new CompletableFuture<>();
        agent.onAcknowledged(() -> told.complete(null));

        agent.start();

        told.get(30, TimeUnit.SECONDS);
        agent.close();
        for (Answer answer : List.of(async, sync)) {
            assertThat(answer.heard).containsExactly("refused OUTCOME_UNKNOWN");
            assertThat(answer.error)
                    .hasMessageNotContaining("a bug")
                    .hasMessageContaining("outcome of this load is unknown");
        }
        assertThat(agent.failure()).contains("failed until a restart");
        world.failpoint = Failpoint.NONE;
        world.kill();
        world.recover();
        assertThat(world.engine.rows(TABLE)).containsExactly(1L);
        assertThat(world.engine.rows(OTHER)).containsExactly(2L);
    }

    @Test
    void aBacklogThatIsCommittedAtOnceIsTakenOffTheLogInTheRoundsThatFollow() {
        world.engine.decide(() -> FakeEngine.Fate.FAIL);
        for (int i = 0; i < 100; i++) {
            world.async(TABLE, new long[100]);
            world.agent().doWork();
        }
        world.sync(TABLE, 1);
        world.settle();
        assertThat(world.agent().stats().logSegments()).isGreaterThan(20);
        world.engine.decide(() -> FakeEngine.Fate.COMMIT);
        world.advanceMillis(20_000);

        world.settle();

        assertThat(world.agent().stats().logSegments()).isLessThan(3);
    }

    @Test
    void threadAnswersLoadsAndStops() throws Exception {
        World running = new World();
        running.committers = Runnable::run;
        CompletableFuture<String> heard = new CompletableFuture<>();
        IngestAgent agent = running.agent();
        agent.start();

        agent.offer(new LoadTask(TABLE, 1, true, List.of(Rows.block(1)), new LoadListener() {
            @Override
            public void accepted(long logEpoch, long txnId, boolean visible) {
                heard.complete(Thread.currentThread().getName());
            }

            @Override
            public void refused(TributaryException error) {
                heard.completeExceptionally(error);
            }
        }));

        assertThat(heard.get(10, TimeUnit.SECONDS)).isEqualTo("ingest-agent");
        agent.close();
        assertThat(running.engine.rows(TABLE)).containsExactly(1L);
    }
}
