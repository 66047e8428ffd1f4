package io.tributary.backend.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.backend.ingest.LogIngest.Hold;
import io.tributary.backend.ingest.World.Answer;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.FakeEngine.Fate;
import io.tributary.engine.port.Rows;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** {@code group_commit_policy = on_read}: answered when durable, committed before any read that begins after the answer. */
class OnReadTest {
    private final World world = new World();

    @BeforeEach
    void define() {
        world.define(World.TABLE, "group_commit_policy", "on_read");
        world.define(World.OTHER, "group_commit_policy", "on_read");
    }

    @Test
    void aSyncLoadIsAnsweredWhenItIsDurable() {
        Answer answer = world.sync(World.TABLE, 1);

        world.settleWithoutCommits();

        assertThat(answer.heard).containsExactly("logged");
        assertThat(world.disk.isDurable(Rows.bytes(1))).isTrue();
        assertThat(world.agent().isBound(World.TABLE)).isTrue();
        assertThat(world.commits).isEmpty();
    }

    @Test
    void aReadGoesOnWhenWhatWasAnsweredIsCommitted() {
        Answer answer = world.sync(World.TABLE, 1);
        world.settleWithoutCommits();

        CompletableFuture<Void> read = world.agent().visible(List.of(World.TABLE));
        world.settleWithoutCommits();

        assertThat(answer.heard).containsExactly("logged");
        assertThat(read).isNotDone();
        world.settle();
        assertThat(read).isCompleted();
        assertThat(world.engine.rows(World.TABLE)).containsExactly(1L);
        assertThat(world.agent().isBound(World.TABLE)).isFalse();
    }

    @Test
    void aReadOfATableWithAsyncRowsAloneWaitsForNothing() {
        world.async(World.TABLE, 1);
        world.settleWithoutCommits();

        assertThat(world.agent().isBound(World.TABLE)).isFalse();
        CompletableFuture<Void> read = world.agent().visible(List.of(World.TABLE));
        world.settleWithoutCommits();
        assertThat(read).isCompleted();
    }

    @Test
    void ofABoundLoadSingleRowsAreRefused() {
        world.engine.refuse(rows -> rows.contains(2L));
        Answer answer = world.sync(World.TABLE, 1, 2, 3);
        world.settleWithoutCommits();

        CompletableFuture<Void> read = world.agent().visible(List.of(World.TABLE));
        world.settle();
        for (int i = 0; i < 50 && !read.isDone(); i++) {
            world.advanceMillis(100);
            world.settle();
        }

        assertThat(read).isCompleted();
        assertThat(answer.heard).containsExactly("logged");
        assertThat(world.engine.rows(World.TABLE)).containsExactly(1L, 3L);
        assertThat(world.engine.quarantined()).hasSize(1);
    }

    @Test
    void aRestartDoesNotLiftTheBinding() {
        world.sync(World.TABLE, 1);
        world.settleWithoutCommits();
        world.kill();

        assertThat(world.agent().isBound(World.TABLE)).isTrue();
        CompletableFuture<Void> read = world.agent().visible(List.of(World.TABLE));
        assertThat(read).isNotDone();
        world.recover();
        assertThat(read).isCompleted();
        assertThat(world.engine.rows(World.TABLE)).containsExactly(1L);
    }

    @Test
    void anotherPolicyDoesNotLiftTheBinding() {
        world.sync(World.TABLE, 1);
        world.settleWithoutCommits();
        world.define(World.TABLE, "group_commit_policy", "interval");

        CompletableFuture<Void> read = world.agent().visible(List.of(World.TABLE));
        world.settleWithoutCommits();

        assertThat(read).isNotDone();
        world.settle();
        assertThat(read).isCompleted();
        assertThat(world.engine.rows(World.TABLE)).containsExactly(1L);
    }

    @Test
    void dropLetsReadersGo() {
        world.sync(World.TABLE, 1);
        world.settleWithoutCommits();
        CompletableFuture<Void> read = world.agent().visible(List.of(World.TABLE));
        world.tables.remove(World.TABLE);
        world.dropped.add(World.TABLE);

        CompletableFuture<Void> dropped = world.agent().dropTable(World.TABLE);
        world.settle();

        assertThat(dropped).isCompleted();
        assertThat(read).isCompleted();
        assertThat(world.agent().isBound(World.TABLE)).isFalse();
    }

    @Test
    void aLogThatFailsLetsNoReaderPass() {
        Answer answer = world.sync(World.TABLE, 1);
        world.settleWithoutCommits();
        world.disk.failAfter(0);
        world.async(World.OTHER, 2);
        world.settleWithoutCommits();

        CompletableFuture<Void> read = world.agent().visible(List.of(World.TABLE));
        CompletableFuture<Hold> hold = world.agent().hold(List.of(World.TABLE));
        world.settle();

        assertThat(answer.heard).containsExactly("logged");
        assertThat(read).isCompletedExceptionally();
        assertThat(hold).isCompletedExceptionally();
        assertThat(world.agent().isBound(World.TABLE)).isTrue();
    }

    @Test
    void aRepetitionIsAnsweredAfterAForceAsItsFirst() {
        Answer first = world.keyed("k", true, 1);
        Answer second = world.keyed("k", true, 1);
        Answer third = world.keyed("k", false, 1);

        world.settleWithoutCommits();

        assertThat(first.heard).containsExactly("logged");
        assertThat(second.heard).containsExactly("repeated logged");
        assertThat(third.heard).containsExactly("repeated logged");
    }

    @Test
    void aSyncRepetitionOfAnAsyncLoadWaitsForItsCommit() {
        world.keyed("k", false, 1);
        Answer second = world.keyed("k", true, 1);
        world.settleWithoutCommits();

        assertThat(second.heard).isEmpty();
        world.settle();
        assertThat(second.heard).containsExactly("repeated visible");
    }

    @Test
    void whileAReadHoldsItsTablesNobodyIsAnswered() {
        Answer before = world.sync(World.TABLE, 1);
        world.settleWithoutCommits();
        CompletableFuture<Hold> hold = world.agent().hold(List.of(World.TABLE, World.OTHER));
        world.settle();
        assertThat(hold).isCompleted();
        assertThat(world.engine.rows(World.TABLE)).containsExactly(1L);

        Answer during = world.sync(World.OTHER, 2);
        Answer async = world.async(World.OTHER, 3);
        world.settleWithoutCommits();

        assertThat(before.heard).containsExactly("logged");
        assertThat(during.heard).isEmpty();
        assertThat(async.heard).containsExactly("logged");
        hold.join().close();
        world.settleWithoutCommits();
        assertThat(during.heard).containsExactly("logged");
    }

    @Test
    void readsThatFollowOneAnotherHoldNobodyBackForEver() {
        world.sync(World.TABLE, 1);
        world.settle();
        CompletableFuture<Hold> first = world.agent().hold(List.of(World.TABLE));
        world.settle();
        Answer held = world.sync(World.TABLE, 2);
        world.settleWithoutCommits();
        CompletableFuture<Hold> second = world.agent().hold(List.of(World.TABLE));
        world.settle();

        first.join().close();
        world.settleWithoutCommits();

        assertThat(second).isCompleted();
        assertThat(held.heard).containsExactly("logged");
        assertThat(world.engine.rows(World.TABLE)).containsExactly(1L, 2L);
    }

    @Test
    void aHoldThatWasGivenUpIsOver() {
        world.sync(World.TABLE, 1);
        world.settleWithoutCommits();
        CompletableFuture<Hold> hold = world.agent().hold(List.of(World.TABLE));
        hold.completeExceptionally(new TributaryException(ErrorCode.LIMIT_OR_LOCK_WAIT, "too late"));
        world.settle();

        Answer after = world.sync(World.TABLE, 2);
        world.settleWithoutCommits();

        assertThat(after.heard).containsExactly("logged");
    }

    @Test
    void aBatchIsCommittedInTheBackgroundWhenAReadWouldWaitForLong() {
        long[] values = new long[1_000];
        int loads = 0;
        while (world.commits.isEmpty() && loads < 10_000) {
            world.sync(World.TABLE, values);
            world.settleWithoutCommits();
            loads++;
        }

        assertThat(loads * 8_000L).isBetween(500_000L, 3_000_000L);
    }

    @Test
    void theIntervalEndsTheWaitOfWhatNobodyReads() {
        world.sync(World.TABLE, 1);
        world.settleWithoutCommits();
        assertThat(world.commits).isEmpty();

        world.advanceMillis(10_001);
        world.settleWithoutCommits();

        assertThat(world.commits).hasSize(1);
    }

    @Test
    void whereWritersReadWhatTheyWroteTheCommitBeginsWithTheForceOfTheLoad() {
        world.sync(World.TABLE, 1);
        world.settleWithoutCommits();
        CompletableFuture<Void> unused = world.agent().visible(List.of(World.TABLE));
        world.settle();
        long forces = world.agent().stats().forces();

        Answer answer = world.sync(World.TABLE, 2);
        world.settleWithoutCommits();

        assertThat(answer.heard).containsExactly("logged");
        assertThat(world.commits).hasSize(1);
        assertThat(world.agent().stats().forces()).isEqualTo(forces + 1);
    }

    @Test
    void whereReadsFollowLoadsThatComeDuringACommitAreAnsweredWithTheNextSeal() {
        long forces = whileReadLoadIsCommitted();
        Answer second = world.sync(World.TABLE, 3);
        world.settleWithoutCommits();
        Answer third = world.sync(World.TABLE, 4);
        world.settleWithoutCommits();

        assertThat(second.heard).isEmpty();
        assertThat(third.heard).isEmpty();
        assertThat(world.agent().stats().forces()).isEqualTo(forces);
        world.settle();
        assertThat(second.heard).containsExactly("logged");
        assertThat(third.heard).containsExactly("logged");
        assertThat(world.agent().stats().forces()).isEqualTo(forces + 1);
        assertThat(world.engine.rows(World.TABLE)).containsExactly(1L, 2L, 3L, 4L);
    }

    @Test
    void aCommitThatTakesLongKeepsNoLoadFromItsAnswer() {
        long forces = whileReadLoadIsCommitted();
        Answer second = world.sync(World.TABLE, 3);
        world.settleWithoutCommits();
        world.advanceMillis(19);
        Answer third = world.sync(World.TABLE, 4);
        world.settleWithoutCommits();
        assertThat(second.heard).isEmpty();

        world.advanceMillis(1);
        world.settleWithoutCommits();

        assertThat(second.heard).containsExactly("logged");
        assertThat(third.heard).containsExactly("logged");
        assertThat(world.agent().stats().forces()).isEqualTo(forces + 1);
        assertThat(world.disk.isDurable(Rows.bytes(4))).isTrue();
    }

    @Test
    void whileTheEngineTakesLongOverACommitLoadsAreAnsweredAsTheyCome() {
        List<Answer> during = new ArrayList<>();
        whileReadLoadIsCommitted();
        world.engine.beforeEachAppend(tableId -> {
            world.engine.beforeEachAppend(other -> {});
            world.advanceMillis(19);
            during.add(world.sync(World.TABLE, 3));
            world.settleWithoutCommits();
            assertThat(during.get(0).heard).isEmpty();
            world.advanceMillis(1);
            during.add(world.sync(World.TABLE, 4));
            world.settleWithoutCommits();
            assertThat(during.get(1).heard).containsExactly("logged");
        });

        world.settle();

        assertThat(during.get(0).heard).containsExactly("logged");
        assertThat(during.get(1).heard).containsExactly("logged");
    }

    @Test
    void whileCommitsFailLoadsAreAnsweredAsTheyCome() {
        whileReadLoadIsCommitted();
        world.engine.decide(() -> Fate.FAIL);
        world.runCommits();
        world.settleWithoutCommits();

        Answer answer = world.sync(World.TABLE, 3);
        world.settleWithoutCommits();

        assertThat(answer.heard).containsExactly("logged");
    }

    @Test
    void theForceOfAnotherAnswersALoadThatWaitsForItsSeal() {
        long unused = whileReadLoadIsCommitted();
        Answer second = world.sync(World.TABLE, 3);
        world.settleWithoutCommits();
        Answer other = world.async(World.OTHER, 4);
        world.settleWithoutCommits();

        assertThat(other.heard).containsExactly("logged");
        assertThat(second.heard).containsExactly("logged");
    }

    @Test
    void aReadWaitsForNoLoadThatIsNotAnswered() {
        long unused = whileReadLoadIsCommitted();
        Answer second = world.sync(World.TABLE, 3);
        world.settleWithoutCommits();
        CompletableFuture<Void> read = world.agent().visible(List.of(World.TABLE));
        world.settleWithoutCommits();
        assertThat(read).isNotDone();

        int committed = world.runCommits();
        world.settleWithoutCommits();

        assertThat(committed).isEqualTo(1);
        assertThat(read).isCompleted();
        assertThat(second.heard).containsExactly("logged");
        assertThat(world.engine.rows(World.TABLE)).containsExactly(1L, 2L);
        CompletableFuture<Void> next = world.agent().visible(List.of(World.TABLE));
        world.settleWithoutCommits();
        assertThat(next).isNotDone();
        world.settle();
        assertThat(next).isCompleted();
        assertThat(world.engine.rows(World.TABLE)).containsExactly(1L, 2L, 3L);
    }

    @Test
    void aLoadThatWaitsForItsSealWhenTheLogFailsHearsThat() {
        long unused = whileReadLoadIsCommitted();
        Answer second = world.sync(World.TABLE, 3);
        world.settleWithoutCommits();
        world.disk.failAfter(0);
        world.advanceMillis(20);
        world.settleWithoutCommits();

        assertThat(second.heard).hasSize(1);
        assertThat(second.heard.get(0)).isNotEqualTo("logged");
    }

    /** Row 1 was read; row 2 is being committed. Returns the forces so far. */
    private long whileReadLoadIsCommitted() {
        world.sync(World.TABLE, 1);
        world.settleWithoutCommits();
        CompletableFuture<Void> unused = world.agent().visible(List.of(World.TABLE));
        world.settle();
        Answer first = world.sync(World.TABLE, 2);
        world.settleWithoutCommits();
        assertThat(first.heard).containsExactly("logged");
        assertThat(world.commits).hasSize(1);
        return world.agent().stats().forces();
    }
}
