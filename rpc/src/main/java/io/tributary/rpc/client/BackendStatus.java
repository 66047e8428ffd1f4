package io.tributary.rpc.client;

import io.tributary.rpc.proto.BackendStatusReply;
import java.util.List;
import java.util.stream.Collectors;

/**
 * A backend and its write-ahead logs.
 *
 * @param startedMillis since 1970
 * @param warning what somebody should see to although every write finds its way, or empty
 * @param deadThreads one line for each of its threads that died of an error, without which it does half of its work
 * @param engineFailure why its engine takes no commits, or did not a moment ago; empty while all is well
 */
public record BackendStatus(
        State state,
        long startedMillis,
        List<LogState> logs,
        String warning,
        List<String> deadThreads,
        String engineFailure) {
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
        deadThreads = List.copyOf(deadThreads);
    }

    public static BackendStatus of(BackendStatusReply reply) {
        return new BackendStatus(
                State.valueOf(reply.getState()),
                reply.getStartedMillis(),
                reply.getLogsList().stream()
                        .map(one ->
                                new LogState(one.getDirectory(), one.getEpoch(), one.getFailure(), one.getFreeBytes()))
                        .toList(),
                reply.getWarning(),
                reply.getDeadThreadsList(),
                reply.getEngineFailure());
    }

    /** Why logs take nothing more until a restart, in one text; empty if all of them take loads. */
    public String failures() {
        return logs.stream()
                .map(LogState::failure)
                .filter(failure -> !failure.isEmpty())
                .collect(Collectors.joining("; "));
    }
}
