package io.tributary.test.crash;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.SQLException;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** What writers under faults were told of each of their writes, which all have a number of their own. Any thread. */
final class FaultLedger {
    private static final int OUTCOME_UNKNOWN = 1180;

    private final AtomicLong next = new AtomicLong(1);
    private final Map<Long, FaultWriters.Way> acknowledged = new ConcurrentHashMap<>();
    private final Map<Long, Told> refused = new ConcurrentHashMap<>();
    private final Map<Long, Told> unknown = new ConcurrentHashMap<>();
    private final Map<FaultWriters.Way, Long> byWay = new ConcurrentHashMap<>();
    private final AtomicLong longestNanos = new AtomicLong();

    private record Told(int code, String text) {}

    /** The number of the next write. */
    long begin() {
        return next.getAndIncrement();
    }

    void acknowledged(long id, FaultWriters.Way way) {
        unknown.remove(id);
        refused.remove(id);
        acknowledged.put(id, way);
        byWay.merge(way, 1L, Long::sum);
    }

    /** An error that says whether the write may have taken place. */
    void told(long id, SQLException e) {
        if (AckLog.isUnknown(e)) {
            unknown(id, e.getErrorCode(), String.valueOf(e.getMessage()));
        } else {
            refused(id, e.getErrorCode(), String.valueOf(e.getMessage()));
        }
    }

    /** Notes a refusal, which says nothing of a write that may have taken place before. */
    void refused(long id, int code, String text) {
        if (!unknown.containsKey(id)) {
            refused.put(id, new Told(code, text));
        }
    }

    /** Its transaction was told that it has stored nothing, whatever this statement of it was told. */
    void undone(long id, SQLException e) {
        unknown.remove(id);
        told(id, e);
    }

    void unknown(long id, String text) {
        unknown(id, OUTCOME_UNKNOWN, text);
    }

    private void unknown(long id, int code, String text) {
        refused.remove(id);
        unknown.put(id, new Told(code, text));
    }

    /** A later write, with a number of its own, is about the same. */
    void replaced(long id) {
        acknowledged.remove(id);
    }

    boolean isRefused(long id) {
        return refused.containsKey(id);
    }

    boolean isUnknown(long id) {
        return unknown.containsKey(id);
    }

    /** A statement or request took so long until it had an answer. */
    void answeredAfter(long nanos) {
        longestNanos.accumulateAndGet(nanos, Math::max);
    }

    Map<FaultWriters.Way, Long> acknowledgedByWay() {
        return byWay;
    }

    boolean refusedWith(int code) {
        return refused.values().stream().anyMatch(told -> told.code() == code);
    }

    /** The longest since this was asked last. */
    long longestMillis() {
        return TimeUnit.NANOSECONDS.toMillis(longestNanos.getAndSet(0));
    }

    /** Texts of refusals and of unknown outcomes. */
    Set<String> texts() {
        return Stream.concat(refused.values().stream(), unknown.values().stream())
                .map(told -> told.code() + " " + told.text())
                .collect(Collectors.toSet());
    }

    String figures() {
        return "acknowledged=" + acknowledged.size() + " refused=" + refused.size() + " unknown=" + unknown.size();
    }

    /** @param found how often each write has taken place */
    void check(Map<Long, Long> found) {
        acknowledged.forEach((id, way) -> assertThat(found.getOrDefault(id, 0L))
                .as("write %d, acknowledged, %s", id, way)
                .isEqualTo(1));
        refused.forEach((id, told) -> assertThat(found.getOrDefault(id, 0L))
                .as("write %d, refused with %s", id, told)
                .isZero());
        unknown.forEach((id, told) -> assertThat(found.getOrDefault(id, 0L))
                .as("write %d, %s", id, told)
                .isLessThanOrEqualTo(1));
        assertThat(found.keySet()).as("writes that nobody has sent").allMatch(id -> id < next.get());
    }
}
