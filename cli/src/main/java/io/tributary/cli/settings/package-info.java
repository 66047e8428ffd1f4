/** What a process is told: the table of keys, and how file, environment and command line are read into it. */
@NullMarked
package io.tributary.cli.settings;

import org.jspecify.annotations.NullMarked;
