/** Real clients against a real process. */
@NullMarked
package io.tributary.test.client;

import org.jspecify.annotations.NullMarked;
