package io.tributary.frontend.http;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.netty.handler.codec.http.HttpUtil;
import io.netty.util.concurrent.Future;
import io.tributary.contract.error.TributaryException;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.load.LoadReport;
import io.tributary.frontend.load.StreamLoad;
import io.tributary.frontend.load.StreamLoadRequest;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * {@code PUT /api/{db}/{table}/_stream_load} and {@code PUT /api/_http_stream}. Headers, account and table are checked before the client is asked for the
 * body, which is then loaded piece by piece. A load that fails is answered with 200 and its JSON, as every client of Apache
 * Doris expects. Event loop of the connection.
 */
final class StreamLoadExchange implements Exchange {
    private static final String CHUNKED = "chunked";

    private static final Logger log = LoggerFactory.getLogger(StreamLoadExchange.class);

    private final LoadServices services;
    private final HttpLoads connection;
    private final ChannelHandlerContext context;
    private final HttpRequest request;
    private final Wanted kind;
    private final HttpReply reply;
    private final long begunNanos = System.nanoTime();
    private long plannedNanos;
    private long readNanos;
    private long bytes;
    /** No more of the body is of use. */
    private boolean over;

    private boolean answered;
    private @Nullable StreamLoad load;
    private @Nullable Future<?> timeout;
    private @Nullable LoadBody body;

    /** What the head of a request asks for. */
    public interface Wanted {
        /**
         * @throws LoadHeaders.Malformed for a header of which no load can be made
         * @throws TributaryException for a statement of which none can be made
         */
        StreamLoadRequest request(LoadHeaders headers);
    }

    StreamLoadExchange(
            LoadServices services,
            HttpLoads connection,
            ChannelHandlerContext context,
            HttpRequest request,
            Wanted kind,
            HttpReply reply) {
        this.services = services;
        this.connection = connection;
        this.context = context;
        this.request = request;
        this.kind = kind;
        this.reply = reply;
    }

    @Override
    public void begin() {
        StreamLoadRequest wanted;
        BodyCompression compression;
        int timeoutSeconds;
        try {
            LoadHeaders headers = new LoadHeaders(request.headers());
            wanted = kind.request(headers);
            timeoutSeconds = headers.timeoutSeconds();
            compression = BodyCompression.of(wanted, headers);
        } catch (LoadHeaders.Malformed e) {
            refuse("[" + e.code() + "]" + e.getMessage());
            return;
        } catch (TributaryException e) {
            refuse(LoadAnswer.message(e, ""));
            return;
        }
        Optional<String> user = BasicAuth.user(
                request.headers().get(HttpHeaderNames.AUTHORIZATION),
                services.execution().clients().authenticator());
        if (user.isEmpty()) {
            close();
            reply.answer(
                    HttpResponseStatus.UNAUTHORIZED,
                    Routes.JSON,
                    LoadAnswer.failed(label(), "no valid Basic authorization"),
                    Map.of(HttpHeaderNames.WWW_AUTHENTICATE.toString(), "Basic realm=\"Tributary\""));
            return;
        }
        String length = request.headers().get(HttpHeaderNames.CONTENT_LENGTH, "");
        boolean chunked = HttpUtil.isTransferEncodingChunked(request);
        if (!request.headers()
                .get(HttpHeaderNames.TRANSFER_ENCODING, CHUNKED)
                .strip()
                .equalsIgnoreCase(CHUNKED)) {
            refuse("[INVALID_ARGUMENT]Transfer-Encoding: "
                    + request.headers().get(HttpHeaderNames.TRANSFER_ENCODING)
                    + ": only chunked is taken; say how the body is compressed by compress_type");
            return;
        }
        if (length.isEmpty() && !chunked) {
            refuse("[INTERNAL_ERROR]content_length is empty and transfer-encoding!=chunked, please set content_length"
                    + " or transfer-encoding=chunked");
            return;
        }
        if (HttpUtil.getContentLength(request, 0L) > services.bodyBytesMax()) {
            refuse("[INTERNAL_ERROR]" + LoadBody.tooLong(services.bodyBytesMax()));
            return;
        }
        timeout = context.executor().schedule(() -> timedOut(timeoutSeconds), timeoutSeconds, TimeUnit.SECONDS);
        CompletableFuture<?> unused = begun(user.get(), wanted).whenComplete((begun, error) -> {
            if (error != null) {
                refuse(LoadAnswer.message(ConnectionLoop.cause(error), ""));
            } else if (over) {
                begun.abandon();
            } else {
                load = begun;
                body = new LoadBody(
                        begun,
                        compression,
                        services.bodyBytesMax(),
                        services.decoders(),
                        new ConnectionLoop(context.executor(), services.bodies()));
                plannedNanos = System.nanoTime();
                reply.proceed();
                reply.more();
            }
        });
    }

    private CompletableFuture<StreamLoad> begun(String user, StreamLoadRequest wanted) {
        try {
            return connection.connection(services, context).begin(user, wanted);
        } catch (RuntimeException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private void refuse(String message) {
        if (!answered) {
            close();
            reply.json(HttpResponseStatus.OK, LoadAnswer.failed(label(), message));
        }
    }

    /** What is being committed by then is left to end. */
    private void timedOut(int seconds) {
        if (answered) {
            return;
        }
        StreamLoad loading = load;
        boolean storing = loading != null && loading.isStoring();
        if (storing) {
            answered = true;
        } else {
            abandon();
        }
        connection.leave();
        String late = "the load took longer than its timeout of " + seconds + " s; ";
        reply.json(
                HttpResponseStatus.OK,
                storing
                        ? LoadAnswer.unknown(label(), late + "it was being committed then, and may be stored or not")
                        : LoadAnswer.failed(label(), "[TIMEOUT]" + late + "nothing is stored"));
    }

    /** No more of the body is taken. */
    private void end() {
        over = true;
        LoadBody taking = body;
        if (taking != null) {
            taking.close();
        }
    }

    /** Nothing more is told. */
    private void close() {
        end();
        answered = true;
        Future<?> waiting = timeout;
        if (waiting != null) {
            waiting.cancel(false);
        }
        connection.ended();
    }

    private String label() {
        return new LoadHeaders(request.headers()).label();
    }

    @Override
    public void content(ByteBuf piece, boolean last) {
        byte[] taken = ByteBufUtil.getBytes(piece);
        piece.release();
        bytes += taken.length;
        StreamLoad loading = load;
        LoadBody taking = body;
        if (over || loading == null || taking == null) {
            return;
        }
        CompletableFuture<Void> added = taking.add(taken, last);
        if (added.isDone()) {
            added(loading, last);
        } else {
            CompletableFuture<?> unused = added.whenComplete((done, error) -> added(loading, last));
        }
    }

    private void added(StreamLoad loading, boolean last) {
        if (over) {
            return;
        }
        if (last || loading.hasFailed()) {
            finish(loading);
        } else {
            reply.more();
        }
    }

    private void finish(StreamLoad loading) {
        end();
        readNanos = System.nanoTime();
        CompletableFuture<?> unused = loading.finish()
                .thenAccept(report -> answer(loading.request(), report))
                .exceptionally(this::failed);
    }

    /** An accident of ours; a load that fails is a report. */
    private @Nullable Void failed(Throwable error) {
        log.error("uri={} load could not be answered", request.uri(), error);
        if (answered) {
            return null;
        }
        close();
        StreamLoad loading = load;
        if (loading != null && loading.isStoring()) {
            // Not 500, at which the same rows are sent again.
            reply.json(HttpResponseStatus.OK, LoadAnswer.unknown(label(), TributaryException.reason(error)));
        } else {
            reply.json(
                    HttpResponseStatus.INTERNAL_SERVER_ERROR,
                    LoadAnswer.failed(label(), "[INTERNAL_ERROR]" + TributaryException.reason(error)));
        }
        return null;
    }

    private void answer(StreamLoadRequest wanted, LoadReport report) {
        if (answered) {
            return;
        }
        close();
        long now = System.nanoTime();
        LoadAnswer.Times times = new LoadAnswer.Times(
                millis(begunNanos, now),
                millis(begunNanos, plannedNanos),
                millis(plannedNanos, readNanos),
                millis(readNanos, now));
        reply.json(HttpResponseStatus.OK, LoadAnswer.of(report, wanted, bytes, times, errorUrl(report.rejected())));
    }

    private String errorUrl(String rejected) {
        if (rejected.isEmpty()) {
            return "";
        }
        return services.rejections().url(request.headers().get(HttpHeaderNames.HOST, "localhost"), rejected);
    }

    private static long millis(long from, long to) {
        return TimeUnit.NANOSECONDS.toMillis(to - from);
    }

    @Override
    public void abandon() {
        close();
        StreamLoad loading = load;
        if (loading != null) {
            loading.abandon();
        }
    }
}
