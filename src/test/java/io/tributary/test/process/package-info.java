/** Tributary as its users run it: processes started by bin/tributary. */
@NullMarked
package io.tributary.test.process;

import org.jspecify.annotations.NullMarked;
