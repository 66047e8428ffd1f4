package io.tributary.protocol.response;

import io.netty.buffer.ByteBuf;
import io.tributary.protocol.ServerPacket;
import java.nio.charset.StandardCharsets;

/**
 * Failure.
 *
 * @param number of the MySQL error reference, 1 to 65535
 * @param sqlState five ASCII characters
 * @param message cut at {@value #MESSAGE_CHARACTERS_MAX} characters
 * @see <a href="https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_basic_err_packet.html">ERR_Packet</a>
 */
public record ErrPacket(int number, String sqlState, String message) implements ServerPacket {
    public static final int MESSAGE_CHARACTERS_MAX = 8192;
    private static final int HEADER = 0xFF;

    public ErrPacket {
        if (number < 1 || number > 0xFFFF) {
            throw new IllegalArgumentException("error number " + number + ", allowed: 1 to 65535");
        }
        if (sqlState.length() != 5) {
            throw new IllegalArgumentException("SQLSTATE '" + sqlState + "', expected five characters");
        }
        if (message.length() > MESSAGE_CHARACTERS_MAX) {
            message = message.substring(0, MESSAGE_CHARACTERS_MAX);
        }
    }

    @Override
    public void encode(ByteBuf out, int capabilities) {
        out.writeByte(HEADER).writeShortLE(number).writeByte('#');
        out.writeCharSequence(sqlState, StandardCharsets.US_ASCII);
        out.writeCharSequence(message, StandardCharsets.UTF_8);
    }
}
