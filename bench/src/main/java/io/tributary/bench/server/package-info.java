/** The servers that are measured, and what can be seen of them from outside. */
@NullMarked
package io.tributary.bench.server;

import org.jspecify.annotations.NullMarked;
