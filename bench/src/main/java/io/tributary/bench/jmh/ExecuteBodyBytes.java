package io.tributary.bench.jmh;

import io.tributary.cli.lineitem.LineItemRow;
import io.tributary.protocol.ColumnTypeCode;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.ByteOrder;
import java.nio.charset.StandardCharsets;
import java.sql.Date;
import java.time.LocalDate;
import java.util.List;

/**
 * Writes the second half of COM_STMT_EXECUTE as Connector/J does for {@link LineItemRow#bind}: integers as LONG, decimals
 * as the text of NEWDECIMAL, DATE in its 4-byte form, strings as VAR_STRING, and the types with every execution.
 */
final class ExecuteBodyBytes {
    private static final int BYTES_PER_ROW_MAX = 512;
    private static final int TEXT_LENGTH_MAX = 250;

    private final ByteBuffer types;
    private final ByteBuffer values;

    private ExecuteBodyBytes(int rows) {
        types = little(rows * LineItemStatements.COLUMNS * 2);
        values = little(rows * BYTES_PER_ROW_MAX);
    }

    static byte[] of(List<LineItemRow> rows) {
        ExecuteBodyBytes body = new ExecuteBodyBytes(rows.size());
        for (LineItemRow row : rows) {
            LineItemStatements.values(row).forEach(body::put);
        }
        int nulls = (rows.size() * LineItemStatements.COLUMNS + 7) / 8;
        return little(nulls + 1 + body.types.position() + body.values.position())
                .position(nulls)
                .put((byte) 1)
                .put(body.types.flip())
                .put(body.values.flip())
                .array();
    }

    private void put(Object value) {
        if (value instanceof Integer number) {
            type(ColumnTypeCode.LONG);
            values.putInt(number);
        } else if (value instanceof BigDecimal decimal) {
            type(ColumnTypeCode.NEWDECIMAL);
            text(decimal.toPlainString());
        } else if (value instanceof Date date) {
            type(ColumnTypeCode.DATE);
            LocalDate day = date.toLocalDate();
            values.put((byte) 4)
                    .putShort((short) day.getYear())
                    .put((byte) day.getMonthValue())
                    .put((byte) day.getDayOfMonth());
        } else if (value instanceof String text) {
            type(ColumnTypeCode.VAR_STRING);
            text(text);
        } else {
            throw new IllegalArgumentException("no parameter for " + value.getClass());
        }
    }

    private void type(int code) {
        types.put((byte) code).put((byte) 0);
    }

    private void text(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > TEXT_LENGTH_MAX) {
            throw new IllegalArgumentException("text of " + bytes.length + " bytes, allowed 0 to " + TEXT_LENGTH_MAX);
        }
        values.put((byte) bytes.length).put(bytes);
    }

    private static ByteBuffer little(int bytes) {
        return ByteBuffer.allocate(bytes).order(ByteOrder.LITTLE_ENDIAN);
    }
}
