package io.tributary.backend;

import io.tributary.contract.health.OwnerThreads;
import java.security.SecureRandom;
import java.time.InstantSource;

/**
 * What each part of a backend is opened with.
 *
 * @param owners watches its threads
 * @param closing gets whatever must be closed, at once when it is open
 */
record Opening(
        BackendConfig config, InstantSource wallClock, OwnerThreads owners, SecureRandom random, CloseStack closing) {
    long limit(BackendLimit limit) {
        return config.limit(limit);
    }
}
