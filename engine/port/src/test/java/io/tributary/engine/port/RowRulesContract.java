package io.tributary.engine.port;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.calls.ResultColumn;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.information.SystemRows;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.PartitionValue;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.RowRules;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** What every engine owes to {@link RowRules}. */
public abstract class RowRulesContract {
    private static final QueryContext CONTEXT = new QueryContext("shop", SqlMode.NONE, "UTC", 0);

    private TableEngine engine;
    private TableSchema table;

    protected abstract TableEngine open() throws Exception;

    @BeforeEach
    void openEngine() throws Exception {
        engine = open();
        engine.systemTables(() -> new SystemRows(List.of("shop"), List.of(table), List.of(), Map.of()));
        engine.createDatabase("shop");
        table = schema(
                "t",
                TableSchema.Layout.none(),
                Column.of("id", ColumnType.of(Kind.INT), true),
                Column.of("amount", ColumnType.of(Kind.INT), false),
                Column.of("name", ColumnType.varchar(5), false),
                Column.of("it's", ColumnType.charType(3), true),
                Column.of("small", ColumnType.unsigned(8), true),
                Column.of("whole", ColumnType.unsigned(64), true),
                Column.of("f", ColumnType.of(Kind.FLOAT), true),
                Column.of("d", ColumnType.of(Kind.DOUBLE), false),
                Column.of("day", ColumnType.of(Kind.DATE), false),
                Column.of("bytes", ColumnType.of(Kind.VARBINARY), false));
        engine.createTable(table);
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(table, List.of(TestRows.block(types(table), List.of(row(1), row(2), row(3)))));
            transaction.commit();
        }
    }

    @AfterEach
    void closeEngine() {
        engine.close();
    }

    private static @Nullable Object[] row(int id) {
        return new @Nullable Object[] {
            id,
            10,
            "name" + id,
            "x",
            200,
            7,
            1.5f,
            2.5,
            (int) LocalDate.of(2024, 1, 1).toEpochDay(),
            new byte[] {1}
        };
    }

    private static TableSchema schema(String name, TableSchema.Layout layout, Column... columns) {
        return new TableSchema(
                7,
                "shop",
                name,
                1,
                TableSchema.KeyModel.DUPLICATE,
                Arrays.asList(columns),
                TableProperties.defaults(),
                layout);
    }

    private static List<ColumnType> types(TableSchema table) {
        return table.columns().stream().map(Column::type).toList();
    }

    private long update(String sql) {
        try (EngineTransaction transaction = engine.begin()) {
            long affected = transaction.execute(sql, new RowRules(table), CONTEXT);
            transaction.commit();
            return affected;
        }
    }

    private void refused(String sql, ErrorCode code, String message) {
        List<List<@Nullable Object>> before = rows();
        assertThatThrownBy(() -> update(sql))
                .describedAs(sql)
                .isInstanceOfSatisfying(
                        TributaryException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(message);
        assertThat(rows()).describedAs("after %s", sql).isEqualTo(before);
    }

    /** All but the bytes, which do not compare. */
    private List<List<@Nullable Object>> rows() {
        String columns = table.columns().stream()
                .filter(column -> column.type().kind() != Kind.VARBINARY)
                .map(column -> "`" + column.name() + "`")
                .collect(Collectors.joining(", "));
        return query("SELECT " + columns + " FROM " + table.name() + " ORDER BY 1");
    }

    private List<List<@Nullable Object>> query(String sql) {
        try (ResultCursor cursor = engine.query(sql, CONTEXT)) {
            List<ColumnType> types =
                    cursor.columns().stream().map(ResultColumn::type).toList();
            List<List<@Nullable Object>> rows = new ArrayList<>();
            for (var block = cursor.next(); block != null; block = cursor.next()) {
                TestRows.rows(types, block).forEach(each -> rows.add(Arrays.asList(each)));
            }
            return rows;
        }
    }

    @Test
    void whatAnUpdateAssignsIsHeldToTheColumn() {
        refused("UPDATE t SET amount = NULL", ErrorCode.NULL_IN_NOT_NULL, "Column 'amount' cannot be null");
        refused("UPDATE t SET amount = CAST('null' AS JSON) WHERE id = 2", ErrorCode.NULL_IN_NOT_NULL, "'amount'");
        refused("UPDATE t SET amount = `small` - NULL WHERE id = 2", ErrorCode.NULL_IN_NOT_NULL, "'amount'");
        refused("UPDATE t SET name = NULL", ErrorCode.NULL_IN_NOT_NULL, "'name'");
        refused("UPDATE t SET d = NULL", ErrorCode.NULL_IN_NOT_NULL, "'d'");
        refused("UPDATE t SET day = NULLIF(day, '2024-01-01')", ErrorCode.NULL_IN_NOT_NULL, "'day'");
        refused("UPDATE t SET bytes = NULL", ErrorCode.NULL_IN_NOT_NULL, "'bytes'");
        refused("UPDATE t SET name = CONCAT(name, '!')", ErrorCode.TOO_LONG, "'name' at row 1 (VARCHAR(5) takes 5 ");
        refused("UPDATE t SET amount = 1, t.`it's` = 'four'", ErrorCode.TOO_LONG, "'it's' at row 1 (CHAR(3) takes 3 ");
        refused("UPDATE t SET small = small + 60 WHERE id > 2", ErrorCode.OUT_OF_RANGE, "'small' at row 1");
        refused("UPDATE shop.t AS a SET a.Small = -1 LIMIT 1", ErrorCode.OUT_OF_RANGE, "'small' at row 1");
        refused("UPDATE t SET whole = 18446744073709551616", ErrorCode.OUT_OF_RANGE, "'whole' at row 1");
        refused("UPDATE t SET f = 1e39", ErrorCode.OUT_OF_RANGE, "'f' at row 1");
        refused("UPDATE t SET name = 123456 WHERE id = 1", ErrorCode.TOO_LONG, "'name'");
        refused(
                "UPDATE t SET amount = (SELECT max(id) FROM t WHERE id > 3)",
                ErrorCode.NULL_IN_NOT_NULL,
                "Column 'amount' cannot be null");
    }

    @Test
    void whatFitsIsAssigned() {
        assertThat(update(
                        "UPDATE t SET amount = '12', name = 'ärger', `it's` = NULL, small = 255, whole = 18446744073709551615,"
                                + " f = -3e38, d = 1e308, day = '2024-02-29', bytes = 'ab' WHERE id = 1"))
                .isEqualTo(1);
        assertThat(update("UPDATE t SET name = 0x6162, small = NULL, d = id, bytes = x'00ff' WHERE id = 2"))
                .isEqualTo(1);
        assertThat(
                        update(
                                "UPDATE t SET amount = amount + 1, name = LEFT(CONCAT(name, name), 5) ORDER BY id DESC LIMIT 2"))
                .isEqualTo(2);
        assertThat(update("UPDATE t SET amount = NULL, small = 1000 WHERE id = 4"))
                .isZero();
        assertThat(update("UPDATE t SET amount = (SELECT max(id) FROM t) WHERE id = 3"))
                .isEqualTo(1);

        assertThat(query("SELECT id, amount, name, `it's`, small, CAST(whole AS CHAR), day FROM t ORDER BY id")
                        .toString())
                .isEqualTo("[[1, 12, ärger, null, 255, 18446744073709551615, 19782],"
                        + " [2, 11, abab, x, null, 7, 19723],"
                        + " [3, 3, name3, x, 200, 7, 19723]]");
        assertThat(query("SELECT HEX(bytes), d FROM t ORDER BY id").toString())
                .isEqualTo("[[6162, 1.0E308], [00FF, 2.0], [01, 2.5]]");
    }

    /** What is computed anew for each use could pass the condition and break it when it is stored. */
    @Test
    void aValueIsComputedOnce() {
        for (int i = 0; i < 20; i++) {
            try {
                update("UPDATE t SET small = FLOOR(RAND() * 512)");
            } catch (TributaryException e) {
                assertThat(e.code()).isEqualTo(ErrorCode.OUT_OF_RANGE);
            }
            assertThat(query("SELECT COUNT(*) FROM t WHERE small > 255")).isEqualTo(List.of(List.of(0L)));
        }
    }

    /** So that the time of an UPDATE, in which nobody writes to the table, does not grow with the table. */
    @Test
    void rowsAndColumnsThatDoNotChangeAreNotLookedAt() {
        try (EngineTransaction transaction = engine.begin()) {
            @Nullable Object[] bad = row(9);
            bad[1] = null;
            bad[2] = "too long a name";
            transaction.append(table, List.of(TestRows.block(types(table), List.<@Nullable Object[]>of(bad))));
            transaction.commit();
        }

        assertThat(update("UPDATE t SET name = 'new', amount = 5 WHERE id < 3")).isEqualTo(2);
        assertThat(update("UPDATE t SET small = 1")).isEqualTo(4);
        refused("UPDATE t SET name = CONCAT(name, '!') WHERE id = 9", ErrorCode.TOO_LONG, "'name'");
    }

    @Test
    void rowsThatAreReturnedAreHeldToTheRules() {
        RowRules rules = new RowRules(table);
        try (EngineTransaction transaction = engine.begin()) {
            assertThatThrownBy(() -> {
                        try (ResultCursor rows = transaction.executeReturning(
                                "UPDATE t SET small = small + id * 20", rules, List.of("id"), CONTEXT)) {
                            while (rows.next() != null) {}
                        }
                    })
                    .hasMessage("Out of range value for column 'small' at row 1");
        }
    }

    @Test
    void noRowLeavesItsPartitions() {
        Partition low = Partition.range("low", List.of(PartitionValue.MIN), bound("10"));
        Partition high = Partition.range("high", bound("10"), bound("20"));
        table = schema(
                "t2",
                TableSchema.Layout.none()
                        .withPartitioning(
                                new Partitioning(Partitioning.Kind.RANGE, false, "", List.of("p"), List.of(low, high))),
                Column.of("p", ColumnType.of(Kind.INT), true),
                Column.of("v", ColumnType.of(Kind.INT), true));
        engine.createTable(table);
        try (EngineTransaction transaction = engine.begin()) {
            transaction.append(
                    table,
                    List.of(TestRows.block(
                            types(table), List.of(new Object[] {5, 1}, new Object[] {15, 2}, new Object[] {19, 3}))));
            transaction.commit();
        }

        assertThat(update("UPDATE t2 SET v = v + 1")).isEqualTo(3);
        assertThat(update("UPDATE t2 SET P = p + 4 WHERE p < 16")).isEqualTo(2);
        assertThat(update("UPDATE t2 PARTITION (high) SET p = p - 1 ORDER BY p LIMIT 1"))
                .isEqualTo(1);
        refused("UPDATE t2 SET p = p + 1", ErrorCode.NO_PARTITION, "would leave all partitions of t2");
        refused(
                "UPDATE t2 PARTITION (high) AS x SET v = 9, x.P = p - 10",
                ErrorCode.NOT_IN_PARTITIONS,
                "Found a row not matching the given partition set");
        refused("UPDATE t2 PARTITION (low, none) SET v = 9", ErrorCode.UNKNOWN_PARTITION, "none");
        assertThat(update("UPDATE t2 AS x PARTITION (high) SET v = 0 WHERE v = 3 OR v = 2 OR x.p IS NULL"))
                .isEqualTo(1);
        assertThat(update("DELETE FROM t2 PARTITION low WHERE v > 2")).isZero();
        assertThat(query("SELECT p, v FROM t2 ORDER BY p").toString()).isEqualTo("[[9, 2], [18, 0], [19, 4]]");
    }

    private static List<PartitionValue> bound(String value) {
        return List.of(new PartitionValue(PartitionValue.Kind.VALUE, value));
    }
}
