package io.tributary.bench.replay;

import io.tributary.bench.measure.LatencyHistogram;
import java.util.List;

/**
 * One phase of all connections.
 *
 * @param answeredByBody how often each body of the pool was acknowledged; owned by this record
 * @param elapsedNanos from the first statement to the last answer
 */
@SuppressWarnings("ArrayRecordComponent") // as large as the pool; nobody compares results
public record ReplayResult(LatencyHistogram latencies, long[] answeredByBody, long elapsedNanos) {
    static ReplayResult of(List<Tally> tallies, int bodies, long elapsedNanos) {
        LatencyHistogram latencies = new LatencyHistogram();
        long[] answered = new long[bodies];
        for (Tally tally : tallies) {
            latencies.add(tally.latencies());
            for (int i = 0; i < bodies; i++) {
                answered[i] += tally.answeredByBody()[i];
            }
        }
        return new ReplayResult(latencies, answered, elapsedNanos);
    }
}
