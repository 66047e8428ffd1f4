package io.tributary.bench.replay;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.buffer.Unpooled;
import io.tributary.bench.lineitem.LineItemTables;
import io.tributary.cli.lineitem.LineItemRow;
import java.math.BigDecimal;
import java.nio.charset.StandardCharsets;
import java.sql.Date;
import java.time.LocalDate;
import java.util.List;

/**
 * Writes the second half of COM_STMT_EXECUTE for rows of lineitem, byte for byte as Connector/J sends it: types with every
 * execution, integers as LONG, decimals as text, dates of four bytes.
 *
 * <pre>
 *   0                          n                 n+1
 *   | null bitmap, ceil(p / 8) | new_params_bound | types, 2 × p | values …      p = 16 × rows, no value is NULL
 * </pre>
 *
 * @see <a href="https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_com_stmt_execute.html">COM_STMT_EXECUTE</a>
 */
public final class ExecuteBody {
    /** The most placeholders in one statement: the protocol counts them in 16 bits. */
    static final int PARAMETERS_MAX = 0xFFFF;

    private static final int LONG = 0x03;
    private static final int DATE = 0x0A;
    private static final int NEWDECIMAL = 0xF6;
    private static final int VAR_STRING = 0xFD;

    private static final int[] ROW_TYPES = {
        LONG,
        LONG,
        LONG,
        LONG,
        NEWDECIMAL,
        NEWDECIMAL,
        NEWDECIMAL,
        NEWDECIMAL,
        VAR_STRING,
        VAR_STRING,
        DATE,
        DATE,
        DATE,
        VAR_STRING,
        VAR_STRING,
        VAR_STRING
    };

    private static final int TYPES_BOUND = 1;
    private static final int DATE_BYTES = 4;
    private static final int ONE_BYTE_LENGTH_MAX = 250;

    private ExecuteBody() {}

    /** @throws IllegalArgumentException if the rows need more than {@value #PARAMETERS_MAX} parameters */
    static void write(ByteBuf out, List<LineItemRow> rows) {
        int parameters = rows.size() * LineItemTables.COLUMNS;
        if (parameters > PARAMETERS_MAX) {
            throw new IllegalArgumentException(
                    rows.size() + " rows have " + parameters + " parameters, allowed: " + PARAMETERS_MAX);
        }
        out.writeZero((parameters + 7) / 8);
        out.writeByte(TYPES_BOUND);
        for (int row = 0; row < rows.size(); row++) {
            for (int type : ROW_TYPES) {
                out.writeByte(type).writeByte(0);
            }
        }
        rows.forEach(row -> write(out, row));
    }

    /** Returns what {@link #write} writes. */
    public static byte[] bytes(List<LineItemRow> rows) {
        ByteBuf out = Unpooled.buffer();
        try {
            write(out, rows);
            return ByteBufUtil.getBytes(out);
        } finally {
            out.release();
        }
    }

    private static void write(ByteBuf out, LineItemRow row) {
        out.writeIntLE(row.orderKey())
                .writeIntLE(row.partKey())
                .writeIntLE(row.supplierKey())
                .writeIntLE(row.lineNumber());
        write(out, row.quantity());
        write(out, row.extendedPrice());
        write(out, row.discount());
        write(out, row.tax());
        write(out, row.returnFlag());
        write(out, row.lineStatus());
        write(out, row.shipDate());
        write(out, row.commitDate());
        write(out, row.receiptDate());
        write(out, row.shipInstructions());
        write(out, row.shipMode());
        write(out, row.comment());
    }

    private static void write(ByteBuf out, BigDecimal value) {
        write(out, value.toPlainString());
    }

    private static void write(ByteBuf out, String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > ONE_BYTE_LENGTH_MAX) {
            throw new IllegalArgumentException(
                    "a text of " + bytes.length + " bytes, allowed in lineitem: " + ONE_BYTE_LENGTH_MAX);
        }
        out.writeByte(bytes.length).writeBytes(bytes);
    }

    private static void write(ByteBuf out, Date date) {
        LocalDate day = date.toLocalDate();
        out.writeByte(DATE_BYTES)
                .writeShortLE(day.getYear())
                .writeByte(day.getMonthValue())
                .writeByte(day.getDayOfMonth());
    }
}
