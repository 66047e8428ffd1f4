/** The benchmark: scenarios, their clients, and what they measure of themselves and of the servers. */
@NullMarked
package io.tributary.bench;

import org.jspecify.annotations.NullMarked;
