package io.tributary.protocol.codec;

import io.tributary.protocol.MalformedPacketException;

/** A packet too large to be read or skipped: the connection ends, with error 1153 where it can still be said. */
public final class PacketTooLargeException extends MalformedPacketException {
    public PacketTooLargeException(long bytes, long limit) {
        super("packet of " + bytes + " bytes exceeds max_allowed_packet " + limit);
    }
}
