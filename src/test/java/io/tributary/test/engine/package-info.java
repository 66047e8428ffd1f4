/** Engines of other servers, held to the contract of all engines. */
@NullMarked
package io.tributary.test.engine;

import org.jspecify.annotations.NullMarked;
