package io.tributary.backend.service;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tributary.contract.error.TributaryException;
import io.tributary.rpc.client.Contract;
import io.tributary.rpc.client.StatusMapping;
import java.util.Objects;

/**
 * Refuses calls of frontends that speak a version of the {@link Contract} which this backend does not serve, and knows whether
 * there were some of the version before. Any thread.
 */
public final class ContractCheck implements ServerInterceptor {
    private volatile boolean servedEarlier;

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        try {
            if (Contract.requireFrontend(headers.get(Contract.KEY)) < Contract.CURRENT) {
                servedEarlier = true;
            }
        } catch (TributaryException e) {
            StatusRuntimeException refused = StatusMapping.toStatus(e);
            call.close(
                    refused.getStatus(),
                    Objects.requireNonNullElseGet(Status.trailersFromThrowable(refused), Metadata::new));
            return new ServerCall.Listener<>() {};
        }
        return next.startCall(call, headers);
    }

    /** Whether a frontend of an earlier contract has called since this backend was started. */
    public boolean hasServedEarlier() {
        return servedEarlier;
    }
}
