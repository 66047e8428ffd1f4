package io.tributary.bench.replay;

import io.netty.buffer.ByteBuf;
import io.netty.channel.Channel;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.ByteToMessageDecoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.function.Consumer;

/**
 * Leads a new connection through login, session statement and PREPAREs, one command in flight; then makes way for what
 * was prepared. Event loop of the connection.
 *
 * <pre>
 *   server                      client
 *   greeting              →
 *                         ←     response          (auth switch → scramble, if asked)
 *   OK                    →
 *                         ←     SET …
 *   OK                    →
 *                         ←     PREPARE           once a table
 *   OK, definitions, EOF  →
 * </pre>
 */
final class Setup extends ByteToMessageDecoder {
    private static final int HEADER_BYTES = 4;
    private static final int OK = 0x00;
    private static final int AUTH_SWITCH = 0xFE;
    private static final int COM_QUERY = 0x03;
    private static final int COM_STMT_PREPARE = 0x16;

    private enum Awaiting {
        GREETING,
        LOGIN,
        SESSION,
        PREPARED,
        DEFINITIONS,
        NOTHING
    }

    private final ReplayTarget target;
    private final List<String> inserts;
    private final CompletableFuture<List<StatementHead>> done = new CompletableFuture<>();
    private final List<StatementHead> heads = new ArrayList<>();
    private Awaiting awaiting = Awaiting.GREETING;
    private int definitionsLeft;

    /** @param inserts to prepare, in this order; may be none */
    Setup(ReplayTarget target, List<String> inserts) {
        this.target = target;
        this.inserts = inserts;
    }

    /** What was prepared, in the order of the statements. Completed on the event loop. */
    CompletableFuture<List<StatementHead>> done() {
        return done;
    }

    @Override
    protected void decode(ChannelHandlerContext context, ByteBuf in, List<Object> out) throws ReplayException {
        if (in.readableBytes() < HEADER_BYTES) {
            return;
        }
        int length = in.getUnsignedMediumLE(in.readerIndex());
        if (in.readableBytes() < HEADER_BYTES + length) {
            return;
        }
        int sequence = in.getUnsignedByte(in.readerIndex() + 3);
        in.skipBytes(HEADER_BYTES);
        received(context.channel(), in.readSlice(length), sequence + 1);
    }

    private void received(Channel channel, ByteBuf packet, int nextSequence) throws ReplayException {
        switch (awaiting) {
            case GREETING -> {
                refuseError(packet, "connect to " + target);
                byte[] nonce = Login.nonce(packet);
                send(channel, nextSequence, out -> Login.writeResponse(out, target, nonce));
                awaiting = Awaiting.LOGIN;
            }
            case LOGIN -> login(channel, packet, nextSequence);
            case SESSION -> {
                session(packet);
                prepareNext(channel);
            }
            case PREPARED -> prepared(channel, packet);
            case DEFINITIONS -> {
                definitionsLeft--;
                if (definitionsLeft == 0) {
                    prepareNext(channel);
                }
            }
            case NOTHING -> throw new ReplayException(target + " sent a packet nobody asked for");
        }
    }

    private void login(Channel channel, ByteBuf packet, int nextSequence) throws ReplayException {
        refuseError(packet, "login to " + target);
        int header = packet.readUnsignedByte();
        if (header == AUTH_SWITCH) {
            String plugin = packet.readString(packet.bytesBefore((byte) 0), StandardCharsets.US_ASCII);
            if (!plugin.equals(Login.PLUGIN)) {
                throw new ReplayException("login to " + target + ": the account needs " + plugin
                        + "; the replaying client knows " + Login.PLUGIN);
            }
            byte[] nonce = new byte[20];
            packet.skipBytes(1).readBytes(nonce);
            send(channel, nextSequence, out -> out.writeBytes(Login.scramble(target.password(), nonce)));
            return;
        }
        if (header != OK) {
            throw new ReplayException("login to " + target + ": unexpected reply 0x" + Integer.toHexString(header));
        }
        if (target.sessionStatement().isEmpty()) {
            prepareNext(channel);
        } else {
            command(channel, COM_QUERY, target.sessionStatement());
            awaiting = Awaiting.SESSION;
        }
    }

    private void session(ByteBuf packet) throws ReplayException {
        if (packet.getUnsignedByte(packet.readerIndex()) == ErrReply.HEADER) {
            ErrReply error = ErrReply.read(packet.skipBytes(1));
            if (error.number() != ErrReply.UNKNOWN_VARIABLE) {
                throw error.toException(target.sessionStatement());
            }
        }
    }

    private void prepareNext(Channel channel) {
        if (heads.size() < inserts.size()) {
            command(channel, COM_STMT_PREPARE, inserts.get(heads.size()));
            awaiting = Awaiting.PREPARED;
            return;
        }
        awaiting = Awaiting.NOTHING;
        channel.pipeline().remove(this);
        done.complete(List.copyOf(heads));
    }

    private void prepared(Channel channel, ByteBuf packet) throws ReplayException {
        refuseError(packet, "PREPARE");
        heads.add(StatementHead.execute(packet.skipBytes(1).readIntLE()));
        int columns = packet.readUnsignedShortLE();
        int parameters = packet.readUnsignedShortLE();
        // Each list that is not empty ends with an EOF packet: this client does not ask for DEPRECATE_EOF.
        definitionsLeft = (columns == 0 ? 0 : columns + 1) + (parameters == 0 ? 0 : parameters + 1);
        awaiting = Awaiting.DEFINITIONS;
        if (definitionsLeft == 0) {
            prepareNext(channel);
        }
    }

    private static void refuseError(ByteBuf packet, String command) throws ReplayException {
        if (packet.getUnsignedByte(packet.readerIndex()) == ErrReply.HEADER) {
            throw ErrReply.read(packet.skipBytes(1)).toException(command);
        }
    }

    private static void command(Channel channel, int command, String text) {
        send(channel, 0, out -> {
            out.writeByte(command);
            out.writeCharSequence(text, StandardCharsets.UTF_8);
        });
    }

    @SuppressWarnings("FutureReturnValueIgnored") // the void promise tells failures to exceptionCaught
    private static void send(Channel channel, int sequence, Consumer<ByteBuf> payload) {
        ByteBuf out = channel.alloc().buffer().writeZero(HEADER_BYTES);
        payload.accept(out);
        out.setMediumLE(0, out.readableBytes() - HEADER_BYTES).setByte(3, sequence);
        channel.writeAndFlush(out, channel.voidPromise());
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable error) {
        Throwable cause = error.getCause() instanceof ReplayException refused ? refused : error;
        fail(cause);
        Future<?> unused = context.close();
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) throws Exception {
        fail(new ReplayException(target + " closed the connection during the login"));
        super.channelInactive(context);
    }

    private void fail(Throwable cause) {
        if (done.completeExceptionally(cause)) {
            heads.forEach(StatementHead::release);
        }
    }
}
