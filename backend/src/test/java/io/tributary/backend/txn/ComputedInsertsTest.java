package io.tributary.backend.txn;

import static io.tributary.backend.txn.EngineFixture.CONTEXT;
import static io.tributary.backend.txn.EngineFixture.rows;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tributary.backend.catalog.AutoIncrementIds;
import io.tributary.contract.calls.InsertQuery;
import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.calls.StatementResult;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.FilterLimits;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.PartitionValue;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.RowRules;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.dialect.text.PartitionConditions;
import io.tributary.engine.port.EngineTransaction;
import io.tributary.engine.port.FaultyEngine;
import io.tributary.engine.port.ResultCursor;
import io.tributary.engine.port.TestRows;
import java.nio.file.Path;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** INSERTs whose rows the real engine computes. */
class ComputedInsertsTest {
    private static final Instant NOW = Instant.parse("2026-03-01T10:20:30.123456Z");

    @TempDir
    Path directory;

    private EngineFixture fixture;
    private StatementTimeouts timeouts;
    private ComputedInserts inserts;
    private TableSchema events;

    @BeforeEach
    void open() {
        fixture = new EngineFixture(directory);
        timeouts = new StatementTimeouts(fixture.nanos::get);
        inserts = new ComputedInserts(
                fixture.tables::get,
                new ComputedInserts.GeneratedValues(
                        new AutoIncrementIds(fixture.engine), fixture.engine, InstantSource.fixed(NOW)),
                fixture.committer,
                fixture.registry,
                fixture.labels,
                timeouts,
                Snapshots.OF_ANY_MOMENT);
        events = create(
                "events",
                column("id", ColumnType.of(Kind.TINYINT), false, DefaultValue.Kind.NONE, ""),
                column("name", ColumnType.varchar(4), false, DefaultValue.Kind.LITERAL, "anon"),
                column("price", ColumnType.decimal(6, 2), true, DefaultValue.Kind.NONE, ""),
                column("at", ColumnType.datetime(3), true, DefaultValue.Kind.CURRENT_TIMESTAMP, "3"));
    }

    @AfterEach
    void close() {
        fixture.close();
    }

    @Test
    void everyTypeOfAResultReachesEveryTypeOfColumnThatTakesIt() {
        List<ColumnType> types = List.of(
                ColumnType.of(Kind.BOOLEAN),
                ColumnType.of(Kind.SMALLINT),
                ColumnType.of(Kind.BIGINT),
                ColumnType.of(Kind.LARGEINT),
                ColumnType.of(Kind.FLOAT),
                ColumnType.of(Kind.DOUBLE),
                ColumnType.decimal(9, 3),
                ColumnType.decimal(38, 2),
                ColumnType.of(Kind.DATE),
                ColumnType.datetime(0),
                ColumnType.charType(3),
                ColumnType.of(Kind.JSON),
                ColumnType.of(Kind.VARBINARY));
        TableSchema all = create("all_types", columns(types));
        String numbers = "SELECT true, 1 + 1, -9223372036854775808, 170141183460469231731687303715884105727,"
                + " CAST(1.5 AS FLOAT), 1e300, 12.3456, 123456789012345678901234567890.125, DATE '2026-02-28',"
                + " TIMESTAMP '2026-02-28 23:59:59.5', 'äöü', '{\"a\": 1}', x'00ff'";
        String texts =
                "SELECT '1', '2', '3', '4', '0.5', '1e2', '1.0005', '-7', '2026-02-28', '20260228235959', 1, '[]',"
                        + " 'text'";
        insert(all, numbers);
        insert(all, texts);
        insert(all, "SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL");

        assertThat(select("SELECT * FROM all_types"))
                .containsExactly(
                        "1|2|-9223372036854775808|170141183460469231731687303715884105727|1.5|1.0E300|12346|"
                                + "12345678901234567890123456789013|20512|1772323200000000|äöü|{\"a\": 1}|00ff",
                        "1|2|3|4|0.5|100.0|1001|-700|20512|1772323199000000|1|[]|74657874",
                        "null|null|null|null|null|null|null|null|null|null|null|null|null");
    }

    @Test
    void textColumnsGetWhatMySqlPrints() {
        List<ColumnType> types =
                IntStream.range(0, 9).mapToObj(i -> ColumnType.of(Kind.STRING)).toList();
        TableSchema texts = create("texts", columns(types));

        insert(
                texts,
                "SELECT 1 + 1, 2.50, 1e2, true, DATE '2026-02-28', TIMESTAMP '2026-02-28 23:59:59', TIME '01:02:03',"
                        + " 'x', x'41'");

        assertThat(select("SELECT * FROM texts"))
                .containsExactly("2|2.50|100|1|2026-02-28|2026-02-28 23:59:59|01:02:03|x|A");
    }

    @Test
    void theCellsOfValuesKeepTheirOwnTypesAndTakeDefaults() {
        StatementResult result = inserts.insert(new InsertQuery(
                events.tableId(),
                1,
                List.of(
                        new InsertQuery.Source(
                                "SELECT (1 + 1), ('a'), (1), (3), (2.5)", List.of(List.of(0, 1, 2), List.of(0, 1))),
                        new InsertQuery.Source("SELECT (4), ('5')", List.of(List.of(0), List.of(0)))),
                "",
                CONTEXT));

        assertThat(result.affectedRows()).isEqualTo(4);
        assertThat(result.label()).startsWith("label_");
        assertThat(select("SELECT id, name, price FROM events"))
                .containsExactly("2|a|100", "3|2.5|null", "4|anon|null", "5|anon|null");
    }

    @Test
    void nowAndDefaultsAreOneMomentOnTheSessionsClock() {
        QueryContext tokyo = new QueryContext("shop", SqlMode.NONE, "Asia/Tokyo", 0);
        inserts.insert(new InsertQuery(
                events.tableId(),
                1,
                List.of(source("SELECT 1", List.of(0)), source("SELECT 2, now(3)", List.of(0, 3))),
                "",
                tokyo));

        assertThat(select("SELECT CAST(at AS CHAR) FROM events"))
                .containsExactly("2026-03-01 19:20:30.123", "2026-03-01 19:20:30.123");
    }

    @Test
    void aRefusedValueNamesColumnAndRowAndNothingIsStored() {
        assertRefused(ErrorCode.OUT_OF_RANGE, "'id' at row 2", "SELECT 127, 'a' UNION ALL SELECT 127 + 1, 'b'");
        assertRefused(ErrorCode.TOO_LONG, "'name' at row 1", "SELECT 1, concat('ab', 'cde')");
        assertRefused(ErrorCode.NULL_IN_NOT_NULL, "'name' cannot be null (row 1)", "SELECT 1, NULL");
        assertRefused(ErrorCode.BAD_NUMBER_OR_TEXT, "'id' at row 1", "SELECT 'x', 'a'");
        assertRefused(ErrorCode.COLUMN_COUNT, "at row 1", "SELECT 1, 'a', 3");
        assertThat(errorOf(() -> inserts.insert(query(events, "SELECT 'a'", List.of(1)))))
                .hasMessageContaining("'id' doesn't have a default value (row 1)")
                .extracting(TributaryException::code)
                .isEqualTo(ErrorCode.NO_DEFAULT);
        assertThat(select("SELECT * FROM events")).isEmpty();
    }

    @Test
    void aWrongNumberOfColumnsIsRefusedBeforeTheQueryRuns() {
        InsertQuery endless = endless(CONTEXT);
        String oneColumn = endless.sources().get(0).sql().replace(", 'x'", "");

        assertRefused(ErrorCode.COLUMN_COUNT, "has 1 columns", oneColumn);
    }

    @Test
    void aLabelIsUsedOnceAndAFailedInsertFreesIt() {
        InsertQuery bad = new InsertQuery(1, 1, List.of(source("SELECT 'x'", List.of(0))), "daily", CONTEXT);
        InsertQuery good = new InsertQuery(1, 1, List.of(source("SELECT 7", List.of(0))), "daily", CONTEXT);
        assertThat(errorOf(() -> inserts.insert(bad)).code()).isEqualTo(ErrorCode.BAD_NUMBER_OR_TEXT);

        StatementResult first = inserts.insert(good);

        assertThat(first.label()).isEqualTo("daily");
        assertThat(errorOf(() -> inserts.insert(good)))
                .hasMessage("errCode = 2, detailMessage = Label [daily] has already been used, relate to txn ["
                        + first.txnId() + "], status [VISIBLE].");
        assertThat(fixture.ids(fixture.orders)).isEqualTo("7");
    }

    @Test
    void aTableReadsFromItself() {
        insert(fixture.orders, "SELECT 1");
        insert(fixture.orders, "SELECT id + 1 FROM orders");
        insert(fixture.orders, "SELECT id + 2 FROM orders");

        assertThat(fixture.ids(fixture.orders)).isEqualTo("1 2 3 4");
    }

    @Test
    void anOverwriteReplacesAllRowsAndMayReadThem() {
        fixture.committer.insert(rows(fixture.orders, 1, 2, 3), "");

        StatementResult result =
                inserts.insert(query(fixture.orders, "SELECT id + 10 FROM orders WHERE id > 1", List.of(0))
                        .overwriting());

        assertThat(result.affectedRows()).isEqualTo(2);
        assertThat(fixture.ids(fixture.orders)).isEqualTo("12 13");
        inserts.insert(query(fixture.orders, "SELECT id FROM orders WHERE id < 0", List.of(0))
                .overwriting());
        assertThat(fixture.ids(fixture.orders)).isEmpty();
    }

    @Test
    void anOverwriteOfAUniqueKeyTableKeepsTheLastRowOfEachKey() {
        fixture.committer.insert(rows(fixture.prices, 1, 2), "");

        inserts.insert(query(fixture.prices, "SELECT 2 UNION ALL SELECT 3 UNION ALL SELECT 3", List.of(0))
                .overwriting());

        assertThat(fixture.ids(fixture.prices)).isEqualTo("2 3");
    }

    @Test
    void anOverwriteOfPartitionsLeavesTheOthersAndTakesTheirRowsAlone() {
        TableSchema halves = halves();
        fixture.committer.insert(rows(halves, 1, 2, 11), "");

        TributaryException refused =
                errorOf(() -> inserts.insert(overwritten(halves, "SELECT 3 UNION ALL SELECT 12", "low")));
        assertThat(refused.code()).isEqualTo(ErrorCode.NOT_IN_PARTITIONS);
        assertThat(fixture.ids(halves)).isEqualTo("1 2 11");
        inserts.insert(overwritten(halves, "SELECT id + 1 FROM halves WHERE id < 3", "low"));

        assertThat(fixture.ids(halves)).isEqualTo("2 3 11");
        inserts.insert(overwritten(halves, "SELECT 4 UNION ALL SELECT 14"));
        assertThat(fixture.ids(halves)).isEqualTo("4 14");
    }

    @Test
    void anOverwriteThatFailsAnywhereLeavesTheOldRows() {
        fixture.committer.insert(rows(fixture.orders, 1, 2), "");
        assertThat(errorOf(() -> inserts.insert(query(fixture.orders, "SELECT 1 << 40", List.of(0))
                                .overwriting()))
                        .code())
                .isEqualTo(ErrorCode.OUT_OF_RANGE);
        FaultyEngine faulty = new FaultyEngine(fixture.engine);
        faulty.at(FaultyEngine.Point.BEFORE_COMMIT, () -> {
            throw new IllegalStateException("the power went");
        });
        ComputedInserts failing = new ComputedInserts(
                fixture.tables::get,
                new ComputedInserts.GeneratedValues(
                        new AutoIncrementIds(fixture.engine), fixture.engine, InstantSource.fixed(NOW)),
                fixture.committerOn(faulty),
                fixture.registry,
                fixture.labels,
                timeouts,
                Snapshots.OF_ANY_MOMENT);

        assertThatIllegalStateException()
                .isThrownBy(() -> failing.insert(
                        query(fixture.orders, "SELECT 7", List.of(0)).overwriting()))
                .withMessage("the power went");

        assertThat(fixture.ids(fixture.orders)).isEqualTo("1 2");
    }

    @Test
    void aTransactionThatHasChangedRowsGivesWayToAnOverwrite() {
        fixture.committer.insert(rows(fixture.prices, 1, 2), "");
        long id = fixture.begin("");
        try (TransactionRegistry.Use use = fixture.registry.use(id)) {
            use.transaction().execute("DELETE FROM prices WHERE id = 2", fixture.prices, CONTEXT);
            InsertQuery inside = query(fixture.prices, "SELECT 9", List.of(0)).overwriting();
            assertThat(errorOf(() -> inserts.insert(inside, use.transaction())))
                    .hasMessage(
                            "This is in a transaction, only insert, update, delete, commit, rollback is acceptable.");
        }

        inserts.insert(query(fixture.prices, "SELECT 3", List.of(0)).overwriting());

        assertThat(fixture.ids(fixture.prices)).isEqualTo("3");
        try (TransactionRegistry.Use use = fixture.registry.use(id)) {
            assertThat(errorOf(() -> use.transaction().commit()).code()).isEqualTo(ErrorCode.WRITE_CONFLICT);
        }
    }

    /** Partitions {@code low} below 10 and {@code high}. */
    private TableSchema halves() {
        TableSchema plain = EngineFixture.table(77, "halves");
        PartitionValue ten = new PartitionValue(PartitionValue.Kind.VALUE, "10");
        TableSchema table = plain.withLayout(TableSchema.Layout.none()
                .withPartitioning(new Partitioning(
                        Partitioning.Kind.RANGE,
                        false,
                        "",
                        List.of("id"),
                        List.of(
                                Partition.range("low", List.of(PartitionValue.MIN), List.of(ten)),
                                Partition.range("high", List.of(ten), List.of(PartitionValue.MAX))))));
        fixture.engine.createTable(table);
        fixture.tables.put(table.tableId(), table);
        return table;
    }

    private static InsertQuery overwritten(TableSchema table, String sql, String... partitions) {
        return new InsertQuery(
                table.tableId(),
                1,
                List.of(source(sql, List.of(0))),
                null,
                "",
                CONTEXT,
                null,
                List.of(partitions),
                true,
                0);
    }

    @Test
    void anEmptyResultInsertsNothing() {
        StatementResult result = inserts.insert(query(fixture.orders, "SELECT id FROM orders", List.of(0)));

        assertThat(result.affectedRows()).isZero();
    }

    @Test
    void anOlderSchemaIsRefused() {
        InsertQuery old = new InsertQuery(1, 0, List.of(source("SELECT 1", List.of(0))), "", CONTEXT);

        assertThat(errorOf(() -> inserts.insert(old)).code()).isEqualTo(ErrorCode.SCHEMA_VERSION_MISMATCH);
    }

    @Test
    void moreBytesThanATransactionMayHoldAreRefusedByNameAndGivenBack() {
        String many = IntStream.range(0, 300).mapToObj(i -> "SELECT " + i).collect(Collectors.joining(" UNION ALL "));
        for (int i = 0; i < 2; i++) {
            TributaryException error = errorOf(() -> inserts.insert(query(fixture.orders, many, List.of(0))));
            assertThat(error.code()).isEqualTo(ErrorCode.LIMIT_OR_LOCK_WAIT);
            assertThat(error).hasMessageContaining("transaction_bytes 1000");
        }
        long id = fixture.begin("");
        in(id, transaction -> assertThat(
                        errorOf(() -> inserts.insert(query(fixture.orders, many, List.of(0)), transaction)))
                .hasMessageContaining("transaction_bytes 1000"));
        in(id, transaction -> assertThat(
                        inserts.insert(query(fixture.orders, many + " LIMIT 200", List.of(0)), transaction)
                                .affectedRows())
                .isEqualTo(200));
        fixture.registry.rollback(id);

        insert(fixture.orders, many + " LIMIT 200");

        assertThat(select("SELECT count(*) FROM orders")).containsExactly("200");
    }

    @Test
    void insideATransactionItSeesTheTransactionsRowsAndIsRolledBackWithIt() {
        long id = fixture.begin("");
        in(id, transaction -> transaction.append(rows(fixture.orders, 1, 2)));
        in(id, transaction -> assertThat(
                        inserts.insert(query(fixture.orders, "SELECT id + 10 FROM orders", List.of(0)), transaction)
                                .affectedRows())
                .isEqualTo(2));
        in(id, transaction -> assertThat(inserts.insert(
                                query(fixture.lines, "SELECT id FROM orders WHERE id > 1", List.of(0)), transaction)
                        .affectedRows())
                .isEqualTo(3));
        assertThat(fixture.ids(fixture.lines)).isEmpty();
        fixture.registry.rollback(id);
        assertThat(fixture.ids(fixture.lines)).isEmpty();

        long second = fixture.begin("nightly");
        in(second, transaction -> inserts.insert(query(fixture.lines, "SELECT 5", List.of(0)), transaction));
        try (TransactionRegistry.Use use = fixture.registry.use(second)) {
            use.transaction().commit();
            use.end();
        }

        assertThat(fixture.ids(fixture.lines)).isEqualTo("5");
        assertThat(errorOf(() -> fixture.labels.claim("shop", "nightly")).code())
                .isEqualTo(ErrorCode.LABEL_USED);
    }

    @Test
    void aRefusedValueFailsTheStatementAndNotTheTransaction() {
        long id = fixture.begin("");
        in(id, transaction -> transaction.append(rows(fixture.orders, 1)));
        String late = IntStream.range(0, 5_000)
                .mapToObj(i -> "(" + i + ")")
                .collect(Collectors.joining(", ", "SELECT x FROM (VALUES ", ") AS v(x)"));

        in(id, transaction -> {
            assertThat(errorOf(() -> inserts.insert(query(events, late, List.of(0)), transaction))
                            .code())
                    .isEqualTo(ErrorCode.OUT_OF_RANGE);
            assertThat(errorOf(() -> inserts.insert(query(events, "SELECT 1, 2", List.of(0)), transaction))
                            .code())
                    .isEqualTo(ErrorCode.COLUMN_COUNT);
        });
        in(
                id,
                transaction ->
                        inserts.insert(query(fixture.orders, "SELECT id + 1 FROM orders", List.of(0)), transaction));
        in(id, LoadTransaction::commit);

        assertThat(fixture.ids(fixture.orders)).isEqualTo("1 2");
        assertThat(select("SELECT * FROM events")).isEmpty();
    }

    @Test
    void anErrorOfTheEngineAbortsTheTransaction() {
        long id = fixture.begin("");
        in(id, transaction -> transaction.append(rows(fixture.orders, 1)));

        in(id, transaction -> {
            assertThat(errorOf(() -> inserts.insert(
                                    query(fixture.orders, "SELECT 9223372036854775807 + id FROM orders", List.of(0)),
                                    transaction))
                            .code())
                    .isNotEqualTo(ErrorCode.TRANSACTION_ABORTED);
            assertThat(errorOf(() -> inserts.insert(query(fixture.orders, "SELECT 1", List.of(0)), transaction))
                            .code())
                    .isEqualTo(ErrorCode.TRANSACTION_ABORTED);
        });
        fixture.registry.rollback(id);

        insert(fixture.orders, "SELECT 3");
        assertThat(fixture.ids(fixture.orders)).isEqualTo("3");
    }

    @Test
    void inNonStrictModeBadRowsAreLeftOutAndCounted() {
        String sql = "SELECT 1, 'a' UNION ALL SELECT 2, 'too long' UNION ALL SELECT 200, 'b' UNION ALL SELECT 3, 'c'"
                + " UNION ALL SELECT NULL, 'd'";
        StatementResult result = inserts.insert(nonStrict(sql, 0.6));

        assertThat(result.affectedRows()).isEqualTo(2);
        assertThat(result.filtered().count()).isEqualTo(3);
        assertThat(result.filtered().refusals())
                .extracting(refusal -> refusal.code().number() + " " + refusal.getMessage())
                .containsExactly(
                        "1406 Data too long for column 'name' at row 2: 'too long' has 8 characters (VARCHAR(4) takes 4)",
                        "1264 Out of range value for column 'id' at row 3: 200 (TINYINT takes -128 to 127)");
        assertThat(select("SELECT id, name FROM events")).containsExactly("1|a", "3|c");
    }

    @Test
    void moreBadRowsThanTheRatioAllowsFailTheStatementWhole() {
        TributaryException error =
                errorOf(() -> inserts.insert(nonStrict("SELECT 1, 'a' UNION ALL SELECT 200, 'b'", 0.4)));

        assertThat(error.code()).isEqualTo(ErrorCode.TOO_MANY_FILTERED);
        assertThat(error)
                .hasMessage(
                        "Insert has too many filtered data 1/2 insert_max_filter_ratio is 0.400000, first_error_msg:"
                                + " Out of range value for column 'id' at row 2: 200 (TINYINT takes -128 to 127)");
        assertThat(select("SELECT id FROM events")).isEmpty();
    }

    @Test
    void inNonStrictModeTextThatIsNoNumberIsNullWhereThatMayBe() {
        InsertQuery insert = new InsertQuery(
                events.tableId(),
                1,
                List.of(source("SELECT '1', 'x' UNION ALL SELECT 'y', '2'", List.of(0, 2))),
                null,
                "",
                CONTEXT,
                new FilterLimits(1, 10),
                List.of(),
                false,
                0);
        StatementResult result = inserts.insert(insert);

        assertThat(result.affectedRows()).isEqualTo(1);
        assertThat(result.filtered().refusals())
                .singleElement()
                .matches(e -> e.code().number() == 1366);
        assertThat(select("SELECT id, price FROM events")).containsExactly("1|null");
    }

    @Test
    void partitionsAsConditionsHoldOfTheRowsThatTheyTake() {
        Map<ColumnType, String> values = new LinkedHashMap<>();
        values.put(ColumnType.of(Kind.BOOLEAN), "1");
        values.put(ColumnType.of(Kind.TINYINT), "-128");
        values.put(ColumnType.of(Kind.BIGINT), "-9223372036854775808");
        values.put(ColumnType.unsigned(64), "18446744073709551615");
        values.put(ColumnType.of(Kind.LARGEINT), "-170141183460469231731687303715884105728");
        values.put(ColumnType.of(Kind.DATE), "2024-02-29");
        values.put(ColumnType.datetime(0), "2024-02-29 10:11:12");
        values.put(ColumnType.datetime(3), "2024-02-29 10:11:12.123");
        values.put(ColumnType.charType(5), "it's");
        values.put(ColumnType.varchar(5), "\"ä%\"");
        int count = 0;
        for (Map.Entry<ColumnType, String> each : values.entrySet()) {
            Column column = Column.of("c", each.getKey(), true);
            List<PartitionValue> value = List.of(PartitionValue.of(column, each.getValue()));
            Partition from = Partition.range("p", value, List.of(PartitionValue.MAX));
            Partition to = Partition.range("p", List.of(PartitionValue.MIN), value);
            Partition is = new Partition("p", List.of(value));
            Partition none = new Partition("p", List.of(List.of(PartitionValue.NULL)));
            TableSchema table = create("partitioned" + count++, column);
            insert(table, "SELECT '" + each.getValue().replace("'", "''") + "' UNION ALL SELECT NULL");

            assertThat(countIn(table, Partitioning.Kind.RANGE, from, false))
                    .as("%s", each)
                    .isEqualTo("1");
            assertThat(countIn(table, Partitioning.Kind.RANGE, to, true))
                    .as("%s", each)
                    .isEqualTo("1");
            assertThat(countIn(table, Partitioning.Kind.LIST, is, false))
                    .as("%s", each)
                    .isEqualTo("1");
            assertThat(countIn(table, Partitioning.Kind.LIST, none, true))
                    .as("%s", each)
                    .isEqualTo("1");
            assertThat(countIn(table, Partitioning.Kind.LIST, new Partition("rest", List.of()), is, true))
                    .as("%s", each)
                    .isEqualTo("1");
            assertThat(countIn(table, Partitioning.Kind.LIST, new Partition("rest", List.of()), none, false))
                    .as("%s", each)
                    .isEqualTo("1");
        }
    }

    private String countIn(TableSchema table, Partitioning.Kind kind, Partition partition, boolean ofNulls) {
        return countIn(table, new Partitioning(kind, false, "", List.of("c"), List.of(partition)), partition, ofNulls);
    }

    private String countIn(
            TableSchema table, Partitioning.Kind kind, Partition partition, Partition other, boolean ofNulls) {
        return countIn(
                table, new Partitioning(kind, false, "", List.of("c"), List.of(partition, other)), partition, ofNulls);
    }

    private String countIn(TableSchema table, Partitioning by, Partition partition, boolean ofNulls) {
        TableSchema partitioned = table.withLayout(TableSchema.Layout.none().withPartitioning(by));
        if (ofNulls) {
            RowBlockWriter writer = new RowBlockWriter(partitioned);
            writer.beginRow();
            writer.putNull(0);
            writer.endRow();
        }
        String condition = new PartitionConditions(partitioned).in(List.of(partition));
        String rows = select("SELECT count(*) FROM " + table.name() + " WHERE " + condition)
                .get(0);
        assertThat(select("SELECT count(*) FROM " + table.name() + " WHERE NOT " + condition))
                .as("never NULL")
                .containsExactly(Integer.toString(2 - Integer.parseInt(rows)));
        assertThat(select("SELECT count(*) FROM " + table.name() + " WHERE " + condition + " AND c IS NULL"))
                .containsExactly(ofNulls ? "1" : "0");
        return rows;
    }

    @Test
    void anInsertThatRunsLongerThanItMayEndsAndStoresNothing() throws Exception {
        InsertQuery endless = endless(CONTEXT);

        TributaryException error = endedByTimeout(() -> inserts.insert(endless));

        assertThat(error.code()).isEqualTo(ErrorCode.STATEMENT_TIMEOUT);
        assertThat(error).hasMessageContaining("insert_timeout = 10 s");
        assertThat(select("SELECT id FROM events")).isEmpty();
        insert(events, "SELECT 1, 'a', 2, NULL");
        assertThat(select("SELECT id FROM events")).containsExactly("1");
    }

    @Test
    void withinATransactionSuchAnInsertTakesThatWithIt() throws Exception {
        long id = fixture.begin("");
        InsertQuery endless = endless(new QueryContext("shop", SqlMode.NONE, "UTC", id));
        try (TransactionRegistry.Use use = fixture.registry.use(id)) {
            use.transaction().append(rows(fixture.lines, 1));

            TributaryException error = endedByTimeout(() -> inserts.insert(endless, use.transaction()));

            assertThat(error.code()).isEqualTo(ErrorCode.STATEMENT_TIMEOUT);
            assertThat(errorOf(() -> use.transaction().commit()).code()).isEqualTo(ErrorCode.TRANSACTION_ABORTED);
        }
        assertThat(fixture.ids(fixture.lines)).isEmpty();
    }

    /** Counts 10^12 rows; it may run for ten seconds of the test's clock. */
    private InsertQuery endless(QueryContext context) {
        Integer[] ids = IntStream.range(0, 200).boxed().toArray(Integer[]::new);
        for (int i = 0; i < 5; i++) {
            fixture.committer.insert(rows(fixture.orders, ids), "");
        }
        return new InsertQuery(
                events.tableId(),
                1,
                List.of(source(
                        "SELECT COUNT(*), 'x' FROM orders a, orders b, orders c, orders d"
                                + " WHERE a.id + b.id + c.id + d.id + rand() > 0",
                        List.of(0, 1))),
                null,
                "",
                context,
                null,
                List.of(),
                false,
                10);
    }

    /** Runs it, and lets the clock go on until it has ended. */
    private TributaryException endedByTimeout(ThrowingCallable insert) throws Exception {
        ExecutorService thread = Executors.newSingleThreadExecutor();
        try {
            Future<TributaryException> ended = thread.submit(() -> errorOf(insert));
            for (int check = 0; check < 1_000 && !ended.isDone(); check++) {
                fixture.nanos.addAndGet(TimeUnit.SECONDS.toNanos(1));
                timeouts.check();
                try {
                    return ended.get(20, TimeUnit.MILLISECONDS);
                } catch (TimeoutException e) {
                    // It runs on.
                }
            }
            return ended.get(0, TimeUnit.MILLISECONDS);
        } finally {
            thread.shutdownNow();
        }
    }

    /** Two warnings at most. */
    private InsertQuery nonStrict(String sql, double ratioMax) {
        return new InsertQuery(
                events.tableId(),
                1,
                List.of(source(sql, List.of(0, 1))),
                null,
                "",
                CONTEXT,
                new FilterLimits(ratioMax, 2),
                List.of(),
                false,
                0);
    }

    private void assertRefused(ErrorCode code, String text, String sql) {
        TributaryException error = errorOf(() -> inserts.insert(query(events, sql, List.of(0, 1))));
        assertThat(error.code()).isEqualTo(code);
        assertThat(error).hasMessageContaining(text);
    }

    @Test
    void aDivisionByZeroIsStoredInNoStrictMode() {
        TableSchema numbers = create("numbers", columns(List.of(ColumnType.of(Kind.DOUBLE))));
        QueryContext strict =
                new QueryContext("shop", SqlMode.of("STRICT_TRANS_TABLES,ERROR_FOR_DIVISION_BY_ZERO"), "UTC", 0);
        List<String> divisions =
                List.of("SELECT 1 / 0", "SELECT MOD(1, 0)", "SELECT 1.5e0 / (1 - 1)", "SELECT 7 DIV 0");

        for (String sql : divisions) {
            InsertQuery insert = new InsertQuery(numbers.tableId(), 1, List.of(source(sql, List.of(0))), "", strict);
            assertThat(catchThrowableOfType(TributaryException.class, () -> inserts.insert(insert))
                            .code())
                    .as(sql)
                    .isEqualTo(ErrorCode.DIVISION_BY_ZERO);
        }
        inserts.insert(
                new InsertQuery(numbers.tableId(), 1, List.of(source("SELECT NULL / 0", List.of(0))), "", strict));
        divisions.forEach(sql -> insert(numbers, sql));

        assertThat(select("SELECT * FROM numbers")).hasSize(5).containsOnly("null");
        try (EngineTransaction transaction = fixture.engine.begin()) {
            TributaryException error =
                    errorOf(() -> transaction.execute("UPDATE numbers SET c0 = 1 / 0", RowRules.NONE, strict));
            assertThat(error.code()).isEqualTo(ErrorCode.DIVISION_BY_ZERO);
        }
        assertThat(select("SELECT 1 / 0")).containsExactly("null");
    }

    private void insert(TableSchema table, String sql) {
        List<Integer> all = IntStream.range(0, table.columns().size()).boxed().toList();
        inserts.insert(query(table, sql, all));
    }

    private static InsertQuery query(TableSchema table, String sql, List<Integer> columns) {
        return new InsertQuery(table.tableId(), 1, List.of(source(sql, columns)), "", CONTEXT);
    }

    private static InsertQuery.Source source(String sql, List<Integer> columns) {
        return new InsertQuery.Source(sql, List.of(columns));
    }

    private static Column[] columns(List<ColumnType> types) {
        return IntStream.range(0, types.size())
                .mapToObj(i -> Column.of("c" + i, types.get(i), true))
                .toArray(Column[]::new);
    }

    private static Column column(
            String name, ColumnType type, boolean nullable, DefaultValue.Kind kind, String defaultText) {
        return new Column(name, type, nullable, false, new DefaultValue(kind, defaultText), false, "");
    }

    private TableSchema create(String name, Column... columns) {
        TableSchema table = new TableSchema(
                3 + fixture.tables.size(),
                "shop",
                name,
                1,
                TableSchema.KeyModel.DUPLICATE,
                List.of(columns),
                TableProperties.defaults(),
                TableSchema.Layout.none());
        fixture.engine.createTable(table);
        fixture.tables.put(table.tableId(), table);
        return table;
    }

    private List<String> select(String sql) {
        List<String> lines = new ArrayList<>();
        try (ResultCursor cursor = fixture.engine.query(sql, CONTEXT)) {
            List<ColumnType> types =
                    cursor.columns().stream().map(ResultColumn::type).toList();
            for (RowBlock block = cursor.next(); block != null; block = cursor.next()) {
                for (@Nullable Object[] row : TestRows.rows(types, block)) {
                    lines.add(line(row));
                }
            }
        }
        return lines;
    }

    private static String line(@Nullable Object[] row) {
        List<String> cells = new ArrayList<>();
        for (Object cell : row) {
            cells.add(cell instanceof byte[] raw ? HexFormat.of().formatHex(raw) : String.valueOf(cell));
        }
        return String.join("|", cells);
    }

    private void in(long id, Consumer<LoadTransaction> statement) {
        try (TransactionRegistry.Use use = fixture.registry.use(id)) {
            statement.accept(use.transaction());
        }
    }

    private static TributaryException errorOf(ThrowingCallable call) {
        TributaryException error = catchThrowableOfType(TributaryException.class, call);
        assertThat(error).isNotNull();
        return error;
    }
}
