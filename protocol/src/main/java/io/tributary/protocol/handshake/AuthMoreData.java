package io.tributary.protocol.handshake;

import io.netty.buffer.ByteBuf;
import io.tributary.protocol.ServerPacket;
import java.nio.charset.StandardCharsets;

/** One more step of a plugin's exchange. */
@SuppressWarnings("ArrayRecordComponent") // raw bytes; nobody compares packets
public record AuthMoreData(byte[] data) implements ServerPacket {
    private static final int HEADER = 0x01;

    /** {@code caching_sha2_password}: the fast path succeeded; an OK packet follows at once. */
    public static AuthMoreData fastPathSucceeded() {
        return new AuthMoreData(new byte[] {3});
    }

    /** {@code caching_sha2_password}: the server needs the password itself. */
    public static AuthMoreData fullAuthenticationNeeded() {
        return new AuthMoreData(new byte[] {4});
    }

    /** The public key a client asked for. */
    public static AuthMoreData publicKey(String pem) {
        return new AuthMoreData(pem.getBytes(StandardCharsets.US_ASCII));
    }

    @Override
    public void encode(ByteBuf out, int capabilities) {
        out.writeByte(HEADER).writeBytes(data);
    }
}
