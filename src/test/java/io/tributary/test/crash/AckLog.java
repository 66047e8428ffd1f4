package io.tributary.test.crash;

import java.sql.SQLException;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.stream.Collectors;

/** What the clients sent and what was acknowledged to them: the judge of a crash test. Safe for all writers. */
final class AckLog {
    static final int OUTCOME_UNKNOWN = 1180;

    private enum State {
        SENT,
        /** Each attempt was answered with an error that says that nothing is stored. */
        REFUSED,
        /** An attempt was lost with its connection, or told to be of unknown outcome. */
        UNKNOWN,
        ACKNOWLEDGED
    }

    /** @param answer the error of its last attempt */
    private record Load(String table, int rows, State state, String answer) {}

    private final Map<Long, Load> loads = new ConcurrentHashMap<>();

    /** Noted before the first byte is sent. */
    void sent(long loadKey, String table, int rows) {
        if (loads.put(loadKey, new Load(table, rows, State.SENT, "")) != null) {
            throw new IllegalStateException("load key " + loadKey + " was used before");
        }
    }

    /** Noted after the server's OK. */
    void acknowledged(long loadKey) {
        loads.computeIfPresent(loadKey, (key, load) -> new Load(load.table(), load.rows(), State.ACKNOWLEDGED, ""));
    }

    /** Noted after each attempt that has failed: of one that may have stored it, a later refusal says nothing. */
    void failed(long loadKey, SQLException answer) {
        loads.computeIfPresent(loadKey, (key, load) -> {
            boolean unknown = load.state() == State.UNKNOWN || isUnknown(answer);
            String text = answer.getErrorCode() + " " + answer.getMessage();
            return new Load(load.table(), load.rows(), unknown ? State.UNKNOWN : State.REFUSED, text);
        });
    }

    /** Whether the answer leaves open what is stored: the server says so, or the driver has lost its connection. */
    static boolean isUnknown(SQLException answer) {
        return answer.getErrorCode() == OUTCOME_UNKNOWN || isConnectionLost(answer);
    }

    /** An error of the driver's own; those of class 08 that a server sends have a number. */
    static boolean isConnectionLost(SQLException answer) {
        return answer.getErrorCode() == 0
                && String.valueOf(answer.getSQLState()).startsWith("08");
    }

    /** The error of a load of which nothing may be stored. */
    Optional<String> refusal(long loadKey) {
        Load load = load(loadKey);
        return load.state() == State.REFUSED ? Optional.of(load.answer()) : Optional.empty();
    }

    long refusedLoads() {
        return loads.values().stream()
                .filter(load -> load.state() == State.REFUSED)
                .count();
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
