package io.tributary.backend.txn;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.row.RowBlock;
import io.tributary.contract.row.RowJson;
import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.contract.schema.DefaultValue;
import io.tributary.contract.schema.TableProperties;
import io.tributary.contract.schema.TableSchema;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Rows written as JSON and read again. */
class JsonRowTest {
    @Test
    void valuesOfEveryTypeAreReadAsTheyWereWritten() {
        assertSame(ColumnType.of(Kind.BOOLEAN), "0", "1");
        assertSame(ColumnType.of(Kind.TINYINT), "-128", "127");
        assertSame(ColumnType.of(Kind.BIGINT), "-9223372036854775808", "9223372036854775807");
        assertSame(
                ColumnType.of(Kind.LARGEINT),
                "-170141183460469231731687303715884105728",
                "170141183460469231731687303715884105727",
                "18446744073709551616",
                "-1");
        assertSame(ColumnType.unsigned(64), "0", "18446744073709551615");
        assertSame(ColumnType.decimal(9, 4), "-12345.6789", "0.0001", "10");
        assertSame(ColumnType.decimal(38, 10), "-1234567890123456789012345678.0123456789", "0");
        assertSame(ColumnType.of(Kind.FLOAT), "3.4028235e38", "1.4e-45", "-0.0", "0.1");
        assertSame(ColumnType.of(Kind.DOUBLE), "1.7976931348623157e308", "4.9e-324", "-0.0", "0.1", "1e23");
        assertSame(ColumnType.of(Kind.DATE), "0001-01-01", "1969-12-31", "9999-12-31");
        assertSame(ColumnType.datetime(0), "1000-01-01 00:00:00", "2024-02-29 23:59:59");
        assertSame(ColumnType.datetime(6), "1969-12-31 23:59:59.999999", "2024-02-29 00:00:00.000001");
        assertSame(ColumnType.charType(5), "", "a b", "漢字");
        assertSame(ColumnType.varchar(50), "quote \" backslash \\ \n\t\u0001 €😀 \u2028", "0x41", "null");
        assertSame(ColumnType.of(Kind.JSON), "{\"a\": [1, \"x\\u0000\"]}", "null");
        assertSame(ColumnType.arrayOf(ColumnType.of(Kind.STRING)), "[\"a\",null,\"b\\\"c\"]");
        assertSame(ColumnType.of(Kind.VARBINARY), "\u0000\u007f raw 0x", "");
    }

    @Test
    void membersGoToTheColumnsOfTheirNamesWhateverTheTableHasBecome() {
        TableSchema before = table(
                Column.of("gone", ColumnType.of(Kind.INT), true),
                Column.of("kept", ColumnType.of(Kind.INT), true),
                Column.of("widened", ColumnType.of(Kind.DATE), true));
        TableSchema after = table(
                Column.of("widened", ColumnType.datetime(0), true),
                Column.of("KEPT", ColumnType.varchar(9), true),
                Column.of("added", ColumnType.of(Kind.INT), false).withDefault(DefaultValue.literal("8")));

        String json = json(before, write(before, "1", "2", "2024-01-31"));
        RowBlock read = new JsonRow(after).read(json);

        assertThat(json(after, read)).isEqualTo("{\"widened\":\"2024-01-31 00:00:00\",\"KEPT\":\"2\",\"added\":8}");
    }

    private static void assertSame(ColumnType type, String... values) {
        TableSchema table = table(Column.of("v", type, true));
        for (String value : values) {
            RowBlock written = write(table, value);

            RowBlock read = new JsonRow(table).read(json(table, written));

            assertThat(bytes(read)).as("%s %s", type, value).isEqualTo(bytes(written));
        }
        RowBlockWriter writer = new RowBlockWriter(table);
        writer.beginRow();
        writer.putNull(0);
        writer.endRow();
        assertThat(json(table, new JsonRow(table).read(json(table, writer.finish()))))
                .isEqualTo("{\"v\":null}");
    }

    private static RowBlock write(TableSchema table, String... values) {
        RowBlockWriter writer = new RowBlockWriter(table);
        writer.beginRow();
        for (int i = 0; i < values.length; i++) {
            byte[] text = values[i].getBytes(StandardCharsets.UTF_8);
            if (table.columns().get(i).type().kind() == Kind.VARBINARY) {
                writer.putBytes(i, text, 0, text.length);
            } else {
                writer.putText(i, text, 0, text.length);
            }
        }
        writer.endRow();
        return writer.finish();
    }

    private static String json(TableSchema table, RowBlock block) {
        RowJson json = new RowJson(table);
        json.block(block);
        return json.row(0);
    }

    private static byte[] bytes(RowBlock block) {
        return Arrays.copyOfRange(block.bytes(), block.offset(), block.offset() + block.length());
    }

    private static TableSchema table(Column... columns) {
        return new TableSchema(
                1,
                "db",
                "t",
                1,
                TableSchema.KeyModel.DUPLICATE,
                new ArrayList<>(List.of(columns)),
                TableProperties.defaults(),
                TableSchema.Layout.none());
    }
}
