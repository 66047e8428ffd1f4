package io.tributary.frontend.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelFutureListener;
import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.DefaultFullHttpResponse;
import io.netty.handler.codec.http.FullHttpResponse;
import io.netty.handler.codec.http.HttpContent;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpHeaderValues;
import io.netty.handler.codec.http.HttpMethod;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.handler.codec.http.HttpVersion;
import io.netty.handler.codec.http.LastHttpContent;
import io.netty.handler.codec.http.TooLongHttpHeaderException;
import io.netty.handler.codec.http.TooLongHttpLineException;
import io.netty.handler.timeout.IdleStateEvent;
import io.netty.util.ReferenceCountUtil;
import io.netty.util.concurrent.Future;
import io.tributary.frontend.execution.SentErrors;
import java.util.ArrayDeque;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The requests of one HTTP connection, one after another. The socket is read only when somebody wants what comes: nobody's
 * body waits in memory. Event loop of the connection.
 */
final class HttpConnection extends ChannelInboundHandlerAdapter {
    /**
     * The most bytes that are dropped of a body that nobody wants, so that a client that is still sending sees the answer.
     */
    static final long DROPPED_BYTES_MAX = 64L << 20;

    /** And only for so long after the answer. */
    static final int DROPPING_SECONDS_MAX = 300;

    /** The most time from a connection's begin, or an answer, to the end of the next request's head. */
    static final int HEAD_SECONDS_MAX = 60;

    private static final Logger log = LoggerFactory.getLogger(HttpConnection.class);

    private final Exchanges exchanges;
    private final HttpLoads loads = new HttpLoads();
    /** What one read of the socket brought and nobody has wanted yet. */
    private final Queue<Object> pending = new ArrayDeque<>();

    private boolean wanted;
    private boolean handingOut;
    private @Nullable Reply current;
    private long droppedBytes;
    /** When the last request was answered, or the connection made. */
    private long idleSince;

    private @Nullable Future<?> headWatch;
    /** Whether the next request waits for the client to read answers. */
    private boolean unread;

    HttpConnection(Exchanges exchanges) {
        this.exchanges = exchanges;
    }

    /** Who answers a request. */
    @FunctionalInterface
    interface Exchanges {
        /** @param loads of the connection that the request came by */
        Exchange open(HttpRequest request, ChannelHandlerContext context, HttpLoads loads, HttpReply reply);
    }

    @Override
    public void channelActive(ChannelHandlerContext context) {
        idleSince = context.executor().ticker().nanoTime();
        headWatch = context.executor()
                .scheduleAtFixedRate(
                        () -> closeSlow(context), HEAD_SECONDS_MAX, HEAD_SECONDS_MAX / 4, TimeUnit.SECONDS);
        want(context);
    }

    /** Who sends a head byte by byte is never silent, nor who sends on like that behind an answer. */
    private void closeSlow(ChannelHandlerContext context) {
        Reply reply = current;
        int secondsMax = reply == null ? HEAD_SECONDS_MAX : DROPPING_SECONDS_MAX;
        if ((reply == null || reply.answered)
                && context.executor().ticker().nanoTime() - idleSince > TimeUnit.SECONDS.toNanos(secondsMax)) {
            var unused = context.close();
        }
    }

    @Override
    public void channelRead(ChannelHandlerContext context, Object message) {
        pending.add(message);
        handOut(context);
    }

    /** The next message may come: one that is there, or one of the socket. */
    private void want(ChannelHandlerContext context) {
        wanted = true;
        handOut(context);
    }

    /** Hands out in a loop: whoever takes a message may want the next one at once, a thousand times in a row. */
    private void handOut(ChannelHandlerContext context) {
        if (handingOut) {
            return;
        }
        handingOut = true;
        try {
            while (wanted && !pending.isEmpty()) {
                wanted = false;
                take(context, pending.remove());
            }
        } finally {
            handingOut = false;
        }
        if (wanted) {
            context.read();
        }
    }

    private void take(ChannelHandlerContext context, Object message) {
        if (message instanceof HttpRequest request) {
            begin(context, request);
        }
        if (message instanceof HttpContent content) {
            content(context, content);
        } else {
            ReferenceCountUtil.release(message);
        }
    }

    private void begin(ChannelHandlerContext context, HttpRequest request) {
        Reply reply = new Reply(context, request);
        current = reply;
        droppedBytes = 0;
        if (request.decoderResult().isFailure()) {
            reply.refuse(request.decoderResult().cause());
            return;
        }
        reply.exchange = exchanges.open(request, context, loads, reply);
        reply.exchange.begin();
    }

    private void content(ChannelHandlerContext context, HttpContent content) {
        Reply reply = current;
        boolean last = content instanceof LastHttpContent;
        if (reply == null || reply.exchange == null) {
            // The end of a request without a body, which was answered at its head.
            content.release();
            want(context);
            return;
        }
        if (content.decoderResult().isFailure()) {
            content.release();
            reply.exchange.abandon();
            if (reply.answered) {
                var unused = context.close();
            } else {
                reply.refuse(content.decoderResult().cause());
            }
            return;
        }
        ByteBuf piece = content.content();
        if (reply.answered) {
            droppedBytes += piece.readableBytes();
            piece.release();
            if (last || droppedBytes > DROPPED_BYTES_MAX) {
                var unused = context.close();
            } else {
                want(context);
            }
            return;
        }
        reply.reading = false;
        reply.bodyEnded = last;
        reply.exchange.content(piece, last);
    }

    /** The answer is on its way: the next request may come. */
    private void answered(ChannelHandlerContext context, Reply reply, boolean keep) {
        idleSince = context.executor().ticker().nanoTime();
        if (keep) {
            current = null;
            nextWhenRead(context);
        } else if (!reply.bodyEnded && !reply.badRequest) {
            want(context);
        }
    }

    /** Who sends requests and reads no answers has few of them: what is not read waits in memory. */
    private void nextWhenRead(ChannelHandlerContext context) {
        unread = !context.channel().isWritable();
        if (!unread) {
            want(context);
        }
    }

    @Override
    public void channelWritabilityChanged(ChannelHandlerContext context) {
        if (unread) {
            nextWhenRead(context);
        }
        context.fireChannelWritabilityChanged();
    }

    @Override
    public void userEventTriggered(ChannelHandlerContext context, Object event) {
        if (!(event instanceof IdleStateEvent)) {
            context.fireUserEventTriggered(event);
        } else if (current == null || current.waitsForClient()) {
            var unused = context.close();
        }
    }

    @Override
    public void channelInactive(ChannelHandlerContext context) {
        wanted = false;
        Future<?> watch = headWatch;
        if (watch != null) {
            watch.cancel(false);
        }
        pending.forEach(ReferenceCountUtil::release);
        pending.clear();
        Reply reply = current;
        current = null;
        if (reply != null && reply.exchange != null && !reply.answered) {
            reply.exchange.abandon();
        }
        loads.leave();
    }

    @Override
    public void exceptionCaught(ChannelHandlerContext context, Throwable error) {
        log.debug("peer={} http connection closed: {}", context.channel().remoteAddress(), error.toString());
        var unused = context.close();
    }

    private final class Reply implements HttpReply {
        private final ChannelHandlerContext context;
        private final HttpRequest request;
        private @Nullable Exchange exchange;
        private boolean bodyEnded;
        private boolean badRequest;
        private boolean answered;
        private boolean proceeded;
        private boolean reading;

        Reply(ChannelHandlerContext context, HttpRequest request) {
            this.context = context;
            this.request = request;
        }

        /** Whether a piece of the body was asked for, and nothing else is to do. */
        boolean waitsForClient() {
            return answered || reading;
        }

        @Override
        public void proceed() {
            if (!proceeded && HttpUtil.is100ContinueExpected(request)) {
                proceeded = true;
                var unused = context.writeAndFlush(new DefaultFullHttpResponse(
                        HttpVersion.HTTP_1_1,
                        HttpResponseStatus.CONTINUE,
                        context.alloc().buffer(0)));
            }
        }

        @Override
        public void more() {
            reading = true;
            want(context);
        }

        @Override
        public void answer(HttpResponseStatus status, String contentType, String body, Map<String, String> headers) {
            if (!context.channel().isActive()) {
                return;
            }
            if (answered) {
                throw new IllegalStateException("answered twice: " + request.uri());
            }
            answered = true;
            if (!contentType.equals(Routes.METRICS)) {
                SentErrors.log(status.code(), body);
            }
            ByteBuf content = ByteBufUtil.writeUtf8(context.alloc(), body);
            int length = content.readableBytes();
            if (request.method().equals(HttpMethod.HEAD)) {
                content.clear();
            }
            FullHttpResponse response = new DefaultFullHttpResponse(HttpVersion.HTTP_1_1, status, content);
            response.headers()
                    .set(HttpHeaderNames.CONTENT_TYPE, contentType)
                    .setInt(HttpHeaderNames.CONTENT_LENGTH, length);
            headers.forEach((name, value) -> response.headers().set(name, value));
            boolean whole = bodyEnded || !hasBody();
            boolean keep = whole && HttpUtil.isKeepAlive(request) && !badRequest;
            if (!keep) {
                response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.CLOSE);
            } else if (request.protocolVersion().equals(HttpVersion.HTTP_1_0)) {
                response.headers().set(HttpHeaderNames.CONNECTION, HttpHeaderValues.KEEP_ALIVE);
            }
            var written = context.writeAndFlush(response);
            if (!keep && (whole || badRequest)) {
                written.addListener(ChannelFutureListener.CLOSE);
            }
            answered(context, this, keep);
        }

        /** Answers what is no HTTP, or too much of it. */
        void refuse(Throwable why) {
            badRequest = true;
            HttpResponseStatus status = HttpResponseStatus.BAD_REQUEST;
            if (why instanceof TooLongHttpLineException) {
                status = HttpResponseStatus.REQUEST_URI_TOO_LONG;
            } else if (why instanceof TooLongHttpHeaderException) {
                status = HttpResponseStatus.REQUEST_HEADER_FIELDS_TOO_LARGE;
            }
            json(status, LoadAnswer.written(json -> {
                json.writeStringField("status", "bad request");
                json.writeStringField("msg", String.valueOf(why.getMessage()));
            }));
        }

        private boolean hasBody() {
            return HttpUtil.isTransferEncodingChunked(request)
                    || !request.headers()
                            .get(HttpHeaderNames.CONTENT_LENGTH, "0")
                            .strip()
                            .equals("0");
        }
    }
}
