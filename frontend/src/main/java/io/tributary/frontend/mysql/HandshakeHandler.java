package io.tributary.frontend.mysql;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.channel.ChannelPipeline;
import io.netty.handler.ssl.SslContext;
import io.netty.handler.ssl.SslHandler;
import io.netty.util.ReferenceCountUtil;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.protocol.Capability;
import io.tributary.protocol.CharacterSet;
import io.tributary.protocol.ServerStatus;
import io.tributary.protocol.codec.CompressedFrameDecoder;
import io.tributary.protocol.codec.CompressedFrameEncoder;
import io.tributary.protocol.codec.FrameCompression;
import io.tributary.protocol.codec.Packet;
import io.tributary.protocol.codec.PacketDecoder;
import io.tributary.protocol.codec.PacketEncoder;
import io.tributary.protocol.codec.PacketWriter;
import io.tributary.protocol.codec.ZlibFrames;
import io.tributary.protocol.codec.ZstdFrames;
import io.tributary.protocol.handshake.HandshakeResponse41;
import io.tributary.protocol.handshake.HandshakeV10;
import io.tributary.protocol.handshake.SslRequest;
import io.tributary.protocol.response.OkPacket;
import io.tributary.session.PreparedStatements;
import io.tributary.session.Session;
import io.tributary.session.SessionVariables;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import javax.net.ssl.SSLSession;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The connection phase: greets, authenticates, opens the session and makes room for the {@link CommandHandler}.
 *
 * <p>Event loop of the connection. A client has {@code connect_timeout_ms} for all of it.
 */
final class HandshakeHandler extends ChannelInboundHandlerAdapter {
    private static final Logger log = LoggerFactory.getLogger(HandshakeHandler.class);

    private static final byte[] NONE = {};

    /** The time for a client that reads no more; the server's end waits a second for all connections. */
    private static final long CLOSE_NOTIFY_MILLIS = 500;

    private final ConnectionServices services;
    private final PacketWriter packets;
    private final byte[] nonce;
    private PacketDecoder decoder;
    private boolean encrypted;
    private int threadId;
    private @Nullable Future<?> timeout;
    private @Nullable AuthenticationExchange exchange;
    private boolean ended;

    HandshakeHandler(ConnectionServices services, PacketDecoder decoder, PacketWriter packets) {
        this.services = services;
        this.decoder = decoder;
        this.packets = packets;
        this.nonce = services.execution().clients().authenticator().newNonce();
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        try {
            threadId = services.execution().clients().sessions().admit();
        } catch (TributaryException e) {
            log.warn("peer={} refused: {}", context.channel().remoteAddress(), e.getMessage());
            refuse(context, e);
            return;
        }
        context.channel()
                .closeFuture()
                .addListener(closed -> services.execution().clients().sessions().leave(threadId));
        timeout = context.executor()
                .schedule(
                        () -> {
                            log.info("session={} connect_timeout_ms passed without authentication", threadId);
                            client(context).close();
                        },
                        services.settings().connectTimeoutMillis(),
                        TimeUnit.MILLISECONDS);
        client(context)
                .writeAndFlush(new HandshakeV10(
                        services.settings().serverVersion(),
                        threadId,
                        nonce,
                        services.capabilities(),
                        CharacterSet.UTF8MB4_GENERAL_CI,
                        ServerStatus.AUTOCOMMIT,
                        services.execution().clients().authenticator().defaultPlugin()));
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        if (ended || !(message instanceof Packet packet)) {
            ReferenceCountUtil.release(message);
            return;
        }
        try {
            packets.startReply(packet.replySequence());
            if (exchange != null) {
                exchange.packet(ByteBufUtil.getBytes(packet.content()));
            } else {
                firstPacket(context, packet.content());
            }
        } finally {
            packet.release();
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event == MySqlChannelInitializer.DRAIN) {
            client(context).close();
        } else {
            context.fireUserEventTriggered(event);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable error) {
        if (ClientConnection.isLost(error)) {
            if (ClientConnection.isTlsFailure(error)) {
                log.info("session={} TLS handshake failed: {}", threadId, error.getMessage());
            } else {
                log.debug("session={} connection lost: {}", threadId, error.getMessage());
            }
            client(context).close();
        } else {
            refuse(context, error);
        }
    }

    private void firstPacket(ChannelHandlerContext context, ByteBuf payload) {
        if (SslRequest.matches(payload)) {
            startTls(context);
            return;
        }
        if (services.tls().required() && !encrypted) {
            refuse(
                    context,
                    new TributaryException(
                            ErrorCode.SECURE_TRANSPORT_REQUIRED,
                            "Connections using insecure transport are prohibited while"
                                    + " --require_secure_transport=ON."));
            return;
        }
        HandshakeResponse41 response = HandshakeResponse41.decode(payload);
        int capabilities = response.effectiveCapabilities(services.capabilities());
        packets.capabilities(capabilities);
        ConnectionLoop loop = new ConnectionLoop(LoopTurns.of(context.executor()), services.planning());
        AuthenticationExchange started = new AuthenticationExchange(
                services.execution()
                        .clients()
                        .authenticator()
                        .login(response.user(), host(context), response.authPlugin(), nonce),
                client(context),
                loop,
                new AuthenticationExchange.Outcome() {
                    @Override
                    public void granted() {
                        checkDatabase(context, loop, response, capabilities);
                    }

                    @Override
                    public void denied(Throwable error) {
                        log.info("session={} user={} denied", threadId, response.user());
                        refuse(context, error);
                    }
                });
        exchange = started;
        started.start(response.authResponse());
    }

    /** Starts TLS: the client speaks it from the next byte on, and inside it sends its first packet anew. */
    private void startTls(ChannelHandlerContext context) {
        SslContext tls = services.tls().context();
        if (tls == null || encrypted) {
            refuse(
                    context,
                    new TributaryException(
                            ErrorCode.HANDSHAKE,
                            encrypted
                                    ? "Bad handshake: TLS was asked for inside TLS"
                                    : "Bad handshake: TLS was not offered by this server"));
            return;
        }
        encrypted = true;
        PacketDecoder outside = decoder;
        decoder = new PacketDecoder(packets);
        // First the decoder of what is inside: bytes that the old one holds go to the TLS handler as soon as it stands.
        context.pipeline().addBefore(context.name(), null, decoder);
        SslHandler handler = tls.newHandler(context.alloc());
        handler.setHandshakeTimeoutMillis(0); // connect_timeout_ms is over all of it
        handler.setCloseNotifyFlushTimeoutMillis(CLOSE_NOTIFY_MILLIS);
        context.pipeline().replace(outside, "tls", handler);
    }

    /** A database that nobody knows here is asked for once, like any other name. */
    private void checkDatabase(
            ChannelHandlerContext context, ConnectionLoop loop, HandshakeResponse41 response, int capabilities) {
        String database = response.database();
        if (database == null || services.hasDatabase(database)) {
            open(context, loop, response, capabilities);
            return;
        }
        CompletableFuture<?> unused = loop.resume(services.execution().catalog().refresh())
                .whenComplete((snapshot, error) -> {
                    if (services.hasDatabase(database)) {
                        open(context, loop, response, capabilities);
                    } else if (error != null) {
                        refuse(context, ConnectionLoop.cause(error));
                    } else {
                        refuse(context, CommandDispatcher.unknownDatabase(database));
                    }
                });
    }

    private void open(
            ChannelHandlerContext context, ConnectionLoop loop, HandshakeResponse41 response, int capabilities) {
        if (ended || !context.channel().isActive()) {
            return;
        }
        ended = true;
        if (timeout != null) {
            timeout.cancel(false);
        }
        SessionVariables variables = new SessionVariables(
                services.variables(), services.execution().catalog().snapshot().globalVariables());
        if (CharacterSet.isLatin1(response.characterSet())) {
            variables.setNames("latin1", null);
        }
        // Clients disagree which nonce COM_CHANGE_USER answers, the greeting's or the last: those that can be asked
        // are.
        byte[] changeUserNonce = response.authPlugin() == null ? nonce : NONE;
        CommandHandler handler = new CommandHandler(services, decoder, packets, changeUserNonce);
        Session session = new Session(
                threadId,
                response.user(),
                host(context),
                capabilities,
                variables,
                new PreparedStatements(
                        services.statements(), services.settings().maxAllowedPacketBytes()),
                handler::kill);
        if (response.database() != null) {
            session.use(response.database());
        }
        SslHandler tls = context.pipeline().get(SslHandler.class);
        if (tls != null) {
            SSLSession ofConnection = tls.engine().getSession();
            session.tls(new Session.Tls(ofConnection.getProtocol(), ofConnection.getCipherSuite()));
        }
        services.execution().clients().sessions().open(session);
        decoder.startCommands(services.settings().maxAllowedPacketBytes());
        decoder.budget(services.packets());
        context.pipeline().replace(this, "commands", handler);
        handler.open(session, loop);
        int status = variables.autocommit() ? ServerStatus.AUTOCOMMIT : 0;
        var unused = context.channel()
                .writeAndFlush(
                        new OkPacket(0, 0, status, 0, "", session.takeChanges(false)),
                        context.channel().voidPromise());
        if (Capability.has(capabilities, Capability.COMPRESS)) {
            startCompression(context.pipeline(), new ZlibFrames());
        } else if (Capability.has(capabilities, Capability.ZSTD_COMPRESSION)) {
            startCompression(context.pipeline(), new ZstdFrames(response.zstdLevel()));
        }
    }

    /** Starts compression behind the OK: what follows, both ways, are compressed frames. */
    private void startCompression(ChannelPipeline pipeline, FrameCompression compression) {
        CompressedFrameEncoder encoder = new CompressedFrameEncoder(compression);
        pipeline.addBefore(pipeline.context(PacketEncoder.class).name(), "deflater", encoder);
        pipeline.addBefore(
                pipeline.context(decoder).name(), "inflater", new CompressedFrameDecoder(encoder, compression));
    }

    private void refuse(ChannelHandlerContext context, Throwable error) {
        if (ended) {
            return;
        }
        ended = true;
        if (timeout != null) {
            timeout.cancel(false);
        }
        client(context).writeAndClose(MySqlErrors.packet(error, threadId));
    }

    private ClientConnection client(ChannelHandlerContext context) {
        return new ClientConnection(context, packets);
    }

    private static String host(ChannelHandlerContext context) {
        SocketAddress address = context.channel().remoteAddress();
        return address instanceof InetSocketAddress inet ? inet.getAddress().getHostAddress() : String.valueOf(address);
    }
}
