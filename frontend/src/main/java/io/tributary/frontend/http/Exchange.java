package io.tributary.frontend.http;

import io.netty.buffer.ByteBuf;

/**
 * One request and its answer. Everything is told on the event loop of the connection, the body piece by piece, and the next
 * piece only after {@link HttpReply#more}.
 */
interface Exchange {
    /** The head of the request has come. */
    void begin();

    /**
     * A piece of the body, which whoever gets it releases. Not called after an answer.
     *
     * @param last whether the body ends with it; it may be empty then
     */
    void content(ByteBuf piece, boolean last);

    /** The connection is gone, or its last bytes make no sense; nobody waits for an answer any more. */
    void abandon();
}
