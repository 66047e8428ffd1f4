package io.tributary.protocol.command;

import io.netty.buffer.ByteBuf;
import io.tributary.protocol.ColumnTypeCode;
import io.tributary.protocol.LengthEncoded;
import io.tributary.protocol.MalformedPacketException;

/**
 * What stands before the text of COM_QUERY with the capability QUERY_ATTRIBUTES: named values, which nobody here asks
 * for. They are checked against the packet's end and passed over.
 *
 * <pre>
 *   | count lenenc | sets lenenc, 1 |  and if the count is not 0:
 *   | null bitmap, ceil(count / 8) | new_params_bound, 1 | count × (type u16, name lenenc) | values …
 * </pre>
 *
 * @see <a href="https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_com_query.html">COM_QUERY</a>
 */
final class QueryAttributes {
    private static final String WHAT = "query attribute";

    private QueryAttributes() {}

    /** Moves to the text. */
    static void skip(ByteBuf in) {
        long count = LengthEncoded.readInteger(in);
        long sets = LengthEncoded.readInteger(in);
        if (sets != 1) {
            throw new MalformedPacketException("COM_QUERY: " + sets + " sets of query attributes, allowed: 1");
        }
        if (count == 0) {
            return;
        }
        // Each takes a bit here and three bytes below, so a count that was only claimed allocates nothing.
        if (count < 0 || count > in.readableBytes()) {
            throw new MalformedPacketException("COM_QUERY: " + Long.toUnsignedString(count)
                    + " query attributes in a packet of " + in.readableBytes() + " bytes");
        }
        int attributes = (int) count;
        int bitmap = in.readerIndex();
        skip(in, ExecuteBody.bitmapBytes(attributes));
        LengthEncoded.require(in, 1, WHAT);
        int bound = in.readUnsignedByte();
        if (bound != 1) {
            throw new MalformedPacketException("COM_QUERY: new_params_bound " + bound + ", allowed: 1");
        }
        byte[] types = new byte[attributes];
        for (int i = 0; i < attributes; i++) {
            LengthEncoded.require(in, 2, WHAT);
            types[i] = in.readByte();
            in.skipBytes(1);
            in.skipBytes(LengthEncoded.readLength(in, "name of a query attribute"));
        }
        for (int i = 0; i < attributes; i++) {
            boolean isNull = (in.getByte(bitmap + (i >> 3)) >> (i & 7) & 1) != 0;
            if (!isNull) {
                skipValue(in, types[i] & 0xFF);
            }
        }
    }

    private static void skipValue(ByteBuf in, int type) {
        switch (type) {
            case ColumnTypeCode.NULL -> {}
            case ColumnTypeCode.TINY, ColumnTypeCode.BOOL -> skip(in, 1);
            case ColumnTypeCode.SHORT, ColumnTypeCode.YEAR -> skip(in, 2);
            case ColumnTypeCode.LONG, ColumnTypeCode.INT24, ColumnTypeCode.FLOAT -> skip(in, 4);
            case ColumnTypeCode.LONGLONG, ColumnTypeCode.DOUBLE -> skip(in, 8);
            default -> in.skipBytes(LengthEncoded.readLength(in, WHAT)); // dates and times, too, say their length first
        }
    }

    private static void skip(ByteBuf in, int bytes) {
        LengthEncoded.require(in, bytes, WHAT);
        in.skipBytes(bytes);
    }
}
