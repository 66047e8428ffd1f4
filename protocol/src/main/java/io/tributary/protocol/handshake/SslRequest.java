package io.tributary.protocol.handshake;

import io.netty.buffer.ByteBuf;
import io.tributary.protocol.Capability;

/**
 * The client's wish to go on in TLS: the first {@value #BYTES} bytes of a handshake response, and nothing more. What
 * follows on the connection is TLS; the handshake response comes again inside it.
 */
public record SslRequest(int clientCapabilities, int maxPacketBytes, int characterSet) {
    /** Payload length; no handshake response is as short. */
    public static final int BYTES = 32;

    /** Whether a first packet is an SSL request; reads nothing. */
    public static boolean matches(ByteBuf payload) {
        return payload.readableBytes() == BYTES
                && Capability.has(payload.getIntLE(payload.readerIndex()), Capability.SSL);
    }

    /** Reads a packet that {@link #matches}. */
    public static SslRequest decode(ByteBuf payload) {
        SslRequest request = new SslRequest(payload.readIntLE(), payload.readIntLE(), payload.readUnsignedByte());
        payload.skipBytes(payload.readableBytes());
        return request;
    }
}
