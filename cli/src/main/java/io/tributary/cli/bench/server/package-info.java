/** The servers that are measured, and what can be seen of them from outside. */
@NullMarked
package io.tributary.cli.bench.server;

import org.jspecify.annotations.NullMarked;
