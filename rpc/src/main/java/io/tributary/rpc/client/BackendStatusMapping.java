package io.tributary.rpc.client;

import io.tributary.contract.calls.BackendStatus;
import io.tributary.rpc.proto.BackendStatusReply;
import io.tributary.rpc.proto.LogState;

/** {@link BackendStatus} and its message. */
public final class BackendStatusMapping {
    private BackendStatusMapping() {}

    public static BackendStatusReply toProto(BackendStatus status) {
        BackendStatusReply.Builder reply = BackendStatusReply.newBuilder()
                .setState(status.state().name())
                .setStartedMillis(status.startedMillis())
                .setEngineFailure(status.engineFailure())
                .setWarning(status.warning())
                .addAllDeadThreads(status.deadThreads())
                .setRecoveryBytes(status.recovery().bytes())
                .setRecoveredBytes(status.recovery().committedBytes());
        for (BackendStatus.LogState one : status.logs()) {
            reply.addLogs(LogState.newBuilder()
                    .setDirectory(one.directory())
                    .setEpoch(one.epoch())
                    .setFailure(one.failure())
                    .setFreeBytes(one.freeBytes())
                    .setShortage(one.shortage())
                    .setFull(one.full()));
        }
        return reply.build();
    }

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
