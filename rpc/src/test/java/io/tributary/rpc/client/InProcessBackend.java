package io.tributary.rpc.client;

import io.grpc.BindableService;
import io.grpc.ManagedChannel;
import io.grpc.Server;
import io.grpc.inprocess.InProcessChannelBuilder;
import io.grpc.inprocess.InProcessServerBuilder;
import java.io.IOException;
import java.io.UncheckedIOException;

/** A gRPC server and a channel to it in this process, without threads: every call runs where it is made. */
final class InProcessBackend implements AutoCloseable {
    private final String name = InProcessServerBuilder.generateName();
    private final BindableService[] services;
    private final ManagedChannel channel =
            InProcessChannelBuilder.forName(name).directExecutor().build();
    private Server server;

    InProcessBackend(BindableService... services) {
        this.services = services;
        this.server = started();
    }

    private Server started() {
        InProcessServerBuilder builder = InProcessServerBuilder.forName(name).directExecutor();
        for (BindableService service : services) {
            builder.addService(service);
        }
        try {
            return builder.build().start();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    ManagedChannel channel() {
        return channel;
    }

    /** Ends the server at once, as a killed backend looks to its clients. */
    void kill() {
        server.shutdownNow();
    }

    void restart() {
        server = started();
    }

    @Override
    public void close() {
        channel.shutdownNow();
        server.shutdownNow();
    }
}
