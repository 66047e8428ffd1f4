/** Framing: three bytes of length, a sequence id, joining and splitting at 16 MiB − 1. */
@org.jspecify.annotations.NullMarked
package io.tributary.protocol.codec;
