package io.tributary.frontend.write;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowBlockReader;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.frontend.execution.RandomInsert;
import io.tributary.frontend.execution.RowByRow;
import io.tributary.planner.PlanCache;
import io.tributary.planner.PlanContext;
import io.tributary.planner.Planner;
import io.tributary.planner.SharedPlanCache;
import io.tributary.planner.catalog.CatalogSnapshot;
import io.tributary.planner.plan.InsertPlan;
import io.tributary.planner.sql.insert.ValuesScanner.Outcome;
import io.tributary.testing.Seeds;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class LiteralRowEncoderTest {
    private static final List<Column> COLUMNS = List.of(
            Column.of("id", ColumnType.of(Kind.INT), false),
            new Column("name", ColumnType.of(Kind.STRING), true, false, DefaultValue.literal("none"), false, ""),
            Column.of("ok", ColumnType.of(Kind.BOOLEAN), true));

    private final LiteralRowEncoder encoder = new LiteralRowEncoder();
    private final RowBlockWriter writer = new RowBlockWriter(COLUMNS);

    @Test
    void literalsOfEveryKindBecomeRows() {
        assertThat(rows("INSERT INTO t VALUES (1, 'a', true), (-2, 'it\\'s', FALSE), (3, NULL, 1), (4, DEFAULT, null)"))
                .containsExactly(
                        List.of("1", "a", "1"),
                        List.of("-2", "it's", "0"),
                        Arrays.asList("3", null, "1"),
                        Arrays.asList("4", "none", null));
        assertThat(rows("INSERT INTO t VALUES (1.5, 1.50, 0), (2, x'c3a9', 0)"))
                .containsExactly(List.of("2", "1.50", "0"), List.of("2", "é", "0"));
    }

    @Test
    void columnsMayBeListedInAnyOrderAndLeftOut() {
        assertThat(rows("INSERT INTO t (name, id) VALUES ('a', 1)")).containsExactly(Arrays.asList("1", "a", null));
        assertThat(rows("INSERT INTO t SET id = 7")).containsExactly(Arrays.asList("7", "none", null));
    }

    @Test
    void aWrongCountIsRefusedWithItsRow() {
        refused("INSERT INTO t VALUES (1,'a',1),(2,'b')", ErrorCode.COLUMN_COUNT, "at row 2");
        refused("INSERT INTO t VALUES (1,'a',1,1)", ErrorCode.COLUMN_COUNT, "at row 1");
        refused("INSERT INTO t (id) VALUES (1),(2),()", ErrorCode.COLUMN_COUNT, "at row 3");
    }

    @Test
    void anEmptyRowWithoutColumnListIsARowOfDefaults() {
        refused("INSERT INTO t VALUES ()", ErrorCode.NO_DEFAULT, "Field 'id' doesn't have a default value");
        refused("INSERT INTO t () VALUES ()", ErrorCode.NO_DEFAULT, "Field 'id' doesn't have a default value");
    }

    @Test
    void aBadValueNamesRowAndColumnAndTheNextStatementIsWhole() {
        refused("INSERT INTO t VALUES (1,'a',1),(2,'b',1),('x','c',1)", ErrorCode.BAD_NUMBER_OR_TEXT, "'id' at row 3");
        assertThat(rows("INSERT INTO t VALUES (9,'z',0)")).containsExactly(List.of("9", "z", "0"));
    }

    @Test
    void anExpressionLeavesNothingOfTheRowsBeforeIt() {
        LiteralRows rows = encode("INSERT INTO t VALUES (1,'a',1),(2,concat('b'),1)");

        assertThat(rows.outcome()).isEqualTo(Outcome.EXPRESSION);
        assertThat(rows.blocks()).isEmpty();
        assertThat(writer.rowCount()).isZero();
    }

    @Test
    void manyRowsBecomeSeveralBlocksWhoseRowsAreNumberedOn() {
        StringBuilder sql = new StringBuilder("INSERT INTO t VALUES ");
        String large = "x".repeat(100_000);
        for (int row = 1; row <= 200; row++) {
            sql.append(row == 1 ? "" : ",")
                    .append('(')
                    .append(row)
                    .append(",'")
                    .append(large)
                    .append("',1)");
        }

        LiteralRows rows = encode(sql.toString());

        assertThat(rows.rowCount()).isEqualTo(200);
        assertThat(rows.blocks()).hasSize(3);
        assertThat(rows.blocks().stream().mapToInt(RowBlock::rowCount).sum()).isEqualTo(200);
        refused(sql + ",('x','y',1)", ErrorCode.BAD_NUMBER_OR_TEXT, "'id' at row 201");
    }

    @Test
    void aTextGivesTheBlocksOrTheErrorOfItsRowsPutOneByOne() {
        int good = 0;
        int[] seeds = Seeds.of(LiteralRowEncoderTest.class, 4000);
        for (int seed : seeds) {
            RandomInsert insert = new RandomInsert(Seeds.random(seed), 40, 30);
            String expected = encoded(insert, false);
            good += expected.startsWith("LITERALS") ? 1 : 0;

            assertThat(encoded(insert, true))
                    .as("seed %d: %s", seed, insert.sql)
                    .isEqualTo(expected);
        }
        assertThat(good).isBetween(seeds.length / 4, seeds.length - seeds.length / 4);
    }

    @Test
    void severalBlocksAreCutAsRowsPutOneByOneAre() {
        int cut = 0;
        int[] seeds = Seeds.of(LiteralRowEncoderTest.class, 30);
        for (int seed : seeds) {
            RandomInsert insert = new RandomInsert(Seeds.random(seed), 1500, 20_000);
            String expected = encoded(insert, false);
            cut += expected.split(":").length > 2 ? 1 : 0;

            assertThat(encoded(insert, true)).as("seed %d", seed).isEqualTo(expected);
        }
        assertThat(cut).isGreaterThanOrEqualTo(seeds.length / 30);
    }

    private String encoded(RandomInsert insert, boolean together) {
        byte[] text = insert.sql.getBytes(StandardCharsets.UTF_8);
        RowBlockWriter target = new RowBlockWriter(insert.columns);
        try {
            InsertPlan plan = plan(text, insert.columns);
            LiteralRows rows = together
                    ? encoder.encode(plan, text, 0, text.length, SqlMode.DEFAULT, target)
                    : RowByRow.encode(plan, text, SqlMode.DEFAULT, target);
            StringBuilder shown = new StringBuilder(rows.outcome() + " " + rows.rowCount());
            for (RowBlock block : rows.blocks()) {
                byte[] bytes = Arrays.copyOfRange(block.bytes(), block.offset(), block.offset() + block.length());
                shown.append(' ').append(block.rowCount()).append(':').append(Arrays.hashCode(bytes));
            }
            return shown.toString();
        } catch (TributaryException e) {
            return e.code() + " " + e.getMessage();
        }
    }

    private void refused(String sql, ErrorCode code, String words) {
        assertThatThrownBy(() -> encode(sql))
                .isInstanceOfSatisfying(
                        TributaryException.class, e -> assertThat(e.code()).isEqualTo(code))
                .hasMessageContaining(words);
    }

    private LiteralRows encode(String sql) {
        byte[] text = sql.getBytes(StandardCharsets.UTF_8);
        return encoder.encode(plan(text, COLUMNS), text, 0, text.length, SqlMode.DEFAULT, writer);
    }

    private static InsertPlan plan(byte[] text, List<Column> columns) {
        TableSchema table = new TableSchema(
                1,
                "db",
                "t",
                1,
                TableSchema.KeyModel.DUPLICATE,
                columns,
                TableProperties.defaults(),
                TableSchema.Layout.none());
        CatalogSnapshot snapshot = new CatalogSnapshot(1, List.of("db"), List.of(table), List.of(), Map.of());
        return (InsertPlan) new Planner(() -> snapshot)
                .plan(
                        text,
                        0,
                        text.length,
                        new PlanContext("db", SqlMode.DEFAULT),
                        new PlanCache(new SharedPlanCache(1 << 20), 10));
    }

    /** The rows as text. */
    private List<List<@Nullable String>> rows(String sql) {
        RowBlockReader reader =
                new RowBlockReader(COLUMNS.stream().map(Column::type).toList());
        List<List<@Nullable String>> rows = new ArrayList<>();
        for (RowBlock block : encode(sql).blocks()) {
            reader.reset(block);
            for (int row = 0; row < reader.rowCount(); row++) {
                List<@Nullable String> values = new ArrayList<>();
                for (int column = 0; column < COLUMNS.size(); column++) {
                    values.add(reader.isNull(column, row) ? null : shown(reader, column, row));
                }
                rows.add(values);
            }
        }
        return rows;
    }

    private static String shown(RowBlockReader reader, int column, int row) {
        return COLUMNS.get(column).type().isVariableWidth()
                ? new String(
                        reader.array(),
                        reader.bytesOffset(column, row),
                        reader.bytesLength(column, row),
                        StandardCharsets.UTF_8)
                : Long.toString(reader.getLong(column, row));
    }
}
