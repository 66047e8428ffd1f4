package io.tributary.bench.server;

import io.tributary.bench.load.ServerAddress;

/** A server that somebody else started and goes on using: only its answers are measured. */
public record ExistingServer(ServerAddress address) implements MeasuredServer {
    public static final String LABEL = "other";

    @Override
    public String label() {
        return LABEL;
    }

    @Override
    public Usage usage() {
        return Usage.UNKNOWN;
    }

    @Override
    public void close() {
        // It stays.
    }
}
