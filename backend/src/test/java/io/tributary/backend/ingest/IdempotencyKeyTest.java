package io.tributary.backend.ingest;

import static io.tributary.backend.ingest.World.OTHER;
import static io.tributary.backend.ingest.World.TABLE;
import static java.util.Comparator.comparingLong;
import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.backend.ingest.World.Answer;
import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.engine.port.FakeEngine;
import io.tributary.engine.port.KeptKey;
import io.tributary.engine.port.Rows;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.Test;

class IdempotencyKeyTest {
    private final World world = new World();

    @Test
    void aRepetitionOfACommittedLoadIsAnsweredAsTheFirstAndAddsNothing() {
        Answer first = world.keyed("k", true, 1, 2);
        world.settle();
        long bytes = world.agent().stats().logBytes();

        Answer sync = world.keyed("k", true, 1, 2);
        Answer async = world.keyed("k", false, 1, 2);
        world.settle();

        assertThat(first.heard).containsExactly("visible");
        assertThat(sync.heard).containsExactly("repeated visible");
        assertThat(async.heard).containsExactly("repeated visible");
        assertThat(sync.txnId).isEqualTo(first.txnId);
        assertThat(world.engine.rows(TABLE)).containsExactly(1L, 2L);
        assertThat(world.agent().stats().logBytes()).as("nothing is logged").isEqualTo(bytes);
        assertThat(world.agent().stats().loads()).isEqualTo(1);
    }

    @Test
    void anAsyncRepetitionOfAPendingLoadIsAnsweredOnceTheFirstIsDurable() {
        Answer first = world.keyed("k", false, 1);
        Answer atOnce = world.keyed("k", false, 1);
        world.agent().doWork();
        Answer later = world.keyed("k", false, 1);
        world.agent().doWork();

        assertThat(first.heard).containsExactly("logged");
        assertThat(atOnce.heard).containsExactly("repeated logged");
        assertThat(later.heard).containsExactly("repeated logged");
        assertThat(later.txnId).isEqualTo(first.txnId);
        world.advanceMillis(10_000);
        world.settle();
        assertThat(world.engine.rows(TABLE)).containsExactly(1L);
    }

    /** The first may still be refused at the commit, so a force does not make it safe. */
    @Test
    void anAsyncRepetitionOfASyncLoadWaitsForItsCommit() {
        world.sync(TABLE, 9);
        world.agent().doWork();
        Answer first = world.keyed("k", true, 1);
        world.agent().doWork();
        Answer again = world.keyed("k", false, 1);
        world.agent().doWork();
        assertThat(first.heard).isEmpty();
        assertThat(again.heard).isEmpty();

        world.settle();

        assertThat(first.heard).containsExactly("visible");
        assertThat(again.heard).containsExactly("repeated visible");
    }

    @Test
    void aSyncRepetitionWaitsForTheCommitOfTheFirst() {
        Answer first = world.keyed("k", false, 1);
        world.agent().doWork();

        Answer again = world.keyed("k", true, 1);
        world.agent().doWork();
        List<String> beforeTheCommit = List.copyOf(again.heard);
        world.settle();

        assertThat(first.heard).containsExactly("logged");
        assertThat(beforeTheCommit).isEmpty();
        assertThat(again.heard).containsExactly("repeated visible");
        assertThat(world.engine.rows(TABLE)).containsExactly(1L);
    }

    @Test
    void aRepetitionJoinsABatchThatIsBeingCommitted() {
        world.keyed("k", true, 1);
        world.agent().doWork();
        assertThat(world.commits).hasSize(1);

        Answer again = world.keyed("k", true, 1);
        world.agent().doWork();
        world.settle();

        assertThat(again.heard).containsExactly("repeated visible");
        assertThat(world.engine.commits()).isEqualTo(1);
    }

    @Test
    void otherRowsUnderAKeyAreRefusedNamingIt() {
        Answer first = world.keyed("order-17", true, 1);
        world.settle();

        Answer other = world.keyed("order-17", true, 2);
        world.settle();

        assertThat(other.heard).containsExactly("refused DUPLICATE_KEY");
        assertThat(other.error)
                .hasMessageStartingWith("Duplicate entry 'order-17' for key 'idempotency_key'")
                .hasMessageContaining("transaction " + first.txnId);
        assertThat(world.engine.rows(TABLE)).containsExactly(1L);
        assertThat(world.agent().stats().inboxBytes()).isZero();
    }

    @Test
    void aKeyCountsWithinItsTable() {
        world.keyed("k", true, 1);
        Answer elsewhere = world.offer(OTHER, true, List.of(Rows.block(1)), new IdempotencyKey("k", 5, 0));
        world.settle();

        assertThat(elsewhere.heard).containsExactly("visible");
        assertThat(world.engine.rows(OTHER)).containsExactly(1L);
    }

    @Test
    void aRefusedLoadLeavesItsKeyFree() {
        Answer refused = new Answer();
        world.agent()
                .offer(new LoadTask(TABLE, 5, true, List.of(Rows.block(1)), new IdempotencyKey("k", 1, 0), refused));
        world.settle();

        Answer second = world.keyed("k", true, 1, 2);
        world.settle();

        assertThat(refused.heard).containsExactly("refused SCHEMA_VERSION_MISMATCH");
        assertThat(second.heard).containsExactly("visible");
    }

    @Test
    void aLoadThatTheDiskLostLeavesItsKeyFree() {
        world.sync(TABLE, 9);
        world.agent().doWork();
        world.keyed("k", true, 1);
        world.agent().doWork();

        world.restartOn(world.disk.afterPowerLoss(new Random(3)));
        world.agent();
        assertThat(world.engine.rows(TABLE)).as("it is lost").doesNotContain(1L);
        Answer again = world.keyed("k", true, 1);
        world.settle();

        assertThat(again.heard).containsExactly("visible");
        assertThat(world.engine.rows(TABLE)).containsOnlyOnce(1L);
    }

    @Test
    void keysOfUncommittedLoadsAreReadFromTheLog() {
        Answer first = world.keyed("k", false, 1);
        Answer several =
                world.offer(TABLE, false, List.of(Rows.block(2), Rows.block(3)), new IdempotencyKey("blocks", 23, 77));
        world.agent().doWork();
        assertThat(world.engine.keptKeys()).isEmpty();

        world.kill();
        Answer again = world.keyed("k", false, 1);
        Answer severalAgain =
                world.offer(TABLE, true, List.of(Rows.block(2), Rows.block(3)), new IdempotencyKey("blocks", 23, 99));
        world.settle();

        assertThat(again.heard).containsExactly("repeated logged");
        assertThat(again.txnId).isEqualTo(first.txnId);
        assertThat(severalAgain.heard).containsExactly("repeated visible");
        assertThat(severalAgain.txnId).isEqualTo(several.txnId);
        assertThat(severalAgain.repeatedFirstId).as("as generated at first").isEqualTo(77);
        assertThat(world.engine.rows(TABLE)).containsExactly(1L, 2L, 3L);
    }

    @Test
    void keysOfCommittedLoadsAreReadFromTheEngine() {
        Answer first = world.keyed("k", true, 1);
        world.settle();
        long epoch = world.agent().epoch();
        world.kill();

        Answer again = world.keyed("k", true, 1);
        Answer other = world.keyed("k", true, 2);
        world.settle();

        assertThat(again.heard).containsExactly("repeated visible");
        assertThat(again.txnId).isEqualTo(first.txnId);
        assertThat(other.heard).containsExactly("refused DUPLICATE_KEY");
        assertThat(world.engine.keptKeys()).singleElement().matches(kept -> kept.logEpoch() == epoch);
    }

    @Test
    void aKeyOfABatchThatTheEngineRefusesAtTheStartIsKnown() {
        world.keyed("k", false, 1);
        world.agent().doWork();
        world.kill();
        world.engine.decide(() -> FakeEngine.Fate.FAIL);

        Answer async = world.keyed("k", false, 1);
        Answer sync = world.keyed("k", true, 1);
        world.settle();
        assertThat(async.heard).containsExactly("repeated logged");
        assertThat(sync.heard).isEmpty();
        world.engine.decide(() -> FakeEngine.Fate.COMMIT);
        world.advanceMillis(10_000);
        world.settle();

        assertThat(sync.heard).containsExactly("repeated visible");
        assertThat(world.engine.rows(TABLE)).containsExactly(1L);
    }

    @Test
    void aCommitWhoseAnswerIsLostKeepsItsKeysOnce() {
        List<FakeEngine.Fate> fates = new ArrayList<>(List.of(FakeEngine.Fate.COMMIT_AND_LOSE_ANSWER));
        world.engine.decide(() -> fates.isEmpty() ? FakeEngine.Fate.COMMIT : fates.remove(0));
        Answer first = world.keyed("k", true, 1);
        world.settle();
        world.advanceMillis(10_000);
        world.settle();

        assertThat(first.heard).containsExactly("visible");
        assertThat(world.engine.keptKeys()).hasSize(1);
        assertThat(world.engine.rows(TABLE)).containsExactly(1L);
    }

    @Test
    void aKeyIsKeptForItsTimeAndThenFreeAlsoAfterARestart() {
        Answer first = world.keyed("k", true, 1);
        world.settle();
        world.advanceMillis(World.KEEP_MILLIS - 1);
        Answer inTime = world.keyed("k", true, 1);
        world.settle();
        world.advanceMillis(1);
        Answer late = world.keyed("k", true, 2);
        world.settle();
        world.kill();
        Answer ofTheNewer = world.keyed("k", true, 2);
        world.settle();

        assertThat(inTime.heard).containsExactly("repeated visible");
        assertThat(late.heard).containsExactly("visible");
        assertThat(late.txnId).isNotEqualTo(first.txnId);
        assertThat(ofTheNewer.heard).containsExactly("repeated visible");
        assertThat(ofTheNewer.txnId).isEqualTo(late.txnId);
        assertThat(world.engine.rows(TABLE)).containsExactly(1L, 2L);
    }

    @Test
    void aClockThatIsSetAheadForgetsNoKey() {
        world.keyed("k", true, 1);
        world.settle();

        world.wallMillis += 10 * World.KEEP_MILLIS;
        Answer again = world.keyed("k", true, 1);
        world.settle();

        assertThat(again.heard).containsExactly("repeated visible");
    }

    @Test
    void aClockThatIsSetBackKeepsNoKeyLonger() {
        world.keyed("a", true, 1);
        world.settle();
        world.wallMillis -= 10 * World.KEEP_MILLIS;
        world.keyed("b", true, 2);
        world.settle();
        world.kill();
        world.keyed("c", true, 3);
        world.settle();
        assertThat(world.engine.keptKeys()).hasSize(3).isSortedAccordingTo(comparingLong(KeptKey::committedMillis));
        assertThat(world.agent().stats().idempotencyKeys()).isEqualTo(3);

        world.advanceMillis(World.KEEP_MILLIS);
        world.keyed("d", true, 4);
        world.settle();

        assertThat(world.agent().stats().idempotencyKeys()).isEqualTo(1);
    }

    @Test
    void aRefusedRepetitionIsNotToldThatNothingWasStored() {
        Answer first = world.keyed("k", true, 1);
        world.settle();
        CompletableFuture<LogIngest.Barrier> barrier = world.agent().barrier(TABLE);
        world.settle();

        Answer again = world.keyed("k", true, 1);
        Answer without = world.sync(TABLE, 2);
        world.settle();
        world.advanceMillis(10_001);
        world.settle();

        assertThat(barrier).isCompleted();
        assertThat(first.heard).containsExactly("visible");
        assertThat(again.heard).containsExactly("refused LIMIT_OR_LOCK_WAIT");
        assertThat(again.error)
                .hasMessageContaining("this attempt stored nothing, an earlier one with its idempotency_key may have");
        assertThat(without.error).hasMessageContaining("nothing was stored, try again");
    }

    @Test
    void oneMoreThanTheLimitIsRefusedUntilTheOldestExpires() {
        world.keysMax = 2;
        world.keyed("a", true, 1);
        world.settle();
        world.keyed("b", false, 2);
        world.agent().doWork();

        Answer third = world.keyed("c", true, 3);
        Answer repeated = world.keyed("a", true, 1);
        Answer without = world.sync(TABLE, 4);
        world.settle();
        assertThat(third.heard).containsExactly("refused LIMIT_OR_LOCK_WAIT");
        assertThat(third.error).hasMessageContaining("idempotency_keys_max = 2");
        assertThat(repeated.heard).containsExactly("repeated visible");
        assertThat(without.heard).containsExactly("visible");
        assertThat(world.agent().stats().idempotencyKeys()).isEqualTo(2);

        world.advanceMillis(World.KEEP_MILLIS);
        Answer again = world.keyed("c", true, 3);
        world.settle();

        assertThat(again.heard).containsExactly("visible");
        assertThat(world.agent().stats().idempotencyKeys()).isEqualTo(1);
        assertThat(world.engine.rows(TABLE)).containsExactly(1L, 2L, 4L, 3L);
    }

    @Test
    void keysOfADroppedTablesPendingLoadsAreForgotten() {
        world.keyed("k", false, 1);
        world.agent().doWork();
        assertThat(world.agent().stats().idempotencyKeys()).isEqualTo(1);

        CompletableFuture<Void> dropped = world.agent().dropTable(TABLE);
        world.settle();

        assertThat(dropped).isCompleted();
        assertThat(world.agent().stats().idempotencyKeys()).isZero();
    }

    @Test
    void keysOfADroppedTablesCommittedLoadsMakeRoom() {
        world.keysMax = 1;
        world.keyed("k", true, 1);
        world.settle();
        assertThat(world.agent().stats().idempotencyKeys()).isEqualTo(1);

        CompletableFuture<Void> dropped = world.agent().dropTable(TABLE);
        world.settle();

        assertThat(dropped).isCompleted();
        assertThat(world.agent().stats().idempotencyKeys()).isZero();
    }

    @Test
    void keysOfADroppedTableThatTheEngineStillHasDoNotCountAfterAStart() {
        world.keyed("k", true, 1);
        world.settle();
        CompletableFuture<Void> dropped = world.agent().dropTable(TABLE);
        world.settle();
        assertThat(dropped).isCompleted();
        world.tables.remove(TABLE);
        world.dropped.add(TABLE);

        world.kill();
        world.settle();

        assertThat(world.agent().stats().idempotencyKeys()).isZero();
    }

    @Test
    void aRepetitionWaitsBehindABarrierInItsPlace() {
        CompletableFuture<LogIngest.Barrier> barrier = world.agent().barrier(TABLE);
        world.settle();
        Answer first = world.keyed("k", true, 1);
        Answer again = world.keyed("k", true, 1);
        world.settle();
        assertThat(first.heard).isEmpty();
        assertThat(again.heard).isEmpty();

        barrier.join().close();
        world.settle();

        assertThat(first.heard).containsExactly("visible");
        assertThat(again.heard).containsExactly("repeated visible");
        assertThat(world.engine.rows(TABLE)).containsExactly(1L);
    }

    @Test
    void aLogFailureRefusesTheRepetitionWithTheFirst() {
        world.agent().doWork();
        Answer first = world.keyed("k", false, 1);
        Answer again = world.keyed("k", false, 1);
        world.disk.failAfter(0);
        world.settle();

        assertThat(first.heard).containsExactly("refused OUTCOME_UNKNOWN");
        assertThat(again.heard).containsExactly("refused OUTCOME_UNKNOWN");
        assertThat(world.agent().stats().inboxBytes()).isZero();
    }
}
