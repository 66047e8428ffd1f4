package io.tributary.bench.replay;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import io.netty.channel.Channel;
import io.tributary.cli.lineitem.LineItemTable;
import java.nio.charset.StandardCharsets;

/**
 * The beginning of a command, which one connection sends before the rows of one table:
 *
 * <pre>
 *   0        3          4
 *   | length | sequence | 0x17 | statement id, 4 | flags | iterations, 4 | rows from the pool …
 *   | length | sequence | 0x03 | INSERT INTO t VALUES                    | rows from the pool …
 * </pre>
 *
 * Written in place for each command, so the one before must have been answered. Event loop of the connection.
 */
final class StatementHead {
    /** The most bytes of a command's payload; a longer one would need a second frame. */
    static final int PAYLOAD_BYTES_MAX = 0xFFFFFF - 1;

    private static final int HEADER_BYTES = 4;
    private static final int COM_QUERY = 0x03;
    private static final int COM_STMT_EXECUTE = 0x17;
    private static final int NO_CURSOR = 0;
    private static final int ITERATIONS = 1;

    private final ByteBuf bytes;

    private StatementHead(ByteBuf bytes) {
        this.bytes = bytes;
    }

    static StatementHead execute(int statementId) {
        ByteBuf bytes = begin(COM_STMT_EXECUTE);
        bytes.writeIntLE(statementId).writeByte(NO_CURSOR).writeIntLE(ITERATIONS);
        return new StatementHead(bytes);
    }

    /** @param insert everything before the rows, {@code INSERT INTO t VALUES} and a blank */
    static StatementHead query(String insert) {
        ByteBuf bytes = begin(COM_QUERY);
        bytes.writeCharSequence(insert, StandardCharsets.UTF_8);
        return new StatementHead(bytes);
    }

    private static ByteBuf begin(int command) {
        return Unpooled.directBuffer(64).writeZero(HEADER_BYTES).writeByte(command);
    }

    /**
     * Sends the command with these rows.
     *
     * @param body of the pool, which keeps it
     * @throws IllegalArgumentException if it does not fit one frame
     */
    @SuppressWarnings("FutureReturnValueIgnored") // the void promise tells failures to exceptionCaught
    void send(Channel channel, ByteBuf body) {
        int length = bytes.readableBytes() - HEADER_BYTES + body.readableBytes();
        if (length > PAYLOAD_BYTES_MAX) {
            throw new IllegalArgumentException("a statement of " + length + " bytes, allowed for the replaying client: "
                    + PAYLOAD_BYTES_MAX + " (" + LineItemTable.NAME + ", fewer rows a statement)");
        }
        bytes.setMediumLE(0, length);
        channel.write(bytes.retainedDuplicate(), channel.voidPromise());
        channel.writeAndFlush(body.retainedDuplicate(), channel.voidPromise());
    }

    void release() {
        bytes.release();
    }
}
