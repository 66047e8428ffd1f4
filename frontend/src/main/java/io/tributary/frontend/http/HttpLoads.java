package io.tributary.frontend.http;

import io.netty.channel.ChannelHandlerContext;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.load.LoadConnection;
import java.net.InetSocketAddress;
import java.net.SocketAddress;
import org.jspecify.annotations.Nullable;

/** The loads of one connection share a {@link LoadConnection}, made when the first of them comes. */
final class HttpLoads {
    private @Nullable LoadConnection made;

    LoadConnection connection(LoadServices services, ChannelHandlerContext context) {
        LoadConnection connection = made;
        if (connection == null) {
            connection = new LoadConnection(
                    services.execution(),
                    services.variables(),
                    services.statements(),
                    host(context),
                    new ConnectionLoop(context.executor(), services.bodies()));
            made = connection;
        }
        return connection;
    }

    /** The client's address, without its port. */
    static String host(ChannelHandlerContext context) {
        SocketAddress peer = context.channel().remoteAddress();
        return peer instanceof InetSocketAddress inet ? inet.getAddress().getHostAddress() : String.valueOf(peer);
    }

    /** The load has ended. */
    void ended() {
        LoadConnection connection = made;
        if (connection != null) {
            connection.ended();
        }
    }

    /** The connection is gone, or a load goes on though it is answered: the next one must share nothing with it. */
    void leave() {
        LoadConnection connection = made;
        if (connection != null) {
            connection.close();
        }
        made = null;
    }
}
