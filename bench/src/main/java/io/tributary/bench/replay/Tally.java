package io.tributary.bench.replay;

import io.tributary.bench.measure.LatencyHistogram;
import java.util.concurrent.CompletableFuture;

/** What the connections of one event loop were answered in one phase. That loop; read when {@link #ended} is complete. */
final class Tally {
    private final long untilNanos;
    private final LatencyHistogram latencies = new LatencyHistogram();
    private final long[] answeredByBody;
    private final CompletableFuture<Void> ended = new CompletableFuture<>();
    private int running;

    /**
     * @param untilNanos after which no statement is begun, by {@link System#nanoTime}
     * @param bodies of the pool
     * @param connections that take part, 1 or more
     */
    Tally(long untilNanos, int bodies, int connections) {
        this.untilNanos = untilNanos;
        this.answeredByBody = new long[bodies];
        this.running = connections;
    }

    /** @return whether the connection shall go on */
    boolean answered(int body, long sentNanos, long nowNanos) {
        answeredByBody[body]++;
        latencies.record(nowNanos - sentNanos);
        if (nowNanos - untilNanos < 0) {
            return true;
        }
        running--;
        if (running == 0) {
            ended.complete(null);
        }
        return false;
    }

    void failed(Throwable cause) {
        ended.completeExceptionally(cause);
    }

    CompletableFuture<Void> ended() {
        return ended;
    }

    LatencyHistogram latencies() {
        return latencies;
    }

    /** How often each body of the pool was acknowledged. */
    long[] answeredByBody() {
        return answeredByBody;
    }
}
