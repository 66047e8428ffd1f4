package io.tributary.protocol.response;

import io.netty.buffer.ByteBuf;
import io.tributary.protocol.Capability;
import io.tributary.protocol.LengthEncoded;
import io.tributary.protocol.ServerPacket;

/**
 * Begins a result set.
 *
 * @param columns at least one
 * @param definitionsFollow whether their definitions come next; only a client with OPTIONAL_RESULTSET_METADATA can do
 *     without, and only it is told
 */
public record ColumnCount(int columns, boolean definitionsFollow) implements ServerPacket {
    @Override
    public void encode(ByteBuf out, int capabilities) {
        if (Capability.has(capabilities, Capability.OPTIONAL_RESULTSET_METADATA)) {
            out.writeBoolean(definitionsFollow);
        }
        LengthEncoded.writeInteger(out, columns);
    }
}
