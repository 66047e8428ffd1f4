/** A bench writes into several lineitem tables, and verifies their rows by sums. */
@NullMarked
package io.tributary.bench.lineitem;

import org.jspecify.annotations.NullMarked;
