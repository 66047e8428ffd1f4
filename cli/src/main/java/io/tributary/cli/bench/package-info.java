/** The benchmark: scenarios, their clients, and what they measure of themselves and of the servers. */
@NullMarked
package io.tributary.cli.bench;

import org.jspecify.annotations.NullMarked;
