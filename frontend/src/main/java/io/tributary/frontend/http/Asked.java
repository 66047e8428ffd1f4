package io.tributary.frontend.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.QueryStringDecoder;
import io.tributary.frontend.http.question.RequestAddress;
import java.util.List;

/**
 * A request, and where its answer goes.
 *
 * @param path its members, decoded
 * @param connection what the loads of the connection share
 */
record Asked(
        HttpRequest request,
        QueryStringDecoder uri,
        List<String> path,
        ChannelHandlerContext context,
        HttpLoads connection,
        HttpReply reply) {
    /** The first of this name behind the path, or empty. */
    String parameter(String name) {
        return uri.parameters().getOrDefault(name, List.of("")).get(0);
    }

    /** The address at which the client has found this server. */
    RequestAddress address() {
        return RequestAddress.of(
                request.headers().get(HttpHeaderNames.HOST, ""),
                context.channel().localAddress());
    }
}
