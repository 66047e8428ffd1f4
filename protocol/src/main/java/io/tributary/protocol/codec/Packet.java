package io.tributary.protocol.codec;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.DefaultByteBufHolder;

/**
 * A whole packet from the client: its frames joined, their headers gone. Whoever receives it releases it.
 *
 * <p>The handler that takes it up first tells {@link PacketWriter#startReply} where the reply's sequence goes on. The
 * decoder cannot do that: it may be several pipelined commands ahead.
 */
public final class Packet extends DefaultByteBufHolder {
    private final int replySequence;

    private final long reservedBytes;

    public Packet(ByteBuf payload, int replySequence) {
        this(payload, replySequence, 0);
    }

    /** @param reservedBytes of the {@link PacketBudget}, to be given back by whoever has the packet last */
    public Packet(ByteBuf payload, int replySequence, long reservedBytes) {
        super(payload);
        this.replySequence = replySequence;
        this.reservedBytes = reservedBytes;
    }

    /** Returns the bytes reserved in the {@link PacketBudget}; 0 for all but large packets. */
    public long reservedBytes() {
        return reservedBytes;
    }

    /** Sequence id of the reply's first frame, 0 to 255. */
    public int replySequence() {
        return replySequence;
    }

    @Override
    public Packet replace(ByteBuf payload) {
        return new Packet(payload, replySequence, reservedBytes);
    }
}
