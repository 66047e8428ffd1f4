package io.tributary.frontend;

import io.tributary.rpc.client.BackendClient;
import java.util.concurrent.ScheduledExecutorService;

/** Makes the frontend's one client, over a network channel, in process, or in memory for tests. */
@FunctionalInterface
public interface BackendConnector {
    /** @param eventLoop one of the frontend's loops, for the client's flushes and timers; never to be blocked */
    BackendClient connect(ScheduledExecutorService eventLoop);
}
