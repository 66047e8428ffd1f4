package io.tributary.frontend.http;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.netty.buffer.ByteBuf;
import io.netty.channel.ChannelHandlerContext;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.HttpResponseStatus;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.frontend.http.question.Question;
import io.tributary.frontend.http.question.RestAnswer;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A {@link Question} that stands in the request's body, a JSON object. The body is read when the user is known. Event loop
 * of the connection.
 */
final class StatedExchange implements Exchange {
    /** The longest body. */
    static final int BYTES_MAX = 1 << 20;

    private static final JsonFactory JSON = new JsonFactory();

    private final LoadServices services;
    private final ChannelHandlerContext context;
    private final HttpRequest request;
    private final HttpReply reply;
    private final Asking asking;
    private final ByteArrayOutputStream body = new ByteArrayOutputStream();
    private @Nullable BackendExchange asked;

    /** Makes the question of a user and what the body states. */
    interface Asking {
        /**
         * @param stated members of the body that are texts, numbers or truth values
         * @throws TributaryException if the request makes no sense
         */
        Question<?> of(String user, Map<String, String> stated);
    }

    StatedExchange(
            LoadServices services, ChannelHandlerContext context, HttpRequest request, HttpReply reply, Asking asking) {
        this.services = services;
        this.context = context;
        this.request = request;
        this.reply = reply;
        this.asking = asking;
    }

    @Override
    public void begin() {
        if (BackendExchange.user(services, request, reply).isPresent()) {
            reply.proceed();
            reply.more();
        }
    }

    @Override
    public void content(ByteBuf piece, boolean last) {
        try {
            piece.readBytes(body, piece.readableBytes());
        } catch (IOException e) {
            throw new UncheckedIOException("writing to memory", e);
        } finally {
            piece.release();
        }
        if (body.size() > BYTES_MAX) {
            refuse("the body has more than " + BYTES_MAX + " bytes");
        } else if (!last) {
            reply.more();
        } else {
            ask();
        }
    }

    private void ask() {
        Map<String, String> stated;
        try {
            stated = members(body.toByteArray());
        } catch (IOException e) {
            refuse("the body is no JSON object: " + e.getMessage());
            return;
        }
        BackendExchange exchange =
                new BackendExchange(services, context, request, reply, user -> asking.of(user, stated));
        asked = exchange;
        exchange.begin();
    }

    private void refuse(String why) {
        TributaryException error = new TributaryException(ErrorCode.INVALID_STATEMENT, why);
        reply.json(HttpResponseStatus.OK, LoadAnswer.written(json -> RestAnswer.refused(json, error)));
    }

    private static Map<String, String> members(byte[] text) throws IOException {
        Map<String, String> members = new LinkedHashMap<>();
        try (JsonParser parser = JSON.createParser(text)) {
            if (parser.nextToken() != JsonToken.START_OBJECT) {
                throw new IOException("it begins with no brace");
            }
            while (parser.nextToken() == JsonToken.FIELD_NAME) {
                String name = parser.currentName();
                if (parser.nextToken().isScalarValue()) {
                    members.put(name, parser.getText());
                } else {
                    parser.skipChildren();
                }
            }
        }
        return members;
    }

    @Override
    public void abandon() {
        BackendExchange exchange = asked;
        if (exchange != null) {
            exchange.abandon();
        }
    }
}
