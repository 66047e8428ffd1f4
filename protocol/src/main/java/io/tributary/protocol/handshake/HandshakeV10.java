package io.tributary.protocol.handshake;

import io.netty.buffer.ByteBuf;
import io.tributary.protocol.Capability;
import io.tributary.protocol.ServerPacket;
import java.nio.charset.StandardCharsets;

/**
 * The server's greeting, sequence id 0.
 *
 * @param threadId the connection's id, the one KILL understands; unsigned 32 bits
 * @param nonce {@value Nonce#BYTES} bytes for the client's scramble
 * @param capabilities what the server offers
 * @param characterSet a collation id that fits one byte
 * @param authPlugin that the client shall use first
 * @see <a href="https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_connection_phase_packets_protocol_handshake_v10.html">HandshakeV10</a>
 */
@SuppressWarnings("ArrayRecordComponent") // raw bytes; nobody compares greetings
public record HandshakeV10(
        String serverVersion,
        int threadId,
        byte[] nonce,
        int capabilities,
        int characterSet,
        int status,
        String authPlugin)
        implements ServerPacket {
    private static final int PROTOCOL_VERSION = 10;
    private static final int NONCE_FIRST_PART = 8;

    public HandshakeV10 {
        if (nonce.length != Nonce.BYTES) {
            throw new IllegalArgumentException("nonce of " + nonce.length + " bytes, expected " + Nonce.BYTES);
        }
        if (characterSet < 0 || characterSet > 255) {
            throw new IllegalArgumentException("character set id " + characterSet + ", allowed: 0 to 255");
        }
    }

    @Override
    public void encode(ByteBuf out, int inForce) {
        out.writeByte(PROTOCOL_VERSION);
        out.writeCharSequence(serverVersion, StandardCharsets.US_ASCII);
        out.writeByte(0);
        out.writeIntLE(threadId);
        out.writeBytes(nonce, 0, NONCE_FIRST_PART).writeByte(0);
        out.writeShortLE(capabilities & 0xFFFF);
        out.writeByte(characterSet);
        out.writeShortLE(status);
        out.writeShortLE(capabilities >>> 16);
        out.writeByte(Capability.has(capabilities, Capability.PLUGIN_AUTH) ? Nonce.BYTES + 1 : 0);
        out.writeZero(10);
        out.writeBytes(nonce, NONCE_FIRST_PART, Nonce.BYTES - NONCE_FIRST_PART).writeByte(0);
        if (Capability.has(capabilities, Capability.PLUGIN_AUTH)) {
            out.writeCharSequence(authPlugin, StandardCharsets.US_ASCII);
            out.writeByte(0);
        }
    }
}
