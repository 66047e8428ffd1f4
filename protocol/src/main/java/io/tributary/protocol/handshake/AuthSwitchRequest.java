package io.tributary.protocol.handshake;

import io.netty.buffer.ByteBuf;
import io.tributary.protocol.ServerPacket;
import java.nio.charset.StandardCharsets;

/**
 * Asks the client to authenticate again, by another plugin. It answers with the bare response as a packet.
 *
 * @param nonce {@value Nonce#BYTES} bytes; sent with a NUL behind, which clients rely on
 */
@SuppressWarnings("ArrayRecordComponent") // raw bytes; nobody compares requests
public record AuthSwitchRequest(String plugin, byte[] nonce) implements ServerPacket {
    private static final int HEADER = 0xFE;

    @Override
    public void encode(ByteBuf out, int capabilities) {
        out.writeByte(HEADER);
        out.writeCharSequence(plugin, StandardCharsets.US_ASCII);
        out.writeByte(0);
        out.writeBytes(nonce).writeByte(0);
    }
}
