package io.tributary.engine.duckdb;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Aggregation;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.Positions;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.TestRows;
import io.tributary.testing.Seeds;
import java.math.BigInteger;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** An AGGREGATE KEY table against a map that is aggregated row by row. */
class AggregateKeyModelTest {
    private static final QueryContext CONTEXT = new QueryContext("shop", SqlMode.NONE, "UTC", 0);
    private static final BigInteger HUGE_MOST = BigInteger.ONE.shiftLeft(127).subtract(BigInteger.ONE);

    @TempDir
    Path directory;

    private DuckDbEngine engine;

    @BeforeEach
    void open() {
        engine = DuckDbEngine.open(DuckDbOptions.defaults(directory.resolve("t.duckdb"), directory.resolve("tmp")));
        engine.createDatabase("shop");
    }

    @AfterEach
    void close() {
        engine.close();
    }

    private static TableSchema table(Column... values) {
        List<Column> columns = new ArrayList<>(List.of(values));
        columns.add(1, Column.of("k", ColumnType.of(Kind.INT), true).asKey());
        columns.add(Column.of("k2", ColumnType.varchar(20), false).asKey());
        return new TableSchema(
                1,
                "shop",
                "a",
                1,
                TableSchema.KeyModel.AGGREGATE,
                columns,
                TableProperties.defaults(),
                TableSchema.Layout.none());
    }

    private static Column column(String name, ColumnType type, Aggregation aggregation) {
        return Column.of(name, type, true).aggregatedBy(aggregation);
    }

    private static List<ColumnType> types(TableSchema table) {
        return table.columns().stream().map(Column::type).toList();
    }

    private void append(TableSchema table, List<@Nullable Object[]> rows) {
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, List.of(TestRows.block(types(table), rows)));
            transaction.commit();
        }
    }

    private List<@Nullable Object[]> stored(TableSchema table) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        try (ResultCursor cursor = engine.query("SELECT * FROM a", CONTEXT)) {
            for (RowBlock block = cursor.next(); block != null; block = cursor.next()) {
                rows.addAll(TestRows.rows(types(table), block));
            }
        }
        return rows;
    }

    @Test
    void rowsThatTakeThePlaceOfAllOthersAreNotAddedToThem() {
        TableSchema table = table(column("total", ColumnType.of(Kind.BIGINT), Aggregation.SUM));
        engine.createTable(table);
        append(table, List.of(new @Nullable Object[] {5L, 1, "a"}, new @Nullable Object[] {6L, 2, "b"}));

        try (EngineTransaction transaction = engine.begin()) {
            transaction.truncate(table, List.of());
            transaction.append(
                    table,
                    List.of(TestRows.block(
                            types(table),
                            List.of(new @Nullable Object[] {1L, 1, "a"}, new @Nullable Object[] {2L, 1, "a"}))));
            transaction.commit();
        }

        assertThat(stored(table)).containsExactly(new @Nullable Object[] {3L, 1L, "a"});
    }

    @Test
    void transactionsOfAnySizeCommittedOrNotLeaveWhatASequentialModelHolds() {
        TableSchema table = table(
                column("total", ColumnType.of(Kind.BIGINT), Aggregation.SUM),
                column("highest", ColumnType.of(Kind.STRING), Aggregation.MAX),
                column("lowest", ColumnType.of(Kind.DATE), Aggregation.MIN),
                column("last", ColumnType.of(Kind.STRING), Aggregation.REPLACE),
                column("known", ColumnType.of(Kind.INT), Aggregation.REPLACE_IF_NOT_NULL),
                column("amount", ColumnType.decimal(12, 2), Aggregation.SUM),
                column("large", ColumnType.of(Kind.LARGEINT), Aggregation.SUM));
        engine.createTable(table);
        long seed = Seeds.drawn(AggregateKeyModelTest.class);
        Random random = new Random(seed);
        Map<String, @Nullable Object[]> model = new HashMap<>();
        for (int i = 0; i < 30; i++) {
            Map<String, @Nullable Object[]> after = new HashMap<>(model);
            try (EngineTransaction transaction = engine.begin()) {
                for (int append = random.nextInt(3); append >= 0; append--) {
                    transaction.append(table, blocks(table, random, after));
                }
                if (random.nextInt(5) > 0) {
                    transaction.commit();
                    model = after;
                }
            }
        }
        Map<String, String> rows = new HashMap<>();
        for (@Nullable Object[] row : stored(table)) {
            assertThat(rows.put(row[1] + "|" + row[8], Arrays.toString(row))).isNull();
        }
        Map<String, String> expected = new HashMap<>();
        model.forEach((key, row) -> expected.put(key, Arrays.toString(row)));
        assertThat(rows).as("seed %d", seed).isEqualTo(expected);
    }

    private static List<RowBlock> blocks(TableSchema table, Random random, Map<String, @Nullable Object[]> model) {
        int rows = random.nextInt(4) == 0 ? 1_000 + random.nextInt(2_000) : 1 + random.nextInt(40);
        List<RowBlock> blocks = new ArrayList<>();
        List<@Nullable Object[]> block = new ArrayList<>();
        for (int i = 0; i < rows; i++) {
            int key = random.nextInt(25);
            @Nullable
            Object[] row = {
                maybe(random, (long) random.nextInt() * 1_000),
                key == 0 ? null : (long) key,
                maybe(random, "h" + random.nextInt(1_000)),
                maybe(random, (long) random.nextInt(40_000) - 20_000),
                maybe(random, "l" + random.nextInt()),
                maybe(random, (long) random.nextInt()),
                maybe(random, (long) random.nextInt()),
                maybe(random, new BigInteger(100, random).subtract(BigInteger.ONE.shiftLeft(99))),
                "n" + random.nextInt(3)
            };
            block.add(row);
            model.merge(row[1] + "|" + row[8], row, AggregateKeyModelTest::folded);
            if (random.nextInt(400) == 0) {
                blocks.add(TestRows.block(types(table), block));
                block.clear();
            }
        }
        blocks.add(TestRows.block(types(table), block));
        return blocks;
    }

    private static @Nullable Object maybe(Random random, Object value) {
        return random.nextInt(5) == 0 ? null : value;
    }

    private static @Nullable Object[] folded(@Nullable Object[] is, @Nullable Object[] next) {
        return new @Nullable Object[] {
            sum(is[0], next[0]),
            is[1],
            is[2] == null || (next[2] != null && next[2].toString().compareTo(is[2].toString()) > 0) ? next[2] : is[2],
            is[3] == null || (next[3] != null && (Long) next[3] < (Long) is[3]) ? next[3] : is[3],
            next[4],
            next[5] == null ? is[5] : next[5],
            sum(is[6], next[6]),
            is[7] == null || next[7] == null
                    ? (is[7] == null ? next[7] : is[7])
                    : ((BigInteger) is[7]).add((BigInteger) next[7]),
            is[8]
        };
    }

    private static @Nullable Object sum(@Nullable Object is, @Nullable Object next) {
        return is == null || next == null ? (is == null ? next : is) : Long.valueOf((Long) is + (Long) next);
    }

    @Test
    void aSumBeyondItsTypeStaysAtTheTypesBoundAndGoesOnFromThere() {
        ColumnType decimal = ColumnType.decimal(9, 3);
        ColumnType longDecimal = ColumnType.decimal(38, 4);
        BigInteger nines = BigInteger.TEN.pow(38).subtract(BigInteger.ONE);
        Map<ColumnType, List<Object>> bounds = Map.of(
                ColumnType.of(Kind.TINYINT),
                List.of(-128L, 127L),
                ColumnType.of(Kind.SMALLINT),
                List.of(-32_768L, 32_767L),
                ColumnType.unsigned(32),
                List.of(0L, 4_294_967_295L),
                ColumnType.of(Kind.BIGINT),
                List.of(Long.MIN_VALUE, Long.MAX_VALUE),
                ColumnType.of(Kind.LARGEINT),
                List.of(HUGE_MOST.negate().subtract(BigInteger.ONE), HUGE_MOST),
                decimal,
                List.of(-999_999_999L, 999_999_999L),
                longDecimal,
                List.of(nines.negate(), nines),
                ColumnType.decimal(38, 38),
                List.of(nines.negate(), nines),
                ColumnType.of(Kind.FLOAT),
                List.of(-Float.MAX_VALUE, Float.MAX_VALUE),
                ColumnType.of(Kind.DOUBLE),
                List.of(-Double.MAX_VALUE, Double.MAX_VALUE));
        bounds.forEach((type, of) -> {
            TableSchema table = table(column("s", type, Aggregation.SUM));
            engine.createTable(table);
            Object least = of.get(0);
            Object most = of.get(1);

            append(table, List.of(row(most, 1), row(most, 1), row(least, 2), row(least, 2), row(null, 3)));
            append(table, List.of(row(most, 1), row(least, 2), row(null, 3), row(most, 4), row(least, 4)));

            Map<Object, @Nullable Object> sums = new HashMap<>();
            stored(table).forEach(row -> sums.put(String.valueOf(row[1]), row[0]));
            assertThat(sums)
                    .as(type.ddl())
                    .containsEntry("1", most)
                    .containsEntry("2", least)
                    .containsEntry("3", null);
            boolean wide = least instanceof BigInteger && type.kind() == Kind.LARGEINT;
            if (!type.isUnsigned() && !(least instanceof Float) && !(least instanceof Double)) {
                Object both = least instanceof BigInteger small
                        ? small.add((BigInteger) most)
                        : Long.valueOf((Long) least + (Long) most);
                assertThat(sums).as(type.ddl()).containsEntry("4", both);
                assertThat(wide ? both : BigInteger.valueOf(-1)).isEqualTo(BigInteger.valueOf(-1));
            }
            engine.dropTable("shop", "a");
        });
    }

    private static @Nullable Object[] row(@Nullable Object value, long key) {
        return new @Nullable Object[] {value, key, "n"};
    }

    @Test
    void sumsOfLongNumbersAreExact() {
        int seed = Seeds.one(AggregateKeyModelTest.class, 5);
        Random random = new Random(seed);
        for (ColumnType type :
                List.of(ColumnType.of(Kind.LARGEINT), ColumnType.decimal(38, 0), ColumnType.decimal(35, 10))) {
            TableSchema table = table(column("s", type, Aggregation.SUM));
            engine.createTable(table);
            BigInteger sum = BigInteger.ZERO;
            for (int i = 0; i < 4; i++) {
                List<@Nullable Object[]> rows = new ArrayList<>();
                for (int row = 0; row < 200; row++) {
                    BigInteger value = new BigInteger(105, random).subtract(BigInteger.ONE.shiftLeft(104));
                    sum = sum.add(value);
                    rows.add(row(value, 1));
                }
                append(table, rows);
            }

            assertThat(stored(table).get(0)[0])
                    .as("seed %d: %s", seed, type.ddl())
                    .isEqualTo(sum);
            engine.dropTable("shop", "a");
        }
    }

    @Test
    void theLastOfManyRowsReplacesWhicheverWayTheyAreCut() {
        TableSchema table = table(
                column("s", ColumnType.of(Kind.BIGINT), Aggregation.REPLACE),
                column("n", ColumnType.of(Kind.BIGINT), Aggregation.SUM));
        engine.createTable(table);
        List<RowBlock> blocks = new ArrayList<>();
        int count = 0;
        for (int block = 0; block < 30; block++) {
            List<@Nullable Object[]> rows = new ArrayList<>();
            for (int i = 0; i < 9_000; i++, count++) {
                rows.add(new @Nullable Object[] {(long) count, (long) (count % 7), 1L, "n"});
            }
            blocks.add(TestRows.block(types(table), rows));
        }
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, blocks);
            transaction.commit();
        }

        int rows = count;
        assertThat(stored(table)).hasSize(7).allSatisfy(row -> {
            assertThat((Long) row[0]).isGreaterThanOrEqualTo(rows - 7);
            assertThat((Long) row[0] % 7).isEqualTo(row[1]);
            assertThat((Long) row[2]).isBetween((long) rows / 7, (long) rows / 7 + 1);
        });
    }

    /** What a replay relies on: rows and the position that says that they are in are one. */
    @Test
    void aSumAndItsPositionAreCommittedTogetherOrNotAtAll() {
        TableSchema table = table(column("s", ColumnType.of(Kind.BIGINT), Aggregation.SUM));
        engine.createTable(table);
        List<RowBlock> batch = List.of(TestRows.block(types(table), List.of(row(5L, 1), row(6L, 1))));
        try (EngineTransaction lost = engine.begin()) {
            lost.append(table, batch);
            Positions.set(engine, lost, 1, 7, 100);
        }
        for (int attempt = 0; attempt < 3; attempt++) {
            // The batch committer and a replay do the same.
            if (engine.systemStore().appliedPositions(7).getOrDefault(1L, 0L) < 100) {
                try (EngineTransaction transaction = engine.begin()) {
                    transaction.append(table, batch);
                    Positions.set(engine, transaction, 1, 7, 100);
                    transaction.commit();
                }
            }
            engine.close();
            engine = DuckDbEngine.open(DuckDbOptions.defaults(directory.resolve("t.duckdb"), directory.resolve("tmp")));
        }

        assertThat(stored(table)).hasSize(1).allSatisfy(row -> assertThat(row[0])
                .isEqualTo(11L));
    }
}
