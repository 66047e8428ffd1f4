package io.tributary.bench.replay;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/**
 * The client's half of the handshake, {@code mysql_native_password} only.
 *
 * @see <a href="https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_connection_phase_packets_protocol_handshake_v10.html">HandshakeV10</a>
 */
final class Login {
    static final String PLUGIN = "mysql_native_password";

    private static final int LONG_PASSWORD = 1;
    private static final int CONNECT_WITH_DB = 1 << 3;
    private static final int PROTOCOL_41 = 1 << 9;
    private static final int TRANSACTIONS = 1 << 13;
    private static final int SECURE_CONNECTION = 1 << 15;
    private static final int PLUGIN_AUTH = 1 << 19;

    /**
     * The bytes of the greeting between its two halves of the nonce: filler, flags, character set, status, flags, length,
     * zeros.
     */
    private static final int BETWEEN_NONCES = 1 + 2 + 1 + 2 + 2 + 1 + 10;

    private static final int NONCE_FIRST_BYTES = 8;
    private static final int NONCE_BYTES = 20;
    private static final int PACKET_BYTES_MAX = 1 << 30;
    private static final int UTF8MB4 = 45;
    private static final int FILLER_BYTES = 23;
    private static final int PROTOCOL_VERSION = 10;

    private Login() {}

    /** The nonce of a greeting. */
    static byte[] nonce(ByteBuf greeting) throws ReplayException {
        int version = greeting.readUnsignedByte();
        if (version != PROTOCOL_VERSION) {
            throw new ReplayException("the server greets with protocol " + version + ", expected " + PROTOCOL_VERSION);
        }
        greeting.skipBytes(greeting.bytesBefore((byte) 0) + 1);
        greeting.skipBytes(4);
        byte[] nonce = new byte[NONCE_BYTES];
        greeting.readBytes(nonce, 0, NONCE_FIRST_BYTES);
        greeting.skipBytes(BETWEEN_NONCES);
        greeting.readBytes(nonce, NONCE_FIRST_BYTES, NONCE_BYTES - NONCE_FIRST_BYTES);
        return nonce;
    }

    /** Appends the answer to the greeting. */
    static void writeResponse(ByteBuf out, ReplayTarget target, byte[] nonce) {
        out.writeIntLE(LONG_PASSWORD | CONNECT_WITH_DB | PROTOCOL_41 | TRANSACTIONS | SECURE_CONNECTION | PLUGIN_AUTH);
        out.writeIntLE(PACKET_BYTES_MAX);
        out.writeByte(UTF8MB4).writeZero(FILLER_BYTES);
        writeNulTerminated(out, target.user());
        byte[] scramble = scramble(target.password(), nonce);
        out.writeByte(scramble.length).writeBytes(scramble);
        writeNulTerminated(out, target.database());
        writeNulTerminated(out, PLUGIN);
    }

    /** SHA1(password) XOR SHA1(nonce + SHA1(SHA1(password))); empty for an empty password. */
    static byte[] scramble(String password, byte[] nonce) {
        if (password.isEmpty()) {
            return new byte[0];
        }
        MessageDigest sha1 = sha1();
        byte[] once = sha1.digest(password.getBytes(StandardCharsets.UTF_8));
        byte[] twice = sha1.digest(once);
        sha1.update(nonce);
        byte[] mask = sha1.digest(twice);
        for (int i = 0; i < once.length; i++) {
            once[i] ^= mask[i];
        }
        return once;
    }

    private static void writeNulTerminated(ByteBuf out, String text) {
        out.writeCharSequence(text, StandardCharsets.UTF_8);
        out.writeByte(0);
    }

    private static MessageDigest sha1() {
        try {
            return MessageDigest.getInstance("SHA-1");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-1", e);
        }
    }
}
