package io.tributary.protocol.codec;

import io.tributary.protocol.MalformedPacketException;

/** A frame whose sequence id is not the next one: error 1156, and the connection ends. */
public final class PacketsOutOfOrderException extends MalformedPacketException {
    public PacketsOutOfOrderException(int sequence, int expected) {
        super("packets out of order: sequence id " + sequence + ", expected " + expected);
    }
}
