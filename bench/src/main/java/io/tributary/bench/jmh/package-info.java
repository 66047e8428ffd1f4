/** A JMH benchmark for each step of an INSERT, on the classes that serve clients. */
@NullMarked
package io.tributary.bench.jmh;

import org.jspecify.annotations.NullMarked;
