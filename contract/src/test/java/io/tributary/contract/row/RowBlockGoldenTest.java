package io.tributary.contract.row;

import static org.assertj.core.api.Assertions.assertThat;

import io.tributary.contract.row.encode.RowBlockWriter;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import org.junit.jupiter.api.Test;

class RowBlockGoldenTest {
    private static final List<Column> COLUMNS = List.of(
            Column.of("id", ColumnType.of(Kind.INT), false),
            Column.of("name", ColumnType.varchar(20), true),
            Column.of("price", ColumnType.decimal(15, 2), true),
            Column.of("big", ColumnType.of(Kind.LARGEINT), false),
            Column.of("day", ColumnType.of(Kind.DATE), false),
            Column.of("seen", ColumnType.datetime(3), false),
            Column.of("ok", ColumnType.of(Kind.BOOLEAN), true));

    private static final String GOLDEN = "01" + "00" + "0700" + "03000000" // format, reserved, columns, rows
            + "00" + "01000000" + "feffffff" + "03000000" // id
            + "01" + "05" + "03000000" + "03000000" + "05000000" + "616263" + "c3a9" // name: abc, NULL, é
            + "01" + "06" + "0000000000000000" + "fcd8ffffffffffff" + "e803000000000000" // price: NULL, -99.88, 10
            + "00" + "01000000000000000000000000000000" + "ffffffffffffffffffffffffffffffff"
            + "0000000000000000" + "0000000000000080" // big: 1, -1, -2^127
            + "00" + "00000000" + "ffffffff" + "6e4d0000" // day: 1970-01-01, 1969-12-31, 2024-04-09
            + "00" + "0000000000000000" + "18fcffffffffffff" + "40420f0000000000" // seen: 0, -1 ms, 1 s
            + "00" + "01" + "00" + "01"; // ok

    @Test
    void aBlockHasTheBytesOfItsFormat() {
        RowBlockWriter writer = new RowBlockWriter(COLUMNS);
        row(writer, "1", "abc", null, "1", "1970-01-01", "1970-01-01 00:00:00", "true");
        row(writer, "-2", null, "-99.88", "-1", "1969-12-31", "1969-12-31 23:59:59.999", "0");
        row(writer, "3", "é", "10", "-170141183460469231731687303715884105728", "2024-04-09", "1970-1-1 0:0:1", "1");

        RowBlock block = writer.finish();

        assertThat(HexFormat.of().formatHex(block.bytes())).isEqualTo(GOLDEN);
    }

    private static void row(RowBlockWriter writer, @org.jspecify.annotations.Nullable String... values) {
        writer.beginRow();
        for (int column = 0; column < values.length; column++) {
            String value = values[column];
            if (value == null) {
                writer.putNull(column);
            } else {
                byte[] bytes = value.getBytes(StandardCharsets.UTF_8);
                writer.putText(column, bytes, 0, bytes.length);
            }
        }
        writer.endRow();
    }
}
