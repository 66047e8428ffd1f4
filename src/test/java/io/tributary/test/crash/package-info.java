/** Kills the backend at chosen places, over and over, and counts the rows. */
@NullMarked
package io.tributary.test.crash;

import org.jspecify.annotations.NullMarked;
