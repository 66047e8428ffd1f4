/**
 * The load generator: a process of its own, so that its Java can be another one and its CPU is nobody else's. It is told
 * what to do line by line on standard input and answers the same way.
 */
@NullMarked
package io.tributary.bench.load;

import org.jspecify.annotations.NullMarked;
