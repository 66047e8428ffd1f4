package io.tributary.contract.calls;

import java.util.List;
import java.util.stream.Collectors;

/**
 * A backend and its write-ahead logs.
 *
 * @param startedMillis since 1970
 * @param warning what somebody should see to although every write finds its way, or empty
 * @param deadThreads one line for each of its threads that died of an error, without which it does half of its work
 * @param engineFailure why its engine takes no commits, or did not a moment ago; empty while all is well
 * @param recovery of what its start found in its logs
 */
public record BackendStatus(
        State state,
        long startedMillis,
        List<LogState> logs,
        String warning,
        List<String> deadThreads,
        String engineFailure,
        Recovery recovery) {
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
     * @param shortage why loads pass it by, or are refused, until its disk has room; or empty
     * @param full whether they are refused
     */
    public record LogState(
            String directory, long epoch, String failure, long freeBytes, String shortage, boolean full) {}

    /**
     * Loads are taken meanwhile; tables that are not recovered yet wait.
     *
     * @param bytes of rows that the start found and the engine did not have
     * @param committedBytes of these
     */
    public record Recovery(long bytes, long committedBytes) {
        public static final Recovery NONE = new Recovery(0, 0);

        public boolean isOver() {
            return committedBytes >= bytes;
        }
    }

    /** One that recovers nothing. */
    public BackendStatus(
            State state,
            long startedMillis,
            List<LogState> logs,
            String warning,
            List<String> deadThreads,
            String engineFailure) {
        this(state, startedMillis, logs, warning, deadThreads, engineFailure, Recovery.NONE);
    }

    public BackendStatus {
        logs = List.copyOf(logs);
        deadThreads = List.copyOf(deadThreads);
    }

    /** Returns which logs the disk has no room for, in one text, or an empty one. */
    public String shortages() {
        return logs.stream()
                .map(LogState::shortage)
                .filter(shortage -> !shortage.isEmpty())
                .collect(Collectors.joining("; "));
    }

    /** Why logs take nothing more until a restart, in one text; empty if all of them take loads. */
    public String failures() {
        return logs.stream()
                .map(LogState::failure)
                .filter(failure -> !failure.isEmpty())
                .collect(Collectors.joining("; "));
    }
}
