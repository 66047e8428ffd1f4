package io.tributary.backend.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.backend.engine.TestRows;
import io.tributary.rpc.row.RowBlock;
import io.tributary.rpc.schema.Column;
import io.tributary.rpc.schema.ColumnType;
import io.tributary.rpc.schema.TableProperties;
import io.tributary.rpc.schema.TableSchema;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class CommittedKeysTest {
    private static final List<ColumnType> TYPES = List.of(ColumnType.varchar(20), ColumnType.of(ColumnType.Kind.INT));
    private static final TableSchema TABLE = table(1);

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
        try (CommittedKeys.Watch other = keys.watch()) {
            keys.committed(TABLE, rows("before"));
            try (CommittedKeys.Watch watch = keys.watch()) {
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
        try (CommittedKeys.Watch watch = keys.watch()) {
            watch.add(TABLE, rows(""));
            keys.committed(TABLE, rows("x"));
            assertThat(watch.conflicts()).isFalse();
            keys.committed(TABLE, rows(""));
            assertThat(watch.conflicts()).isTrue();
        }
    }

    @Test
    void twoTransactionsOutsideOfTheLanesMeetHere() {
        try (CommittedKeys.Watch first = keys.watch();
                CommittedKeys.Watch second = keys.watch();
                CommittedKeys.Watch third = keys.watch()) {
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
    void whatIsNotRememberedConflicts() {
        String[] many = new String[CommittedKeys.KEYS_MAX + 1];
        for (int i = 0; i < many.length; i++) {
            many[i] = "k" + i;
        }
        try (CommittedKeys.Watch few = keys.watch();
                CommittedKeys.Watch tooMany = keys.watch()) {
            few.add(TABLE, rows("a"));
            tooMany.add(TABLE, rows(many));
            assertThat(tooMany.conflicts()).isFalse();
            keys.committed(TABLE, rows("b"));
            assertThat(few.conflicts()).isFalse();
            assertThat(tooMany.conflicts()).isTrue();

            keys.committed(TABLE, rows(many));
            assertThat(few.conflicts()).as("more than are remembered").isTrue();
        }
        try (CommittedKeys.Watch watch = keys.watch()) {
            watch.add(TABLE, rows("a"));
            keys.committed(TABLE, null);
            assertThat(watch.conflicts()).as("of rows that are not at hand").isTrue();
        }
    }
}
