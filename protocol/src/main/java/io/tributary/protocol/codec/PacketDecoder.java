package io.tributary.protocol.codec;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import io.tributary.protocol.MalformedPacketException;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * Turns the byte stream of a client into {@link Packet}s (and {@link OversizedPacket}s).
 *
 * <p>Begins in the connection phase: packets of at most {@value #AUTHENTICATION_BYTES_MAX} bytes, whose sequence goes on
 * where the writer's stands; a larger one fails at once with {@link PacketTooLargeException}. After
 * {@link #startCommands} every packet starts at sequence 0, and a larger one than {@code max_allowed_packet} is skipped
 * and reported in its turn; {@link #startFile} lets a file stand between two commands. Never allocates by a length that was only claimed: what has arrived is kept, at most doubled.
 *
 * <p>A packet that stands whole in the buffer that was read is handed on as a slice of it. Bytes behind the current
 * packet stay; when this handler is replaced (for TLS), they go to its successor untouched. After a
 * {@link MalformedPacketException} everything further is thrown away: the stream is out of step.
 */
public final class PacketDecoder extends ByteToMessageDecoder {
    /** Limit of a packet before authentication. */
    public static final int AUTHENTICATION_BYTES_MAX = 64 << 10;

    /** The protocol's own limit of a packet, and so of what is skipped: 1 GiB. */
    public static final int PACKET_BYTES_MAX = 1 << 30;

    private final PacketWriter writer;
    private int limit = AUTHENTICATION_BYTES_MAX;
    private boolean commandPhase;
    private boolean inFile;
    private boolean outOfStep;

    private boolean inPacket;
    private boolean skipping;
    /** The length that the headers of the packet's frames claim so far. */
    private long packetBytes;
    /** Payload of a packet that did not stand in one buffer. */
    private @Nullable ByteBuf joined;

    private @Nullable PacketBudget budget;
    private @Nullable PacketAdmission admission;
    private boolean refused;
    private boolean inFrame;
    private boolean lastFrame;
    private int frameBytesLeft;
    private int nextSequence;

    public PacketDecoder(PacketWriter writer) {
        this.writer = writer;
    }

    /**
     * Takes each packet from the next one on as a command: the client is authenticated.
     *
     * @param maxAllowedPacketBytes 1 to {@value #PACKET_BYTES_MAX}
     */
    public void startCommands(int maxAllowedPacketBytes) {
        if (maxAllowedPacketBytes < 1 || maxAllowedPacketBytes > PACKET_BYTES_MAX) {
            throw new IllegalArgumentException(
                    "max_allowed_packet " + maxAllowedPacketBytes + ", allowed: 1 to " + PACKET_BYTES_MAX);
        }
        limit = maxAllowedPacketBytes;
        commandPhase = true;
    }

    /** Commands of more than {@link PacketBudget#FREE_BYTES} need room in it from now on, and wait for it. */
    public void budget(PacketBudget ofAll) {
        budget = ofAll;
    }

    /** Whether a packet waits for room: nothing may be read until it has found some. */
    public boolean isWaiting() {
        return admission != null && admission.isWaiting();
    }

    /** The next packet continues an exchange, as at the start: COM_CHANGE_USER authenticates anew. */
    public void startAuthentication() {
        limit = AUTHENTICATION_BYTES_MAX;
        commandPhase = false;
    }

    /**
     * Packets up to an empty one are a file, their sequence going on from the request that was just written. Behind it the
     * next is a command.
     *
     * @throws PacketsOutOfOrderException if a packet has begun: its client sent it before it could know of the request
     */
    public void startFile() {
        if (inPacket) {
            throw new PacketsOutOfOrderException(0, writer.nextSequence());
        }
        inFile = true;
        nextSequence = writer.nextSequence();
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (outOfStep) {
            in.skipBytes(in.readableBytes());
            return;
        }
        try {
            readFrame(context, in, out);
        } catch (MalformedPacketException e) {
            outOfStep = true;
            releaseJoined();
            in.skipBytes(in.readableBytes());
            throw e;
        }
    }

    @Override
    protected void handlerRemoved0(ChannelHandlerContext context) {
        releaseJoined();
        if (admission != null) {
            admission.end();
        }
    }

    private void readFrame(ChannelHandlerContext context, ByteBuf in, List<Object> out) {
        if (!inFrame) {
            if (in.readableBytes() < PacketWriter.HEADER_BYTES) {
                return;
            }
            if (!inPacket && !inFile && budget != null && !mayBegin(context, in)) {
                return;
            }
            startFrame(in.readUnsignedMediumLE(), in.readUnsignedByte());
        }
        int arrived = Math.min(frameBytesLeft, in.readableBytes());
        frameBytesLeft -= arrived;
        boolean complete = frameBytesLeft == 0 && lastFrame;
        if (skipping) {
            in.skipBytes(arrived);
        } else if (complete && joined == null) {
            out.add(new Packet(in.readRetainedSlice(arrived), nextSequence, handOver()));
        } else if (arrived > 0 || complete) {
            ByteBuf payload = join(context, in, arrived);
            if (complete) {
                joined = null;
                out.add(new Packet(payload, nextSequence, handOver()));
            }
        }
        if (complete && skipping) {
            out.add(
                    refused && admission != null
                            ? new RefusedPacket(admission.refusal(packetBytes), nextSequence)
                            : new OversizedPacket(packetBytes, limit, nextSequence));
        }
        inFrame = frameBytesLeft > 0;
        inPacket = !complete;
        if (complete && packetBytes == 0) {
            inFile = false;
        }
    }

    /** Whether the packet that begins here is small, too large anyway, or has found out whether there is room for it. */
    private boolean mayBegin(ChannelHandlerContext context, ByteBuf in) {
        int length = in.getUnsignedMediumLE(in.readerIndex());
        if (!commandPhase || length <= PacketBudget.FREE_BYTES || length > limit) {
            return true;
        }
        PacketAdmission mine = admission;
        if (mine == null) {
            mine = new PacketAdmission(Objects.requireNonNull(budget), () -> goOn(context));
            admission = mine;
        }
        // How long a packet of several frames is, its first one does not say.
        return mine.isOver(context, length < PacketWriter.FRAME_BYTES_MAX ? length : limit);
    }

    /** Goes on with what has been read before it had to wait, and then with the socket. */
    private void goOn(ChannelHandlerContext context) {
        if (context.isRemoved()) {
            return;
        }
        try {
            channelRead(context, Unpooled.EMPTY_BUFFER);
            channelReadComplete(context);
        } catch (Exception e) {
            context.fireExceptionCaught(e);
        }
        if (!isWaiting()) {
            context.channel().config().setAutoRead(true);
        }
    }

    private long handOver() {
        return admission == null ? 0 : admission.handOver(packetBytes);
    }

    private void startFrame(int length, int sequence) {
        if (!inPacket) {
            inPacket = true;
            refused = admission != null && admission.takeRefusal();
            skipping = refused;
            packetBytes = 0;
            if (!inFile) {
                nextSequence = commandPhase ? 0 : writer.nextSequence();
            }
        }
        if (sequence != nextSequence) {
            throw new PacketsOutOfOrderException(sequence, nextSequence);
        }
        nextSequence = (nextSequence + 1) & 0xFF;
        inFrame = true;
        lastFrame = length < PacketWriter.FRAME_BYTES_MAX;
        frameBytesLeft = length;
        packetBytes += length;
        if (packetBytes > limit) {
            if (!commandPhase || packetBytes > PACKET_BYTES_MAX) {
                throw new PacketTooLargeException(packetBytes, limit);
            }
            skipping = true;
            releaseJoined();
            if (admission != null) {
                admission.handOver(0);
            }
        }
    }

    private ByteBuf join(ChannelHandlerContext context, ByteBuf in, int arrived) {
        ByteBuf payload = joined;
        if (payload == null) {
            payload = context.alloc().buffer(arrived, limit);
            joined = payload;
        }
        int needed = payload.writerIndex() + arrived;
        if (needed > payload.capacity()) {
            // Doubling, where Netty's own growth goes in steps of 4 MiB and copies a large packet many times.
            payload.capacity((int) Math.min(packetBytes, Math.max(needed, 2L * payload.capacity())));
        }
        return payload.writeBytes(in, arrived);
    }

    private void releaseJoined() {
        if (joined != null) {
            joined.release();
            joined = null;
        }
    }
}
