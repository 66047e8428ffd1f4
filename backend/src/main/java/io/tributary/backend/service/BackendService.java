package io.tributary.backend.service;

import io.grpc.stub.StreamObserver;
import io.tributary.backend.batch.Quarantine;
import io.tributary.backend.engine.EngineHealth;
import io.tributary.backend.ingest.IngestAgent;
import io.tributary.backend.ingest.Logs;
import io.tributary.backend.service.wait.EnginePools;
import io.tributary.backend.service.wait.UnaryCalls;
import io.tributary.contract.calls.BackendStatus;
import io.tributary.contract.health.OwnerThreads;
import io.tributary.rpc.client.BackendStatusMapping;
import io.tributary.rpc.proto.BackendStatusReply;
import io.tributary.rpc.proto.BackendStatusRequest;
import io.tributary.rpc.proto.BackendsGrpc;
import io.tributary.rpc.proto.DecommissionReply;
import io.tributary.rpc.proto.DecommissionRequest;
import io.tributary.rpc.proto.LogState;
import java.util.Objects;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What is asked of a backend as a whole. Runs on gRPC event loops; never blocks one. */
public final class BackendService extends BackendsGrpc.BackendsImplBase {
    private final Logs logs;
    private final EngineHealth engine;
    private final Decommission decommission;
    private final Quarantine quarantine;
    private final UnaryCalls calls;
    private final OwnerThreads threads;
    private final long startedMillis;

    /** @param startedMillis since 1970 */
    public BackendService(
            Logs logs,
            EngineHealth engine,
            Decommission decommission,
            Quarantine quarantine,
            EnginePools pools,
            OwnerThreads threads,
            long startedMillis) {
        this.engine = engine;
        this.logs = logs;
        this.decommission = decommission;
        this.quarantine = quarantine;
        this.threads = threads;
        this.startedMillis = startedMillis;
        calls = new UnaryCalls(pools.writes());
    }

    @Override
    public void status(BackendStatusRequest request, StreamObserver<BackendStatusReply> out) {
        UnaryCalls.reply(out, reply());
    }

    /** What it answers. Any thread; does not block. */
    public BackendStatus status() {
        return BackendStatusMapping.fromProto(reply());
    }

    private BackendStatusReply reply() {
        BackendStatusReply.Builder reply = BackendStatusReply.newBuilder()
                .setState(decommission.state().name())
                .setStartedMillis(startedMillis)
                .setEngineFailure(engine.failure())
                .setWarning(Stream.of(quarantine.whyFull(), logs.warning())
                        .filter(Objects::nonNull)
                        .collect(Collectors.joining("; ")))
                .addAllDeadThreads(threads.deaths())
                .setRecoveryBytes(logs.recovery().bytes())
                .setRecoveredBytes(logs.recovery().committedBytes());
        for (IngestAgent agent : logs.agents()) {
            reply.addLogs(LogState.newBuilder()
                    .setDirectory(agent.directory())
                    .setEpoch(agent.epoch())
                    .setFailure(Objects.requireNonNullElse(agent.failure(), ""))
                    .setFreeBytes(agent.spaceBytes())
                    .setShortage(agent.shortage())
                    .setFull(agent.isFull()));
        }
        return reply.build();
    }

    @Override
    public void decommission(DecommissionRequest request, StreamObserver<DecommissionReply> out) {
        calls.answer(out, () -> {
            if (request.getCancelled()) {
                decommission.cancel(request.getAddress());
            } else {
                decommission.begin(request.getAddress());
            }
            return DecommissionReply.getDefaultInstance();
        });
    }
}
