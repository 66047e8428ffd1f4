package io.tributary.backend.batch;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.duckdb.DuckDbEngine;
import io.tributary.engine.duckdb.DuckDbOptions;
import io.tributary.engine.port.FaultyEngine;
import io.tributary.engine.port.TestRows;
import java.nio.file.Path;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RecordedWritesTest {
    private static final long TABLE = 7;
    private static final List<ColumnType> TYPES = List.of(ColumnType.of(ColumnType.Kind.INT));
    private static final RowBlock BLOCK = TestRows.block(TYPES, List.<@Nullable Object[]>of(new Object[] {1}));

    @TempDir
    Path directory;

    private final TableLanes lanes = new TableLanes();
    private final RecordedWrites.Budget budget = new RecordedWrites.Budget(3L * BLOCK.length());

    @Test
    void rowsAreTakenOnceAndInOrder() throws Exception {
        RecordedWrites record = record();
        pass(() -> lanes.wrote(TABLE, List.of(BLOCK)));
        pass(() -> lanes.wrote(TABLE, List.of()));
        pass(() -> lanes.wrote(TABLE, List.of(BLOCK)));

        assertThat(record.take()).containsExactly(BLOCK, BLOCK);
        assertThat(record.take()).isEmpty();
        assertThat(record.isUseless()).isFalse();
    }

    @Test
    void whoLeavesTheLaneWithoutAWordMayHaveChangedAnything() throws Exception {
        RecordedWrites record = record();
        pass(() -> lanes.wrote(TABLE, List.of(BLOCK)));
        pass(() -> {});

        assertThat(record.isUseless()).isTrue();
        assertThat(record.take()).isEmpty();
        assertThat(budget.reserved()).isZero();
    }

    @Test
    void allRecordsTogetherKeepNoMoreThanTheirBudget() throws Exception {
        RecordedWrites record = record();
        RecordedWrites other = lanes.record(8, budget).orElseThrow();
        pass(() -> lanes.wrote(TABLE, List.of(BLOCK, BLOCK)));
        assertThat(record.take()).hasSize(2);
        lanes.wrote(8, List.of(BLOCK, BLOCK));

        assertThat(other.isUseless()).as("what was taken is in use").isTrue();
        assertThat(record.isUseless()).isFalse();
        assertThat(record.take()).isEmpty();
        assertThat(budget.reserved()).isZero();
        pass(() -> lanes.wrote(TABLE, List.of(BLOCK)));
        record.close();
        record.close();
        assertThat(budget.reserved()).isZero();
    }

    @Test
    void aTableHasOneRecordAtATimeAndTheOldOnesEndLeavesTheNew() throws Exception {
        RecordedWrites first = record();
        assertThat(lanes.record(TABLE, budget)).isEmpty();
        first.close();
        RecordedWrites second = record();
        first.close();
        pass(() -> lanes.wrote(TABLE, List.of(BLOCK)));

        assertThat(second.take()).containsExactly(BLOCK);
    }

    @Test
    void aTableIsChangingUntilTheLastChangeEnds() {
        TableLanes.Pass first = lanes.changing(TABLE);
        TableLanes.Pass second = lanes.changing(TABLE);
        first.close();
        first.close();
        assertThat(lanes.isChanging(TABLE)).isTrue();
        second.close();
        assertThat(lanes.isChanging(TABLE)).isFalse();
    }

    @Test
    void aBatchWhoseAnswerWasLostIsNotRecordedByTheAttemptThatFindsIt() throws Exception {
        TableSchema table = new TableSchema(
                TABLE,
                "db",
                "t",
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(Column.of("a", TYPES.get(0), true)),
                TableProperties.defaults(),
                TableSchema.Layout.none());
        FaultyEngine engine = new FaultyEngine(
                DuckDbEngine.open(DuckDbOptions.defaults(directory.resolve("t.duckdb"), directory.resolve("tmp"))));
        try {
            engine.createDatabase("db");
            engine.createTable(table);
            BatchCommitter committer = new BatchCommitter(
                    new CommitTarget(engine, id -> table, lanes),
                    () -> {
                        throw new AssertionError("the batch is in memory");
                    },
                    LogPositions.read(engine, 5),
                    Failpoint.NONE,
                    () -> 0,
                    () -> 0,
                    new Quarantine(engine, 1_000, 1 << 20, System::nanoTime));
            Batch batch = new Batch(table, 1, 1, 0);
            batch.addBlock(2, 0, 1, BLOCK.length(), BLOCK);
            batch.endLoad(2);
            engine.at(FaultyEngine.Point.AFTER_COMMIT, () -> {
                throw new TributaryException(ErrorCode.ENGINE, "the answer is lost");
            });
            RecordedWrites before = record();
            assertThat(committer.commit(batch, 1)).isPresent();
            assertThat(before.isUseless()).isTrue();
            before.close();

            RecordedWrites record = record();
            engine.at(FaultyEngine.Point.AFTER_COMMIT, () -> {});
            assertThat(committer.commit(batch, 2)).isEmpty();

            assertThat(record.isUseless()).isFalse();
            assertThat(record.take()).isEmpty();
        } finally {
            engine.close();
        }
    }

    private RecordedWrites record() {
        return lanes.record(TABLE, budget).orElseThrow();
    }

    private void pass(Runnable inside) throws InterruptedException {
        TableLanes.Pass pass = lanes.enter(List.of(TABLE), 1_000).orElseThrow();
        try {
            inside.run();
        } finally {
            pass.close();
        }
    }
}
