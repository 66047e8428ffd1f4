/** The commands of bin/tributary, their exit codes and their one-line refusals. */
@NullMarked
package io.tributary.test.command;

import org.jspecify.annotations.NullMarked;
