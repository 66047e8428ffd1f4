package io.tributary.test.process;

import java.io.BufferedInputStream;
import java.io.BufferedOutputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Socket;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/**
 * MySQL's protocol without a driver: root without a password, one command at a time, none of which this process has to hold
 * as a whole. For many connections and large statements. One thread.
 */
public final class PlainClient implements AutoCloseable {
    public static final int QUERY = 3;
    public static final int PREPARE = 22;

    private static final int PROTOCOL_41 = 1 << 9;
    private static final int SECURE_CONNECTION = 1 << 15;
    private static final int PACKET_BYTES_MAX = (1 << 24) - 1;
    private static final int RECEIVE_BUFFER_BYTES = 64 << 10;
    private static final int LIMIT_MILLIS = 120_000;

    private final Socket socket = new Socket();
    private final DataInputStream in;
    private final OutputStream out;

    /** What a command came to. */
    public sealed interface Reply {
        /** A result, of which only the beginning was read, or an OK. */
        record Began() implements Reply {}

        /** ERR. */
        record Refused(int code, String message) implements Reply {}
    }

    public PlainClient(int port) throws IOException {
        // Who does not read is noticed after kilobytes.
        socket.setReceiveBufferSize(RECEIVE_BUFFER_BYTES);
        socket.connect(new InetSocketAddress(InetAddress.getLoopbackAddress(), port), LIMIT_MILLIS);
        socket.setSoTimeout(LIMIT_MILLIS);
        in = new DataInputStream(new BufferedInputStream(socket.getInputStream()));
        out = new BufferedOutputStream(socket.getOutputStream(), 1 << 16);
        byte[] greeting = packet();
        if (greeting[0] != 10) {
            throw new IOException("no greeting: " + new String(greeting, StandardCharsets.UTF_8));
        }
        ByteArrayOutputStream login = new ByteArrayOutputStream();
        login.writeBytes(littleEndian(PROTOCOL_41 | SECURE_CONNECTION, 4));
        login.writeBytes(littleEndian(0, 4));
        login.write(45);
        login.writeBytes(new byte[23]);
        login.writeBytes("root\0\0".getBytes(StandardCharsets.US_ASCII));
        header(login.size(), 1);
        out.write(login.toByteArray());
        out.flush();
        if (reply() instanceof Reply.Refused refused) {
            throw new IOException("not logged in: " + refused);
        }
    }

    /** Sends one command and reads the first packet of its answer. */
    public Reply command(int code, String text) throws IOException {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return command(code, bytes.length, to -> to.write(bytes));
    }

    /** The bytes of a command, as many as were announced. */
    public interface Text {
        void writeTo(OutputStream to) throws IOException;
    }

    /** The same of a text that is made while it is sent. */
    public Reply command(int code, int bytes, Text text) throws IOException {
        Packets packets = new Packets(bytes + 1);
        packets.write(code);
        text.writeTo(packets);
        packets.end();
        out.flush();
        return reply();
    }

    /** Reads of a text result that began no further than its first row, or the error that came instead. */
    public Reply firstRow() throws IOException {
        boolean ended = false;
        while (true) {
            byte[] packet = packet();
            int first = packet[0] & 0xff;
            if (first == 0xff) {
                return refused(packet);
            }
            if (ended) {
                return new Reply.Began();
            }
            ended = first == 0xfe && packet.length < 9;
        }
    }

    /** Reads up to the end of a text result. @return its rows, or the error that ended it */
    public long rest() throws IOException {
        long rows = 0;
        for (int ends = 0; ends < 2; ) {
            byte[] packet = packet();
            int first = packet[0] & 0xff;
            if (first == 0xff) {
                return -refused(packet).code();
            }
            if (first == 0xfe && packet.length < 9) {
                ends++;
            } else {
                rows += ends;
            }
        }
        return rows;
    }

    private Reply reply() throws IOException {
        byte[] packet = packet();
        return (packet[0] & 0xff) == 0xff ? refused(packet) : new Reply.Began();
    }

    private static Reply.Refused refused(byte[] packet) {
        int code = (packet[1] & 0xff) | (packet[2] & 0xff) << 8;
        return new Reply.Refused(code, new String(packet, 3, packet.length - 3, StandardCharsets.UTF_8));
    }

    private byte[] packet() throws IOException {
        int length = in.readUnsignedByte() | in.readUnsignedByte() << 8 | in.readUnsignedByte() << 16;
        in.readUnsignedByte();
        byte[] packet = in.readNBytes(length);
        if (packet.length < length || length == 0) {
            throw new EOFException("the server ended the connection within " + Arrays.toString(packet));
        }
        return packet;
    }

    private void header(int length, int sequence) throws IOException {
        out.write(littleEndian(length, 3));
        out.write(sequence);
    }

    private static byte[] littleEndian(int value, int width) {
        byte[] bytes = new byte[width];
        for (int i = 0; i < width; i++) {
            bytes[i] = (byte) (value >> (8 * i));
        }
        return bytes;
    }

    @Override
    public void close() throws IOException {
        socket.close();
    }

    /** Splits a command at 16 MiB - 1. */
    private final class Packets extends OutputStream {
        private int left;
        private int leftOfPacket;
        private int sequence;

        Packets(int bytes) {
            left = bytes;
        }

        @Override
        public void write(int one) throws IOException {
            write(new byte[] {(byte) one}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int from, int length) throws IOException {
            for (int at = from; at < from + length; ) {
                if (leftOfPacket == 0) {
                    leftOfPacket = Math.min(left, PACKET_BYTES_MAX);
                    header(leftOfPacket, sequence++);
                }
                int now = Math.min(leftOfPacket, from + length - at);
                out.write(bytes, at, now);
                at += now;
                left -= now;
                leftOfPacket -= now;
            }
        }

        void end() {
            if (left != 0) {
                throw new IllegalStateException(left + " bytes of the command were not written");
            }
        }
    }
}
