/** What clients did and saw, operation by operation, and whether some order of their effects explains it. */
@NullMarked
package io.tributary.test.history;

import org.jspecify.annotations.NullMarked;
