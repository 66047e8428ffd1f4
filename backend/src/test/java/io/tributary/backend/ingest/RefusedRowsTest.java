package io.tributary.backend.ingest;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.backend.batch.Failpoint;
import io.tributary.backend.batch.RefusedPart;
import io.tributary.contract.calls.BatchInfo;
import io.tributary.contract.calls.TransactionInfo;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.FakeEngine;
import io.tributary.engine.port.QuarantinedRow;
import io.tributary.log.WalOptions;
import io.tributary.testing.Seeds;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;

/** Batches with rows that the engine refuses for their values. */
class RefusedRowsTest {
    private static final long TABLE = World.TABLE;

    private final World world = new World();

    @Test
    void aRefusedRowOfAnAcknowledgedLoadGoesToQuarantineAndTheOthersAreCommitted() {
        world.engine.refuseValues(2L);
        World.Answer answer = world.async(TABLE, 1, 2, 3);

        commit();

        assertThat(answer.heard).containsExactly("logged");
        assertThat(world.engine.rows(TABLE)).containsExactly(1L, 3L);
        QuarantinedRow row = world.engine.quarantined().get(0);
        assertThat(world.engine.quarantined()).hasSize(1);
        assertThat(row.json()).isEqualTo("{\"v\":2}");
        assertThat(row.reason()).startsWith("refused among");
        assertThat(row.tableId()).isEqualTo(TABLE);
        assertThat(row.database() + "." + row.table()).isEqualTo("db.t7");
        assertThat(row.label()).startsWith("group_commit_");
        assertThat(row.millis()).isEqualTo(world.wallMillis);
        TransactionInfo transaction = world.history.byId(answer.txnId).get(0);
        assertThat(transaction.status()).isEqualTo(TransactionInfo.Status.VISIBLE);
        assertThat(transaction.rows()).isEqualTo(2);
        assertThat(transaction.reason()).contains("1 rows are in quarantine", "refused among");
        assertThat(world.agent().stats().quarantinedRows()).isEqualTo(1);
    }

    @Test
    void aSyncLoadWithARefusedRowFailsAsAWholeAndItsNeighboursAreCommitted() {
        world.engine.refuseValues(11L);
        World.Answer before = world.sync(TABLE, 1, 2);
        World.Answer refused = world.sync(TABLE, 10, 11, 12);
        World.Answer after = world.sync(TABLE, 20);

        commit();

        assertThat(before.heard).containsExactly("visible");
        assertThat(after.heard).containsExactly("visible");
        assertThat(refused.heard).containsExactly("refused CONSTRAINT_VIOLATED");
        assertThat(refused.error).hasMessageContaining("nothing of this load was stored");
        assertThat(world.engine.rows(TABLE)).containsExactly(1L, 2L, 20L);
        assertThat(world.engine.quarantined()).isEmpty();
        assertThat(world.agent().stats().refusedLoads()).isEqualTo(1);
    }

    @Test
    void aRefusalIsTriedAgainBeforeRowsAreLookedFor() {
        world.engine.refuseValues(2L);
        world.async(TABLE, 1, 2);
        world.settle();
        world.advanceMillis(10_000);
        world.settle();
        assertThat(world.engine.begun()).isEqualTo(1);
        assertThat(world.engine.quarantined()).isEmpty();

        world.engine.refuse(rows -> false);
        commit();

        assertThat(world.engine.rows(TABLE)).containsExactly(1L, 2L);
        assertThat(world.engine.quarantined()).isEmpty();
    }

    @Test
    void conflictsAndOtherErrorsAreNeverBisected() {
        for (FakeEngine.Fate fate : List.of(FakeEngine.Fate.CONFLICT, FakeEngine.Fate.FAIL)) {
            world.engine.decide(() -> fate);
            world.async(TABLE, 1, 2);
            int before = world.engine.begun();
            world.settle();
            world.advanceMillis(10_000);
            for (int i = 0; i < 5; i++) {
                world.settle();
                world.advanceMillis(10_000);
            }
            assertThat(world.engine.begun() - before).isEqualTo(5);
            world.engine.decide(() -> FakeEngine.Fate.COMMIT);
            commit();
            world.advanceMillis(10_000);
            commit();
        }
        assertThat(world.engine.quarantined()).isEmpty();
    }

    @Test
    void anErrorThatIsNotTheRowsFaultEndsTheSearchAndTheBatchIsTriedOn() {
        int[] trials = {0};
        world.engine.refuse(rows -> {
            if (++trials[0] == 4) {
                throw new TributaryException(ErrorCode.ENGINE, "out of memory");
            }
            return rows.contains(2L);
        });
        world.async(TABLE, 1, 2, 3, 4);
        world.settle();
        world.advanceMillis(10_000);
        world.settle();
        world.advanceMillis(10);
        world.settle();
        assertThat(world.engine.quarantined()).isEmpty();
        assertThat(world.engine.rows(TABLE)).isEmpty();

        world.advanceMillis(10_000);
        world.settle();

        assertThat(world.engine.rows(TABLE)).containsExactly(1L, 3L, 4L);
        assertThat(world.engine.quarantined()).hasSize(1);
    }

    @Test
    void rowsThatAreRefusedOnlyBesideOthersAreFoundInTheirOrder() {
        // The later of two equal rows is refused, as by a unique index.
        world.engine.refuse(rows -> new HashSet<>(rows).size() < rows.size());
        world.async(TABLE, 1, 2, 3);
        World.Answer sync = world.sync(TABLE, 4, 2);
        world.async(TABLE, 4, 5, 1);

        commit();

        assertThat(sync.heard).containsExactly("refused CONSTRAINT_VIOLATED");
        // The 4 of the sync load went with it, so the later one is no second one.
        assertThat(world.engine.rows(TABLE)).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(world.engine.quarantined()).extracting(QuarantinedRow::json).containsExactly("{\"v\":1}");
    }

    @Test
    void fewRefusedRowsAmongManyCostAFewTrialsEach() {
        world.engine.refuseValues(17L, 4_000L, 7_777L);
        world.async(TABLE, LongStream.range(0, 8_192).toArray());

        commit();

        assertThat(world.engine.rows(TABLE)).hasSize(8_189);
        assertThat(world.engine.quarantined()).hasSize(3);
        assertThat(world.engine.begun()).isLessThan(3 + 2 * 3 * 13);
    }

    @Test
    void aBatchWhoseBlocksAreOnlyInTheLogIsReadFromThereInChunks() {
        world.options = new IngestOptions(16 << 20, 1, new WalOptions(64 << 20, 0), 0, 10_000, 10_000, 30_000);
        world.engine.refuseValues(1_000_007L);
        long rows = 0;
        for (int load = 0; load < 4; load++) {
            long from = load * 500_000L;
            rows += 500_000;
            world.async(TABLE, LongStream.range(from, from + 500_000).toArray());
            world.settle();
        }

        for (int i = 0; i < 20; i++) {
            world.advanceMillis(10_000);
            world.settle();
        }

        assertThat(world.engine.rows(TABLE)).hasSize((int) rows - 1);
        assertThat(world.engine.quarantined()).hasSize(1);
        assertThat(world.engine.mostAppended()).isLessThan((int) rows);
    }

    @Test
    void theKeyOfARefusedSyncLoadIsFreeAndThatOfAnAsyncLoadStays() {
        world.engine.refuseValues(2L, 12L);
        World.Answer sync = world.keyed("s", true, 1, 2);
        World.Answer async = world.keyed("a", false, 11, 12);
        commit();
        assertThat(sync.heard).containsExactly("refused CONSTRAINT_VIOLATED");
        assertThat(async.heard).containsExactly("logged");

        world.engine.refuse(rows -> false);
        World.Answer syncAgain = world.keyed("s", true, 1, 2);
        World.Answer asyncAgain = world.keyed("a", false, 11, 12);
        commit();

        assertThat(syncAgain.heard).containsExactly("visible");
        assertThat(asyncAgain.heard).containsExactly("repeated visible");
        assertThat(world.engine.rows(TABLE)).containsExactly(11L, 1L, 2L);
        assertThat(world.engine.quarantined()).hasSize(1);
    }

    @Test
    void anAsyncRepetitionOfASyncLoadIsNotAcknowledgedBeforeTheCommit() {
        world.engine.refuseValues(2L);
        World.Answer sync = world.keyed("s", true, 1, 2);
        world.agent().doWork();
        World.Answer repeated = world.keyed("s", false, 1, 2);
        world.agent().doWork();
        assertThat(repeated.heard).isEmpty();

        commit();

        assertThat(sync.heard).containsExactly("refused CONSTRAINT_VIOLATED");
        assertThat(repeated.heard).containsExactly("refused CONSTRAINT_VIOLATED");
        assertThat(world.engine.rows(TABLE)).isEmpty();
        assertThat(world.engine.quarantined()).isEmpty();
    }

    @Test
    void aLostAnswerOfTheCommitStillTellsTheRefusedSyncLoad() {
        world.engine.refuseValues(2L);
        world.engine.decide(() -> FakeEngine.Fate.COMMIT_AND_LOSE_ANSWER);
        World.Answer good = world.sync(TABLE, 1);
        World.Answer bad = world.sync(TABLE, 2);
        world.async(TABLE, 3, 2);
        world.settle();
        world.advanceMillis(10);
        world.settle();
        assertThat(good.heard).isEmpty();

        world.engine.decide(() -> FakeEngine.Fate.COMMIT);
        world.advanceMillis(1_000);
        world.settle();

        assertThat(good.heard).containsExactly("visible");
        assertThat(bad.heard).containsExactly("refused CONSTRAINT_VIOLATED");
        assertThat(world.engine.rows(TABLE)).containsExactly(1L, 3L);
        assertThat(world.engine.quarantined()).hasSize(1);
        assertThat(world.history.byId(good.txnId).get(0).rows()).isEqualTo(2);
    }

    @Test
    void whatWasLeftOutOfABatchIsForgottenWithItsTable() {
        world.engine.refuseValues(2L);
        world.async(TABLE, 1, 2);
        world.async(World.OTHER, 2);
        commit();
        assertThat(world.engine.systemStore().list(RefusedPart.SPACE)).hasSize(2);

        world.tables.remove(TABLE);
        world.dropped.add(TABLE);
        world.kill();
        world.settle();

        assertThat(world.engine.systemStore().list(RefusedPart.SPACE))
                .hasSize(1)
                .allSatisfy((key, text) -> assertThat(key).startsWith(World.OTHER + "/"));
    }

    @Test
    void aFullQuarantineDropsNothingAndTheBatchWaitsForRoom() throws Exception {
        world.quarantineRowsMax = 1;
        world.engine.refuseValues(1L, 2L);
        World.Answer answer = world.async(TABLE, 1, 2, 3);
        commit();
        assertThat(world.engine.rows(TABLE)).isEmpty();
        assertThat(world.engine.quarantined()).isEmpty();
        CompletableFuture<List<BatchInfo>> asked = world.agent().batches();
        world.settle();
        assertThat(asked.get().get(0).lastError()).contains("quarantine_rows_max = 1", "REPLAY QUARANTINE");
        assertThat(world.quarantine().whyWaiting()).contains("quarantine_rows_max = 1");

        world.engine.refuseValues(1L);
        world.advanceMillis(10_000);
        commit();

        assertThat(answer.heard).containsExactly("logged");
        assertThat(world.engine.rows(TABLE)).containsExactly(2L, 3L);
        assertThat(world.engine.quarantined()).hasSize(1);
        assertThat(world.quarantine().whyWaiting()).isNull();
    }

    @Test
    void aFullQuarantineIsNoWarningOnceTheBatchHasCommittedWhole() {
        fillQuarantine();

        world.engine.refuse(rows -> false);
        world.advanceMillis(10_000);
        commit();

        assertThat(world.engine.rows(TABLE)).containsExactly(1L, 2L, 3L);
        assertThat(world.quarantine().whyWaiting()).isNull();
    }

    @Test
    void aFullQuarantineIsAWarningStillWhenABatchOfAnotherTableHasCommittedInPart() {
        fillQuarantine();
        world.engine.beforeEachAppend(table -> {
            if (table == TABLE) {
                throw new TributaryException(ErrorCode.ENGINE, "so that it does not find the quarantine full again");
            }
        });

        world.async(World.OTHER, 1, 4);
        commit();

        assertThat(world.engine.rows(World.OTHER)).containsExactly(4L);
        assertThat(world.engine.quarantined()).hasSize(1);
        assertThat(world.quarantine().whyWaiting()).contains("quarantine_rows_max = 1");
    }

    @Test
    void aFullQuarantineIsNoWarningOnceTheTableIsDropped() {
        fillQuarantine();

        world.tables.remove(TABLE);
        CompletableFuture<Void> dropped = world.agent().dropTable(TABLE);
        world.settle();

        assertThat(dropped).isCompleted();
        assertThat(world.quarantine().whyWaiting()).isNull();
    }

    @Test
    void aFullQuarantineIsNoWarningOnceNobodyHasAskedForRoomForLong() {
        fillQuarantine();

        world.advanceMillis(TimeUnit.MINUTES.toMillis(10));
        assertThat(world.quarantine().whyWaiting()).isNotNull();
        world.advanceMillis(1);

        assertThat(world.quarantine().whyWaiting()).isNull();
    }

    /** A batch of the table waits, of which two rows are refused: there is room for one. */
    private void fillQuarantine() {
        world.quarantineRowsMax = 1;
        world.engine.refuseValues(1L, 2L);
        world.async(TABLE, 1, 2, 3);
        world.settle();
        for (int i = 0; world.quarantine().whyWaiting() == null && i < 3; i++) {
            world.advanceMillis(10_000);
            world.settle();
        }
        assertThat(world.quarantine().whyWaiting()).contains("quarantine_rows_max = 1");
    }

    @Test
    void crashesBetweenTrialsAndCommitChangeNothing() {
        for (Failpoint.Point point : List.of(Failpoint.Point.AFTER_TRIALS, Failpoint.Point.IN_ENGINE_COMMIT)) {
            World crashing = new World();
            crashing.engine.refuseValues(2L, 12L);
            crashing.async(TABLE, 1, 2, 3);
            crashing.sync(TABLE, 11, 12);
            crashing.agent().doWork();
            crashing.failpoint = at -> {
                if (at == point) {
                    throw new Crash();
                }
            };
            assertThatThrownBy(() -> {
                        crashing.committers = Runnable::run;
                        for (int i = 0; i < 5; i++) {
                            crashing.advanceMillis(10_000);
                            crashing.agent().doWork();
                        }
                        throw new Crash();
                    })
                    .isInstanceOf(Crash.class);
            assertThat(crashing.engine.rows(TABLE)).isEmpty();
            crashing.failpoint = Failpoint.NONE;
            crashing.committers = crashing.commits::add;
            crashing.kill();
            for (int i = 0; i < 5; i++) {
                crashing.settle();
                crashing.advanceMillis(10_000);
            }

            // The log tells of the sync load that it was one: nobody was told that its rows are safe.
            assertThat(crashing.engine.rows(TABLE)).containsExactly(1L, 3L);
            assertThat(crashing.engine.quarantined()).hasSize(1);
        }
    }

    @Test
    void randomBatchesEndAsTheirRowsOneByOneWould() {
        Seeds.check(RefusedRowsTest.class, 200, random -> {
            World each = new World();
            Set<Long> bad = new HashSet<>();
            List<Long> expected = new ArrayList<>();
            List<Long> aside = new ArrayList<>();
            List<World.Answer> refusedAnswers = new ArrayList<>();
            List<World.Answer> goodAnswers = new ArrayList<>();
            long next = 0;
            for (int load = random.nextInt(12) + 1; load > 0; load--) {
                boolean sync = random.nextBoolean();
                long[] values =
                        LongStream.range(next, next + 1 + random.nextInt(9)).toArray();
                next += values.length;
                List<Long> badOfLoad = new ArrayList<>();
                for (long value : values) {
                    if (random.nextInt(8) == 0) {
                        badOfLoad.add(value);
                    }
                }
                bad.addAll(badOfLoad);
                boolean whole = sync && !badOfLoad.isEmpty();
                for (long value : values) {
                    if (!whole && !badOfLoad.contains(value)) {
                        expected.add(value);
                    } else if (!whole) {
                        aside.add(value);
                    }
                }
                World.Answer answer = sync ? each.sync(TABLE, values) : each.async(TABLE, values);
                if (sync) {
                    (whole ? refusedAnswers : goodAnswers).add(answer);
                }
            }
            each.engine.refuse(rows -> rows.stream().anyMatch(bad::contains));
            commit(each);

            assertThat(each.engine.rows(TABLE)).isEqualTo(expected);
            assertThat(each.engine.quarantined())
                    .extracting(QuarantinedRow::json)
                    .containsExactlyElementsOf(
                            aside.stream().map(value -> "{\"v\":" + value + "}").toList());
            refusedAnswers.forEach(answer -> assertThat(answer.heard).containsExactly("refused CONSTRAINT_VIOLATED"));
            goodAnswers.forEach(answer -> assertThat(answer.heard).containsExactly("visible"));
        });
    }

    private void commit() {
        commit(world);
    }

    /** Seals, and lets a refused batch be tried again. */
    private static void commit(World world) {
        world.settle();
        world.advanceMillis(10_000);
        world.settle();
        world.advanceMillis(10);
        world.settle();
    }

    private static final class Crash extends Error {}
}
