/** What a run is measured with: clocks and counters of processes, latencies, and the machine's name. */
@NullMarked
package io.tributary.bench.measure;

import org.jspecify.annotations.NullMarked;
