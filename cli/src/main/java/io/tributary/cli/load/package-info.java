/** {@code tributary load}: files over Stream Load. */
@NullMarked
package io.tributary.cli.load;

import org.jspecify.annotations.NullMarked;
