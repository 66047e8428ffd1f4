package io.tributary.cli.bench.measure;

import com.fasterxml.jackson.annotation.JsonCreator;
import com.fasterxml.jackson.annotation.JsonValue;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/**
 * Counts latencies in buckets whose width grows with the value: exact below 128 µs, within 1.6 % above. Fixed size;
 * recording allocates nothing. Not thread-safe: one a client, added up at the end.
 */
public final class LatencyHistogram {
    // value in µs:  0 … 127 → its own bucket;  above: 64 buckets for each power of two (the 6 bits after the first)
    private static final int EXACT = 128;
    private static final int BUCKETS_PER_OCTAVE = 64;
    private static final int OCTAVES = 64 - 7;

    private final long[] counts = new long[EXACT + OCTAVES * BUCKETS_PER_OCTAVE];
    private long total;

    public void record(long nanos) {
        counts[bucket(Math.max(0, nanos / 1_000))]++;
        total++;
    }

    public void add(LatencyHistogram other) {
        for (int i = 0; i < counts.length; i++) {
            counts[i] += other.counts[i];
        }
        total += other.total;
    }

    /** The upper edge of the bucket in which this share of all values ends, in milliseconds; 0 without values. */
    public double percentileMillis(double percent) {
        long rank = (long) Math.ceil(total * percent / 100);
        long seen = 0;
        for (int i = 0; i < counts.length; i++) {
            seen += counts[i];
            if (seen >= rank && seen > 0) {
                return upperEdgeMicros(i) / 1e3;
            }
        }
        return 0;
    }

    /** How many latencies were recorded. */
    public long total() {
        return total;
    }

    /**
     * Its buckets by number, the empty ones left out.
     *
     * @see #ofCounts
     */
    @JsonValue
    SortedMap<Integer, Long> counts() {
        SortedMap<Integer, Long> used = new TreeMap<>();
        for (int i = 0; i < counts.length; i++) {
            if (counts[i] != 0) {
                used.put(i, counts[i]);
            }
        }
        return used;
    }

    /** @throws ArrayIndexOutOfBoundsException if there is no bucket of that number */
    @JsonCreator
    static LatencyHistogram ofCounts(Map<Integer, Long> used) {
        LatencyHistogram histogram = new LatencyHistogram();
        used.forEach((bucket, count) -> {
            histogram.counts[bucket] = count;
            histogram.total += count;
        });
        return histogram;
    }

    private static int bucket(long micros) {
        if (micros < EXACT) {
            return (int) micros;
        }
        int octave = 63 - Long.numberOfLeadingZeros(micros) - 7;
        int within = (int) (micros >>> (octave + 1)) - BUCKETS_PER_OCTAVE;
        return EXACT + octave * BUCKETS_PER_OCTAVE + within;
    }

    private static long upperEdgeMicros(int bucket) {
        if (bucket < EXACT) {
            return bucket;
        }
        int octave = (bucket - EXACT) / BUCKETS_PER_OCTAVE;
        int within = (bucket - EXACT) % BUCKETS_PER_OCTAVE + BUCKETS_PER_OCTAVE;
        return ((within + 1L) << (octave + 1)) - 1;
    }
}
