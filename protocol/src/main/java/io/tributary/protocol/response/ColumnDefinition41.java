package io.tributary.protocol.response;

import io.netty.buffer.ByteBuf;
import io.tributary.protocol.LengthEncoded;
import io.tributary.protocol.ServerPacket;

/**
 * A column of a result set, or a parameter or column of a prepared statement.
 *
 * @param table alias or name
 * @param originalTable empty for a computed column, like the other originals
 * @param characterSet a collation id; {@code BINARY} for what is not text
 * @param displayBytes the longest value in bytes of text, unsigned
 * @param type one of {@link io.tributary.protocol.ColumnTypeCode}
 * @param flags bits of {@link io.tributary.protocol.ColumnFlag}
 * @param decimals fraction digits; 31 for FLOAT and DOUBLE without a fixed number, 0 for text and integers
 * @see <a href="https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_com_query_response_text_resultset_column_definition.html">ColumnDefinition41</a>
 */
public record ColumnDefinition41(
        String schema,
        String table,
        String originalTable,
        String name,
        String originalName,
        int characterSet,
        int displayBytes,
        int type,
        int flags,
        int decimals)
        implements ServerPacket {
    /** {@link #decimals} of a floating-point number without a fixed scale. */
    public static final int DECIMALS_NOT_FIXED = 31;

    private static final int FIXED_PART_BYTES = 12;

    /** A column that belongs to no table. */
    public static ColumnDefinition41 computed(
            String name, int characterSet, int displayBytes, int type, int flags, int decimals) {
        return new ColumnDefinition41("", "", "", name, "", characterSet, displayBytes, type, flags, decimals);
    }

    @Override
    public void encode(ByteBuf out, int capabilities) {
        LengthEncoded.writeText(out, "def");
        LengthEncoded.writeText(out, schema);
        LengthEncoded.writeText(out, table);
        LengthEncoded.writeText(out, originalTable);
        LengthEncoded.writeText(out, name);
        LengthEncoded.writeText(out, originalName);
        LengthEncoded.writeInteger(out, FIXED_PART_BYTES);
        out.writeShortLE(characterSet);
        out.writeIntLE(displayBytes);
        out.writeByte(type);
        out.writeShortLE(flags);
        out.writeByte(decimals);
        out.writeZero(2);
    }
}
