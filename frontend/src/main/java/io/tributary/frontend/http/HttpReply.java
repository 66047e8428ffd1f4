package io.tributary.frontend.http;

import io.netty.handler.codec.http.HttpResponseStatus;
import java.util.Map;

/** The way back of one {@link Exchange}; event loop of the connection. */
interface HttpReply {
    /** The client may send the body: {@code 100 Continue}, if it asked for that. */
    void proceed();

    /** The next piece may come. */
    void more();

    /**
     * Answers; once. Where the body has not ended by then the rest of it is dropped and the connection closed.
     *
     * @param headers beyond the type and the length
     */
    void answer(HttpResponseStatus status, String contentType, String body, Map<String, String> headers);

    default void json(HttpResponseStatus status, String body) {
        answer(status, "application/json", body, Map.of());
    }
}
