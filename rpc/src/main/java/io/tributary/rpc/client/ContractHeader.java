package io.tributary.rpc.client;

import io.grpc.CallOptions;
import io.grpc.Channel;
import io.grpc.ClientCall;
import io.grpc.ClientInterceptor;
import io.grpc.ClientInterceptors.CheckedForwardingClientCall;
import io.grpc.Metadata;
import io.grpc.MethodDescriptor;
import io.tributary.contract.error.TributaryException;
import io.tributary.rpc.proto.CatalogsGrpc;
import org.jspecify.annotations.Nullable;

/**
 * Tells the backend the {@link Contract}'s version with each call, and makes none while the backend that was heard of last
 * speaks an earlier one; but for the watch, which hears of the next. Any thread.
 */
final class ContractHeader implements ClientInterceptor {
    private volatile @Nullable TributaryException refusal;

    /**
     * Whether what the backend sends may be used.
     *
     * @param version that it told, 0 if none
     */
    boolean heard(int version) {
        TributaryException now = Contract.refusalOf(version);
        refusal = now;
        return now == null;
    }

    @Override
    public <Q, R> ClientCall<Q, R> interceptCall(MethodDescriptor<Q, R> method, CallOptions options, Channel next) {
        return new CheckedForwardingClientCall<>(next.newCall(method, options)) {
            @Override
            protected void checkedStart(Listener<R> listener, Metadata headers) {
                TributaryException refused = refusal;
                if (refused != null && !method.getFullMethodName().equals(watch())) {
                    throw StatusMapping.toStatus(refused);
                }
                headers.put(Contract.KEY, Integer.toString(Contract.CURRENT));
                delegate().start(listener, headers);
            }
        };
    }

    private static String watch() {
        return CatalogsGrpc.getWatchMethod().getFullMethodName();
    }
}
