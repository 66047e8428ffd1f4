package io.tributary.frontend.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.tributary.rpc.client.BackendClient;
import io.tributary.rpc.client.BackendStatus;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * {@code GET /api/health}: 200 while every write finds its way, with a warning where a table waits for somebody to make room in
 * the quarantine; 503 with the reason where a log has failed or the backend does not answer. Event loop of the connection.
 */
final class Health implements Exchange {
    private static final long ANSWER_SECONDS_MAX = 5;

    private final BackendClient backend;
    private final ChannelHandlerContext context;
    private final HttpReply reply;
    private boolean gone;

    Health(BackendClient backend, ChannelHandlerContext context, HttpReply reply) {
        this.backend = backend;
        this.context = context;
        this.reply = reply;
    }

    @Override
    public void begin() {
        CompletableFuture<?> unused = backend.status()
                .orTimeout(ANSWER_SECONDS_MAX, TimeUnit.SECONDS)
                .whenCompleteAsync(
                        (status, error) -> {
                            if (!gone) {
                                answer(status, error);
                            }
                        },
                        context.executor());
    }

    private void answer(@Nullable BackendStatus status, @Nullable Throwable error) {
        if (status == null) {
            unwell("BACKEND_UNAVAILABLE", "the backend does not answer: " + error);
            return;
        }
        if (!status.failures().isEmpty()) {
            unwell("LOG_FAILED", status.failures());
        } else if (!status.warning().isEmpty()) {
            reply.json(HttpResponseStatus.OK, LoadAnswer.written(json -> {
                json.writeStringField("status", "OK");
                json.writeStringField("warning", status.warning());
            }));
        } else {
            reply.answer(HttpResponseStatus.OK, Routes.JSON, "{\"status\":\"OK\"}", Map.of());
        }
    }

    private void unwell(String state, String reason) {
        reply.json(HttpResponseStatus.SERVICE_UNAVAILABLE, LoadAnswer.written(json -> {
            json.writeStringField("status", state);
            json.writeStringField("reason", reason);
        }));
    }

    @Override
    public void content(ByteBuf piece, boolean last) {
        piece.release();
    }

    @Override
    public void abandon() {
        gone = true;
    }
}
