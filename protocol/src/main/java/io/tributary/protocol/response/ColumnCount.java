package io.tributary.protocol.response;

import io.netty.buffer.ByteBuf;
import io.tributary.protocol.LengthEncoded;
import io.tributary.protocol.ServerPacket;

/** Begins a result set: so many column definitions follow, at least one. */
public record ColumnCount(int columns) implements ServerPacket {
    @Override
    public void encode(ByteBuf out, int capabilities) {
        LengthEncoded.writeInteger(out, columns);
    }
}
