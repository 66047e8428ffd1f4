package io.tributary.backend.ingest;

import static io.tributary.backend.ingest.World.OTHER;
import static io.tributary.backend.ingest.World.TABLE;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.backend.batch.Failpoint;
import io.tributary.backend.ingest.World.Answer;
import io.tributary.backend.record.LogRecords;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.engine.port.FakeEngine;
import io.tributary.engine.port.Positions;
import io.tributary.engine.port.Rows;
import io.tributary.log.MemoryWalDirectory;
import io.tributary.log.SegmentedLog;
import io.tributary.log.WalOptions;
import io.tributary.log.WriteAheadLog;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import org.junit.jupiter.api.Test;

class WalRecoveryTest {
    private final World world = new World();

    @Test
    void acknowledgedRowsAreThereOnceAfterAKill() {
        world.async(TABLE, 1);
        world.async(OTHER, 2);
        world.settle();

        world.kill();
        world.recover();

        assertThat(world.engine.rows(TABLE)).containsExactly(1L);
        assertThat(world.engine.rows(OTHER)).containsExactly(2L);
        world.kill();
        world.recover();
        assertThat(world.engine.rows(TABLE)).containsExactly(1L);
    }

    @Test
    void committedBatchIsNotCommittedAgain() {
        world.sync(TABLE, 1);
        world.agent().doWork();
        world.runCommits();

        world.kill();
        world.recover();

        assertThat(world.engine.rows(TABLE)).containsExactly(1L);
    }

    @Test
    void sealedBatchesAreRebuiltAsTheyWereInOrder() {
        world.define(TABLE, "group_commit_data_bytes", "1");
        Answer first = world.async(TABLE, 1, 2);
        Answer second = world.async(TABLE, 3);
        world.agent().doWork();
        world.define(TABLE);
        Answer tail = world.async(TABLE, 4);
        world.async(TABLE, 5);
        world.agent().doWork();
        assertThat(List.of(first.txnId, second.txnId, tail.txnId)).doesNotHaveDuplicates();

        world.kill();
        world.recover();

        assertThat(world.engine.rows(TABLE)).containsExactly(1L, 2L, 3L, 4L, 5L);
        assertThat(world.agent().stats().uncommittedBatches()).isZero();
        assertThat(world.agent().stats().logSegments())
                .as("the replayed log is truncated")
                .isEqualTo(1);
    }

    @Test
    void unsealedTailIsSealedDurablyBeforeItIsCommitted() {
        world.async(TABLE, 1);
        world.async(TABLE, 2);
        world.agent().doWork();
        world.kill();
        List<World> lefts = new ArrayList<>();
        world.failpoint = point -> {
            if (point == Failpoint.Point.IN_RECOVERY) {
                World left = new World();
                left.disk = world.disk.afterPowerLoss(new Random(3));
                lefts.add(left);
            }
        };

        world.recover();

        assertThat(lefts).hasSize(1);
        assertThat(sealsIn(lefts.get(0).disk)).isEqualTo(1);
        lefts.get(0).recover();
        assertThat(lefts.get(0).engine.commits()).as("the same batch").isEqualTo(1);
        assertThat(lefts.get(0).engine.rows(TABLE)).containsExactly(1L, 2L);
    }

    @Test
    void loadWithoutItsEndIsDropped() {
        world.async(TABLE, 1);
        world.agent().doWork();
        World cut = new World();
        world.offer(TABLE, false, List.of(Rows.block(2), Rows.block(3)));
        int[] point = {0};
        world.failpoint = p -> point[0]++;
        world.agent().doWork();
        byte[] segment = bytes("0000000000000001.wal");
        // The LOAD_END is the last record: 40 bytes of frame and 24 of payload.
        int end = segment.length;
        while (segment[end - 1] == 0) {
            end--;
        }
        for (int i = end - 40; i < segment.length; i++) {
            segment[i] = 0;
        }
        cut.disk = world.disk.afterKill();
        cut.disk.put("0000000000000001.wal", segment);

        cut.agent();
        cut.async(TABLE, 4);
        cut.settle();
        cut.kill();
        cut.recover();

        assertThat(cut.engine.rows(TABLE)).containsExactly(1L, 4L);
    }

    @Test
    void rowsOfADroppedTableAreSkippedAndThoseOfAnUnknownOneRefused() {
        world.async(TABLE, 1);
        world.async(OTHER, 2);
        world.agent().doWork();
        world.kill();
        world.tables.remove(TABLE);

        assertThatThrownBy(world::agent)
                .isInstanceOf(TributaryException.class)
                .hasMessageContaining("holds rows of table 7, of which the engine knows nothing")
                .hasMessageContaining("the log is intact")
                .hasMessageNotContaining("wal skip");
        world.dropped.add(TABLE);
        world.recover();

        assertThat(world.engine.rows(TABLE)).isEmpty();
        assertThat(world.engine.rows(OTHER)).containsExactly(2L);
    }

    @Test
    void rowsForAnotherShapeOfTheirTableAreRefusedInWordsThatKeepTheLog() {
        world.async(TABLE, 1);
        world.agent().doWork();
        world.kill();
        world.tables.put(TABLE, Objects.requireNonNull(world.table(TABLE)).withSchemaVersion(2));

        assertThatThrownBy(world::agent)
                .isInstanceOf(TributaryException.class)
                .hasMessageContaining("rows of table 7 for schema version 1, which is 2 in the engine")
                .hasMessageContaining("the log is intact")
                .hasMessageNotContaining("wal skip");
    }

    @Test
    void endOfABatchOfADroppedTableIsSkippedAlthoughItsBeginIsDeleted() {
        world.agent();
        String first = world.disk.list().get(0);
        long[] half = new long[300];
        world.offer(TABLE, false, List.of(Rows.block(half), Rows.block(half)));
        world.async(OTHER, 2);
        world.agent().doWork();
        world.advanceMillis(10_000);
        world.agent().doWork();
        world.tables.remove(TABLE);
        world.dropped.add(TABLE);
        var dropped = world.agent().dropTable(TABLE);
        world.settle();
        assertThat(dropped).isCompleted();
        assertThat(world.disk.list()).as("with the load's first block").doesNotContain(first);

        world.kill();
        world.async(OTHER, 3);
        world.settle();

        assertThat(world.engine.rows(OTHER)).first().isEqualTo(2L);
    }

    @Test
    void batchThatTheEngineRefusesStaysWithTheAgentAndHoldsTheLog() {
        world.async(TABLE, 1);
        world.async(OTHER, 2);
        world.agent().doWork();
        world.kill();
        world.engine.decide(() -> FakeEngine.Fate.FAIL);

        world.agent();
        Answer behind = world.sync(TABLE, 3);
        world.settle();
        assertThat(world.agent().stats().uncommittedBatches()).isEqualTo(3);
        world.engine.decide(() -> FakeEngine.Fate.COMMIT);
        world.advanceMillis(10_000);
        world.settle();

        assertThat(behind.heard).containsExactly("visible");
        assertThat(world.engine.rows(TABLE)).containsExactly(1L, 3L);
        assertThat(world.engine.rows(OTHER)).containsExactly(2L);
    }

    @Test
    void answerLostInRecoveryDoesNotDoubleRows() {
        world.async(TABLE, 1);
        world.agent().doWork();
        world.kill();
        List<FakeEngine.Fate> fates = new ArrayList<>(
                List.of(FakeEngine.Fate.CONFLICT, FakeEngine.Fate.CONFLICT, FakeEngine.Fate.COMMIT_AND_LOSE_ANSWER));
        world.engine.decide(() -> fates.isEmpty() ? FakeEngine.Fate.COMMIT : fates.remove(0));

        world.recover();

        assertThat(world.engine.rows(TABLE)).containsExactly(1L);
        assertThat(world.agent().stats().uncommittedBatches()).isZero();
    }

    @Test
    void lsnStartsBeyondEveryAppliedPositionEvenIfTheLogIsShorter() {
        world.sync(TABLE, 1);
        world.settle();
        long epoch = world.agent().epoch();
        try (var transaction = world.engine.begin()) {
            Positions.set(world.engine, transaction, OTHER, epoch, 900);
            transaction.commit();
        }
        world.kill();

        world.sync(OTHER, 2);
        world.settle();

        assertThat(world.agent().stats().lastLsn()).isGreaterThan(900);
        assertThat(world.engine.rows(OTHER)).containsExactly(2L);
    }

    @Test
    void damagedLogRefusesToStart() {
        world.async(TABLE, 1);
        world.agent().doWork();
        world.async(TABLE, 2);
        world.agent().doWork();
        byte[] segment = bytes("0000000000000001.wal");
        segment[70] ^= 1;
        world.kill();
        world.disk.put("0000000000000001.wal", segment);

        assertThatThrownBy(world::agent)
                .isInstanceOfSatisfying(TributaryException.class, e -> assertThat(e.code())
                        .isEqualTo(ErrorCode.SERVER_ERROR_READING_LOG))
                .hasMessageContaining("0000000000000001.wal")
                .hasMessageContaining("offset=64");
    }

    private static int sealsIn(MemoryWalDirectory disk) {
        int[] seals = {0};
        try (WriteAheadLog wal = SegmentedLog.open(disk.afterKill(), new WalOptions(4096, 2), () -> 1, Runnable::run)) {
            wal.replay(record -> seals[0] += record.type() == LogRecords.SEAL ? 1 : 0);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
        return seals[0];
    }

    private byte[] bytes(String name) {
        try {
            return world.disk.bytes(name);
        } catch (IOException e) {
            throw new AssertionError(e);
        }
    }
}
