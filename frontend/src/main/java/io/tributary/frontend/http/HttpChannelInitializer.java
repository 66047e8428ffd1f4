package io.tributary.frontend.http;

import io.netty.channel.Channel;
import io.netty.channel.ChannelInitializer;
import io.netty.channel.group.ChannelGroup;
import io.netty.handler.codec.http.HttpServerCodec;
import io.netty.handler.timeout.IdleStateHandler;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The pipeline of an HTTP connection. Requests are answered as they come, bodies are never held whole: Stream Load will
 * take its place beside {@link ObservationHandler} and read them in pieces.
 */
public final class HttpChannelInitializer extends ChannelInitializer<Channel> {
    private static final int IDLE_SECONDS_MAX = 60;

    private final ChannelGroup connections;
    private final BooleanSupplier ready;
    private final Supplier<String> metrics;

    /**
     * @param ready whether MySQL statements are taken
     * @param metrics in Prometheus' text format
     */
    public HttpChannelInitializer(ChannelGroup connections, BooleanSupplier ready, Supplier<String> metrics) {
        this.connections = connections;
        this.ready = ready;
        this.metrics = metrics;
    }

    @Override
    protected void initChannel(Channel channel) {
        connections.add(channel);
        channel.pipeline()
                .addLast(new IdleStateHandler(0, 0, IDLE_SECONDS_MAX))
                .addLast(new HttpServerCodec())
                .addLast(new ObservationHandler(ready, metrics));
    }
}
