package io.tributary.frontend.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.SimpleChannelInboundHandler;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpObject;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.timeout.IdleStateEvent;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** {@code GET /api/health}, {@code GET /metrics}, and a JSON 404 for everything else. Event loop of the connection. */
final class ObservationHandler extends SimpleChannelInboundHandler<HttpObject> {
    private static final Logger log = LoggerFactory.getLogger(ObservationHandler.class);
    private static final String JSON = "application/json";

    private final BooleanSupplier ready;
    private final Supplier<String> metrics;

    ObservationHandler(BooleanSupplier ready, Supplier<String> metrics) {
        this.ready = ready;
        this.metrics = metrics;
    }

    /** The body of a request that has none to speak of arrives in pieces and is dropped piece by piece. */
    @Override
    protected void channelRead0(ChannelHandlerContext context, HttpObject message) {
        if (!(message instanceof HttpRequest request)) {
            return;
        }
        if (request.decoderResult().isFailure()) {
            answer(context, request, HttpResponseStatus.BAD_REQUEST, JSON, "{\"status\":\"bad request\"}");
            return;
        }
        String path = request.uri();
        int query = path.indexOf('?');
        path = query < 0 ? path : path.substring(0, query);
        boolean get =
                request.method().equals(HttpMethod.GET) || request.method().equals(HttpMethod.HEAD);
        if (get && path.equals("/api/health")) {
            boolean ok = ready.getAsBoolean();
            answer(
                    context,
                    request,
                    ok ? HttpResponseStatus.OK : HttpResponseStatus.SERVICE_UNAVAILABLE,
                    JSON,
                    ok ? "{\"status\":\"OK\"}" : "{\"status\":\"STARTING\"}");
        } else if (get && path.equals("/metrics")) {
            answer(context, request, HttpResponseStatus.OK, "text/plain; version=0.0.4; charset=utf-8", metrics.get());
        } else {
            answer(context, request, HttpResponseStatus.NOT_FOUND, JSON, "{\"status\":\"not found\"}");
        }
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (event instanceof IdleStateEvent) {
            var unused = context.close();
        } else {
            context.fireUserEventTriggered(event);
        }
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable error) {
        log.debug("peer={} http connection closed: {}", context.channel().remoteAddress(), error.toString());
        var unused = context.close();
    }

    private static void answer(
            ChannelHandlerContext context, HttpRequest request, HttpResponseStatus status, String type, String body) {
        ByteBuf content = ByteBufUtil.writeUtf8(context.alloc(), body);
        int length = content.readableBytes();
        if (request.method().equals(HttpMethod.HEAD)) {
            content.clear();
        }
        FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, content);
        response.headers().set(HttpHeaderNames.CONTENT_TYPE, type).setInt(HttpHeaderNames.CONTENT_LENGTH, length);
        // A request with a body is not waited for: whoever sends one to the wrong place is told, and hung up on.
        boolean keep = HttpUtil.isKeepAlive(request)
                && !HttpUtil.isTransferEncodingChunked(request)
                && HttpUtil.getContentLength(request, 0L) == 0;
        if (!keep) {
            response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
        }
        var written = context.writeAndFlush(response);
        if (!keep) {
            written.addListener(ChannelFutureListener.CLOSE);
        }
    }
}
