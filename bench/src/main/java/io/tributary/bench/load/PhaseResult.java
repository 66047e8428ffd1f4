package io.tributary.bench.load;

import io.tributary.bench.measure.LatencyHistogram;
import io.tributary.bench.measure.RowSums;
import io.tributary.bench.replay.ReplayResult;

/**
 * What a load generator was answered in one phase.
 *
 * @param statements acknowledged
 * @param checksum of the acknowledged rows
 * @param elapsedSeconds from the first statement to the last answer
 */
public record PhaseResult(long statements, RowSums checksum, double elapsedSeconds, LatencyHistogram latencies) {
    /** @param checksum of what was acknowledged */
    static PhaseResult of(ReplayResult replayed, RowSums checksum) {
        return new PhaseResult(
                replayed.latencies().total(), checksum, replayed.elapsedNanos() / 1e9, replayed.latencies());
    }
}
