package io.tributary.test.crash;

import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.awaitility.Awaitility;

/** {@link FaultWriters} at work, a thread and a connection each, until it is closed. */
final class RunningWriters implements AutoCloseable {
    private static final int MORE = 3;

    private final FaultWriters writers;
    private final Set<FaultWriters.Way> ways;
    private final Duration limit;
    private final ExecutorService threads;
    private final List<Future<?>> running = new ArrayList<>();

    /**
     * @param ways one for each writer
     * @param limit of every wait, and for the end of each writer
     */
    RunningWriters(FaultWriters writers, int port, List<FaultWriters.Way> ways, Duration limit) {
        this(writers, new FaultWriters.Doors(port, 0), ways, limit);
    }

    /** Writers like those above, with ways by HTTP too. */
    RunningWriters(FaultWriters writers, FaultWriters.Doors doors, List<FaultWriters.Way> ways, Duration limit) {
        this.writers = writers;
        this.ways = Set.copyOf(ways);
        this.limit = limit;
        threads = Executors.newFixedThreadPool(ways.size());
        writers.go();
        for (FaultWriters.Way way : ways) {
            running.add(threads.submit(() -> {
                writers.write(doors, way);
                return null;
            }));
        }
    }

    /** Waits until some more are acknowledged of each way. */
    void awaitMoreOfAll() {
        awaitMore(ways);
    }

    void awaitMore(FaultWriters.Way way) {
        awaitMore(Set.of(way));
    }

    private void awaitMore(Set<FaultWriters.Way> of) {
        Map<FaultWriters.Way, Long> before = new HashMap<>(writers.acknowledgedByWay());
        await("rows of " + of, () -> of.stream()
                .allMatch(way ->
                        writers.acknowledgedByWay().getOrDefault(way, 0L) > before.getOrDefault(way, 0L) + MORE));
    }

    void await(String what, Callable<Boolean> condition) {
        Awaitility.await(what).atMost(limit).pollInterval(Duration.ofMillis(50)).until(condition);
    }

    @Override
    public void close() {
        writers.stop();
        try {
            for (Future<?> each : running) {
                each.get(limit.toSeconds(), TimeUnit.SECONDS);
            }
        } catch (InterruptedException | ExecutionException | TimeoutException e) {
            throw new AssertionError("a writer has not ended", e);
        } finally {
            threads.shutdownNow();
        }
    }
}
