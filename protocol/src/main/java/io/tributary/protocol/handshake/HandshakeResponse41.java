package io.tributary.protocol.handshake;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.tributary.protocol.Capability;
import io.tributary.protocol.CharacterSet;
import io.tributary.protocol.LengthEncoded;
import io.tributary.protocol.MalformedPacketException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import org.jspecify.annotations.Nullable;

/**
 * The client's answer to the greeting. Laid out by the client's own flags, offered or not; what is in force is
 * {@link #effectiveCapabilities}.
 *
 * <pre>
 *   0              4            8         9            32
 *   | capabilities | max packet | charset | 23 filler  | user NUL | response | [database NUL] | [plugin NUL] | [attributes] | [zstd level]
 * </pre>
 *
 * @param maxPacketBytes as claimed, unsigned; 0 is usual and means nothing
 * @param characterSet any collation id
 * @param authResponse owned by this record; empty, or one NUL, for an empty password
 * @param database or null
 * @param zstdLevel 0 where none is sent
 * @param authPlugin or null for a client without PLUGIN_AUTH: it speaks {@code mysql_native_password} and must not be
 *     asked to switch
 * @see <a href="https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_connection_phase_packets_protocol_handshake_response.html">HandshakeResponse41</a>
 */
@SuppressWarnings("ArrayRecordComponent") // raw bytes; nobody compares responses
public record HandshakeResponse41(
        int clientCapabilities,
        int maxPacketBytes,
        int characterSet,
        String user,
        byte[] authResponse,
        @Nullable String database,
        @Nullable String authPlugin,
        int zstdLevel) {
    private static final int FIXED_BYTES = 32;
    private static final int FILLER_BYTES = 23;

    /**
     * Reads a response. Connection attributes are checked against the packet's end and skipped.
     *
     * @throws MalformedPacketException if it is cut short, or from a client older than protocol 4.1
     */
    public static HandshakeResponse41 decode(ByteBuf in) {
        LengthEncoded.require(in, 2, "handshake response");
        if (!Capability.has(in.getUnsignedShortLE(in.readerIndex()), Capability.PROTOCOL_41)) {
            throw new MalformedPacketException("the client does not speak protocol 4.1");
        }
        LengthEncoded.require(in, FIXED_BYTES, "handshake response");
        int capabilities = in.readIntLE();
        int maxPacketBytes = in.readIntLE();
        int characterSet = in.readUnsignedByte();
        in.skipBytes(FILLER_BYTES);
        Charset charset = CharacterSet.charset(characterSet);
        String user = LengthEncoded.readNulTerminated(in, charset);
        byte[] authResponse = authResponse(in, capabilities);
        String database = optional(in, capabilities, Capability.CONNECT_WITH_DB, charset);
        String plugin = optional(in, capabilities, Capability.PLUGIN_AUTH, StandardCharsets.UTF_8);
        if (Capability.has(capabilities, Capability.CONNECT_ATTRS) && in.isReadable()) {
            in.skipBytes(LengthEncoded.readLength(in, "connection attributes"));
        }
        boolean zstd = Capability.has(capabilities, Capability.ZSTD_COMPRESSION) && in.isReadable();
        int zstdLevel = zstd ? in.readUnsignedByte() : 0;
        return new HandshakeResponse41(
                capabilities, maxPacketBytes, characterSet, user, authResponse, database, plugin, zstdLevel);
    }

    /** What is in force: set by both sides. */
    public int effectiveCapabilities(int serverCapabilities) {
        return clientCapabilities & serverCapabilities;
    }

    /** Returns the packet without the response, which is a secret. */
    @Override
    public String toString() {
        return "HandshakeResponse41[user=" + user + ", database=" + database + ", plugin=" + authPlugin
                + ", characterSet=" + characterSet + ", capabilities=" + Capability.names(clientCapabilities) + "]";
    }

    private static byte[] authResponse(ByteBuf in, int capabilities) {
        if (Capability.has(capabilities, Capability.PLUGIN_AUTH_LENENC)) {
            return LengthEncoded.readBytes(in, "authentication response");
        }
        int length;
        if (Capability.has(capabilities, Capability.SECURE_CONNECTION)) {
            LengthEncoded.require(in, 1, "authentication response");
            length = in.readUnsignedByte();
            LengthEncoded.require(in, length, "authentication response");
            return ByteBufUtil.getBytes(in.readSlice(length));
        }
        length = in.bytesBefore((byte) 0);
        if (length < 0) {
            throw new MalformedPacketException("authentication response without a terminating NUL");
        }
        byte[] response = ByteBufUtil.getBytes(in.readSlice(length));
        in.skipBytes(1);
        return response;
    }

    /** Some clients set the flag and send nothing: then the text is absent. */
    private static @Nullable String optional(ByteBuf in, int capabilities, int flag, Charset charset) {
        if (!Capability.has(capabilities, flag) || !in.isReadable()) {
            return null;
        }
        String text = LengthEncoded.readNulTerminated(in, charset);
        return text.isEmpty() ? null : text;
    }
}
