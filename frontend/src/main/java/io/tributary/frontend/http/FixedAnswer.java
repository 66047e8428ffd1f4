package io.tributary.frontend.http;

import io.netty.buffer.ByteBuf;
import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.Map;

/** An answer that needs nothing of the body. */
final class FixedAnswer implements Exchange {
    private final HttpReply reply;
    private final HttpResponseStatus status;
    private final String contentType;
    private final String body;
    private final Map<String, String> headers;

    FixedAnswer(HttpReply reply, HttpResponseStatus status, String contentType, String body) {
        this(reply, status, contentType, body, Map.of());
    }

    /** @param headers beyond the type and the length */
    FixedAnswer(
            HttpReply reply, HttpResponseStatus status, String contentType, String body, Map<String, String> headers) {
        this.reply = reply;
        this.status = status;
        this.contentType = contentType;
        this.body = body;
        this.headers = headers;
    }

    @Override
    public void begin() {
        // A body is not waited for: whoever sends one to the wrong place is told, and hung up on.
        reply.answer(status, contentType, body, headers);
    }

    @Override
    public void content(ByteBuf piece, boolean last) {
        piece.release();
    }

    @Override
    public void abandon() {}
}
