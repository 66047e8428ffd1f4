/** Bytes that many share. */
@NullMarked
package io.tributary.rpc.memory;

import org.jspecify.annotations.NullMarked;
