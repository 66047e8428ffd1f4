package io.tributary.cli.bench.load;

import io.tributary.cli.bench.measure.LatencyHistogram;
import io.tributary.cli.lineitem.LineItemChecksum;

/**
 * What a load generator was answered in one phase.
 *
 * @param statements acknowledged
 * @param checksum of the acknowledged rows
 * @param elapsedSeconds from the first statement to the last answer
 */
public record PhaseResult(
        long statements, LineItemChecksum checksum, double elapsedSeconds, LatencyHistogram latencies) {}
