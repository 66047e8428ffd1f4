package io.tributary.backend.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.TestRows;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CommittedKeysTest {
    private static final List<ColumnType> TYPES = List.of(ColumnType.varchar(20), ColumnType.of(ColumnType.Kind.INT));
    private static final TableSchema TABLE = table(1);

    /** Nobody asks it to give way. */
    private static final CommittedKeys.Holder STAYS = () -> {
        throw new AssertionError("asked to give way");
    };

    private final CommittedKeys keys = new CommittedKeys();

    private static TableSchema table(long id) {
        return new TableSchema(
                id,
                "db",
                "t" + id,
                1,
                TableSchema.KeyModel.UNIQUE,
                List.of(
                        Column.of("name", TYPES.get(0), true).asKey(),
                        Column.of("part", TYPES.get(1), true).asKey()),
                TableProperties.defaults(),
                TableSchema.Layout.none());
    }

    private static List<RowBlock> rows(String... names) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (String name : names) {
            rows.add(new @Nullable Object[] {name.isEmpty() ? null : name, 7});
        }
        return List.of(TestRows.block(TYPES, rows));
    }

    @Test
    void onlyAKeyThatWasCommittedSinceTheSnapshotConflicts() {
        try (CommittedKeys.Watch other = keys.watch(STAYS)) {
            keys.committed(TABLE, rows("before"));
            try (CommittedKeys.Watch watch = keys.watch(STAYS)) {
                watch.add(TABLE, rows("a", "before"));
                keys.committed(TABLE, rows("b", ""));
                keys.committed(table(2), rows("a"));
                assertThat(watch.conflicts()).isFalse();

                keys.committed(TABLE, rows("c", "a"));
                assertThat(watch.conflicts()).isTrue();
            }
            assertThat(other.conflicts()).as("without rows of its own").isFalse();
        }
    }

    @Test
    void nullIsAKeyLikeAnyOther() {
        try (CommittedKeys.Watch watch = keys.watch(STAYS)) {
            watch.add(TABLE, rows(""));
            keys.committed(TABLE, rows("x"));
            assertThat(watch.conflicts()).isFalse();
            keys.committed(TABLE, rows(""));
            assertThat(watch.conflicts()).isTrue();
        }
    }

    @Test
    void twoTransactionsOutsideOfTheLanesMeetHere() {
        try (CommittedKeys.Watch first = keys.watch(STAYS);
                CommittedKeys.Watch second = keys.watch(STAYS);
                CommittedKeys.Watch third = keys.watch(STAYS)) {
            first.add(TABLE, rows("a"));
            second.add(TABLE, rows("a", "b"));
            third.add(TABLE, rows("c"));
            assertThat(first.conflicts()).isFalse();
            first.committed();

            assertThat(second.conflicts()).isTrue();
            assertThat(third.conflicts()).isFalse();
        }
    }

    @Test
    void whoMayHaveLockedRowsGivesWayToAnyKeyAndConflictsWithNone() {
        try (CommittedKeys.Watch locking = keys.watch(() -> true);
                CommittedKeys.Watch other = keys.watch(STAYS)) {
            other.add(TABLE, rows("b"));
            assertThat(keys.hasLocks(TABLE.tableId())).isFalse();
            locking.locking(TABLE);
            keys.committed(TABLE, rows("a"));
            assertThat(keys.hasLocks(TABLE.tableId())).isTrue();
            assertThat(locking.conflicts()).isFalse();

            assertThat(keys.makeWay(TABLE, rows("a"))).isTrue();
            assertThat(locking.isOutdone()).isTrue();
            assertThat(other.isOutdone()).isFalse();
        }
        assertThat(keys.hasLocks(TABLE.tableId())).isFalse();
    }

    @Test
    void whatNobodyAsksForIsForgotten() {
        CommittedKeys.Watch first = keys.watch(STAYS);
        keys.committed(TABLE, rows("a", "b"));
        keys.committed(table(2), rows("a"));
        CommittedKeys.Watch second = keys.watch(STAYS);
        second.add(TABLE, rows("a"));
        long bytes = keys.bytes();

        first.close();
        assertThat(keys.bytes()).isLessThan(bytes);
        assertThat(second.conflicts()).isFalse();
        keys.committed(TABLE, rows("a"));
        keys.committed(table(2), rows("a"));
        bytes = keys.bytes();
        keys.forget(2);
        assertThat(keys.bytes()).isLessThan(bytes);
        assertThat(second.conflicts()).isTrue();

        second.close();
        second.close();
        assertThat(keys.bytes()).isZero();
    }

    @Test
    void commitsBeyondTheBudgetOfAllTablesCountAsAnyKey() {
        CommittedKeys small = new CommittedKeys(1_000, 1_000_000);
        try (CommittedKeys.Watch busy = small.watch(STAYS);
                CommittedKeys.Watch calm = small.watch(STAYS)) {
            busy.add(TABLE, rows("mine"));
            calm.add(table(2), rows("mine"));
            long held = small.bytes();
            small.committed(table(2), rows("theirs"));
            for (int i = 0; i < 20; i++) {
                assertThat(small.bytes() - held).isLessThanOrEqualTo(1_000);
                small.committed(TABLE, rows("k" + i));
            }

            assertThat(busy.conflicts()).as("in the table that has most").isTrue();
            assertThat(calm.conflicts()).isFalse();
        }
    }

    @Test
    void aTransactionBeyondTheBudgetOfAllHoldsAnyKey() {
        CommittedKeys small = new CommittedKeys(1_000_000, 80);
        try (CommittedKeys.Watch first = small.watch(STAYS);
                CommittedKeys.Watch second = small.watch(STAYS)) {
            first.add(TABLE, rows("a", "b", "c", "d"));
            second.add(TABLE, rows("e", "f", "g", "h", "i", "j", "k"));
            assertThat(small.bytes()).isLessThanOrEqualTo(80);
            small.committed(TABLE, rows("z"));

            assertThat(first.conflicts()).isFalse();
            assertThat(second.conflicts()).isTrue();
        }
        assertThat(small.bytes()).isZero();
    }

    @Test
    void aBatchMakesThoseGiveWayThatHoldOneOfItsKeys() {
        List<String> asked = new ArrayList<>();
        try (CommittedKeys.Watch holds = keys.watch(() -> asked.add("holds"));
                CommittedKeys.Watch other = keys.watch(STAYS);
                CommittedKeys.Watch elsewhere = keys.watch(STAYS);
                CommittedKeys.Watch changes = keys.watch(() -> !asked.add("changes"))) {
            holds.add(TABLE, rows("x", "a"));
            other.add(TABLE, rows("b"));
            elsewhere.add(table(2), rows("a"));
            changes.changing(TABLE);

            assertThat(keys.makeWay(TABLE, rows("a", "c")))
                    .as("one has not ended yet")
                    .isFalse();

            assertThat(asked).containsExactly("holds", "changes");
            assertThat(holds.isOutdone()).isTrue();
            assertThat(holds.conflicts()).isTrue();
            assertThat(other.isOutdone()).isFalse();
        }
        assertThat(keys.makeWay(TABLE, null)).as("nobody is left").isTrue();
    }

    @Test
    void withoutKeysEverybodyGivesWayWhoHasWrittenToTheTable() {
        List<String> asked = new ArrayList<>();
        try (CommittedKeys.Watch writer = keys.watch(() -> asked.add("writer"));
                CommittedKeys.Watch changer = keys.watch(() -> asked.add("changer"));
                CommittedKeys.Watch reader = keys.watch(STAYS)) {
            writer.add(TABLE, rows("a"));
            changer.changing(TABLE);
            changer.add(TABLE, TYPES, rows("b").get(0));
            changer.changed(TABLE);
            reader.changing(TABLE);
            reader.changed(TABLE);

            assertThat(keys.makeWay(TABLE, rows("c"))).isTrue();
            assertThat(asked).isEmpty();
            assertThat(keys.makeWay(TABLE, null)).isTrue();
            assertThat(asked).containsExactly("writer", "changer");
        }
    }

    @Test
    void onlyThoseThatHaveChangedRowsGiveWayToACheckpoint() {
        List<String> asked = new ArrayList<>();
        try (CommittedKeys.Watch inserts = keys.watch(STAYS);
                CommittedKeys.Watch changes = keys.watch(() -> asked.add("changes"))) {
            inserts.add(TABLE, rows("a"));
            assertThat(keys.makeWayForAll()).isFalse();
            changes.changesRows();

            assertThat(keys.makeWayForAll()).isTrue();

            assertThat(asked).containsExactly("changes");
            assertThat(inserts.isOutdone()).isFalse();
            assertThat(changes.isOutdone()).isTrue();
        }
    }

    @Test
    void whatIsNotRememberedConflicts() {
        String[] many = new String[RecentCommits.KEYS_MAX + 1];
        for (int i = 0; i < many.length; i++) {
            many[i] = "k" + i;
        }
        try (CommittedKeys.Watch few = keys.watch(STAYS);
                CommittedKeys.Watch tooMany = keys.watch(STAYS)) {
            few.add(TABLE, rows("a"));
            tooMany.add(TABLE, rows(many));
            assertThat(tooMany.conflicts()).isFalse();
            keys.committed(TABLE, rows("b"));
            assertThat(few.conflicts()).isFalse();
            assertThat(tooMany.conflicts()).isTrue();

            keys.committed(TABLE, rows(many));
            assertThat(few.conflicts()).as("more than are remembered").isTrue();
        }
        try (CommittedKeys.Watch watch = keys.watch(STAYS)) {
            watch.add(TABLE, rows("a"));
            keys.committed(TABLE, null);
            assertThat(watch.conflicts()).as("of rows that are not at hand").isTrue();
        }
    }
}
