package io.tributary.cli.bench.load;

import io.tributary.cli.bench.measure.LatencyHistogram;
import io.tributary.cli.bench.measure.RowSums;

/**
 * What a load generator was answered in one phase.
 *
 * @param statements acknowledged
 * @param checksum of the acknowledged rows
 * @param elapsedSeconds from the first statement to the last answer
 */
public record PhaseResult(long statements, RowSums checksum, double elapsedSeconds, LatencyHistogram latencies) {}
