package io.tributary.backend.service;

import io.grpc.stub.StreamObserver;
import io.tributary.backend.engine.EngineHealth;
import io.tributary.backend.ingest.IngestAgent;
import io.tributary.backend.ingest.Logs;
import io.tributary.backend.record.RecoveryProgress;
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
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;

/** What is asked of a backend as a whole. Runs on gRPC event loops; never blocks one. */
public final class BackendService extends BackendsGrpc.BackendsImplBase {
    private final Logs logs;
    private final EngineHealth engine;
    private final Supplier<List<String>> warnings;
    private final Decommission decommission;
    private final UnaryCalls calls;
    private final OwnerThreads threads;
    private final long startedMillis;

    /**
     * @param warnings what is not well, and yet all else is served
     * @param startedMillis since 1970
     */
    public BackendService(
            Logs logs,
            EngineHealth engine,
            Supplier<List<String>> warnings,
            Decommission decommission,
            EnginePools pools,
            OwnerThreads threads,
            long startedMillis) {
        this.engine = engine;
        this.warnings = warnings;
        this.logs = logs;
        this.decommission = decommission;
        this.threads = threads;
        this.startedMillis = startedMillis;
        calls = new UnaryCalls(pools.writes());
    }

    @Override
    public void status(BackendStatusRequest request, StreamObserver<BackendStatusReply> out) {
        UnaryCalls.reply(out, BackendStatusMapping.toProto(status()));
    }

    /** What it answers. Any thread; does not block. */
    public BackendStatus status() {
        String warning = String.join("; ", warnings.get());
        RecoveryProgress recovery = logs.recovery();
        return new BackendStatus(
                decommission.state(),
                startedMillis,
                logs.agents().stream().map(BackendService::stateOf).toList(),
                warning,
                threads.deaths(),
                engine.failure(),
                new BackendStatus.Recovery(recovery.bytes(), recovery.committedBytes()));
    }

    private static BackendStatus.LogState stateOf(IngestAgent agent) {
        return new BackendStatus.LogState(
                agent.directory(),
                agent.epoch(),
                Objects.requireNonNullElse(agent.failure(), ""),
                agent.spaceBytes(),
                agent.shortage(),
                agent.isFull());
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
