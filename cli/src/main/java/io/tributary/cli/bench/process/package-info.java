/** Processes that a benchmark starts and ends. */
@NullMarked
package io.tributary.cli.bench.process;

import org.jspecify.annotations.NullMarked;
