package io.tributary.test.crash;

import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** What the clients sent and what was acknowledged to them: the judge of a crash test. Safe for all writers. */
final class AckLog {
    private enum State {
        SENT,
        ACKNOWLEDGED
    }

    private record Load(String table, int rows, State state) {}

    private final Map<Long, Load> loads = new ConcurrentHashMap<>();

    /** Noted before the first byte is sent. */
    void sent(long loadKey, String table, int rows) {
        if (loads.put(loadKey, new Load(table, rows, State.SENT)) != null) {
            throw new IllegalStateException("load key " + loadKey + " was used before");
        }
    }

    /** Noted after the server's OK. */
    void acknowledged(long loadKey) {
        loads.computeIfPresent(loadKey, (key, load) -> new Load(load.table(), load.rows(), State.ACKNOWLEDGED));
    }

    long acknowledgedLoads() {
        return loads.values().stream()
                .filter(load -> load.state() == State.ACKNOWLEDGED)
                .count();
    }

    long acknowledgedLoads(String table) {
        return loads.values().stream()
                .filter(load ->
                        load.state() == State.ACKNOWLEDGED && load.table().equals(table))
                .count();
    }

    long acknowledgedRows(String table) {
        return loads.values().stream()
                .filter(load ->
                        load.state() == State.ACKNOWLEDGED && load.table().equals(table))
                .mapToLong(Load::rows)
                .sum();
    }

    long unacknowledgedLoads() {
        return loads.size() - acknowledgedLoads();
    }

    /** Every load of a table that was sent. */
    Set<Long> sentTo(String table) {
        return loads.entrySet().stream()
                .filter(entry -> entry.getValue().table().equals(table))
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());
    }

    boolean isAcknowledged(long loadKey) {
        return load(loadKey).state() == State.ACKNOWLEDGED;
    }

    int rows(long loadKey) {
        return load(loadKey).rows();
    }

    private Load load(long loadKey) {
        Load load = loads.get(loadKey);
        if (load == null) {
            throw new IllegalStateException("nobody sent load " + loadKey);
        }
        return load;
    }
}
