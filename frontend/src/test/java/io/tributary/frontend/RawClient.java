package io.tributary.frontend;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** Speaks packets over a bare socket, for what drivers never do. */
final class RawClient implements AutoCloseable {
    static final int PROTOCOL_41 = 1 << 9;
    static final int SECURE_CONNECTION = 1 << 15;
    static final int PLUGIN_AUTH = 1 << 19;
    static final int MULTI_STATEMENTS = 1 << 16;
    static final int DEPRECATE_EOF = 1 << 24;

    private static final int RECEIVE_BUFFER_BYTES = 128 << 10;

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;
    private int sequence;
    private boolean eofDeprecated;

    RawClient(int port) throws IOException {
        socket = new Socket();
        // So that a client that does not read is noticed after kilobytes, not after the megabytes of a buffer that
        // grows.
        socket.setReceiveBufferSize(RECEIVE_BUFFER_BYTES);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port));
        socket.setSoTimeout(10_000);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream(), 1 << 16));
        out = socket.getOutputStream();
    }

    /** Reads the greeting and logs in as root. */
    RawClient login(int capabilities) throws IOException {
        read();
        respond(capabilities, "root", new byte[0], "mysql_native_password");
        byte[] ok = read();
        if (ok[0] != 0) {
            throw new IOException("not logged in: " + text(ok));
        }
        return this;
    }

    /** Answers the greeting. The plugin is left out without PLUGIN_AUTH. */
    void respond(int capabilities, String user, byte[] authResponse, String plugin) throws IOException {
        ByteArrayOutputStream response = new ByteArrayOutputStream();
        int flags = capabilities | PROTOCOL_41 | SECURE_CONNECTION;
        eofDeprecated = (flags & DEPRECATE_EOF) != 0;
        writeInt(response, flags);
        writeInt(response, 0);
        response.write(45);
        response.writeBytes(new byte[23]);
        response.writeBytes((user + "\0").getBytes(StandardCharsets.US_ASCII));
        response.write(authResponse.length);
        response.writeBytes(authResponse);
        if ((flags & PLUGIN_AUTH) != 0) {
            response.writeBytes((plugin + "\0").getBytes(StandardCharsets.US_ASCII));
        }
        send(1, response.toByteArray());
    }

    /** One command after the other in a single write. */
    void pipeline(byte[]... commands) throws IOException {
        ByteArrayOutputStream all = new ByteArrayOutputStream();
        for (byte[] command : commands) {
            frame(all, 0, command);
        }
        out.write(all.toByteArray());
        out.flush();
    }

    void send(int sequence, byte[] payload) throws IOException {
        ByteArrayOutputStream framed = new ByteArrayOutputStream();
        frame(framed, sequence, payload);
        out.write(framed.toByteArray());
        out.flush();
    }

    void sendBytes(byte[] bytes) throws IOException {
        out.write(bytes);
        out.flush();
    }

    static byte[] query(String sql) {
        return command(3, sql.getBytes(StandardCharsets.UTF_8));
    }

    static byte[] command(int code, byte... rest) {
        byte[] payload = new byte[rest.length + 1];
        payload[0] = (byte) code;
        System.arraycopy(rest, 0, payload, 1, rest.length);
        return payload;
    }

    /** Prepares a statement without parameters and gives its id; a refusal fails. */
    int prepare(String sql) throws IOException {
        send(0, command(0x16, sql.getBytes(StandardCharsets.UTF_8)));
        byte[] ok = read();
        if (ok[0] != 0) {
            throw new IOException("not prepared: " + text(ok));
        }
        int columns = (ok[5] & 0xff) | (ok[6] & 0xff) << 8;
        int packets = columns == 0 || eofDeprecated ? columns : columns + 1;
        for (int i = 0; i < packets; i++) {
            read(); // definitions, and the EOF behind them
        }
        return (ok[1] & 0xff) | (ok[2] & 0xff) << 8;
    }

    /** COM_STMT_EXECUTE of a statement without parameters. */
    static byte[] execute(int statementId) {
        return execute(statementId, 0);
    }

    static byte[] execute(int statementId, int flags) {
        return command(
                0x17,
                (byte) statementId,
                (byte) (statementId >> 8),
                (byte) 0,
                (byte) 0,
                (byte) flags,
                (byte) 1,
                (byte) 0,
                (byte) 0,
                (byte) 0);
    }

    static byte[] fetch(int statementId, int rows) {
        return command(
                0x1c,
                (byte) statementId,
                (byte) (statementId >> 8),
                (byte) 0,
                (byte) 0,
                (byte) rows,
                (byte) 0,
                (byte) 0,
                (byte) 0);
    }

    /** Reads one answer to its end and gives the number of its error, or 0; for a client without DEPRECATE_EOF. */
    int readAnswer() throws IOException {
        byte[] first = read();
        boolean resultSet = first[0] != 0 && (first[0] & 0xff) != 0xff;
        for (int ends = resultSet ? 2 : 0; ends > 0; ) {
            byte[] packet = read();
            if ((packet[0] & 0xff) == 0xff) {
                return errorNumber(packet);
            }
            if ((packet[0] & 0xff) == 0xfe && packet.length == 5) {
                ends--;
            }
        }
        return errorNumber(first);
    }

    /** The payload of the next packet. */
    byte[] read() throws IOException {
        int length = in.readUnsignedByte() | in.readUnsignedByte() << 8 | in.readUnsignedByte() << 16;
        sequence = in.readUnsignedByte();
        byte[] payload = new byte[length];
        in.readFully(payload);
        return payload;
    }

    /** Returns the sequence of the packet that was read last. */
    int sequence() {
        return sequence;
    }

    /** Whether the server closed the connection. */
    boolean isClosedByServer() throws IOException {
        return in.read() < 0;
    }

    /** Number of an ERR packet. */
    static int errorNumber(byte[] packet) {
        return (packet[0] & 0xff) == 0xff ? (packet[1] & 0xff) | (packet[2] & 0xff) << 8 : 0;
    }

    static String text(byte[] packet) {
        return new String(packet, StandardCharsets.UTF_8);
    }

    private static void frame(ByteArrayOutputStream to, int sequence, byte[] payload) {
        to.write(payload.length);
        to.write(payload.length >> 8);
        to.write(payload.length >> 16);
        to.write(sequence);
        to.writeBytes(Arrays.copyOf(payload, payload.length));
    }

    private static void writeInt(ByteArrayOutputStream to, int value) {
        for (int shift = 0; shift < 32; shift += 8) {
            to.write(value >> shift);
        }
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
