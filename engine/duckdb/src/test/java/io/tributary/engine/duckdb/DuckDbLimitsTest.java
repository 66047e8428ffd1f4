package io.tributary.engine.duckdb;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.duckdb.query.DuckDbCursor;
import io.tributary.engine.duckdb.query.ResultBlocks;
import io.tributary.engine.duckdb.session.AppliedPositions;
import io.tributary.engine.duckdb.session.DuckDbSession;
import io.tributary.engine.port.AppliedBatch;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.Positions;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.TestRows;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DuckDbLimitsTest {
    private static final QueryContext CONTEXT = new QueryContext("db", SqlMode.NONE, "UTC", 0);

    @TempDir
    Path directory;

    private static final long RESULT_BYTES_MAX = 40L << 20;

    private DuckDbEngine engine;

    @BeforeEach
    void open() {
        Path file = directory.resolve("tributary.duckdb");
        engine = DuckDbEngine.open(
                new DuckDbOptions(file, directory.resolve("tmp"), 1, 64L << 20, 1L << 20, 2, 0, RESULT_BYTES_MAX));
        engine.createDatabase("db");
    }

    @AfterEach
    void close() {
        assertThat(RootSession.arrowBytes(engine)).isZero();
        assertThat(engine.results.held()).isZero();
        engine.close();
    }

    private TableSchema table(String name, ColumnType... types) {
        List<Column> columns = new ArrayList<>();
        for (ColumnType type : types) {
            columns.add(Column.of("c" + columns.size(), type, true));
        }
        return new TableSchema(
                1,
                "db",
                name,
                1,
                TableSchema.KeyModel.DUPLICATE,
                columns,
                TableProperties.defaults(),
                TableSchema.Layout.none());
    }

    private static RowBlock integers(int count) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            rows.add(new @Nullable Object[] {i});
        }
        return TestRows.block(List.of(ColumnType.of(Kind.INT)), rows);
    }

    @Test
    void aListMayOutgrowTheBytesABlockBeginsWith() {
        try (ResultCursor cursor = engine.query("SELECT ['a', repeat('x', 20000)] AS r", CONTEXT)) {
            RowBlock block = Objects.requireNonNull(cursor.next());
            List<ColumnType> types = List.of(cursor.columns().get(0).type());
            assertThat(String.valueOf(TestRows.rows(types, block).get(0)[0])).contains("x".repeat(20_000));
        }
    }

    @Test
    void oneTransactionTooManyIsRefusedAndQueriesGoOn() {
        try (EngineTransaction first = engine.begin();
                EngineTransaction second = engine.begin();
                ResultCursor query = engine.query("SELECT 1", CONTEXT)) {
            assertThatThrownBy(() -> engine.begin())
                    .isInstanceOfSatisfying(
                            TributaryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.LIMIT_OR_LOCK_WAIT))
                    .hasMessage("all 2 engine connections for transactions stayed in use for 0 ms");
            assertThat(query.next()).isNotNull();
            first.rollback();
            second.rollback();
        }
        engine.begin().close();
    }

    @Test
    void failedAppendsFreeTheirMemoryAndLeaveNothing() {
        engine.createTable(table("t", ColumnType.of(Kind.INT)));
        TableSchema wider = table("t", ColumnType.of(Kind.INT), ColumnType.of(Kind.INT));
        TableSchema missing = table("nope", ColumnType.of(Kind.INT));
        for (int rows : new int[] {1, 5000}) {
            List<@Nullable Object[]> two = new ArrayList<>();
            for (int i = 0; i < rows; i++) {
                two.add(new @Nullable Object[] {i, i});
            }
            RowBlock block = TestRows.block(List.of(ColumnType.of(Kind.INT), ColumnType.of(Kind.INT)), two);
            try (EngineTransaction transaction = engine.begin()) {
                assertThatThrownBy(() -> transaction.append(wider, List.of(block)))
                        .isInstanceOf(TributaryException.class);
                assertThatThrownBy(transaction::commit).isInstanceOf(IllegalStateException.class);
            }
            try (EngineTransaction transaction = engine.begin()) {
                assertThatThrownBy(() -> transaction.append(missing, List.of(integers(rows))))
                        .isInstanceOf(TributaryException.class);
            }
            // A block that is none of this table is found while the engine reads the stream.
            try (EngineTransaction transaction = engine.begin()) {
                assertThatThrownBy(() -> transaction.append(table("t", ColumnType.of(Kind.INT)), List.of(block)))
                        .isInstanceOf(RuntimeException.class);
            }
            assertThat(RootSession.arrowBytes(engine)).isZero();
        }
        try (ResultCursor cursor = engine.query("SELECT * FROM t", CONTEXT)) {
            assertThat(cursor.next()).isNull();
        }
    }

    @Test
    void aCursorClosedHalfWayFreesItsMemoryAndItsConnection() {
        engine.createTable(table("t", ColumnType.of(Kind.INT)));
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table("t", ColumnType.of(Kind.INT)), List.of(integers(100_000)));
            transaction.commit();
        }
        for (int i = 0; i < 5; i++) {
            try (ResultCursor cursor = engine.query("SELECT * FROM t", CONTEXT)) {
                RowBlock block = Objects.requireNonNull(cursor.next());
                assertThat(block.rowCount()).isLessThanOrEqualTo(DuckDbCursor.BLOCK_ROWS_MAX);
                if (i % 2 == 0) {
                    cursor.cancel();
                }
            }
        }
    }

    @Test
    void wideRowsComeInBlocksBoundedInBytesAndNoneIsLostOrAltered() {
        String sql = "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 901) SELECT i,"
                + " if(i % 3 = 0, NULL, concat(repeat('x', 60000), i)), if(i % 5 = 0, NULL, i / 2) FROM n";
        int rows = 0;
        try (ResultCursor cursor = engine.query(sql, CONTEXT)) {
            for (RowBlock block = cursor.next(); block != null; block = cursor.next()) {
                assertThat(block.length()).isLessThanOrEqualTo(ResultBlocks.BLOCK_BYTES_MAX);
                RowBlockReader reader = new RowBlockReader(
                        cursor.columns().stream().map(ResultColumn::type).toList());
                reader.reset(block);
                for (int row = 0; row < block.rowCount(); row++) {
                    rows++;
                    assertThat(reader.isNull(1, row)).isEqualTo(rows % 3 == 0);
                    assertThat(reader.isNull(2, row)).isEqualTo(rows % 5 == 0);
                }
            }
        }
        assertThat(rows).isEqualTo(901);
    }

    @Test
    void resultsThatNobodyReadsShareABudgetAndItsErrorNamesIt() {
        String sql = "WITH RECURSIVE n AS (SELECT 1 AS i UNION ALL SELECT i + 1 FROM n WHERE i < 512) SELECT"
                + " concat(repeat('x', 50000), i) FROM n";
        try (ResultCursor first = engine.query(sql, CONTEXT);
                ResultCursor second = engine.query(sql, CONTEXT)) {
            assertThat(first.next()).isNotNull();
            assertThat(engine.results.held()).isBetween(23L << 20, RESULT_BYTES_MAX);
            assertThatThrownBy(second::next)
                    .isInstanceOf(TributaryException.class)
                    .hasMessageContaining("result_bytes_max " + RESULT_BYTES_MAX);
            while (first.next() != null) {
                // It is read to its end.
            }
            assertThat(engine.results.held()).isZero();
        }
        assertThatThrownBy(() -> {
                    try (ResultCursor cursor = engine.query("SELECT repeat('x', 60000000)", CONTEXT)) {
                        cursor.next();
                    }
                })
                .hasMessageContaining("result_bytes_max " + RESULT_BYTES_MAX);
    }

    @Test
    void aSecondOpeningOfTheFileSaysWhy() {
        assertThatThrownBy(() -> DuckDbEngine.open(DuckDbOptions.defaults(
                        directory.resolve("missing").resolve("x.duckdb"), directory.resolve("tmp"))))
                .isInstanceOf(TributaryException.class)
                .hasMessageContaining("cannot open the database file " + directory.resolve("missing"));
    }

    @Test
    void aFailureInALaterRowKeepsItsReason() {
        engine.createTable(table("t", ColumnType.of(Kind.INT)));
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table("t", ColumnType.of(Kind.INT)), List.of(integers(300_000)));
            transaction.commit();
        }
        for (int bad : new int[] {0, 299_999}) {
            String sql = "SELECT c0, 1 + if(c0 = " + bad + ", 9223372036854775807, c0) FROM t";
            assertThatThrownBy(() -> {
                        try (ResultCursor cursor = engine.query(sql, CONTEXT)) {
                            while (cursor.next() != null) {
                                // It is read to the bad row.
                            }
                        }
                    })
                    .isInstanceOfSatisfying(TributaryException.class, e -> assertThat(e.code())
                            .as(e.getMessage())
                            .isEqualTo(ErrorCode.OUT_OF_RANGE_IN_EXPRESSION))
                    .hasMessageContaining("9223372036854775807");
        }
    }

    @Test
    void positionsAreCleanedWithoutLosingTheNewest() throws Exception {
        for (int i = 1; i <= 300; i++) {
            try (EngineTransaction transaction = engine.begin()) {
                Positions.set(engine, transaction, i % 3, 1, i);
                transaction.commit();
            }
        }
        DuckDbSession session = RootSession.of(engine);
        new AppliedPositions().open(session);

        assertThat(engine.systemStore().appliedPositions(1)).isEqualTo(java.util.Map.of(0L, 300L, 1L, 298L, 2L, 299L));
        assertThat(engine.systemStore().positionCount()).isEqualTo(3);
    }

    @Test
    void ofPositionsTheNewestOfEachTableAndThoseOfTheLastBatchesAreKept() throws Exception {
        DuckDbSession session = RootSession.of(engine);
        session.execute("INSERT INTO " + AppliedPositions.TABLE
                + " SELECT if(i <= 2, 9, i % 3), 1, i, i, 1, 0 FROM range(1, 12001) r (i)");
        AppliedPositions positions = new AppliedPositions();
        positions.committed(session, AppliedPositions.ROWS_BETWEEN_CLEANINGS - 1);
        assertThat(engine.systemStore().positionCount()).isEqualTo(12_000);

        positions.committed(session, 1);

        assertThat(engine.systemStore().positionCount()).isEqualTo(AppliedPositions.BATCHES_KEPT + 1);
        assertThat(engine.systemStore().appliedPositions(1))
                .isEqualTo(java.util.Map.of(9L, 2L, 0L, 12_000L, 1L, 11_998L, 2L, 11_999L));
        assertThat(engine.systemStore().lastBatches(AppliedPositions.BATCHES_KEPT))
                .hasSize(AppliedPositions.BATCHES_KEPT)
                .first()
                .extracting(AppliedBatch::txnId)
                .isEqualTo(2_001L);
    }
}
