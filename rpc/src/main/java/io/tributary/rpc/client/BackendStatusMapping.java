package io.tributary.rpc.client;

import io.tributary.contract.calls.BackendStatus;
import io.tributary.rpc.proto.BackendStatusReply;

/** {@link BackendStatus} of its message. */
public final class BackendStatusMapping {
    private BackendStatusMapping() {}

    public static BackendStatus fromProto(BackendStatusReply reply) {
        return new BackendStatus(
                BackendStatus.State.valueOf(reply.getState()),
                reply.getStartedMillis(),
                reply.getLogsList().stream()
                        .map(one -> new BackendStatus.LogState(
                                one.getDirectory(),
                                one.getEpoch(),
                                one.getFailure(),
                                one.getFreeBytes(),
                                one.getShortage(),
                                one.getFull()))
                        .toList(),
                reply.getWarning(),
                reply.getDeadThreadsList(),
                reply.getEngineFailure(),
                new BackendStatus.Recovery(reply.getRecoveryBytes(), reply.getRecoveredBytes()));
    }
}
