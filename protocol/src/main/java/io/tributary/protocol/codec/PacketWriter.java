package io.tributary.protocol.codec;

import io.netty.buffer.ByteBuf;
import io.tributary.protocol.Capability;
import io.tributary.protocol.ServerPacket;

/**
 * Frames payloads into a buffer, one behind the other, and owns the sequence id of a connection's replies.
 *
 * <pre>
 *   0           3          4
 *   | length    | sequence | payload …      length ≤ 0xFFFFFF; a frame of 0xFFFFFF bytes is followed by another
 * </pre>
 *
 * <p>Rows are written in place: {@link #begin}, append the payload, {@link #end}. Owned by the connection's event loop.
 */
public final class PacketWriter {
    public static final int HEADER_BYTES = 4;
    /** The longest payload of one frame, 16 MiB − 1; a packet that long or longer goes on in the next frame. */
    public static final int FRAME_BYTES_MAX = 0xFFFFFF;

    private static final int MOVE_BYTES = 64 << 10;

    private int nextSequence;
    private int capabilities = Capability.PROTOCOL_41;
    private int headerIndex = -1;

    /** Sequence id of the next frame of the next reply. */
    public int nextSequence() {
        return nextSequence;
    }

    /** Starts the reply to a packet, with its {@link Packet#replySequence()}. */
    public void startReply(int sequence) {
        nextSequence = sequence & 0xFF;
    }

    public int capabilities() {
        return capabilities;
    }

    /** Sets the capabilities in force, once both sides have spoken. */
    public void capabilities(int effective) {
        capabilities = effective;
    }

    /** Appends one whole packet. */
    public void write(ByteBuf out, ServerPacket packet) {
        begin(out);
        try {
            packet.encode(out, capabilities);
        } catch (RuntimeException e) {
            abandon(out);
            throw e;
        }
        end(out);
    }

    /** Leaves room for a header; the payload is appended to {@code out} next. */
    public void begin(ByteBuf out) {
        if (headerIndex >= 0) {
            throw new IllegalStateException("a packet is already begun at " + headerIndex);
        }
        headerIndex = out.writerIndex();
        out.writeZero(HEADER_BYTES);
    }

    /** Ends the packet begun last: everything appended since is its payload. */
    public void end(ByteBuf out) {
        int start = headerIndex;
        headerIndex = -1;
        int length = out.writerIndex() - start - HEADER_BYTES;
        if (length < FRAME_BYTES_MAX) {
            writeHeader(out, start, length);
        } else {
            split(out, start, length);
        }
    }

    /** Writes the header of a packet of {@code length} payload bytes, below {@link #FRAME_BYTES_MAX}, that the caller puts behind it. */
    public void header(byte[] out, int at, int length) {
        if (headerIndex >= 0 || length >= FRAME_BYTES_MAX) {
            throw new IllegalStateException("a packet of " + length + " bytes while one is begun at " + headerIndex);
        }
        out[at] = (byte) length;
        out[at + 1] = (byte) (length >> 8);
        out[at + 2] = (byte) (length >> 16);
        out[at + 3] = (byte) nextSequence;
        nextSequence = (nextSequence + 1) & 0xFF;
    }

    /** Takes back what was appended since {@link #begin}: no such packet is sent. */
    public void abandon(ByteBuf out) {
        out.writerIndex(headerIndex);
        headerIndex = -1;
    }

    /** Makes room for the headers of all frames but the first, by moving payload up, the last frame first. */
    private void split(ByteBuf out, int start, int length) {
        int lastFrame = length / FRAME_BYTES_MAX;
        int lastLength = length % FRAME_BYTES_MAX; // may be 0: an empty frame says that the packet ends
        out.writeZero(HEADER_BYTES * lastFrame);
        byte[] piece = new byte[MOVE_BYTES];
        for (int frame = lastFrame; frame > 0; frame--) {
            int from = start + HEADER_BYTES + frame * FRAME_BYTES_MAX;
            moveUp(out, from, frame == lastFrame ? lastLength : FRAME_BYTES_MAX, HEADER_BYTES * frame, piece);
        }
        for (int frame = 0; frame <= lastFrame; frame++) {
            int headerAt = start + frame * (HEADER_BYTES + FRAME_BYTES_MAX);
            writeHeader(out, headerAt, frame == lastFrame ? lastLength : FRAME_BYTES_MAX);
        }
    }

    /** Source and target overlap, so the end is moved first. */
    private static void moveUp(ByteBuf out, int from, int length, int by, byte[] piece) {
        int end = from + length;
        while (end > from) {
            int moved = Math.min(piece.length, end - from);
            end -= moved;
            out.getBytes(end, piece, 0, moved);
            out.setBytes(end + by, piece, 0, moved);
        }
    }

    private void writeHeader(ByteBuf out, int index, int length) {
        out.setMediumLE(index, length);
        out.setByte(index + 3, nextSequence);
        nextSequence = (nextSequence + 1) & 0xFF;
    }
}
