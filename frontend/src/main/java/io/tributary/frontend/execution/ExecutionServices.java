package io.tributary.frontend.execution;

import io.tributary.frontend.routing.BackendRouter;
import io.tributary.frontend.routing.RemoteCatalog;

/**
 * What the executors of all connections share. Every part may be used by any thread.
 *
 * @param ids numbers for AUTO_INCREMENT columns
 */
public record ExecutionServices(
        Planning planning,
        RemoteCatalog catalog,
        BackendRouter router,
        IdRanges ids,
        Clients clients,
        LoadRoom loadRoom,
        ServerFacts status) {}
