package io.tributary.rpc.client;

import java.util.List;

/**
 * A backend and its write-ahead logs.
 *
 * @param startedMillis since 1970
 */
public record BackendStatus(State state, long startedMillis, List<LogState> logs) {
    /** Whether it takes writes. */
    public enum State {
        NORMAL,
        /** It takes no new ones, and commits what its logs hold. */
        DECOMMISSIONING,
        /** Its logs hold nothing that is not committed. */
        DECOMMISSIONED
    }

    /**
     * @param failure why it takes nothing more until a restart, or empty
     * @param freeBytes of its disk
     */
    public record LogState(String directory, long epoch, String failure, long freeBytes) {}

    public BackendStatus {
        logs = List.copyOf(logs);
    }
}
