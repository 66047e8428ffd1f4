package io.tributary.frontend.http;

import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpHeaderNames;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.tributary.contract.error.TributaryException;
import io.tributary.frontend.execution.ConnectionLoop;
import io.tributary.frontend.http.question.Question;
import io.tributary.frontend.http.question.RestAnswer;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A {@link Question} of a user with the right password. A body is not waited for. Event loop of the connection.
 */
final class BackendExchange implements Exchange {
    private static final Logger log = LoggerFactory.getLogger(BackendExchange.class);

    private final LoadServices services;
    private final ChannelHandlerContext context;
    private final HttpRequest request;
    private final HttpReply reply;
    private final Asking asking;
    private @Nullable Question<?> question;
    private boolean gone;

    /** Makes the question of a user. */
    interface Asking {
        /** @throws TributaryException if the request makes no sense */
        Question<?> of(String user);
    }

    BackendExchange(
            LoadServices services, ChannelHandlerContext context, HttpRequest request, HttpReply reply, Asking asking) {
        this.services = services;
        this.context = context;
        this.request = request;
        this.reply = reply;
        this.asking = asking;
    }

    /** The user of a request; where it names none with the right password it is answered. */
    static Optional<String> user(LoadServices services, HttpRequest request, HttpReply reply) {
        Optional<String> user = BasicAuth.user(
                request.headers().get(HttpHeaderNames.AUTHORIZATION),
                services.execution().clients().authenticator());
        if (user.isEmpty()) {
            reply.answer(
                    HttpResponseStatus.UNAUTHORIZED,
                    Routes.JSON,
                    "{\"status\":\"FAILED\",\"msg\":\"no valid Basic authorization\"}",
                    Map.of(HttpHeaderNames.WWW_AUTHENTICATE.toString(), "Basic realm=\"Tributary\""));
        }
        return user;
    }

    @Override
    public void begin() {
        user(services, request, reply).ifPresent(user -> {
            try {
                Question<?> asked = asking.of(user);
                question = asked;
                ask(asked);
            } catch (TributaryException e) {
                reply.json(HttpResponseStatus.OK, LoadAnswer.written(json -> RestAnswer.refused(json, e)));
            }
        });
    }

    private <T> void ask(Question<T> asked) {
        CompletableFuture<?> unused = begun(asked)
                .whenCompleteAsync(
                        (said, error) -> {
                            if (!gone) {
                                answer(asked, said, error);
                            }
                        },
                        context.executor());
    }

    private <T> CompletableFuture<T> begun(Question<T> asked) {
        try {
            return asked.ask(services.execution().router());
        } catch (TributaryException e) {
            return CompletableFuture.failedFuture(e);
        }
    }

    private <T> void answer(Question<T> asked, T said, @Nullable Throwable error) {
        if (error == null) {
            reply.json(HttpResponseStatus.OK, LoadAnswer.written(json -> asked.answer(json, said)));
        } else if (ConnectionLoop.cause(error) instanceof TributaryException refused) {
            reply.json(HttpResponseStatus.OK, LoadAnswer.written(json -> asked.refusal(json, refused)));
        } else {
            log.error("uri={} could not be answered", request.uri(), error);
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
        Question<?> asked = question;
        if (asked != null) {
            asked.abandon();
        }
    }
}
