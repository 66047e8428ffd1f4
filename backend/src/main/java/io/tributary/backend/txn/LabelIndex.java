package io.tributary.backend.txn;

import com.google.errorprone.annotations.concurrent.GuardedBy;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;

/**
 * When labels were used, in memory: which of them may have been, and about when, so that the engine is asked only for a
 * label that was used, or of 200 million kept ones 5 of a hundred times for one that was not. What was used about the same
 * time is a generation of 32 bits a label, 5.3 to 10.7 bytes each; generations come and go whole, nothing is ever copied as
 * a whole. Any thread.
 */
final class LabelIndex {
    /** All labels of a generation are removed in one transaction. */
    static final int GENERATION_LABELS = 98_304;

    /** A generation has a part of the time that labels are kept, so that few of them are kept for longer. */
    private static final int GENERATIONS_OF_A_TIME = 64;

    private final long spanMillis;

    /** The generations in the order in which they began; the last one grows. */
    @GuardedBy("this")
    private final List<Generation> generations = new ArrayList<>();

    @GuardedBy("this")
    private long size;

    /** Both ends included; milliseconds since 1970. */
    record Time(long from, long until) {
        static final Time EVER = new Time(Long.MIN_VALUE, Long.MAX_VALUE);
    }

    /** @param keptMillis how long labels are kept */
    LabelIndex(long keptMillis) {
        spanMillis = Math.max(1, keptMillis / GENERATIONS_OF_A_TIME);
    }

    /** @param hash see {@code LabelStore#hash} */
    synchronized void add(long hash, long millis) {
        Generation last = generations.isEmpty() ? null : generations.get(generations.size() - 1);
        if (last == null || last.count == GENERATION_LABELS || !last.spans(millis, spanMillis)) {
            last = new Generation(millis);
            generations.add(last);
        }
        if (last.add(mark(hash), millis)) {
            size++;
        }
    }

    /** Takes what another one knows, which is not used any more, as older than what this one knows. */
    synchronized void addOlder(LabelIndex other) {
        synchronized (other) {
            generations.addAll(0, other.generations);
            size += other.size;
        }
    }

    synchronized long size() {
        return size;
    }

    /** When this label was used, if it was used; empty if it was not. */
    synchronized Optional<Time> find(long hash) {
        return find(hash, Long.MAX_VALUE);
    }

    /** Looks only into generations that have ended by then. */
    synchronized Optional<Time> find(long hash, long endedMillis) {
        int mark = mark(hash);
        long from = Long.MAX_VALUE;
        long until = Long.MIN_VALUE;
        for (Generation generation : generations) {
            if (generation.last <= endedMillis && generation.contains(mark)) {
                from = Math.min(from, generation.first);
                until = Math.max(until, generation.last);
            }
        }
        return from > until ? Optional.empty() : Optional.of(new Time(from, until));
    }

    /** Returns when the first of those generations ended that ended between the two times, the second included. */
    synchronized OptionalLong nextEnd(long afterMillis, long untilMillis) {
        return generations.stream()
                .mapToLong(generation -> generation.last)
                .filter(end -> end > afterMillis && end <= untilMillis)
                .min();
    }

    /** Forgets the generations that had ended by then. */
    synchronized void removeUntil(long millis) {
        generations.removeIf(generation -> generation.last <= millis);
        size = generations.stream().mapToLong(generation -> generation.count).sum();
    }

    /** What of the hash is kept; 0 is a free place. */
    private static int mark(long hash) {
        int mark = (int) (hash >>> 8);
        return mark == 0 ? 1 : mark;
    }

    /** A set of marks, by their low bits, with open places behind each. */
    private static final class Generation {
        private static final int PLACES_INITIAL = 16;

        private int[] places = new int[PLACES_INITIAL];
        private int count;
        private long first;
        private long last;

        Generation(long millis) {
            first = millis;
            last = millis;
        }

        boolean spans(long millis, long spanMillis) {
            return Math.max(last, millis) - Math.min(first, millis) < spanMillis;
        }

        boolean add(int mark, long millis) {
            first = Math.min(first, millis);
            last = Math.max(last, millis);
            int place = place(mark);
            if (places[place] == mark) {
                return false;
            }
            places[place] = mark;
            count++;
            if (count > places.length / 4 * 3) {
                grow();
            }
            return true;
        }

        boolean contains(int mark) {
            return places[place(mark)] == mark;
        }

        /** Where it is or would be. */
        private int place(int mark) {
            int place = mark & (places.length - 1);
            while (places[place] != 0 && places[place] != mark) {
                place = (place + 1) & (places.length - 1);
            }
            return place;
        }

        private void grow() {
            int[] before = places;
            places = new int[2 * before.length];
            Arrays.stream(before).filter(mark -> mark != 0).forEach(mark -> places[place(mark)] = mark);
        }
    }
}
