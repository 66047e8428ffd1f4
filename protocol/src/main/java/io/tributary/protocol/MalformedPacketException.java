package io.tributary.protocol;

import io.netty.handler.codec.DecoderException;

/**
 * Bytes that no packet of the protocol can hold. Names what was expected, and the lengths; never the bytes.
 *
 * <p>A {@link DecoderException}, so that Netty passes it on as it is.
 */
public class MalformedPacketException extends DecoderException {
    public MalformedPacketException(String message) {
        super(message);
    }
}
