package io.tributary.bench.replay;

import io.netty.buffer.ByteBuf;
import java.nio.charset.StandardCharsets;

/** An ERR packet from the server. */
record ErrReply(int number, String message) {
    static final int HEADER = 0xFF;
    static final int UNKNOWN_VARIABLE = 1193;

    private static final int SQL_STATE_BYTES = 6;

    /** @param in behind the header byte */
    static ErrReply read(ByteBuf in) {
        int number = in.readUnsignedShortLE();
        if (in.isReadable(SQL_STATE_BYTES) && in.getByte(in.readerIndex()) == '#') {
            in.skipBytes(SQL_STATE_BYTES);
        }
        return new ErrReply(number, in.toString(StandardCharsets.UTF_8));
    }

    ReplayException toException(String command) {
        return new ReplayException(command + ": error " + number + ": " + message);
    }
}
