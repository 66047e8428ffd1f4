package io.tributary.frontend.mysql;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.ScheduledFuture;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.protocol.codec.OversizedPacket;
import io.tributary.protocol.codec.Packet;
import io.tributary.protocol.codec.PacketDecoder;
import io.tributary.protocol.codec.PacketWriter;
import io.tributary.protocol.codec.RefusedPacket;
import io.tributary.protocol.command.Command;
import io.tributary.protocol.command.CommandDecoder;
import io.tributary.session.Session;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The command phase: takes packets in the order they came, one command at a time, and flushes once for all that was
 * answered in one go.
 *
 * <p>Clients may send on without waiting. What came early waits in a queue, and so does everything while a client leaves
 * more than {@link MySqlChannelInitializer#UNREAD_BYTES_MAX} of its answers unread; beyond {@link PendingPackets#BYTES_MAX} nothing more is read
 * from the socket until the queue has been worked off.
 *
 * <p>Event loop of the connection.
 */
final class CommandHandler extends ChannelInboundHandlerAdapter implements CommandDispatcher.Progress {
    private static final Logger log = LoggerFactory.getLogger(CommandHandler.class);

    private final ConnectionServices services;
    private final PacketDecoder decoder;
    private final PacketWriter packets;
    private final byte[] nonce;
    private final PendingPackets pending = new PendingPackets();
    private @Nullable ChannelHandlerContext context;
    private @Nullable ClientConnection client;
    private @Nullable Session session;
    private @Nullable CommandDispatcher dispatcher;
    private boolean busy;
    private boolean working;
    private boolean reading;
    private boolean draining;
    private boolean closing;
    /** The bytes of the budget of large packets that the command has which is not answered yet. */
    private long runningBytes;

    private long idleSinceNanos;
    /** The limit by which the connection is watched now, and what looks at it next. */
    private int watchedSeconds;

    private @Nullable ScheduledFuture<?> nextLook;

    /** @param nonce that COM_CHANGE_USER answers; empty where that is not known */
    CommandHandler(ConnectionServices services, PacketDecoder decoder, PacketWriter packets, byte[] nonce) {
        this.services = services;
        this.decoder = decoder;
        this.packets = packets;
        this.nonce = nonce;
    }

    /** Opens the session, once in the pipeline, and before the client hears that it is in. */
    void open(Session opened, ConnectionLoop loop) {
        ChannelHandlerContext mine = context();
        session = opened;
        dispatcher = new CommandDispatcher(services, client(), decoder, opened, loop, nonce, this);
        idleSinceNanos = System.nanoTime();
        watchIdleness(mine, opened);
    }

    /** KILL: ends the connection, or the statement it runs. Any thread. */
    void kill(boolean connection) {
        ChannelHandlerContext mine = context();
        mine.executor().execute(() -> {
            if (connection) {
                client().close();
            } else if (dispatcher != null) {
                dispatcher.killStatement();
            }
        });
    }

    @Override
    public void handlerAdded(ChannelHandlerContext added) {
        context = added;
        client = new ClientConnection(added, packets);
    }

    @Override
    public void channelRead(ChannelHandlerContext unused, Object message) {
        reading = true;
        if (closing) {
            drop(message);
            return;
        }
        pending.add(message);
        work();
        if (pending.isFull()) {
            context().channel().config().setAutoRead(false);
        }
    }

    @Override
    public void channelReadComplete(ChannelHandlerContext mine) {
        reading = false;
        if (dispatcher != null) {
            dispatcher.exchange().bytesCame();
        }
        mine.flush();
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext mine) {
        if (dispatcher != null) {
            dispatcher.writabilityChanged();
        }
        if (client().isWritable() && !busy && !pending.isEmpty()) {
            work();
            if (!reading) {
                mine.flush();
            }
        }
        mine.fireChannelWritabilityChanged();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext mine, Object event) {
        if (event == MySqlChannelInitializer.DRAIN) {
            draining = true;
            if (!busy) {
                close();
            }
            return;
        }
        mine.fireUserEventTriggered(event);
    }

    @Override
    public void channelInactive(ChannelHandlerContext mine) {
        closing = true;
        pending.clear(this::drop);
        services.packets().release(runningBytes);
        runningBytes = 0;
        if (dispatcher != null) {
            dispatcher.close();
        }
        mine.fireChannelInactive();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext mine, Throwable error) {
        if (ClientConnection.isLost(error)) {
            log.debug("session={} connection lost: {}", session == null ? 0 : session.id(), error.getMessage());
            close();
        } else {
            broken(error);
        }
    }

    @Override
    public boolean packetsWait() {
        return !pending.isEmpty();
    }

    @Override
    public void broken(Throwable error) {
        client().write(MySqlErrors.packet(error, session == null ? 0 : session.id()));
        close();
    }

    /** Takes one packet after the other, in a loop rather than by recursion: a client may have sent thousands. */
    private void work() {
        if (working) {
            return;
        }
        working = true;
        try {
            while (!closing && !pending.isEmpty() && mayTake()) {
                take(pending.remove());
            }
        } finally {
            working = false;
        }
        if (!pending.isFull()
                && !decoder.isWaiting()
                && !context().channel().config().isAutoRead()) {
            context().channel().config().setAutoRead(true);
        }
    }

    private boolean mayTake() {
        return busy ? dispatcher != null && dispatcher.exchange().takesPacket() : client().isWritable();
    }

    private void take(Object message) {
        CommandDispatcher to = Objects.requireNonNull(dispatcher);
        busy = true;
        if (message instanceof OversizedPacket oversized) {
            packets.startReply(oversized.replySequence());
            client().write(MySqlErrors.packet(ErrorCode.PACKET_TOO_LARGE, oversized.message()));
            close();
            return;
        }
        if (message instanceof RefusedPacket refused) {
            packets.startReply(refused.replySequence());
            to.fail(new TributaryException(ErrorCode.LIMIT_OR_LOCK_WAIT, refused.message()));
            return;
        }
        Packet packet = (Packet) message;
        runningBytes += packet.reservedBytes();
        try {
            packets.startReply(packet.replySequence());
            if (to.exchange().goesOn()) {
                to.exchange().packet(packet.content());
                return;
            }
            Command command = CommandDecoder.decode(packet.content(), packets.capabilities(), to.clientCharset());
            to.dispatch(command);
        } catch (RuntimeException e) {
            to.fail(e);
        } finally {
            packet.release();
        }
    }

    @Override
    public void takesPacket() {
        work();
        if (!reading) {
            context().flush();
        }
    }

    @Override
    public void answered() {
        busy = false;
        if (runningBytes > 0) {
            services.packets().release(runningBytes);
            runningBytes = 0;
        }
        idleSinceNanos = System.nanoTime();
        if (closing) {
            return;
        }
        Session of = session;
        if (of != null && of.variables().limits().waitTimeoutSeconds() < watchedSeconds) {
            watchIdleness(context(), of);
        }
        if (draining) {
            close();
            return;
        }
        if (working) {
            return;
        }
        work();
        if (!reading) {
            context().flush();
        }
    }

    private void drop(Object message) {
        if (message instanceof Packet packet && packet.reservedBytes() > 0) {
            services.packets().release(packet.reservedBytes());
        }
        ReferenceCountUtil.release(message);
    }

    private void close() {
        closing = true;
        pending.clear(this::drop);
        client().flush();
        client().close();
    }

    /** {@code wait_timeout}: looks again when the connection could be idle for so long, not at every packet. */
    private void watchIdleness(ChannelHandlerContext mine, Session of) {
        watchedSeconds = of.variables().limits().waitTimeoutSeconds();
        long limitNanos = TimeUnit.SECONDS.toNanos(watchedSeconds);
        long idleNanos = busy ? 0 : System.nanoTime() - idleSinceNanos;
        if (idleNanos >= limitNanos) {
            log.info("session={} closed: idle for wait_timeout {} s", of.id(), watchedSeconds);
            close();
            return;
        }
        ScheduledFuture<?> before = nextLook;
        if (before != null) {
            before.cancel(false);
        }
        nextLook = mine.executor()
                .schedule(
                        () -> {
                            if (mine.channel().isActive()) {
                                watchIdleness(mine, of);
                            }
                        },
                        Math.min(limitNanos - idleNanos, TimeUnit.MINUTES.toNanos(1)),
                        TimeUnit.NANOSECONDS);
    }

    private ChannelHandlerContext context() {
        return Objects.requireNonNull(context);
    }

    private ClientConnection client() {
        return Objects.requireNonNull(client);
    }
}
