/** What a client asks: one record per command, and the readers of binary parameters. */
@org.jspecify.annotations.NullMarked
package io.tributary.protocol.command;
