package io.tributary.frontend.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.tributary.contract.calls.BackendClient;
import io.tributary.contract.calls.BackendStatus;
import io.tributary.contract.health.Health;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** {@code GET /api/health}: {@link Health}, for which the backend is asked. Event loop of the connection. */
final class AskedHealth implements Exchange {
    private static final long ANSWER_SECONDS_MAX = 5;

    private final BackendClient backend;
    private final Supplier<List<String>> deaths;
    private final ChannelHandlerContext context;
    private final HttpReply reply;
    private boolean gone;

    /** @param deaths of the frontend's threads */
    AskedHealth(BackendClient backend, Supplier<List<String>> deaths, ChannelHandlerContext context, HttpReply reply) {
        this.backend = backend;
        this.deaths = deaths;
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
        Health health = status == null ? Health.unanswered(String.valueOf(error)) : Health.of(status, deaths.get());
        reply.answer(HttpResponseStatus.valueOf(health.status()), Routes.JSON, health.json(), Map.of());
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
