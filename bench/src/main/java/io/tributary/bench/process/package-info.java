/** Processes that a benchmark starts and ends. */
@NullMarked
package io.tributary.bench.process;

import org.jspecify.annotations.NullMarked;
