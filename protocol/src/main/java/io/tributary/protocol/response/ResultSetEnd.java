package io.tributary.protocol.response;

import io.netty.buffer.ByteBuf;
import io.tributary.protocol.Capability;
import io.tributary.protocol.ServerPacket;

/** Ends the rows of a result set: an EOF packet or, with DEPRECATE_EOF, an OK packet whose header is 0xFE. */
public record ResultSetEnd(int status, int warnings) implements ServerPacket {
    @Override
    public void encode(ByteBuf out, int capabilities) {
        if (Capability.has(capabilities, Capability.DEPRECATE_EOF)) {
            new OkPacket(0, 0, status, warnings, "").encode(out, EofPacket.HEADER, capabilities);
        } else {
            new EofPacket(status, warnings).encode(out, capabilities);
        }
    }
}
