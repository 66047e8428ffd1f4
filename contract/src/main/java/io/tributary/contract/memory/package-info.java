/** Bytes that many share. */
@NullMarked
package io.tributary.contract.memory;

import org.jspecify.annotations.NullMarked;
