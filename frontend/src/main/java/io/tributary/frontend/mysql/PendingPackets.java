package io.tributary.frontend.mysql;

import io.tributary.protocol.codec.Packet;
import java.util.ArrayDeque;
import java.util.Queue;
import java.util.function.Consumer;

/**
 * What a client sent ahead of the command in flight, in its order, and the memory that takes: a packet counts as its
 * content and {@link #PACKET_BYTES}, so that a stream of empty ones fills the queue too. Event loop of the connection.
 */
final class PendingPackets {
    /** Packets that may wait before nothing more is read from the socket, in bytes. */
    static final int BYTES_MAX = 1 << 20;

    /** Taken by a waiting packet besides its content: its objects and its place in the queue. */
    static final int PACKET_BYTES = 256;

    private final Queue<Object> packets = new ArrayDeque<>();
    private long bytes;

    /** @param packet a {@link Packet}, or what stands for one that was skipped; owned from now on */
    void add(Object packet) {
        packets.add(packet);
        bytes += bytes(packet);
    }

    /** The oldest, which the caller releases. There must be one. */
    Object remove() {
        Object packet = packets.remove();
        bytes -= bytes(packet);
        return packet;
    }

    boolean isEmpty() {
        return packets.isEmpty();
    }

    /** Whether no more may be read for now. */
    boolean isFull() {
        return bytes > BYTES_MAX;
    }

    /** Hands each on to be dropped. */
    void clear(Consumer<Object> drop) {
        packets.forEach(drop);
        packets.clear();
        bytes = 0;
    }

    private static int bytes(Object message) {
        return PACKET_BYTES
                + (message instanceof Packet packet ? packet.content().readableBytes() : 0);
    }
}
