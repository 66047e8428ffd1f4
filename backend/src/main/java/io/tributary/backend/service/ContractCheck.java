package io.tributary.backend.service;

import io.grpc.ForwardingServerCall;
import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.grpc.StatusRuntimeException;
import io.tributary.contract.error.TributaryException;
import io.tributary.rpc.client.CatalogMapping;
import io.tributary.rpc.client.Contract;
import io.tributary.rpc.client.StatusMapping;
import io.tributary.rpc.proto.CatalogReply;
import java.util.Objects;

/**
 * Refuses calls of frontends that speak a version of the {@link Contract} which this backend does not serve, and tells those of the
 * version before what they can read.
 */
public final class ContractCheck implements ServerInterceptor {
    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        try {
            Contract.requireFrontend(headers.get(Contract.KEY));
        } catch (TributaryException e) {
            StatusRuntimeException refused = StatusMapping.toStatus(e);
            call.close(
                    refused.getStatus(),
                    Objects.requireNonNullElseGet(Status.trailersFromThrowable(refused), Metadata::new));
            return new ServerCall.Listener<>() {};
        }
        return next.startCall(Contract.isBefore(headers.get(Contract.KEY)) ? new Before<>(call) : call, headers);
    }

    private static final class Before<Q, R> extends ForwardingServerCall.SimpleForwardingServerCall<Q, R> {
        Before(ServerCall<Q, R> call) {
            super(call);
        }

        @Override
        @SuppressWarnings("unchecked") // the same type
        public void sendMessage(R message) {
            super.sendMessage(message instanceof CatalogReply catalog ? (R) CatalogMapping.before(catalog) : message);
        }
    }
}
