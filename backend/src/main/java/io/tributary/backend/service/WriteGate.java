package io.tributary.backend.service;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tributary.contract.error.TributaryException;
import io.tributary.rpc.client.StatusMapping;
import io.tributary.rpc.proto.QueriesGrpc;
import io.tributary.rpc.proto.TransactionsGrpc;
import java.util.Objects;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Whether a backend takes writes that pass its logs by; those of the logs are refused by these. What was written in a
 * transaction before may still be committed. Any thread.
 */
public final class WriteGate implements ServerInterceptor {
    private static final Set<String> WRITES = Set.of(
            TransactionsGrpc.getInsertMethod().getFullMethodName(),
            TransactionsGrpc.getAppendToMethod().getFullMethodName(),
            QueriesGrpc.getExecuteMethod().getFullMethodName(),
            QueriesGrpc.getInsertQueryMethod().getFullMethodName());

    private volatile @Nullable TributaryException closedFor;

    void close(TributaryException reason) {
        closedFor = reason;
    }

    void open() {
        closedFor = null;
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        TributaryException reason = closedFor;
        if (reason == null || !WRITES.contains(call.getMethodDescriptor().getFullMethodName())) {
            return next.startCall(call, headers);
        }
        StatusRuntimeException refused = StatusMapping.toStatus(reason);
        call.close(
                refused.getStatus(),
                Objects.requireNonNullElseGet(Status.trailersFromThrowable(refused), Metadata::new));
        return new ServerCall.Listener<>() {};
    }
}
