package io.tributary.protocol.codec;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufAllocator;
import io.tributary.protocol.MalformedPacketException;
import java.util.List;

/** What a compressed frame's payload is packed with. Event loop of the connection. */
public interface FrameCompression {
    /** The most bytes of a buffer that is handed on: a packet inside keeps no more than this from being freed. */
    int PIECE_BYTES = 64 << 10;

    /**
     * Appends all that {@code packets} holds to a frame, in at most as many bytes.
     *
     * @return false, with {@code frame} as it was, where nothing is gained
     */
    boolean pack(ByteBuf packets, ByteBuf frame);

    /**
     * Adds what a frame holds, in pieces of at most {@link #PIECE_BYTES}; all of it or nothing.
     *
     * @param length that the frame claims
     * @throws MalformedPacketException if it holds more, or less
     */
    void unpack(ByteBuf sent, int length, ByteBufAllocator allocator, List<Object> out);

    /** The error for a frame that is not what it claims. */
    static MalformedPacketException malformed(int sent, int length) {
        return new MalformedPacketException(
                "compressed frame of " + sent + " bytes does not inflate to the " + length + " it claims");
    }
}
