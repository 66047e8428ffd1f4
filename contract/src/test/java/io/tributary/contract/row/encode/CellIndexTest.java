package io.tributary.contract.row.encode;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.testing.Seeds;
import java.io.ByteArrayOutputStream;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Test;

class CellIndexTest {
    private static final Kind[] KINDS = Kind.values();
    private static final ColumnType INT = ColumnType.of(Kind.INT);

    /** Rows of cells, and the columns they are meant for. */
    private static final class Statement {
        final List<Column> columns = new ArrayList<>();
        final int[] targets;
        final List<List<SomeCell>> rows = new ArrayList<>();
        final byte[] source;

        Statement(Random random, int columnCount, int rowCount) {
            for (int i = 0; i < columnCount; i++) {
                columns.add(randomColumn(random, "c" + i));
            }
            List<Integer> positions = new ArrayList<>();
            for (int i = 0; i < columnCount; i++) {
                if (columns.get(i).type().kind() != Kind.NULL && random.nextInt(12) > 0) {
                    positions.add(i);
                }
            }
            if (random.nextInt(4) == 0) {
                Collections.shuffle(positions, random);
            }
            targets = positions.stream().mapToInt(Integer::intValue).toArray();
            fill(random, rowCount);
            ByteArrayOutputStream bytes = new ByteArrayOutputStream();
            bytes.writeBytes(
                    "INSERT INTO t VALUES ".substring(random.nextInt(20)).getBytes(StandardCharsets.UTF_8));
            rows.forEach(row -> row.forEach(cell -> {
                cell.appendTo(bytes);
                bytes.write(random.nextInt());
            }));
            source = bytes.toByteArray();
        }

        private void fill(Random random, int rowCount) {
            int oddInHundred = new int[] {0, 0, 1, 1, 10, 50}[random.nextInt(6)];
            List<CellKind> usual = new ArrayList<>();
            for (int target : targets) {
                usual.add(SomeCell.usualKind(random, columns.get(target).type()));
            }
            for (int row = 0; row < rowCount; row++) {
                List<SomeCell> cells = new ArrayList<>();
                for (int i = 0; i < targets.length; i++) {
                    cells.add(SomeCell.random(random, columns.get(targets[i]).type(), usual.get(i), oddInHundred));
                }
                rows.add(cells);
            }
        }
    }

    private static Column randomColumn(Random random, String name) {
        Kind kind = KINDS[random.nextInt(KINDS.length)];
        ColumnType type =
                switch (kind) {
                    case DECIMAL -> {
                        int precision = 1 + random.nextInt(random.nextInt(4) == 0 ? 38 : 18);
                        yield ColumnType.decimal(precision, random.nextInt(precision + 1));
                    }
                    case DATETIME -> ColumnType.datetime(random.nextInt(7));
                    case CHAR -> ColumnType.charType(1 + random.nextInt(random.nextBoolean() ? 5 : 255));
                    case VARCHAR -> ColumnType.varchar(1 + random.nextInt(60));
                    case ARRAY -> ColumnType.arrayOf(ColumnType.of(Kind.INT));
                    default -> ColumnType.of(kind);
                };
        boolean nullable = kind == Kind.NULL || random.nextInt(3) > 0;
        return kind == Kind.VARCHAR && random.nextBoolean()
                ? new Column(name, type, nullable, false, DefaultValue.literal("d"), false, "")
                : Column.of(name, type, nullable);
    }

    @Test
    void cellsGiveTheBlockOrTheErrorOfTheSameRowsPutOneByOne() {
        Seeds.check(CellIndexTest.class, 6000, random -> {
            Statement statement = new Statement(random, 1 + random.nextInt(9), random.nextInt(41));

            assertThat(byCells(statement, random)).isEqualTo(oneByOne(statement));
        });
    }

    private static String oneByOne(Statement statement) {
        RowBlockWriter writer = writer(statement);
        try {
            for (List<SomeCell> row : statement.rows) {
                writer.beginRow();
                for (int i = 0; i < row.size(); i++) {
                    row.get(i).putInto(writer, statement.targets[i]);
                }
                writer.endRow();
            }
            return HexFormat.of().formatHex(writer.finish().bytes());
        } catch (TributaryException e) {
            return e.code() + " " + e.getMessage();
        }
    }

    /** Writes the rows through cells, in one part or several. */
    private static String byCells(Statement statement, Random random) {
        RowBlockWriter writer = writer(statement);
        CellIndex cells = writer.cells();
        cells.begin(statement.source, statement.targets);
        int most = 1 + random.nextInt(40);
        try {
            for (List<SomeCell> row : statement.rows) {
                row.forEach(cell -> cell.addTo(cells));
                cells.endRow();
                if (cells.rowCount() == most) {
                    assertThat(writer.putCells()).isTrue();
                }
            }
            assertThat(writer.putCells()).isTrue();
            return HexFormat.of().formatHex(writer.finish().bytes());
        } catch (TributaryException e) {
            return e.code() + " " + e.getMessage();
        }
    }

    private static RowBlockWriter writer(Statement statement) {
        RowBlockWriter writer = new RowBlockWriter(statement.columns);
        writer.setTimeZone(ZoneOffset.ofHours(1));
        return writer;
    }

    @Test
    void eightDigitsOfAnyScaleAreConvertedOrRefused() {
        for (int scale = 0; scale <= 18; scale++) {
            List<Column> columns = List.of(Column.of("a", ColumnType.decimal(18, scale), false));
            RowBlockWriter writer = new RowBlockWriter(columns);
            byte[] source = "VALUES (99999999)".getBytes(StandardCharsets.US_ASCII);
            writer.cells().begin(source, 0);
            for (int row = 0; row < 3; row++) {
                addText(writer.cells(), source, 8, 8);
            }

            if (scale > 10) {
                assertThatThrownBy(writer::putCells)
                        .hasMessageContaining("Out of range")
                        .hasMessageContaining("99999999");
            } else {
                assertThat(writer.putCells()).isTrue();
                assertThat(BlockValues.rows(writer.finish(), columns))
                        .containsOnly(List.of(new BigDecimal("99999999").setScale(scale)));
            }
        }
    }

    @Test
    void aRefusedPartLeavesTheRowsBeforeIt() {
        RowBlockWriter writer = new RowBlockWriter(List.of(Column.of("a", INT, true), Column.of("b", INT, false)));
        CellIndex cells = writer.cells();
        byte[] source = "1234".getBytes(StandardCharsets.US_ASCII);
        cells.begin(source, 0, 1);
        addRow(cells, source, 0, 1);
        writer.putCells();
        addRow(cells, source, 1, 2);
        addRow(cells, source, 2, 3);
        cells.addNull();
        cells.addNull();
        cells.endRow();

        assertThatThrownBy(writer::putCells)
                .isInstanceOfSatisfying(
                        TributaryException.class, e -> assertThat(e.code()).isEqualTo(ErrorCode.NULL_IN_NOT_NULL))
                .hasMessageContaining("row 4");
        assertThat(writer.rowCount()).isEqualTo(1);
        assertThat(BlockValues.rows(writer.finish(), List.of(Column.of("a", INT, true), Column.of("b", INT, false))))
                .containsExactly(List.of(1L, 2L));
    }

    private static void addRow(CellIndex cells, byte[] source, int first, int second) {
        cells.addNumber(source, first, 1);
        cells.addText(source, second, 1);
        cells.endRow();
    }

    @Test
    void itIsFullByCellsByCopiesAndByTheLengthOfTheSource() {
        byte[] source = new byte[2 * CellIndex.BYTES_TARGET];
        CellIndex cells = new CellIndex();

        cells.begin(source, 0);
        for (int row = 1; row < CellIndex.CELLS_TARGET; row++) {
            addText(cells, source, 0, 1);
        }
        assertThat(cells.isFull()).isFalse();
        addText(cells, source, 0, 1);
        assertThat(cells.isFull()).isTrue();

        cells.begin(source, 0);
        addText(cells, new byte[CellIndex.BYTES_TARGET - 1], 0, CellIndex.BYTES_TARGET - 1);
        assertThat(cells.isFull()).isFalse();
        addText(cells, new byte[1], 0, 1);
        assertThat(cells.isFull()).isTrue();

        cells.begin(source, 0);
        addText(cells, source, 0, 1);
        addText(cells, source, CellIndex.BYTES_TARGET - 1, 1);
        assertThat(cells.isFull()).isFalse();
        addText(cells, source, CellIndex.BYTES_TARGET, 1);
        assertThat(cells.isFull()).isTrue();
    }

    private static void addText(CellIndex cells, byte[] bytes, int offset, int length) {
        cells.addText(bytes, offset, length);
        cells.endRow();
    }
}
