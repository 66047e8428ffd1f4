/** The module and package graph of ARCHITECTURE.md as a test. */
@NullMarked
package io.tributary.test.layering;

import org.jspecify.annotations.NullMarked;
