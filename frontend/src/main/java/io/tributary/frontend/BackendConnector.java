package io.tributary.frontend;

import io.netty.channel.EventLoop;
import io.tributary.contract.calls.BackendClient;

/** Makes the frontend's one client, over a network channel, in process, or in memory for tests. */
@FunctionalInterface
public interface BackendConnector {
    /**
     * Called once.
     *
     * @param loop one of the loops that serve connections: for the client's transport, its flushes and its timers, so
     *     that rows and answers of its connections change no thread; never to be blocked
     */
    BackendClient connect(EventLoop loop);

    /** Ends the transport: after the client was closed, while the loop still runs. */
    default void disconnect() {}
}
