package io.tributary.contract.row.encode;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.row.FilterLimits;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.Partition;
import io.tributary.contract.schema.PartitionValue;
import io.tributary.contract.schema.Partitioning;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import io.tributary.testing.Seeds;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class PartitionSearchTest {
    private static TableSchema table(Partitioning partitioning, ColumnType... types) {
        List<Column> columns = new ArrayList<>();
        for (int i = 0; i < types.length; i++) {
            columns.add(Column.of("c" + i, types[i], true));
        }
        return new TableSchema(
                1,
                "db",
                "t",
                1,
                TableSchema.KeyModel.DUPLICATE,
                columns,
                TableProperties.defaults(),
                TableSchema.Layout.none().withPartitioning(partitioning));
    }

    private static List<PartitionValue> bound(String... values) {
        return Arrays.stream(values)
                .map(value -> switch (value) {
                    case "MIN" -> PartitionValue.MIN;
                    case "MAX" -> PartitionValue.MAX;
                    case "NULL" -> PartitionValue.NULL;
                    default -> new PartitionValue(PartitionValue.Kind.VALUE, value);
                })
                .toList();
    }

    private static Partitioning ranges(List<String> columns, Partition... partitions) {
        return new Partitioning(Partitioning.Kind.RANGE, false, "", columns, List.of(partitions));
    }

    private static void put(RowBlockWriter writer, @Nullable String... row) {
        writer.beginRow();
        for (int i = 0; i < row.length; i++) {
            String value = row[i];
            if (value == null) {
                writer.putNull(i);
            } else {
                byte[] text = value.getBytes(UTF_8);
                writer.putText(i, text, 0, text.length);
            }
        }
        writer.endRow();
    }

    private static boolean takes(RowBlockWriter writer, @Nullable String... row) {
        writer.reset();
        try {
            put(writer, row);
            return true;
        } catch (TributaryException e) {
            assertThat(e.code()).isIn(ErrorCode.NO_PARTITION, ErrorCode.NOT_IN_PARTITIONS);
            return false;
        }
    }

    @Test
    void aRangeHasItsLowerBoundAndNotItsUpper() {
        RowBlockWriter writer = new RowBlockWriter(table(
                ranges(
                        List.of("c0"),
                        Partition.range("b", bound("20"), bound("30")),
                        Partition.range("a", bound("-10"), bound("10"))),
                ColumnType.of(Kind.INT)));

        for (String in : List.of("-10", "-1", "0", "9", "20", "29")) {
            assertThat(takes(writer, in)).as(in).isTrue();
        }
        for (String out : List.of("-2147483648", "-11", "10", "19", "30", "2147483647")) {
            assertThat(takes(writer, out)).as(out).isFalse();
        }
        assertThat(takes(writer, new String[] {null}))
                .as("NULL is less than all")
                .isFalse();
    }

    @Test
    void nullBelongsToTheRangeWithoutALowerBound() {
        RowBlockWriter writer = new RowBlockWriter(table(
                ranges(List.of("c0"), Partition.range("a", bound("MIN"), bound("2024-01-01"))),
                ColumnType.of(Kind.DATE)));

        assertThat(takes(writer, new String[] {null})).isTrue();
        assertThat(takes(writer, "0001-01-01")).isTrue();
        assertThat(takes(writer, "2023-12-31")).isTrue();
        assertThat(takes(writer, "2024-01-01")).isFalse();
    }

    @Test
    void columnsAreComparedOneAfterTheOther() {
        RowBlockWriter writer = new RowBlockWriter(table(
                ranges(
                        List.of("c1", "c0"),
                        Partition.range("a", bound("b", "5"), bound("b", "7")),
                        Partition.range("c", bound("c", "MIN"), bound("MAX", "MIN"))),
                ColumnType.of(Kind.LARGEINT),
                ColumnType.varchar(10)));

        assertThat(takes(writer, "5", "b")).isTrue();
        assertThat(takes(writer, "6", "b")).isTrue();
        assertThat(takes(writer, "7", "b")).isFalse();
        assertThat(takes(writer, "4", "b")).isFalse();
        assertThat(takes(writer, "6", "ba")).isFalse();
        assertThat(takes(writer, "-170141183460469231731687303715884105728", "c"))
                .isTrue();
        assertThat(takes(writer, null, "zzz")).isTrue();
        assertThat(takes(writer, "6", null)).isFalse();
    }

    @Test
    void aListHasExactlyItsValues() {
        RowBlockWriter writer = new RowBlockWriter(table(
                new Partitioning(
                        Partitioning.Kind.LIST,
                        false,
                        "",
                        List.of("c0", "c1"),
                        List.of(
                                new Partition("p", List.of(bound("a", "1"), bound("a\0", "1"))),
                                new Partition("n", List.of(bound("NULL", "2"))))),
                ColumnType.varchar(5),
                ColumnType.of(Kind.TINYINT)));

        assertThat(takes(writer, "a", "1")).isTrue();
        assertThat(takes(writer, "a\0", "1")).isTrue();
        assertThat(takes(writer, null, "2")).isTrue();
        assertThat(takes(writer, "a", "2")).isFalse();
        assertThat(takes(writer, "", "1")).isFalse();
        assertThat(takes(writer, null, "1")).isFalse();
    }

    @Test
    void theDefaultPartitionOfAListHasTheOthers() {
        RowBlockWriter writer = new RowBlockWriter(table(
                new Partitioning(
                        Partitioning.Kind.LIST,
                        false,
                        "",
                        List.of("c0"),
                        List.of(new Partition("rest", List.of()), new Partition("p", List.of(bound("5"), bound("7"))))),
                ColumnType.of(Kind.INT)));

        for (@Nullable String value : new @Nullable String[] {"4", "5", "6", "8", null}) {
            assertThat(takes(writer, value)).isTrue();
        }
        writer.partitions(List.of("rest"));
        assertThat(takes(writer, "4")).isTrue();
        assertThat(takes(writer, "6")).isTrue();
        assertThat(takes(writer, (String) null)).isTrue();
        assertThat(takes(writer, "5")).isFalse();
        assertThat(takes(writer, "7")).isFalse();
        writer.partitions(List.of("p"));
        assertThat(takes(writer, "7")).isTrue();
        assertThat(takes(writer, "8")).isFalse();
    }

    @Test
    void theRefusalNamesRowAndValue() {
        RowBlockWriter writer = new RowBlockWriter(table(
                ranges(
                        List.of("c1", "c0"),
                        Partition.range("a", bound("MIN", "MIN"), bound("2024-01-01 00:00:00", "MIN"))),
                ColumnType.varchar(9),
                ColumnType.datetime(0)));
        put(writer, "x", "2023-01-01");

        assertThatExceptionOfType(TributaryException.class)
                .isThrownBy(() -> put(writer, "it's", "2024-01-01 10:11:12"))
                .matches(e -> e.code() == ErrorCode.NO_PARTITION)
                .withMessage("Table has no partition for value 2024-01-01 10:11:12, it's at row 2: no partition for"
                        + " this tuple. tuple=(2024-01-01 10:11:12, it's)");
    }

    @Test
    void aStatementMayNameThePartitionsThatTakeItsRows() {
        Partitioning partitioning = ranges(
                List.of("c0"),
                Partition.range("a", bound("0"), bound("10")),
                Partition.range("b", bound("10"), bound("20")));
        for (boolean automatic : new boolean[] {false, true}) {
            RowBlockWriter writer = new RowBlockWriter(table(
                    new Partitioning(
                            partitioning.kind(), automatic, "", partitioning.columns(), partitioning.partitions()),
                    ColumnType.of(Kind.INT)));

            writer.partitions(List.of("B"));
            assertThat(takes(writer, "15")).isTrue();
            assertThat(takes(writer, "5")).isFalse();
            assertThat(takes(writer, "25")).isFalse();
            writer.partitions(List.of());
            assertThat(takes(writer, "5")).isTrue();
            assertThat(takes(writer, "25")).isEqualTo(automatic);
            assertThatExceptionOfType(TributaryException.class)
                    .isThrownBy(() -> writer.partitions(List.of("c")))
                    .withMessage("Unknown partition 'c' in table 't'");
        }
    }

    @Test
    void rowsTogetherAreCheckedAsOneByOneAndFilteredAlone() {
        RowBlockWriter writer = new RowBlockWriter(
                table(ranges(List.of("c0"), Partition.range("a", bound("1"), bound("101"))), ColumnType.of(Kind.INT)));
        byte[] text = "        1 5 101".getBytes(UTF_8);
        for (boolean strict : new boolean[] {true, false}) {
            writer.filter(strict ? null : new RowFilter(new FilterLimits(1, 10)));
            writer.reset();
            CellIndex cells = writer.cells();
            cells.begin(text, 0);
            for (int[] cell : new int[][] {{8, 1}, {10, 1}, {12, 3}}) {
                cells.addNumber(text, cell[0], cell[1]);
                cells.endRow();
            }
            if (strict) {
                assertThatExceptionOfType(TributaryException.class)
                        .isThrownBy(writer::putCells)
                        .withMessageStartingWith("Table has no partition for value 101 at row 3");
                continue;
            }
            assertThat(writer.putCells()).isFalse();
            for (int row = 0; row < 3; row++) {
                writer.putRow(row);
            }
            assertThat(writer.filtered(3).count()).isEqualTo(1);
            assertThat(writer.finish().rowCount()).isEqualTo(2);
        }
    }

    @Test
    void manyRangesAreSearchedAsALineWould() {
        int seed = Seeds.one(PartitionSearchTest.class, 42);
        Random random = new Random(seed);
        List<Partition> partitions = new ArrayList<>();
        boolean[] taken = new boolean[2_000];
        for (int begin = 0; begin < 1_990; ) {
            int end = begin + 1 + random.nextInt(9);
            if (random.nextBoolean()) {
                partitions.add(Partition.range("p" + begin, bound("" + (begin - 1_000)), bound("" + (end - 1_000))));
                Arrays.fill(taken, begin, end, true);
            }
            begin = end;
        }
        java.util.Collections.shuffle(partitions, random);
        RowBlockWriter writer = new RowBlockWriter(
                table(ranges(List.of("c0"), partitions.toArray(Partition[]::new)), ColumnType.of(Kind.BIGINT)));

        for (int i = 0; i < taken.length; i++) {
            assertThat(takes(writer, "" + (i - 1_000)))
                    .as("seed %d value %d", seed, i - 1_000)
                    .isEqualTo(taken[i]);
        }
    }
}
