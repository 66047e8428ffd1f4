package io.tributary.engine.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnOrigin;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.IdempotencyKey;
import io.tributary.contract.schema.RowRules;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.testing.Seeds;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.zip.CRC32C;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What an engine must do that has all capabilities. A subclass says how one is opened. */
public abstract class TableEngineContract {
    protected static final QueryContext CONTEXT = new QueryContext("shop", SqlMode.NONE, "UTC", 0);
    private static final long EPOCH = 0x1234_5678_9abc_def0L;

    protected TableEngine engine;

    /** Opens the engine on storage that outlives it within one test. */
    protected abstract TableEngine open() throws Exception;

    @BeforeEach
    void openEngine() throws Exception {
        engine = open();
        engine.createDatabase("shop");
    }

    @AfterEach
    void closeEngine() {
        engine.close();
    }

    protected void reopen() throws Exception {
        engine.close();
        engine = open();
    }

    protected TableSchema table(String name, ColumnType... types) {
        return table(name, 0, types);
    }

    /** A table whose first columns are a UNIQUE KEY, if any are. */
    protected TableSchema table(String name, int keyColumns, ColumnType... types) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < types.length; i++) {
            Column column = Column.of("c" + i, types[i], true);
            columns.add(i < keyColumns ? column.asKey() : column);
        }
        TableSchema table = new TableSchema(
                7,
                "shop",
                name,
                1,
                keyColumns == 0 ? TableSchema.KeyModel.DUPLICATE : TableSchema.KeyModel.UNIQUE,
                columns,
                TableProperties.defaults(),
                TableSchema.Layout.none());
        engine.createTable(table);
        return table;
    }

    protected static List<ColumnType> types(TableSchema table) {
        return table.columns().stream().map(Column::type).toList();
    }

    protected void append(TableSchema table, List<RowBlock> blocks) {
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, blocks);
            transaction.commit();
        }
    }

    protected List<@Nullable Object[]> select(String sql) {
        try (ResultCursor cursor = engine.query(sql, CONTEXT)) {
            return drain(cursor);
        }
    }

    private void first(String sql, QueryContext context) {
        try (ResultCursor cursor = engine.query(sql, context)) {
            RowBlock unused = cursor.next();
        }
    }

    protected static List<@Nullable Object[]> drain(ResultCursor cursor) {
        List<ColumnType> types =
                cursor.columns().stream().map(ResultColumn::type).toList();
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (RowBlock block = cursor.next(); block != null; block = cursor.next()) {
            rows.addAll(TestRows.rows(types, block));
        }
        return rows;
    }

    private static RowBlock integers(int... values) {
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int value : values) {
            rows.add(new @Nullable Object[] {value});
        }
        return TestRows.block(List.of(ColumnType.of(Kind.INT)), rows);
    }

    private static final List<ColumnType> ALL_TYPES = List.of(
            ColumnType.of(Kind.BOOLEAN),
            ColumnType.of(Kind.TINYINT),
            ColumnType.of(Kind.SMALLINT),
            ColumnType.of(Kind.INT),
            ColumnType.of(Kind.BIGINT),
            ColumnType.of(Kind.LARGEINT),
            ColumnType.of(Kind.FLOAT),
            ColumnType.of(Kind.DOUBLE),
            ColumnType.decimal(4, 1),
            ColumnType.decimal(9, 3),
            ColumnType.decimal(18, 2),
            ColumnType.decimal(19, 4),
            ColumnType.decimal(38, 10),
            ColumnType.of(Kind.DATE),
            ColumnType.datetime(6),
            ColumnType.datetime(0),
            ColumnType.datetime(3),
            ColumnType.charType(10),
            ColumnType.varchar(50),
            ColumnType.of(Kind.STRING),
            ColumnType.of(Kind.JSON),
            ColumnType.of(Kind.VARBINARY));

    private static final BigInteger LARGEINT_MIN = BigInteger.ONE.shiftLeft(127).negate();
    private static final BigInteger LARGEINT_MAX = BigInteger.ONE.shiftLeft(127).subtract(BigInteger.ONE);
    private static final BigInteger DECIMAL38_MAX = BigInteger.TEN.pow(38).subtract(BigInteger.ONE);

    private List<@Nullable Object[]> extremes() {
        List<@Nullable Object[]> rows = new ArrayList<>();
        rows.add(new @Nullable Object[] {
            0L,
            -128L,
            -32768L,
            (long) Integer.MIN_VALUE,
            Long.MIN_VALUE,
            LARGEINT_MIN,
            -Float.MAX_VALUE,
            -Double.MAX_VALUE,
            -9999L,
            -999999999L,
            -999999999999999999L,
            BigInteger.TEN.pow(19).subtract(BigInteger.ONE).negate(),
            DECIMAL38_MAX.negate(),
            -719528L,
            -62167219200000000L,
            -62167219200000000L,
            -62167219200000000L,
            "",
            "",
            "",
            "{}",
            new byte[0]
        });
        rows.add(new @Nullable Object[] {
            1L,
            127L,
            32767L,
            (long) Integer.MAX_VALUE,
            Long.MAX_VALUE,
            LARGEINT_MAX,
            Float.MIN_VALUE,
            Double.MIN_VALUE,
            9999L,
            999999999L,
            999999999999999999L,
            BigInteger.TEN.pow(19).subtract(BigInteger.ONE),
            DECIMAL38_MAX,
            2932896L,
            253402300799999999L,
            253402300799000000L,
            253402300799999000L,
            "äöü€𝄞'\"\\",
            "a\0b",
            "long ".repeat(300),
            "[1, \"é\"]",
            new byte[] {0, -1, 39, 92, 10}
        });
        rows.add(new @Nullable Object[ALL_TYPES.size()]);
        rows.add(new @Nullable Object[] {
            1L,
            -1L,
            -1L,
            -1L,
            -1L,
            BigInteger.ONE.negate(),
            -1.5f,
            0.1,
            -1L,
            -1L,
            -1L,
            BigInteger.ONE.negate(),
            BigInteger.ONE.negate(),
            -1L,
            -1L,
            -1000000L,
            -1000L,
            "x",
            "y",
            "z",
            "null",
            new byte[] {1}
        });
        return rows;
    }

    @Test
    void everyTypeComesBackWithItsExtremesFromASmallAppend() {
        TableSchema table = table("t", ALL_TYPES.toArray(new ColumnType[0]));

        append(table, List.of(TestRows.block(ALL_TYPES, extremes())));

        assertSame(select("SELECT * FROM t"), shown(extremes()));
    }

    @Test
    void everyTypeComesBackWithItsExtremesFromALargeAppend() {
        TableSchema table = table("t", ALL_TYPES.toArray(new ColumnType[0]));
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 1000; i++) {
            rows.addAll(extremes());
        }

        append(table, List.of(TestRows.block(ALL_TYPES, rows)));

        assertSame(select("SELECT * FROM t"), shown(rows));
    }

    private List<@Nullable Object[]> shown(List<@Nullable Object[]> rows) {
        for (@Nullable Object[] row : rows) {
            for (int i = 0; i < row.length; i++) {
                row[i] = row[i] instanceof Float value ? (Object) shown((float) value) : row[i];
            }
        }
        return rows;
    }

    private static void assertSame(List<@Nullable Object[]> actual, List<@Nullable Object[]> expected) {
        assertThat(actual).hasSameSizeAs(expected);
        for (int row = 0; row < expected.size(); row++) {
            assertThat(Arrays.deepToString(actual.get(row)))
                    .as("row %d", row)
                    .isEqualTo(Arrays.deepToString(expected.get(row)));
        }
    }

    @Test
    void threeHundredThousandRowsInBlocksOfAnySizeComeBackTheSame() {
        int seed = Seeds.one(getClass(), 20261120);
        Random random = new Random(seed);
        List<ColumnType> types = List.of(
                ColumnType.of(Kind.BIGINT),
                ColumnType.of(Kind.INT),
                ColumnType.varchar(40),
                ColumnType.decimal(15, 2),
                ColumnType.of(Kind.SMALLINT),
                ColumnType.of(Kind.STRING));
        TableSchema table = table("big", types.toArray(new ColumnType[0]));
        List<RowBlock> blocks = new ArrayList<>();
        CRC32C written = new CRC32C();
        int rows = 0;
        while (rows < 300_000) {
            int size = Math.min(300_000 - rows, random.nextInt(10) == 0 ? random.nextInt(20_000) : random.nextInt(50));
            boolean nulls = random.nextInt(3) == 0;
            List<@Nullable Object[]> part = new ArrayList<>();
            for (int i = 0; i < size; i++, rows++) {
                part.add(new @Nullable Object[] {
                    (long) rows,
                    nulls && random.nextInt(4) == 0 ? null : (long) random.nextInt(),
                    nulls && random.nextInt(4) == 0 ? null : "v" + random.nextInt(1_000_000),
                    nulls && random.nextInt(4) == 0 ? null : random.nextLong() % 1_000_000_000_000L,
                    (long) (short) random.nextInt(),
                    "s".repeat(random.nextInt(20))
                });
            }
            part.forEach(row -> written.update(Arrays.toString(row).getBytes(java.nio.charset.StandardCharsets.UTF_8)));
            blocks.add(TestRows.block(types, part));
        }

        append(table, blocks);

        CRC32C read = new CRC32C();
        List<@Nullable Object[]> back = select("SELECT * FROM big ORDER BY c0");
        back.forEach(row -> read.update(Arrays.toString(row).getBytes(java.nio.charset.StandardCharsets.UTF_8)));
        assertThat(back).as("seed %d", seed).hasSize(300_000);
        assertThat(read.getValue()).as("seed %d", seed).isEqualTo(written.getValue());
    }

    @Test
    void aRowReplacesTheOneOfItsKeyWithinOneAppendAndAcrossTransactions() {
        List<ColumnType> types = List.of(ColumnType.of(Kind.INT), ColumnType.varchar(10));
        TableSchema table = table("u", 1, types.toArray(new ColumnType[0]));

        append(
                table,
                List.of(
                        TestRows.block(types, List.of(row(1, "a"), row(2, "b"), row(1, "c"))),
                        TestRows.block(types, List.of(row(3, "d"), row(2, "e")))));
        append(table, List.of(TestRows.block(types, List.of(row(3, "f"), row(4, "g")))));

        assertThat(texts("SELECT c0, c1 FROM u ORDER BY c0")).containsExactly("1 c", "2 e", "3 f", "4 g");
    }

    @Test
    void rowsOfOneTransactionReplaceEachOtherAndAreSeenByIt() {
        List<ColumnType> types = List.of(ColumnType.of(Kind.INT), ColumnType.varchar(10));
        TableSchema table = table("u", 1, types.toArray(new ColumnType[0]));
        append(table, List.of(TestRows.block(types, List.of(row(1, "a"), row(2, "b")))));

        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, List.of(TestRows.block(types, List.of(row(2, "c"), row(3, "d")))));
            transaction.append(table, List.of(TestRows.block(types, List.<@Nullable Object[]>of(row(3, "e")))));
            try (ResultCursor own = transaction.query("SELECT COUNT(*) FROM u", CONTEXT)) {
                assertThat(drain(own).get(0)).containsExactly(3L);
            }
            transaction.rollback();
        }
        assertThat(texts("SELECT c0, c1 FROM u ORDER BY c0")).containsExactly("1 a", "2 b");

        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, List.of(TestRows.block(types, List.of(row(2, "c"), row(3, "d")))));
            transaction.append(table, List.of(TestRows.block(types, List.<@Nullable Object[]>of(row(3, "e")))));
            transaction.commit();
        }
        assertThat(texts("SELECT c0, c1 FROM u ORDER BY c0")).containsExactly("1 a", "2 c", "3 e");
    }

    @Test
    void anyStorableKeyIsComparedAsItsValueNullIncluded() {
        List<ColumnType> types = List.of(
                ColumnType.of(Kind.BOOLEAN),
                ColumnType.of(Kind.TINYINT),
                ColumnType.of(Kind.SMALLINT),
                ColumnType.of(Kind.INT),
                ColumnType.of(Kind.BIGINT),
                ColumnType.of(Kind.LARGEINT),
                ColumnType.decimal(9, 3),
                ColumnType.decimal(38, 10),
                ColumnType.of(Kind.DATE),
                ColumnType.datetime(0),
                ColumnType.datetime(3),
                ColumnType.datetime(6),
                ColumnType.charType(10),
                ColumnType.varchar(50),
                ColumnType.of(Kind.VARBINARY),
                ColumnType.of(Kind.INT));
        int keyColumns = types.size() - 1;
        TableSchema table = table("u", keyColumns, types.toArray(new ColumnType[0]));
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (@Nullable Object[] extreme : extremes()) {
            @Nullable Object[] row = new @Nullable Object[types.size()];
            int at = 0;
            for (int column : new int[] {0, 1, 2, 3, 4, 5, 9, 12, 13, 15, 16, 14, 17, 18, 21}) {
                row[at++] = extreme[column];
            }
            rows.add(row);
        }

        for (int round = 1; round <= 3; round++) {
            for (@Nullable Object[] row : rows) {
                row[keyColumns] = (long) round;
            }
            append(table, List.of(TestRows.block(types, rows)));
        }

        assertSame(select("SELECT * FROM u"), rows);
    }

    private static @Nullable Object[] row(int key, String value) {
        return new @Nullable Object[] {(long) key, value};
    }

    private List<String> texts(String sql) {
        return select(sql).stream().map(row -> row[0] + " " + row[1]).toList();
    }

    @Test
    void eachCommitThatIsNoBatchIsCountedAndToldOnceItIsDurable() throws Exception {
        List<Long> told = new ArrayList<>();
        UnloggedCommits commits = engine.unloggedCommits();
        if (commits == UnloggedCommits.UNCOUNTED) {
            return;
        }
        engine.systemStore().put("space", "before", "is not counted");
        commits.countFromNowOn(() -> told.add(commits.count()));
        long before = commits.count();

        TableSchema table = table("t", ColumnType.of(Kind.INT));
        append(table, List.of(integers(1, 2)));
        try (EngineTransaction transaction = engine.begin()) {
            transaction.execute("DELETE FROM t WHERE c0 = 1", RowRules.NONE, CONTEXT);
            transaction.commit();
        }
        engine.systemStore().put("space", "key", "value");
        engine.systemStore().remove("space", "key");
        commits.mark();
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, List.of(integers(3)));
            Positions.set(engine, transaction, 7, EPOCH, 41);
            transaction.commit();
        }
        try (EngineTransaction transaction = engine.begin()) {
            transaction.query("SELECT c0 FROM t", CONTEXT).close();
            transaction.commit();
        }
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, List.of(integers(4)));
        }
        engine.systemStore().get("space", "key");

        assertThat(told).containsExactly(before + 1, before + 2, before + 3, before + 4, before + 5, before + 6);
        reopen();
        assertThat(engine.unloggedCommits().count()).isEqualTo(before + 6);
        engine.unloggedCommits().accept(before + 100);
        engine.unloggedCommits().accept(before + 50);
        reopen();
        assertThat(engine.unloggedCommits().count()).isEqualTo(before + 100);
    }

    @Test
    void rowsAndPositionAreCommittedTogether() throws Exception {
        TableSchema table = table("t", ColumnType.of(Kind.INT));
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, List.of(integers(1, 2)));
            Positions.set(engine, transaction, 7, EPOCH, 41);
            transaction.commit();
        }
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, List.of(integers(3)));
            Positions.set(engine, transaction, 7, EPOCH, 42);
            transaction.commit();
        }

        reopen();

        assertThat(select("SELECT count(*) FROM t").get(0)[0]).isEqualTo(3L);
        assertThat(engine.systemStore().appliedPositions(EPOCH)).containsOnly(java.util.Map.entry(7L, 42L));
        assertThat(engine.systemStore().appliedPositions(1)).isEmpty();
    }

    @Test
    void rowsAndPositionAndKeysAreRolledBackTogether() {
        TableSchema table = table("t", ColumnType.of(Kind.INT));
        for (int rows : new int[] {1, 1000}) {
            try (EngineTransaction transaction = engine.begin()) {
                transaction.append(table, List.of(integers(new int[rows])));
                Positions.set(engine, transaction, 7, EPOCH, 41);
                transaction.putSystem("labels", "l", "x");
                transaction.rollback();
            }
        }

        assertThat(select("SELECT count(*) FROM t").get(0)[0]).isEqualTo(0L);
        assertThat(engine.systemStore().appliedPositions(EPOCH)).isEmpty();
        assertThat(engine.systemStore().get("labels", "l")).isEmpty();
    }

    @Test
    void idempotencyKeysAreCommittedWithTheirRowsAndReadOldestFirst() throws Exception {
        TableSchema table = table("t", ColumnType.of(Kind.INT));
        KeptKey older = new KeptKey(7, new IdempotencyKey("it's ü", -5, 3), EPOCH, 41, 1_000);
        KeptKey newer = new KeptKey(8, new IdempotencyKey("b", Long.MAX_VALUE, 0), 1, 42, 2_000);
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, List.of(integers(1)));
            transaction.keepKeys(List.of(newer, older));
            transaction.commit();
        }
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, List.of(integers(2)));
            transaction.keepKeys(List.of(new KeptKey(7, new IdempotencyKey("rolled back", 1, 0), EPOCH, 43, 3_000)));
            transaction.rollback();
        }

        reopen();

        assertThat(select("SELECT count(*) FROM t").get(0)[0]).isEqualTo(1L);
        assertThat(keysSince(0)).containsExactly(older, newer);
        assertThat(keysSince(1_000)).containsExactly(newer);
        assertThat(engine.keyStore().removeUntil(1_000)).isEqualTo(1);
        assertThat(keysSince(0)).containsExactly(newer);
    }

    private List<KeptKey> keysSince(long millis) {
        List<KeptKey> keys = new ArrayList<>();
        engine.keyStore().readSince(millis, keys::add);
        return keys;
    }

    @Test
    void aTransactionClosedWithoutCommitLeavesNothing() {
        TableSchema table = table("t", ColumnType.of(Kind.INT));
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, List.of(integers(1)));
        }

        assertThat(select("SELECT count(*) FROM t").get(0)[0]).isEqualTo(0L);
    }

    @Test
    void afterAnErrorOnlyRollbackIsPossible() {
        TableSchema table = table("t", ColumnType.of(Kind.INT));
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, List.of(integers(1)));
            TableSchema nowhere = new TableSchema(
                    table.tableId() + 1,
                    table.database(),
                    "nope",
                    1,
                    table.keyModel(),
                    table.columns(),
                    table.properties(),
                    table.layout());
            assertThatThrownBy(() -> transaction.append(nowhere, List.of(integers(1))))
                    .isInstanceOf(TributaryException.class);

            assertThatThrownBy(transaction::commit).isInstanceOf(IllegalStateException.class);
            transaction.rollback();
        }

        assertThat(select("SELECT count(*) FROM t").get(0)[0]).isEqualTo(0L);
    }

    @Test
    void readersSeeWhatIsCommittedAndTransactionsSeeTheirOwnRows() {
        TableSchema table = table("t", ColumnType.of(Kind.INT));
        append(table, List.of(integers(1)));
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, List.of(integers(2)));

            assertThat(select("SELECT count(*) FROM t").get(0)[0]).isEqualTo(1L);
            try (ResultCursor own = transaction.query("SELECT count(*) FROM t", CONTEXT)) {
                assertThat(drain(own).get(0)[0]).isEqualTo(2L);
            }
            assertThat(transaction.execute("DELETE FROM t WHERE c0 = 1", RowRules.NONE, CONTEXT))
                    .isEqualTo(1);
            transaction.commit();
        }

        assertThat(select("SELECT c0 FROM t")).hasSize(1);
        assertThat(select("SELECT c0 FROM t").get(0)[0]).isEqualTo(2L);
    }

    @Test
    void twoTransactionsThatChangeOneRowConflict() {
        TableSchema table = table("t", ColumnType.of(Kind.INT));
        append(table, List.of(integers(1, 2)));
        try (EngineTransaction first = engine.begin();
                EngineTransaction second = engine.begin()) {
            first.execute("DELETE FROM t WHERE c0 = 1", RowRules.NONE, CONTEXT);

            RequiredEngineContract.assertRefused(
                    () -> second.execute("DELETE FROM t WHERE c0 = 1", RowRules.NONE, CONTEXT));
            first.commit();
        }

        assertThat(select("SELECT count(*) FROM t").get(0)[0]).isEqualTo(1L);
    }

    @Test
    void parallelAppendsToOneTableAllArrive() throws Exception {
        TableSchema table = table("t", ColumnType.of(Kind.INT));
        List<Thread> threads = new ArrayList<>();
        List<Throwable> failures = java.util.Collections.synchronizedList(new ArrayList<>());
        for (int thread = 0; thread < 4; thread++) {
            int id = thread;
            Thread started = new Thread(() -> {
                for (int i = 0; i < 20; i++) {
                    try (EngineTransaction transaction = engine.begin()) {
                        transaction.append(table, List.of(integers(id, i)));
                        Positions.set(engine, transaction, id, EPOCH, 1 + i);
                        transaction.commit();
                    }
                }
            });
            started.setUncaughtExceptionHandler((t, e) -> failures.add(e));
            started.start();
            threads.add(started);
        }
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(failures).isEmpty();
        assertThat(select("SELECT count(*) FROM t").get(0)[0]).isEqualTo(160L);
        assertThat(engine.systemStore().appliedPositions(EPOCH)).isEqualTo(Map.of(0L, 20L, 1L, 20L, 2L, 20L, 3L, 20L));
    }

    @Test
    void systemKeysAreDurableAndOrderedAndTheLastWriteCounts() throws Exception {
        SystemStore store = engine.systemStore();
        store.put("s", "b", "1");
        store.put("s", "a", "it's");
        store.put("s", "b", "2");
        store.put("other", "a", "x");
        store.remove("other", "a");
        try (EngineTransaction transaction = engine.begin()) {
            transaction.putSystem("s", "c", "3");
            transaction.commit();
        }

        reopen();

        assertThat(engine.systemStore().list("s"))
                .containsExactly(
                        java.util.Map.entry("a", "it's"), java.util.Map.entry("b", "2"), java.util.Map.entry("c", "3"));
        assertThat(engine.systemStore().get("s", "b")).contains("2");
        assertThat(engine.systemStore().list("other")).isEmpty();
    }

    @Test
    void whatDoesNotExistHasMySqlsNumber() {
        table("t", ColumnType.of(Kind.INT));

        assertCode(() -> select("SELECT * FROM nope"), ErrorCode.UNKNOWN_TABLE, "Table 'shop.nope' doesn't exist");
        assertCode(
                () -> select("SELECT nope FROM t"),
                ErrorCode.UNKNOWN_COLUMN,
                "Unknown column 'nope' in '" + fieldList() + "'");
        assertCode(
                () -> select("SELECT c0 FROM t a JOIN t b ON a.c0 = b.c0"),
                ErrorCode.AMBIGUOUS_COLUMN,
                "Column 'c0' in " + fieldList() + " is ambiguous");
        assertCode(
                () -> select("SELECT nope(c0) FROM t"),
                ErrorCode.UNKNOWN_FUNCTION,
                "FUNCTION shop.nope does not exist");
        assertCode(() -> select("SELECT FROM WHERE"), ErrorCode.SYNTAX);
        assertCode(() -> engine.dropTable("shop", "nope"), ErrorCode.UNKNOWN_TABLE);
        QueryContext elsewhere = new QueryContext("nope", SqlMode.NONE, "UTC", 0);
        assertCode(() -> first("SELECT * FROM t", elsewhere), ErrorCode.UNKNOWN_DATABASE, "Unknown database 'nope'");
        assertCode(() -> first("SELECT * FROM t", new QueryContext("", SqlMode.NONE, "UTC", 0)), ErrorCode.NO_DATABASE);
    }

    /** What errors call the values of a SELECT. */
    protected String fieldList() {
        return "field list";
    }

    /** A FLOAT as queries show it. */
    protected float shown(float value) {
        return value;
    }

    protected static void assertCode(
            org.assertj.core.api.ThrowableAssert.ThrowingCallable call, ErrorCode code, String... message) {
        assertThatThrownBy(call).isInstanceOfSatisfying(TributaryException.class, e -> {
            assertThat(e.code()).as(e.getMessage()).isEqualTo(code);
            for (String text : message) {
                assertThat(e).hasMessage(text);
            }
        });
    }

    @Test
    void aResultIsDescribedWithoutRunningIt() {
        TableSchema table = table("t", ColumnType.of(Kind.INT), ColumnType.decimal(15, 2));
        ColumnOrigin first = ColumnOrigin.of(table, table.columns().get(0));
        ColumnOrigin second = ColumnOrigin.of(table, table.columns().get(1));

        assertThat(engine.describe("SELECT c0, c1, 'x' AS s FROM t WHERE c0 = ?", CONTEXT))
                .containsExactly(
                        new ResultColumn("c0", ColumnType.of(Kind.INT), true, first),
                        new ResultColumn("c1", ColumnType.decimal(15, 2), true, second),
                        new ResultColumn("s", ColumnType.varchar(1), false));
        assertThat(engine.describe("DELETE FROM t", CONTEXT)).isEmpty();
    }

    @Test
    void aCancelledQueryIsInterrupted() {
        table("t", ColumnType.of(Kind.INT));
        try (ResultCursor cursor = engine.query("SELECT 1", CONTEXT)) {
            cursor.cancel();

            assertCode(cursor::next, ErrorCode.INTERRUPTED);
        }
    }

    @Test
    void aLongQueryIsInterruptedWhileItRuns() throws Exception {
        TableSchema table = table("t", ColumnType.of(Kind.INT));
        append(table, List.of(integers(new int[5000])));
        String endless = "SELECT count(*) FROM t a, t b, t c WHERE a.c0 + b.c0 + c.c0 + rand() < 0";
        try (ResultCursor cursor = engine.query(endless, CONTEXT)) {
            // Once may be too early: a cancel is no promise before the engine has begun.
            AtomicBoolean ended = new AtomicBoolean();
            Thread canceller = new Thread(() -> {
                while (!ended.get()) {
                    cursor.cancel();
                    Thread.onSpinWait();
                }
            });
            canceller.start();
            try {
                assertCode(cursor::next, ErrorCode.INTERRUPTED);
            } finally {
                ended.set(true);
            }
            canceller.join();
        }
    }

    @Test
    void aResultThatIsNotReadToItsEndLeavesItsTransactionAsItWas() {
        TableSchema table = table("t", ColumnType.of(Kind.INT));
        append(table, List.of(integers(new int[5000])));
        String large = "SELECT a.c0 FROM t a CROSS JOIN t b";
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, List.of(integers(1)));
            for (boolean cancelled : new boolean[] {false, true}) {
                try (ResultCursor cursor = transaction.query(large, CONTEXT)) {
                    assertThat(cursor.next()).isNotNull();
                    if (cancelled) {
                        cursor.cancel();
                        assertCode(cursor::next, ErrorCode.INTERRUPTED);
                    }
                }
                assertThat(transaction.isUsable()).isTrue();
                transaction.append(table, List.of(integers(2)));
                assertThat(transaction.execute("DELETE FROM t WHERE c0 = 2", RowRules.NONE, CONTEXT))
                        .isEqualTo(1);
            }
            try (ResultCursor cursor = transaction.query(large, CONTEXT)) {
                assertThat(cursor.next()).isNotNull();
            }
            transaction.commit();
        }

        assertThat(select("SELECT count(*) FROM t").get(0)[0]).isEqualTo(5001L);
    }

    @Test
    void aStatementThatIsNoneOfItsTablesLeavesItsTransactionAsItWas() {
        TableSchema table = table("t", ColumnType.of(Kind.INT));
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, List.of(integers(1)));
            for (String query : List.of("SELECT nope FROM t", "SELECT * FROM nope", "SELECT FROM t WHERE")) {
                assertStatements(() -> begun(transaction.query(query, CONTEXT)));
                assertStatements(() -> begun(transaction.queryToStore(query, CONTEXT)));
            }
            assertStatements(() -> transaction.execute("UPDATE t SET nope = 1", RowRules.NONE, CONTEXT));
            assertThat(transaction.isUsable()).isTrue();
            transaction.append(table, List.of(integers(2)));
            transaction.commit();
        }

        assertThat(select("SELECT count(*) FROM t").get(0)[0]).isEqualTo(2L);
    }

    /** An engine may run a query when its first rows are asked for. */
    private static void begun(ResultCursor cursor) {
        try (cursor) {
            RowBlock unused = cursor.next();
        }
    }

    private static void assertStatements(ThrowingCallable call) {
        assertThatThrownBy(call).isInstanceOfSatisfying(TributaryException.class, e -> assertThat(e.isStatements())
                .as(e.getMessage())
                .isTrue());
    }

    @Test
    void aTransactionIsInterruptedWithWhatRunsInItAndNotOtherwise() throws Exception {
        TableSchema table = table("t", ColumnType.of(Kind.INT));
        append(table, List.of(integers(new int[5000])));
        append(table("u", ColumnType.of(Kind.INT)), List.of(integers(new int[1])));
        try (EngineTransaction transaction = engine.begin()) {
            transaction.interrupt();
            assertThat(transaction.execute("UPDATE t SET c0 = 1", RowRules.NONE, CONTEXT))
                    .isEqualTo(5000);
            transaction.interrupt();
            transaction.commit();
            transaction.interrupt();
        }
        try (EngineTransaction transaction = engine.begin()) {
            AtomicBoolean ended = new AtomicBoolean();
            Thread interrupter = new Thread(() -> {
                while (!ended.get()) {
                    transaction.interrupt();
                    Thread.onSpinWait();
                }
            });
            interrupter.start();
            try {
                assertCode(
                        () -> transaction.execute(
                                "DELETE FROM u WHERE c0 < (SELECT count(*) FROM t a, t b, t c"
                                        + " WHERE a.c0 + b.c0 + c.c0 + rand() < 0)",
                                RowRules.NONE,
                                CONTEXT),
                        ErrorCode.INTERRUPTED);
            } finally {
                ended.set(true);
                interrupter.join();
            }
            assertThat(transaction.isUsable()).isFalse();
        }

        assertThat(select("SELECT count(*) FROM t WHERE c0 = 1").get(0)[0]).isEqualTo(5000L);
    }

    @Test
    void theRowsOfAChangeAreReturnedAndItsErrorsAreToldOnce() {
        if (!engine.traits().can(EngineCapability.RETURNED_ROWS)) {
            return;
        }
        TableSchema table = table("t", 1, ColumnType.of(Kind.INT), ColumnType.varchar(20));
        List<@Nullable Object[]> rows = new ArrayList<>();
        for (int i = 0; i < 5000; i++) {
            rows.add(new @Nullable Object[] {i, "v" + i});
        }
        append(table, List.of(TestRows.block(types(table), rows)));
        try (EngineTransaction transaction = engine.begin();
                EngineTransaction other = engine.begin()) {
            String update = "UPDATE t AS a SET a.c1 = concat(c1, '!') WHERE a.c0 >= 1000 ORDER BY c0 LIMIT 3000";
            try (ResultCursor keys = transaction.executeReturning(update, RowRules.NONE, List.of("c0"), CONTEXT)) {
                assertThat(keys.columns()).extracting(ResultColumn::name).containsExactly("c0");
                assertThat(drain(keys)).extracting(row -> row[0]).hasSize(3000).contains(1000L, 3999L);
            }
            try (ResultCursor keys = transaction.executeReturning(
                    "DELETE FROM t WHERE c0 < 10", RowRules.NONE, List.of("c0"), CONTEXT)) {
                assertThat(drain(keys)).hasSize(10);
            }
            try (ResultCursor keys =
                    other.executeReturning("DELETE FROM t WHERE c0 = 1", RowRules.NONE, List.of("c0"), CONTEXT)) {
                RequiredEngineContract.assertRefused(keys::next);
            }
            assertThat(other.isUsable()).isFalse();
            transaction.commit();
        }

        assertThat(select("SELECT count(*), count(CASE WHEN c1 LIKE '%!' THEN 1 END) FROM t")
                        .get(0))
                .containsExactly(4990L, 3000L);
    }

    @Test
    void checkpointsAndWritersDoNotHoldEachOtherUp() {
        TableSchema table = table("t", ColumnType.of(Kind.INT));
        append(table, List.of(integers(1)));
        try (EngineTransaction open = engine.begin();
                ResultCursor reader = engine.query("SELECT c0 FROM t", CONTEXT)) {
            open.append(table, List.of(integers(2)));
            assertThat(reader.columns()).hasSize(1);

            engine.checkpoint();

            append(table, List.of(integers(3)));
            assertThat(drain(reader)).hasSize(1);
            open.commit();
        }
        assertThat(select("SELECT count(*) FROM t").get(0)[0]).isEqualTo(3L);
    }

    @Test
    void truncateAndDropTakeTheRowsAway() {
        TableSchema table = table("t", ColumnType.of(Kind.INT));
        append(table, List.of(integers(1)));

        try (EngineTransaction transaction = engine.begin()) {
            transaction.truncate(table, List.of());
            transaction.commit();
        }

        assertThat(select("SELECT count(*) FROM t").get(0)[0]).isEqualTo(0L);
        engine.dropTable("shop", "t");
        assertCode(() -> select("SELECT * FROM t"), ErrorCode.UNKNOWN_TABLE);
        engine.dropDatabase("shop");
        engine.createDatabase("shop");
    }

    /** Sessions are used again: one that has read in a database may drop it, and read in its successor. */
    @Test
    void namesAreFoundInADatabaseThatWasMadeAnew() {
        TableSchema table = table("t", ColumnType.of(Kind.INT));
        for (int i = 0; i < 3; i++) {
            append(table, List.of(integers(i)));
            try (EngineTransaction transaction = engine.begin()) {
                try (ResultCursor rows = transaction.query("SELECT c0 FROM t", CONTEXT)) {
                    assertThat(drain(rows).get(0)[0]).isEqualTo((long) i);
                }
                transaction.commit();
            }
            engine.dropTable("shop", "t");
            engine.dropDatabase("shop");
            engine.createDatabase("shop");
            engine.createTable(table);
        }
    }
}
