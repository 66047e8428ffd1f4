package io.tributary.backend.service;

import io.grpc.Metadata;
import io.grpc.ServerCall;
import io.grpc.ServerCallHandler;
import io.grpc.ServerInterceptor;
import io.grpc.Status;
import io.tributary.rpc.client.ClusterToken;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;

/** Refuses every call that does not carry the {@code cluster_token}; compares in constant time. */
public final class TokenCheck implements ServerInterceptor {
    private final byte[] token;

    public TokenCheck(String token) {
        this.token = token.getBytes(StandardCharsets.UTF_8);
    }

    @Override
    public <Q, R> ServerCall.Listener<Q> interceptCall(
            ServerCall<Q, R> call, Metadata headers, ServerCallHandler<Q, R> next) {
        String given = headers.get(ClusterToken.KEY);
        byte[] bytes = given == null ? new byte[0] : given.getBytes(StandardCharsets.UTF_8);
        if (MessageDigest.isEqual(token, bytes)) {
            return next.startCall(call, headers);
        }
        call.close(Status.UNAUTHENTICATED.withDescription("cluster_token does not match"), new Metadata());
        return new ServerCall.Listener<>() {};
    }
}
