package io.tributary.rpc.client;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientStreamTracer;
import io.grpc.ForwardingClientCall.SimpleForwardingClientCall;
import io.grpc.ForwardingClientCallListener.SimpleForwardingClientCallListener;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.grpc.Status;
import io.tributary.contract.error.ErrorCode;

/**
 * Tells calls whose request never left this process from those whose answer was lost: while there is no connection a call
 * fails at once, and then it is certain that nothing was done.
 */
final class UnsentCalls implements ClientInterceptor {
    @Override
    public <P, R> ClientCall<P, R> interceptCall(MethodDescriptor<P, R> method, CallOptions options, Channel next) {
        Sent sent = new Sent();
        return new SimpleForwardingClientCall<>(next.newCall(method, options.withStreamTracerFactory(sent))) {
            @Override
            public void start(Listener<R> answers, Metadata headers) {
                super.start(
                        new SimpleForwardingClientCallListener<R>(answers) {
                            @Override
                            public void onClose(Status status, Metadata trailers) {
                                boolean unsent = status.getCode() == Status.Code.UNAVAILABLE
                                        && !sent.any
                                        && !trailers.containsKey(StatusMapping.CODE);
                                if (!unsent) {
                                    super.onClose(status, trailers);
                                    return;
                                }
                                trailers.put(StatusMapping.CODE, ErrorCode.BACKEND_UNAVAILABLE.name());
                                super.onClose(
                                        Status.UNAVAILABLE.withDescription(
                                                "backend is not reachable; nothing was sent, so nothing was done: "
                                                        + StatusMapping.reason(status)),
                                        trailers);
                            }
                        },
                        headers);
            }
        };
    }

    /** Whether a message has gone to a connection, in whichever attempt. */
    private static final class Sent extends ClientStreamTracer.Factory {
        private volatile boolean any;

        @Override
        public ClientStreamTracer newClientStreamTracer(ClientStreamTracer.StreamInfo info, Metadata headers) {
            return new ClientStreamTracer() {
                @Override
                public void outboundMessage(int number) {
                    any = true;
                }
            };
        }
    }
}
