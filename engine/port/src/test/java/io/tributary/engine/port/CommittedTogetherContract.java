package io.tributary.engine.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/**
 * What the log's core needs of an engine: rows, the position of their table, their keys and their refused neighbours come
 * and go together. Engines that stand in for a real one in tests must pass it too.
 */
public abstract class CommittedTogetherContract {
    private static final long EPOCH = 0x1234_5678_9abc_def0L;

    protected TableEngine engine;
    protected TableSchema table;

    /** Opens the engine on storage that outlives it within one test. */
    protected abstract TableEngine open() throws Exception;

    /** The rows of a table of one BIGINT, in the order in which they came. */
    protected abstract List<Long> rows();

    /** Makes the engine refuse a row of the table for its value, from now on, and returns it. */
    protected abstract RowBlock refused() throws Exception;

    @BeforeEach
    void openEngine() throws Exception {
        engine = open();
        engine.createDatabase("d");
        table = new TableSchema(
                7,
                "d",
                "t",
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(Column.of("v", ColumnType.of(ColumnType.Kind.BIGINT), false)),
                TableProperties.defaults(),
                TableSchema.Layout.none());
        engine.createTable(table);
    }

    @AfterEach
    void closeEngine() {
        engine.close();
    }

    private void reopen() throws Exception {
        engine.close();
        engine = open();
    }

    /** Everything that a batch of one row brings. */
    private void write(EngineTransaction transaction, long row) {
        transaction.append(table, List.of(Rows.block(row)));
        Positions.set(engine, transaction, 7, EPOCH, 40 + row);
        transaction.keepKeys(List.of(new KeptKey(7, key(row), EPOCH, row, 1_000 * row)));
        transaction.putSystem("s", "k" + row, "v" + row);
        transaction.quarantine(List.of(quarantined(0, row)));
    }

    private static IdempotencyKey key(long row) {
        return new IdempotencyKey("key " + row, -row, row);
    }

    private static QuarantinedRow quarantined(long id, long row) {
        return new QuarantinedRow(id, 7, "d", "t", 1, "label " + row, row, "[\"ü" + row + "\"]", "refused", 5 * row);
    }

    private void requireNothing() {
        assertThat(rows()).isEmpty();
        assertThat(engine.systemStore().appliedPositions(EPOCH)).isEmpty();
        assertThat(keysSince(0)).isEmpty();
        assertThat(engine.systemStore().list("s")).isEmpty();
        assertThat(engine.quarantine().size()).isEqualTo(new QuarantineStore.Size(0, 0));
    }

    private List<KeptKey> keysSince(long millis) {
        List<KeptKey> keys = new ArrayList<>();
        engine.keyStore().readSince(millis, keys::add);
        return keys;
    }

    private List<QuarantinedRow> quarantine() {
        return engine.quarantine().read(new QuarantineStore.Filter(0, Set.of()), 0, 100);
    }

    @Test
    void whatATransactionWroteIsThereWithItsCommitAndNotBefore() throws Exception {
        try (EngineTransaction transaction = engine.begin()) {
            write(transaction, 1);
            requireNothing();
            transaction.commit();
        }
        try (EngineTransaction transaction = engine.begin()) {
            write(transaction, 2);
            transaction.commit();
        }

        for (int opened = 0; opened < 2; opened++) {
            assertThat(rows()).containsExactly(1L, 2L);
            assertThat(engine.systemStore().appliedPositions(EPOCH)).isEqualTo(Map.of(7L, 42L));
            assertThat(engine.systemStore().appliedPositions(EPOCH + 1)).isEmpty();
            assertThat(keysSince(0))
                    .containsExactly(new KeptKey(7, key(1), EPOCH, 1, 1_000), new KeptKey(7, key(2), EPOCH, 2, 2_000));
            assertThat(engine.systemStore().list("s")).isEqualTo(Map.of("k1", "v1", "k2", "v2"));
            List<QuarantinedRow> kept = quarantine();
            assertThat(kept).hasSize(2);
            assertThat(kept)
                    .containsExactly(
                            quarantined(kept.get(0).id(), 1),
                            quarantined(kept.get(1).id(), 2));
            assertThat(kept.get(1).id()).isGreaterThan(kept.get(0).id()).isPositive();
            assertThat(engine.quarantine().size()).isEqualTo(new QuarantineStore.Size(2, 14));
            reopen();
        }
    }

    @Test
    void whatIsRolledBackOrClosedWithoutCommitWasNeverThere() throws Exception {
        try (EngineTransaction transaction = engine.begin()) {
            write(transaction, 1);
            transaction.rollback();
            assertThat(transaction.isUsable()).isFalse();
            assertThatThrownBy(transaction::commit).isInstanceOf(IllegalStateException.class);
        }
        try (EngineTransaction transaction = engine.begin()) {
            write(transaction, 2);
        }

        requireNothing();
        reopen();
        requireNothing();
    }

    @Test
    void afterRowsAreRefusedForTheirValuesTheTransactionCanOnlyBeRolledBack() throws Exception {
        RowBlock refused = refused();
        try (EngineTransaction transaction = engine.begin()) {
            write(transaction, 1);
            assertThatThrownBy(() -> transaction.append(table, List.of(refused)))
                    .isInstanceOfSatisfying(
                            TributaryException.class,
                            e -> assertThat(e.code().kind()).isEqualTo(ErrorCode.Kind.ROW));

            assertThat(transaction.isUsable()).isFalse();
            assertThatThrownBy(() -> transaction.append(table, List.of(Rows.block(2))))
                    .isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> Positions.set(engine, transaction, 7, EPOCH, 50))
                    .isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> transaction.keepKeys(List.of())).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> transaction.putSystem("s", "k", "v")).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> transaction.quarantine(List.of())).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(transaction::commit).isInstanceOf(IllegalStateException.class);
        }

        requireNothing();
    }

    @Test
    void aTransactionEndsWithItsCommit() {
        try (EngineTransaction transaction = engine.begin()) {
            assertThat(transaction.isUsable()).isTrue();
            write(transaction, 1);
            transaction.commit();

            assertThat(transaction.isUsable()).isFalse();
            assertThatThrownBy(transaction::commit).isInstanceOf(IllegalStateException.class);
            assertThatThrownBy(() -> transaction.append(table, List.of(Rows.block(2))))
                    .isInstanceOf(IllegalStateException.class);
            transaction.rollback();
        }

        assertThat(rows()).containsExactly(1L);
    }

    @Test
    void ofTransactionsThatOverlapEachBringsItsOwn() {
        try (EngineTransaction first = engine.begin();
                EngineTransaction second = engine.begin()) {
            first.append(table, List.of(Rows.block(1), Rows.block(2)));
            second.append(table, List.of(Rows.block(3)));
            Positions.set(engine, second, 8, EPOCH, 43);
            second.commit();
            Positions.set(engine, first, 7, EPOCH + 1, 42);
            first.commit();
        }

        assertThat(rows()).containsExactlyInAnyOrder(1L, 2L, 3L).containsSubsequence(1L, 2L);
        assertThat(engine.systemStore().appliedPositions(EPOCH)).isEqualTo(Map.of(8L, 43L));
        assertThat(engine.systemStore().appliedPositions(EPOCH + 1)).isEqualTo(Map.of(7L, 42L));
    }

    @Test
    void truncationTakesTheRowsAwayWithItsCommit() {
        try (EngineTransaction transaction = engine.begin()) {
            write(transaction, 1);
            transaction.commit();
        }
        try (EngineTransaction transaction = engine.begin()) {
            transaction.truncate(table, List.of());
            transaction.rollback();
        }
        assertThat(rows()).containsExactly(1L);

        try (EngineTransaction transaction = engine.begin()) {
            transaction.truncate(table, List.of());
            transaction.commit();
        }

        assertThat(rows()).isEmpty();
        assertThat(engine.systemStore().appliedPositions(EPOCH)).isEqualTo(Map.of(7L, 41L));
    }

    @Test
    void ofTransactionsThatOverlapAndChangeTheSameTheSecondConflictsAndLeavesNothing() throws Exception {
        if (!engine.traits().can(EngineCapability.SNAPSHOT_CONFLICTS)) {
            return;
        }
        try (EngineTransaction transaction = engine.begin()) {
            write(transaction, 1);
            transaction.commit();
        }
        try (EngineTransaction first = engine.begin();
                EngineTransaction second = engine.begin()) {
            second.takeSnapshot();
            first.truncate(table, List.of());
            first.commit();

            Positions.set(engine, second, 8, EPOCH, 50);
            assertThatThrownBy(() -> {
                        second.truncate(table, List.of());
                        second.append(table, List.of(Rows.block(2)));
                        second.commit();
                    })
                    .isInstanceOfSatisfying(
                            TributaryException.class, e -> assertThat(e.code().isConflict())
                                    .as(e.getMessage())
                                    .isTrue());
            assertThat(second.isUsable()).isFalse();
        }

        for (int opened = 0; opened < 2; opened++) {
            assertThat(rows()).isEmpty();
            assertThat(engine.systemStore().appliedPositions(EPOCH)).isEqualTo(Map.of(7L, 41L));
            reopen();
        }
        try (EngineTransaction again = engine.begin()) {
            again.truncate(table, List.of());
            again.append(table, List.of(Rows.block(2)));
            again.commit();
        }
        assertThat(rows()).containsExactly(2L);
    }

    @Test
    void theLastBatchesAreKnownBeyondTheirPositions() throws Exception {
        List<AppliedBatch> batches = List.of(
                new AppliedBatch(7, EPOCH, 41, 100, 2, 1_000),
                new AppliedBatch(8, EPOCH, 42, 101, 3, 2_000),
                new AppliedBatch(7, EPOCH, 43, 102, 4, 3_000));
        for (AppliedBatch batch : batches) {
            try (EngineTransaction transaction = engine.begin()) {
                Positions.set(engine, transaction, batch);
                transaction.commit();
            }
        }
        try (EngineTransaction transaction = engine.begin()) {
            Positions.set(engine, transaction, 9, EPOCH, 44);
            transaction.commit();
        }
        try (EngineTransaction transaction = engine.begin()) {
            Positions.set(engine, transaction, new AppliedBatch(7, EPOCH, 45, 103, 1, 4_000));
            transaction.rollback();
        }

        for (int opened = 0; opened < 2; opened++) {
            reopen();

            assertThat(engine.systemStore().lastBatches(10)).isEqualTo(batches);
            assertThat(engine.systemStore().lastBatches(2)).isEqualTo(batches.subList(1, 3));
            assertThat(engine.systemStore().appliedPositions(EPOCH)).isEqualTo(Map.of(7L, 43L, 8L, 42L, 9L, 44L));
        }
    }

    /** Who has lost the answer of a commit asks this way whether to commit the batch again. */
    @Test
    void thePositionOfOneTableIsTheOneAmongThoseOfAllAndAnotherLogsIsNot() throws Exception {
        try (EngineTransaction transaction = engine.begin()) {
            Positions.set(
                    engine,
                    transaction,
                    new AppliedBatch(7, EPOCH, 41, 1, 1, 1_000),
                    new AppliedBatch(8, EPOCH, 42, 2, 5, 1_000));
            Positions.set(engine, transaction, 9, EPOCH + 1, 99);
            transaction.commit();
        }
        try (EngineTransaction transaction = engine.begin()) {
            Positions.set(engine, transaction, 7, EPOCH, 43);
            transaction.commit();
        }
        try (EngineTransaction transaction = engine.begin()) {
            Positions.set(engine, transaction, 7, EPOCH, 45);
            transaction.rollback();
        }

        for (int opened = 0; opened < 2; opened++) {
            SystemStore store = engine.systemStore();
            assertThat(store.appliedPositions(EPOCH)).isEqualTo(Map.of(7L, 43L, 8L, 42L));
            assertThat(store.appliedPosition(EPOCH, 7)).hasValue(43);
            assertThat(store.appliedPosition(EPOCH, 8)).hasValue(42);
            assertThat(store.appliedPosition(EPOCH, 9)).isEmpty();
            assertThat(store.appliedPosition(EPOCH + 1, 7)).isEmpty();
            assertThat(store.appliedPosition(EPOCH + 1, 9)).hasValue(99);
            reopen();
        }
    }

    @Test
    void eachCommitThatNoLogHoldsIsCountedAndToldOnceItIsDurable() throws Exception {
        List<Long> told = new ArrayList<>();
        UnloggedCommits commits = engine.unloggedCommits();
        if (commits == UnloggedCommits.UNCOUNTED) {
            return;
        }
        engine.systemStore().put("s", "before", "is not counted");
        commits.countFromNowOn(() -> told.add(commits.count()));
        long before = commits.count();

        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, List.of(Rows.block(1)));
            transaction.commit();
        }
        try (EngineTransaction transaction = engine.begin()) {
            transaction.truncate(table, List.of());
            transaction.commit();
        }
        engine.systemStore().put("s", "k", "v");
        engine.systemStore().remove("s", "k");
        commits.mark();
        assertThat(told).containsExactly(before + 1, before + 2, before + 3, before + 4, before + 5);

        try (EngineTransaction transaction = engine.begin()) {
            write(transaction, 2);
            transaction.commit();
        }
        try (EngineTransaction transaction = engine.begin()) {
            transaction.commit();
        }
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, List.of(Rows.block(3)));
        }
        engine.systemStore().get("s", "k");
        assertThat(told).hasSize(5);

        reopen();
        assertThat(engine.unloggedCommits().count()).isEqualTo(before + 5);
        engine.unloggedCommits().accept(before + 100);
        engine.unloggedCommits().accept(before + 50);
        reopen();
        assertThat(engine.unloggedCommits().count()).isEqualTo(before + 100);
    }

    @Test
    void positionsOfSeveralTablesComeWithOneCommit() throws Exception {
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, List.of(Rows.block(1)));
            Positions.set(engine, transaction, ofThreeTables(0));
        }
        requireNothing();

        for (int round = 0; round < 2; round++) {
            try (EngineTransaction transaction = engine.begin()) {
                transaction.append(table, List.of(Rows.block(1 + round)));
                Positions.set(engine, transaction, ofThreeTables(round));
                transaction.commit();
            }
        }
        reopen();

        assertThat(rows()).containsExactly(1L, 2L);
        assertThat(engine.systemStore().appliedPositions(EPOCH)).isEqualTo(Map.of(7L, 51L, 8L, 52L, 9L, 53L));
        assertThat(engine.systemStore().lastBatches(10))
                .contains(ofThreeTables(0))
                .contains(ofThreeTables(1));
    }

    private static AppliedBatch[] ofThreeTables(int round) {
        return new AppliedBatch[] {
            new AppliedBatch(7, EPOCH, 41 + 10L * round, 1 + 3L * round, 1, 1_000),
            new AppliedBatch(8, EPOCH, 42 + 10L * round, 2 + 3L * round, 5, 1_000),
            new AppliedBatch(9, EPOCH, 43 + 10L * round, 3 + 3L * round, 9, 1_000)
        };
    }

    @Test
    void aCommitIsInTheFileOnceACheckpointThatBeganAfterItHasSucceeded() throws Exception {
        try (EngineTransaction transaction = engine.begin()) {
            write(transaction, 1);
            transaction.commit();
        }
        long covering = engine.nextCheckpoint();
        if (covering == 0) {
            // It has no log of its own.
            reopen();
            assertThat(rows()).containsExactly(1L);
            return;
        }
        assertThat(engine.lastCheckpoint()).isLessThan(covering);

        engine.checkpoint();

        assertThat(engine.lastCheckpoint()).isGreaterThanOrEqualTo(covering).isLessThan(engine.nextCheckpoint());
        try (EngineTransaction transaction = engine.begin()) {
            write(transaction, 2);
            transaction.commit();
        }
        assertThat(engine.lastCheckpoint()).isLessThan(engine.nextCheckpoint());
        reopen();
        assertThat(rows()).containsExactly(1L, 2L);
    }

    @Test
    void theStoreIsOrderedByKeyAndTheLastWriteCounts() throws Exception {
        SystemStore store = engine.systemStore();
        store.put("s", "b", "1");
        store.put("s", "a", "it's");
        store.put("s", "b", "2");
        store.put("other", "a", "x");
        store.remove("other", "a");
        store.remove("none", "a");
        try (EngineTransaction transaction = engine.begin()) {
            transaction.putSystem("s", "a", "3");
            transaction.putSystem("s", "a", "4");
            transaction.commit();
        }

        reopen();

        assertThat(engine.systemStore().list("s")).containsExactly(Map.entry("a", "4"), Map.entry("b", "2"));
        assertThat(engine.systemStore().get("s", "b")).contains("2");
        assertThat(engine.systemStore().get("s", "c")).isEmpty();
        assertThat(engine.systemStore().list("other")).isEmpty();
    }

    @Test
    void keysAreReadOldestFirstAndForgottenByTheirTime() throws Exception {
        try (EngineTransaction transaction = engine.begin()) {
            transaction.keepKeys(List.of(
                    new KeptKey(7, key(3), EPOCH, 3, 3_000),
                    new KeptKey(7, key(1), EPOCH, 1, 1_000),
                    new KeptKey(8, key(2), EPOCH, 2, 2_000)));
            transaction.commit();
        }

        assertThat(keysSince(0)).extracting(KeptKey::committedMillis).containsExactly(1_000L, 2_000L, 3_000L);
        assertThat(keysSince(1_000)).extracting(KeptKey::committedMillis).containsExactly(2_000L, 3_000L);
        assertThat(engine.keyStore().removeUntil(2_000)).isEqualTo(2);
        reopen();
        assertThat(keysSince(0)).extracting(KeptKey::committedMillis).containsExactly(3_000L);
    }

    @Test
    void aRowInQuarantineKeepsItsIdAndNoOtherEverGetsIt() throws Exception {
        try (EngineTransaction transaction = engine.begin()) {
            transaction.quarantine(List.of(quarantined(0, 1), quarantined(0, 2), quarantined(0, 3)));
            transaction.commit();
        }
        List<Long> ids = quarantine().stream().map(QuarantinedRow::id).toList();
        assertThat(ids).hasSize(3).isSorted();
        try (EngineTransaction transaction = engine.begin()) {
            assertThat(transaction.removeQuarantined(new QuarantineStore.Filter(8, Set.of())))
                    .isZero();
            assertThat(transaction.removeQuarantined(
                            new QuarantineStore.Filter(0, Set.of(ids.get(1), ids.get(2), Long.MAX_VALUE))))
                    .isEqualTo(2);
            transaction.commit();
        }
        reopen();
        try (EngineTransaction transaction = engine.begin()) {
            transaction.quarantine(List.of(quarantined(0, 4)));
            transaction.commit();
        }

        List<QuarantinedRow> left = quarantine();
        assertThat(left).hasSize(2);
        assertThat(left.get(0)).isEqualTo(quarantined(ids.get(0), 1));
        assertThat(left.get(1).id()).isGreaterThan(ids.get(2));
        assertThat(left.get(1)).isEqualTo(quarantined(left.get(1).id(), 4));
        assertThat(engine.quarantine().read(new QuarantineStore.Filter(7, Set.of(ids.get(0))), 0, 1))
                .containsExactly(left.get(0));
        assertThat(engine.quarantine().read(new QuarantineStore.Filter(0, Set.of()), ids.get(0), 1))
                .containsExactly(left.get(1));
    }
}
