package io.tributary.protocol.response;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.tributary.protocol.ServerPacket;

/**
 * Asks the client for a file of LOAD DATA LOCAL: {@code FB}, and the name as the client wrote it. The client sends the
 * file's bytes in packets whose sequence goes on, and then an empty one.
 *
 * @see <a href="https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_com_query_response_local_infile_request.html">LOCAL
 *     INFILE Request</a>
 */
public record LocalInfileRequest(String file) implements ServerPacket {
    private static final int HEADER = 0xFB;

    @Override
    public void encode(ByteBuf out, int capabilities) {
        out.writeByte(HEADER);
        ByteBufUtil.writeUtf8(out, file);
    }
}
