package io.tributary.frontend.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.tributary.contract.calls.BackendClient;
import io.tributary.contract.health.Health;
import io.tributary.frontend.routing.BackendRouter;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** {@code GET /api/health}: {@link Health}, for which all backends are asked. Event loop of the connection. */
final class HealthExchange implements Exchange {
    private static final long ANSWER_SECONDS_MAX = 5;

    private final BackendRouter backends;
    private final Supplier<List<String>> deaths;
    private final ChannelHandlerContext context;
    private final HttpReply reply;
    private boolean gone;

    /** @param deaths of the frontend's threads */
    HealthExchange(
            BackendRouter backends, Supplier<List<String>> deaths, ChannelHandlerContext context, HttpReply reply) {
        this.backends = backends;
        this.deaths = deaths;
        this.context = context;
        this.reply = reply;
    }

    @Override
    public void begin() {
        CompletableFuture<?> unused = backends.each(this::health)
                .thenAcceptAsync(
                        healths -> {
                            if (!gone) {
                                answer(Health.together(healths));
                            }
                        },
                        context.executor());
    }

    /** Also of a backend that does not answer. */
    private CompletableFuture<Health> health(BackendClient backend) {
        return backend.status()
                .orTimeout(ANSWER_SECONDS_MAX, TimeUnit.SECONDS)
                .handle((status, error) ->
                        status == null ? Health.unanswered(String.valueOf(error)) : Health.of(status, deaths.get()));
    }

    private void answer(Health health) {
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
