package io.tributary.protocol.response;

import io.netty.buffer.ByteBuf;
import io.tributary.protocol.ServerPacket;
import java.nio.charset.StandardCharsets;

/** The reply to COM_STATISTICS: bare text, the whole packet; not empty. */
public record StatisticsText(String text) implements ServerPacket {
    @Override
    public void encode(ByteBuf out, int capabilities) {
        out.writeCharSequence(text, StandardCharsets.UTF_8);
    }
}
