package io.tributary.backend.catalog;

import java.util.Map;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.function.LongConsumer;

/**
 * The ids of tables that were dropped, for ever: they are never given again, and replay knows a dropped table from one that is
 * missing. Kept as ranges, so that there are no more of them than of tables and of starts, however many were dropped.
 *
 * <p>{@link #contains} on any thread; changed by one at a time.
 */
final class DroppedTables {
    /** First and last id of each range. Where it changes, ranges overlap for a moment; none is missing. */
    private final ConcurrentSkipListMap<Long, Long> ranges = new ConcurrentSkipListMap<>();

    static DroppedTables of(String text) {
        DroppedTables dropped = new DroppedTables();
        dropped.addAll(text);
        return dropped;
    }

    boolean contains(long tableId) {
        Map.Entry<Long, Long> range = ranges.floorEntry(tableId);
        return range != null && tableId <= range.getValue();
    }

    void add(long tableId) {
        add(tableId, tableId);
    }

    private void add(long first, long last) {
        long from = first;
        long to = last;
        Map.Entry<Long, Long> before = ranges.floorEntry(first);
        if (before != null && before.getValue() >= first - 1) {
            from = before.getKey();
            to = Math.max(last, before.getValue());
        }
        Map.Entry<Long, Long> behind = ranges.floorEntry(to + 1);
        if (behind != null) {
            to = Math.max(to, behind.getValue());
        }
        ranges.put(from, to);
        ranges.subMap(from, false, to, true).clear();
    }

    /** Tells of the highest id of each range. */
    void forEach(LongConsumer highest) {
        ranges.values().forEach(highest::accept);
    }

    int rangeCount() {
        return ranges.size();
    }

    /** Adds what {@link #toString} wrote. */
    void addAll(String text) {
        for (String range : text.isEmpty() ? new String[0] : text.split(",", -1)) {
            int dash = range.indexOf('-');
            long first = Long.parseLong(dash < 0 ? range : range.substring(0, dash));
            add(first, dash < 0 ? first : Long.parseLong(range.substring(dash + 1)));
        }
    }

    /** {@code 1-7,9,12-400}: ids are positive. */
    @Override
    public String toString() {
        StringBuilder text = new StringBuilder();
        ranges.forEach((first, last) -> {
            text.append(text.isEmpty() ? "" : ",").append(first);
            if (last > first) {
                text.append('-').append(last);
            }
        });
        return text.toString();
    }
}
