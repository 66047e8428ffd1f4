package io.tributary.protocol;

import io.netty.buffer.ByteBuf;

/** A packet the server sends. Knows its payload only; the header is the codec's. */
public interface ServerPacket {
    /**
     * Appends the payload.
     *
     * @param capabilities those in force on this connection; the layout of some packets depends on them
     */
    void encode(ByteBuf out, int capabilities);
}
