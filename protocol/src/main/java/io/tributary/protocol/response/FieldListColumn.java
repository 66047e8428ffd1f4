package io.tributary.protocol.response;

import io.netty.buffer.ByteBuf;
import io.tributary.protocol.LengthEncoded;
import io.tributary.protocol.ServerPacket;

/** A column in the reply to COM_FIELD_LIST: its definition, and a default value, here always NULL. */
public record FieldListColumn(ColumnDefinition41 column) implements ServerPacket {
    @Override
    public void encode(ByteBuf out, int capabilities) {
        column.encode(out, capabilities);
        out.writeByte(LengthEncoded.NULL);
    }
}
