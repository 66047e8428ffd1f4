package io.tributary.protocol.response;

import io.netty.buffer.ByteBuf;
import io.tributary.protocol.ServerPacket;

/**
 * Ends a list of definitions, for clients without DEPRECATE_EOF; the others get nothing there. Rows are ended by
 * {@link ResultSetEnd}.
 */
public record EofPacket(int status, int warnings) implements ServerPacket {
    static final int HEADER = 0xFE;

    @Override
    public void encode(ByteBuf out, int capabilities) {
        out.writeByte(HEADER).writeShortLE(Math.min(warnings, 0xFFFF)).writeShortLE(status);
    }
}
