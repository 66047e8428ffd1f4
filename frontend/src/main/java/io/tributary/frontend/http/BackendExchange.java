package io.tributary.frontend.http;

import com.fasterxml.jackson.core.JsonGenerator;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.tributary.contract.error.TributaryException;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.routing.BackendRouter;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A request without a body that a user with the right password makes, and that a backend answers, or all of them. Event loop of the
 * connection.
 *
 * @param <T> what is said
 */
final class BackendExchange<T> implements Exchange {
    private static final Logger log = LoggerFactory.getLogger(BackendExchange.class);

    private final LoadServices services;
    private final ChannelHandlerContext context;
    private final HttpRequest request;
    private final HttpReply reply;
    private final Question<T> question;
    private boolean gone;

    /** What is asked, and how the answer is told. */
    interface Question<T> {
        /** @throws TributaryException if the request makes no sense */
        CompletableFuture<T> ask(BackendRouter backends);

        void answer(JsonGenerator json, T said) throws IOException;

        void refusal(JsonGenerator json, TributaryException error) throws IOException;
    }

    BackendExchange(
            LoadServices services,
            ChannelHandlerContext context,
            HttpRequest request,
            HttpReply reply,
            Question<T> question) {
        this.services = services;
        this.context = context;
        this.request = request;
        this.reply = reply;
        this.question = question;
    }

    @Override
    public void begin() {
        boolean known = BasicAuth.user(
                        request.headers().get(HttpHeaderNames.AUTHORIZATION),
                        services.execution().clients().authenticator())
                .isPresent();
        if (!known) {
            reply.answer(
                    HttpResponseStatus.UNAUTHORIZED,
                    Routes.JSON,
                    "{\"status\":\"FAILED\",\"msg\":\"no valid Basic authorization\"}",
                    Map.of(HttpHeaderNames.WWW_AUTHENTICATE.toString(), "Basic realm=\"Tributary\""));
            return;
        }
        CompletableFuture<?> unused = asked().whenCompleteAsync(
                        (said, error) -> {
                            if (!gone) {
                                answer(said, error);
                            }
                        },
                        context.executor());
    }

    private CompletableFuture<T> asked() {
        try {
            return question.ask(services.execution().router());
        } catch (TributaryException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private void answer(T said, Throwable error) {
        if (error == null) {
            reply.json(HttpResponseStatus.OK, LoadAnswer.written(json -> question.answer(json, said)));
        } else if (ConnectionLoop.cause(error) instanceof TributaryException refused) {
            reply.json(HttpResponseStatus.OK, LoadAnswer.written(json -> question.refusal(json, refused)));
        } else {
            log.error("the backend's answer could not be told", error);
            reply.json(
                    HttpResponseStatus.INTERNAL_SERVER_ERROR,
                    LoadAnswer.written(json ->
                            json.writeStringField("msg", "[INTERNAL_ERROR]" + TributaryException.reason(error))));
        }
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
