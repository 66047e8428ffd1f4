package io.tributary.frontend.mysql;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.group.ChannelGroup;
import io.tributary.protocol.codec.PacketDecoder;
import io.tributary.protocol.codec.PacketEncoder;
import io.tributary.protocol.codec.PacketWriter;

/**
 * The pipeline of a connection that has not said who it is. Which phase a connection is in is which handler stands at
 * its end: {@link HandshakeHandler}, then {@link CommandHandler}. TLS starts where a client asks for it, compression
 * behind its authentication.
 *
 * <pre>
 *   [TLS] · [inflater, deflater] · PacketDecoder · PacketEncoder · HandshakeHandler → CommandHandler
 * </pre>
 */
public final class MySqlChannelInitializer extends ChannelInitializer<Channel> {
    /** Sent down a connection's pipeline when the server stops: answer what runs, then close. */
    public static final Object DRAIN = new Object();

    /**
     * Answers that may wait for a client to read them, in bytes: with more, no further command is taken up. What one
     * command is answered with comes on top; a result set of the engine asks for its next block only below this mark.
     */
    public static final int UNREAD_BYTES_MAX = 64 << 10;

    private final ConnectionServices services;
    private final ChannelGroup connections;

    /** @param connections takes every connection, for the server's end */
    public MySqlChannelInitializer(ConnectionServices services, ChannelGroup connections) {
        this.services = services;
        this.connections = connections;
    }

    @Override
    protected void initChannel(Channel channel) {
        connections.add(channel);
        PacketWriter writer = new PacketWriter();
        PacketDecoder decoder = new PacketDecoder(writer);
        channel.pipeline()
                .addLast(decoder)
                .addLast(new PacketEncoder(writer))
                .addLast(new HandshakeHandler(services, decoder, writer));
    }
}
