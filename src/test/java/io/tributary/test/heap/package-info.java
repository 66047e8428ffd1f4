/** What the heap of a real process does when clients ask for more than it has. */
@NullMarked
package io.tributary.test.heap;

import org.jspecify.annotations.NullMarked;
