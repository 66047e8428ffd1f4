package io.tributary.rpc.client;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;

/** Sends the secret that a backend demands of its frontends ({@code cluster_token}) with every call. */
public final class ClusterToken implements ClientInterceptor {
    public static final Metadata.Key<String> KEY = Metadata.Key.of("tributary-token", Metadata.ASCII_STRING_MARSHALLER);

    private final String token;

    public ClusterToken(String token) {
        this.token = token;
    }

    @Override
    public <Q, R> ClientCall<Q, R> interceptCall(MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
        return new SimpleForwardingClientCall<>(next.newCall(method, options)) {
            @Override
            public void start(Listener<R> listener, Metadata headers) {
                headers.put(KEY, token);
                super.start(listener, headers);
            }
        };
    }
}
