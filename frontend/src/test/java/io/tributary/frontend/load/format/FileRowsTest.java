package io.tributary.frontend.load.format;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tributary.columnar.ColumnarFormat;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.frontend.execution.LoadedRows;
import io.tributary.testing.Seeds;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.channels.Channels;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.Arrays;
import java.util.List;
import org.apache.arrow.memory.BufferAllocator;
import org.apache.arrow.memory.RootAllocator;
import org.apache.arrow.vector.BigIntVector;
import org.apache.arrow.vector.VarCharVector;
import org.apache.arrow.vector.VectorSchemaRoot;
import org.apache.arrow.vector.ipc.ArrowFileWriter;
import org.apache.arrow.vector.ipc.ArrowStreamWriter;
import org.apache.arrow.vector.ipc.ArrowWriter;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Parquet files that DuckDB has written, and Arrow streams and files of Arrow's own writers. */
final class FileRowsTest {
    private static final FileFormat PARQUET = new FileFormat(ColumnarFormat.PARQUET);
    private static final FileFormat ARROW = new FileFormat(ColumnarFormat.ARROW);
    private static final List<Column> NAMES = List.of(
            Column.of("id", ColumnType.of(Kind.BIGINT), false), Column.of("name", ColumnType.varchar(20), true));

    @TempDir
    private Path directory = Path.of("set by JUnit");

    private byte[] parquet(String select) throws SQLException, IOException {
        Path file = directory.resolve("body.parquet");
        try (Connection connection = DriverManager.getConnection("jdbc:duckdb:");
                Statement statement = connection.createStatement()) {
            statement.execute("COPY (" + select + ") TO '" + file + "' (FORMAT parquet)");
        }
        return Files.readAllBytes(file);
    }

    @FunctionalInterface
    private interface Writer {
        ArrowWriter over(VectorSchemaRoot root, ByteArrayOutputStream out);
    }

    /** Two batches of rows {@code (i, 'n<i>')}, the first name NULL. */
    private static byte[] arrow(Writer opened) throws IOException {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try (BufferAllocator allocator = new RootAllocator();
                BigIntVector ids = new BigIntVector("ID", allocator);
                VarCharVector names = new VarCharVector("name", allocator);
                VectorSchemaRoot root = VectorSchemaRoot.of(ids, names);
                ArrowWriter writer = opened.over(root, out)) {
            writer.start();
            for (int batch = 0; batch < 2; batch++) {
                for (int row = 0; row < 2; row++) {
                    int i = 2 * batch + row;
                    ids.setSafe(row, i);
                    if (i == 0) {
                        names.setNull(row);
                    } else {
                        names.setSafe(row, ("n" + i).getBytes(StandardCharsets.UTF_8));
                    }
                }
                root.setRowCount(2);
                writer.writeBatch();
            }
            writer.end();
        }
        return out.toByteArray();
    }

    @Test
    void valuesOfParquetBecomeThoseOfTheColumns() throws Exception {
        List<Column> columns = List.of(
                Column.of("i", ColumnType.of(Kind.INT), true),
                Column.of("d", ColumnType.decimal(18, 6), true),
                Column.of("f", ColumnType.of(Kind.STRING), true),
                Column.of("b", ColumnType.of(Kind.BOOLEAN), true),
                Column.of("day", ColumnType.of(Kind.DATE), true),
                Column.of("at", ColumnType.datetime(6), true),
                Column.of("zoned", ColumnType.datetime(0), true),
                Column.of("list", ColumnType.arrayOf(ColumnType.of(Kind.INT)), true),
                Column.of("doc", ColumnType.of(Kind.JSON), true),
                Column.of("raw", ColumnType.of(Kind.STRING), true),
                new Column("other", ColumnType.varchar(5), true, false, DefaultValue.literal("x"), false, ""));

        LoadedRows rows = LoadedRows.of(
                PARQUET,
                columns,
                parquet("SELECT 7::INTEGER AS I, 1.5::DECIMAL(10, 3) AS d, 0.1::FLOAT AS f, true AS b,"
                        + " DATE '1970-01-02' AS day, TIMESTAMP '1970-01-01 00:00:01.000002' AS at,"
                        + " TIMESTAMPTZ '1970-01-01 00:00:02+00' AS zoned, [1, NULL] AS list,"
                        + " {'a': 1, 'b': [2]} AS doc, 'c'::BLOB AS raw, 'surplus' AS nobody"
                        + " UNION ALL SELECT NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, ''"));

        assertThat(rows.rejected.text()).isEmpty();
        assertThat(rows.stored)
                .containsExactly(
                        "7|1500000|0.1|1|1|1000002|2000000|[\"1\",null]|{\"a\":1,\"b\":[2]}|c|x",
                        "NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|NULL|x");
    }

    @Test
    void aLongFileBecomesSeveralBlocksAndBadRowsAreTold() throws Exception {
        byte[] body = parquet("SELECT CASE WHEN i = 70000 THEN NULL ELSE i END AS id,"
                + " repeat('x', CASE WHEN i = 3 THEN 21 ELSE 10 END) AS name FROM range(700000) AS r(i)");

        LoadedRows rows = LoadedRows.of(PARQUET, NAMES, body, 1, body.length / 2);

        assertThat(rows.stored).hasSize(699_998);
        assertThat(rows.rejected.text().lines())
                .hasSize(2)
                .anyMatch(line -> line.contains("Data too long for column 'name' at row 4")
                        && line.contains("src line [3\t" + "x".repeat(21) + "]"))
                .anyMatch(line -> line.contains("Column 'id' cannot be null (row 70001)"));
    }

    @Test
    void arrowIsReadAsAStreamAndAsAFile() throws Exception {
        String[] expected = {"0|NULL", "1|n1", "2|n2", "3|n3"};

        assertThat(LoadedRows.of(ARROW, NAMES, arrow((root, out) -> new ArrowStreamWriter(root, null, out)), 3).stored)
                .containsExactly(expected);
        assertThat(LoadedRows.of(
                                ARROW,
                                NAMES,
                                arrow((root, out) -> new ArrowFileWriter(root, null, Channels.newChannel(out))),
                                100)
                        .stored)
                .containsExactly(expected);
    }

    /** The engine would believe what it is told, and read the memory of the process. */
    @Test
    void offsetsAndLengthsOfArrowThatPointElsewhereAreRefused() throws Exception {
        byte[] whole = arrow((root, out) -> new ArrowStreamWriter(root, null, out));
        // Where the names of the second batch begin and end.
        byte[] offsets = {0, 0, 0, 0, 2, 0, 0, 0, 4, 0, 0, 0};
        int at = indexOf(whole, offsets);

        for (int end : new int[] {1 << 30, -1, 5_000, Integer.MAX_VALUE}) {
            for (int place : new int[] {at, at + 4, at + 8}) {
                byte[] changed = whole.clone();
                ByteBuffer.wrap(changed).order(ByteOrder.LITTLE_ENDIAN).putInt(place, end);
                assertThatThrownBy(() -> LoadedRows.of(ARROW, NAMES, changed))
                        .as("offset %d at %d", end, place - at)
                        .hasMessageContaining("the body cannot be read as arrow: ");
            }
        }
        for (int length : new int[] {0x5fffffff, 0x7fffffff, -2, whole.length + 1}) {
            byte[] changed = whole.clone();
            ByteBuffer.wrap(changed).order(ByteOrder.LITTLE_ENDIAN).putInt(4, length);
            assertThatThrownBy(() -> LoadedRows.of(ARROW, NAMES, changed))
                    .hasMessageContaining("a description of " + length + " bytes");
        }
    }

    /** They would be rows of nulls, as many as somebody says. */
    @Test
    void rowsOfArrowThatNoColumnHasValuesForAreRefused() throws Exception {
        byte[] whole = arrow((root, out) -> new ArrowStreamWriter(root, null, out));
        int refused = 0;
        for (int at = 0; at <= whole.length - Long.BYTES; at += 4) {
            byte[] changed = whole.clone();
            ByteBuffer bytes = ByteBuffer.wrap(changed).order(ByteOrder.LITTLE_ENDIAN);
            if (bytes.getLong(at) != 2) {
                continue;
            }
            // A batch's rows, a column's values, or something else.
            bytes.putLong(at, 1 << 20);
            try {
                assertThat(LoadedRows.of(ARROW, List.of(NAMES.get(1)), changed).stored)
                        .as("changed at %d", at)
                        .hasSizeLessThanOrEqualTo(4);
            } catch (TributaryException e) {
                assertThat(e).hasMessageContaining("the body cannot be read as arrow: ");
                refused++;
            }
        }
        assertThat(refused).isGreaterThanOrEqualTo(2);
    }

    private static int indexOf(byte[] bytes, byte[] wanted) {
        for (int at = 0; at <= bytes.length - wanted.length; at++) {
            if (Arrays.equals(bytes, at, at + wanted.length, wanted, 0, wanted.length)) {
                return at;
            }
        }
        throw new AssertionError("not there");
    }

    /** None of them may end the process; what they give is some error, or rows. */
    @Test
    void arrowWithChangedBytesEndsNothingButItsLoad() throws Exception {
        byte[] stream = arrow((root, out) -> new ArrowStreamWriter(root, null, out));
        byte[] file = arrow((root, out) -> new ArrowFileWriter(root, null, Channels.newChannel(out)));
        Seeds.check(FileRowsTest.class, 4, random -> {
            int refused = 0;
            for (int i = 0; i < 50; i++) {
                byte[] changed = (i % 2 == 0 ? stream : file).clone();
                for (int j = random.nextInt(3); j >= 0; j--) {
                    changed[random.nextInt(changed.length)] = (byte) random.nextInt();
                }
                byte[] body = i % 5 == 0 ? Arrays.copyOf(changed, random.nextInt(changed.length)) : changed;
                try {
                    LoadedRows.of(ARROW, NAMES, body);
                } catch (TributaryException e) {
                    assertThat(e).hasMessageContaining("the body cannot be read as arrow: ");
                    refused++;
                }
            }
            assertThat(refused).isGreaterThan(5);
        });
    }

    @Test
    void whatIsNoFileOfTheFormatFailsByItsName() throws Exception {
        byte[] text = "1,a\n2,b\n3,c\n4,d\n5,e\n".getBytes(StandardCharsets.UTF_8);
        byte[] whole = parquet("SELECT i AS id, 'x' AS name FROM range(10000) AS r(i)");

        assertThat(LoadedRows.of(PARQUET, NAMES, new byte[0]).stored).isEmpty();
        assertThatThrownBy(() -> LoadedRows.of(PARQUET, NAMES, text))
                .isInstanceOf(TributaryException.class)
                .hasMessageContaining("the body cannot be read as parquet: ");
        assertThatThrownBy(() -> LoadedRows.of(PARQUET, NAMES, Arrays.copyOf(whole, whole.length - 100)))
                .hasMessageContaining("the body cannot be read as parquet: ");
        assertThatThrownBy(() -> LoadedRows.of(ARROW, NAMES, text))
                .hasMessageContaining("the body cannot be read as arrow: ");
        assertThatThrownBy(() -> LoadedRows.of(PARQUET, List.of(NAMES.get(1)), parquet("SELECT 1 AS other")))
                .hasMessageContaining("the file has none of the columns name, but other");
    }

    @Test
    void moreThanTheSpoolHoldsIsRefused() {
        assertThatThrownBy(() -> LoadedRows.of(PARQUET, NAMES, new byte[(64 << 20) + 1]))
                .hasMessageContaining("stream_load_spool_bytes_max 67108864 is reached");
    }
}
