/** Packets of the connection phase and the pure functions of each authentication plugin. */
@org.jspecify.annotations.NullMarked
package io.tributary.protocol.handshake;
