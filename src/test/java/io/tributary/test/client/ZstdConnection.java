package io.tributary.test.client;

import com.github.luben.zstd.Zstd;
import io.tributary.protocol.Capability;
import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * A client of ZSTD_COMPRESSION, written by hand: no driver lets its user ask for it. As root; texts in, texts out.
 *
 * <pre>
 *   | length as sent 3 | sequence | length inflated 3 | zstd frame, or the bytes themselves if that length is 0
 * </pre>
 */
final class ZstdConnection implements AutoCloseable {
    private static final int PACKET_BYTES_MAX = 0xFFFFFF;
    private static final int FRAME_BYTES_MAX = 1 << 20;
    /** What is shorter travels as it is. */
    private static final int COMPRESSED_BYTES_MIN = 50;

    private static final int TIMEOUT_MILLIS = 60_000;
    private static final int COM_QUERY = 3;
    private static final int NULL_CELL = 0xFB;
    private static final int ERR = 0xFF;
    private static final String PLUGIN = "mysql_native_password";

    private final Socket socket;
    private final DataInputStream in;
    private final OutputStream out;
    private final int level;
    private final boolean compressed;
    private byte[] frame = {};
    private int frameAt;
    private long receivedBytes;

    /** @param level that the client asks for, one byte */
    ZstdConnection(int port, String database, int level) throws IOException {
        this.level = level;
        socket = new Socket(InetAddress.getLoopbackAddress(), port);
        socket.setSoTimeout(TIMEOUT_MILLIS);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        out = socket.getOutputStream();
        boolean offered = Capability.has(offered(plainPacket()), Capability.ZSTD_COMPRESSION);
        byte[] response = response(database);
        ByteArrayOutputStream packet = new ByteArrayOutputStream();
        writeMedium(packet, response.length);
        packet.write(1);
        packet.writeBytes(response);
        out.write(packet.toByteArray());
        byte[] ok = plainPacket();
        if (ok[0] != 0) {
            throw new IOException("not logged in: " + text(ok));
        }
        compressed = offered;
    }

    /** Bytes of frames that the server has sent. */
    long receivedBytes() {
        return receivedBytes;
    }

    /** Runs a statement without a result set. */
    void run(String sql) throws IOException {
        send(sql);
        packet();
    }

    /** The cell of a result set's last column, in its one row. */
    String cell(String sql) throws IOException {
        send(sql);
        int columns = packet()[0];
        for (int i = 0; i < columns + 1; i++) {
            packet(); // definitions, and the EOF behind them
        }
        byte[] row = packet();
        packet(); // EOF
        String cell = "";
        for (int at = 0, length; at < row.length; at += length) {
            int first = row[at++] & 0xFF;
            int bytes = first <= NULL_CELL ? 0 : first == 0xFC ? 2 : first == 0xFD ? 3 : 8;
            length = first < NULL_CELL ? first : 0;
            for (int i = 0; i < bytes; i++) {
                length |= (row[at++] & 0xFF) << (8 * i);
            }
            cell = new String(row, at, length, StandardCharsets.UTF_8);
        }
        return cell;
    }

    //   | capabilities 4 | max packet 4 | charset | 23 filler | user NUL | 0 | database NUL | plugin NUL | level
    private byte[] response(String database) {
        ByteArrayOutputStream response = new ByteArrayOutputStream();
        int capabilities = Capability.PROTOCOL_41
                | Capability.SECURE_CONNECTION
                | Capability.CONNECT_WITH_DB
                | Capability.PLUGIN_AUTH
                | Capability.ZSTD_COMPRESSION;
        for (int shift = 0; shift < 32; shift += 8) {
            response.write(capabilities >> shift);
        }
        response.writeBytes(new byte[4]);
        response.write(45);
        response.writeBytes(new byte[23]);
        response.writeBytes(("root\0\0" + database + "\0" + PLUGIN + "\0").getBytes(StandardCharsets.US_ASCII));
        response.write(level);
        return response.toByteArray();
    }

    //   | 10 | version NUL | thread id 4 | nonce 8 | 0 | capabilities 2 | charset | status 2 | capabilities 2 | …
    private static int offered(byte[] greeting) {
        int at = 1;
        while (greeting[at] != 0) {
            at++;
        }
        at += 1 + 4 + 8 + 1;
        return (greeting[at] & 0xFF)
                | (greeting[at + 1] & 0xFF) << 8
                | (greeting[at + 5] & 0xFF) << 16
                | (greeting[at + 6] & 0xFF) << 24;
    }

    private void send(String sql) throws IOException {
        byte[] text = sql.getBytes(StandardCharsets.UTF_8);
        byte[] payload = new byte[1 + text.length];
        payload[0] = COM_QUERY;
        System.arraycopy(text, 0, payload, 1, text.length);
        ByteArrayOutputStream packets = new ByteArrayOutputStream();
        int sequence = 0;
        for (int at = 0, length = PACKET_BYTES_MAX; length == PACKET_BYTES_MAX; at += length) {
            length = Math.min(payload.length - at, PACKET_BYTES_MAX);
            writeMedium(packets, length);
            packets.write(sequence++);
            packets.write(payload, at, length);
        }
        out.write(compressed ? frames(packets.toByteArray()) : packets.toByteArray());
        out.flush();
    }

    private byte[] frames(byte[] packets) {
        ByteArrayOutputStream frames = new ByteArrayOutputStream();
        int sequence = 0;
        for (int at = 0; at < packets.length; at += FRAME_BYTES_MAX) {
            byte[] piece = Arrays.copyOfRange(packets, at, Math.min(packets.length, at + FRAME_BYTES_MAX));
            boolean packed = piece.length >= COMPRESSED_BYTES_MIN;
            byte[] sent = packed ? Zstd.compress(piece) : piece;
            writeMedium(frames, sent.length);
            frames.write(sequence++);
            writeMedium(frames, packed ? piece.length : 0);
            frames.writeBytes(sent);
        }
        return frames.toByteArray();
    }

    /** One payload, joined where it came in several packets. */
    private byte[] packet() throws IOException {
        byte[] payload = compressed ? framedPacket() : plainPacket();
        if ((payload[0] & 0xFF) == ERR) {
            throw new IOException(text(payload));
        }
        return payload;
    }

    private byte[] plainPacket() throws IOException {
        byte[] payload = new byte[readMedium()];
        in.readUnsignedByte();
        in.readFully(payload);
        return payload;
    }

    private byte[] framedPacket() throws IOException {
        ByteArrayOutputStream payload = new ByteArrayOutputStream();
        for (int length = PACKET_BYTES_MAX; length == PACKET_BYTES_MAX; ) {
            byte[] header = take(4);
            length = (header[0] & 0xFF) | (header[1] & 0xFF) << 8 | (header[2] & 0xFF) << 16;
            payload.writeBytes(take(length));
        }
        return payload.toByteArray();
    }

    /** The next bytes inside the frames, in which packets begin and end where they like. */
    private byte[] take(int count) throws IOException {
        byte[] bytes = new byte[count];
        for (int filled = 0; filled < count; ) {
            if (frameAt == frame.length) {
                readFrame();
            }
            int length = Math.min(count - filled, frame.length - frameAt);
            System.arraycopy(frame, frameAt, bytes, filled, length);
            frameAt += length;
            filled += length;
        }
        return bytes;
    }

    private void readFrame() throws IOException {
        byte[] sent = new byte[readMedium()];
        in.readUnsignedByte();
        int inflated = readMedium();
        in.readFully(sent);
        receivedBytes += 7 + sent.length;
        frame = inflated == 0 ? sent : new byte[inflated];
        frameAt = 0;
        if (inflated > 0 && Zstd.decompress(frame, sent) != inflated) {
            throw new IOException("a frame that is not of " + inflated + " bytes");
        }
    }

    private int readMedium() throws IOException {
        return in.readUnsignedByte() | in.readUnsignedByte() << 8 | in.readUnsignedByte() << 16;
    }

    private static void writeMedium(ByteArrayOutputStream to, int value) {
        to.write(value);
        to.write(value >> 8);
        to.write(value >> 16);
    }

    private static String text(byte[] packet) {
        return new String(packet, StandardCharsets.UTF_8);
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }
}
