package io.tributary.protocol.command;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.tributary.protocol.Capability;
import io.tributary.protocol.LengthEncoded;
import io.tributary.protocol.MalformedPacketException;
import java.nio.charset.Charset;
import org.jspecify.annotations.Nullable;

/**
 * Reads a packet of the command phase. The bytes a command keeps are copied, once, so that the packet can be released
 * at once.
 */
public final class CommandDecoder {
    private static final int QUIT = 0x01;
    private static final int INIT_DB = 0x02;
    private static final int QUERY = 0x03;
    private static final int FIELD_LIST = 0x04;
    private static final int STATISTICS = 0x09;
    private static final int PROCESS_KILL = 0x0C;
    private static final int DEBUG = 0x0D;
    private static final int PING = 0x0E;
    private static final int CHANGE_USER = 0x11;
    private static final int STMT_PREPARE = 0x16;
    private static final int STMT_EXECUTE = 0x17;
    private static final int STMT_SEND_LONG_DATA = 0x18;
    private static final int STMT_CLOSE = 0x19;
    private static final int STMT_RESET = 0x1A;
    private static final int SET_OPTION = 0x1B;
    private static final int STMT_FETCH = 0x1C;
    private static final int RESET_CONNECTION = 0x1F;

    private CommandDecoder() {}

    /**
     * The command in {@code payload}, which is read to its end and not released.
     *
     * @param capabilities those in force
     * @param charset of names (user, database, table); statements stay bytes
     * @throws MalformedPacketException if the packet is empty or cut short
     */
    public static Command decode(ByteBuf payload, int capabilities, Charset charset) {
        LengthEncoded.require(payload, 1, "command");
        int code = payload.readUnsignedByte();
        return switch (code) {
            case QUIT -> new Quit();
            case INIT_DB -> new InitDb(rest(payload, charset));
            case QUERY -> {
                if (Capability.has(capabilities, Capability.QUERY_ATTRIBUTES)) {
                    QueryAttributes.skip(payload);
                }
                yield new Query(rest(payload));
            }
            case FIELD_LIST -> new FieldList(LengthEncoded.readNulTerminated(payload, charset), rest(payload, charset));
            case STATISTICS -> new Statistics();
            case PROCESS_KILL -> new ProcessKill(Integer.toUnsignedLong(readInt(payload, "COM_PROCESS_KILL")));
            case DEBUG -> new Debug();
            case PING -> new Ping();
            case CHANGE_USER -> changeUser(payload, capabilities, charset);
            case STMT_PREPARE -> new StmtPrepare(rest(payload));
            case STMT_EXECUTE -> stmtExecute(payload, capabilities);
            case STMT_SEND_LONG_DATA -> stmtSendLongData(payload);
            case STMT_CLOSE -> new StmtClose(readInt(payload, "COM_STMT_CLOSE"));
            case STMT_RESET -> new StmtReset(readInt(payload, "COM_STMT_RESET"));
            case SET_OPTION -> {
                LengthEncoded.require(payload, 2, "COM_SET_OPTION");
                yield new SetOption(payload.readUnsignedShortLE());
            }
            case STMT_FETCH -> new StmtFetch(readInt(payload, "COM_STMT_FETCH"), readInt(payload, "COM_STMT_FETCH"));
            case RESET_CONNECTION -> new ResetConnection();
            default -> new Unknown(code);
        };
    }

    //   0         4       5             9
    //   | id      | flags | iterations  | [count lenenc] | null bitmap …
    private static StmtExecute stmtExecute(ByteBuf in, int capabilities) {
        LengthEncoded.require(in, 9, "COM_STMT_EXECUTE");
        int statementId = in.readIntLE();
        int flags = in.readUnsignedByte();
        in.skipBytes(4); // iteration count, always 1
        int count = StmtExecute.NOT_COUNTED;
        if (Capability.has(capabilities, Capability.QUERY_ATTRIBUTES)) {
            count = (flags & StmtExecute.PARAMETER_COUNT_AVAILABLE) != 0
                    ? StmtExecute.readCount(in)
                    : StmtExecute.COUNTED_IN_BODY;
        }
        return new StmtExecute(statementId, flags, count, rest(in));
    }

    private static StmtSendLongData stmtSendLongData(ByteBuf in) {
        LengthEncoded.require(in, 6, "COM_STMT_SEND_LONG_DATA");
        return new StmtSendLongData(in.readIntLE(), in.readUnsignedShortLE(), rest(in));
    }

    private static ChangeUser changeUser(ByteBuf in, int capabilities, Charset charset) {
        String user = LengthEncoded.readNulTerminated(in, charset);
        byte[] authResponse = authResponse(in, capabilities);
        String database = LengthEncoded.readNulTerminated(in, charset);
        int characterSet = in.readableBytes() >= 2 ? in.readUnsignedShortLE() : 0;
        String plugin = null;
        if (Capability.has(capabilities, Capability.PLUGIN_AUTH) && in.isReadable()) {
            plugin = LengthEncoded.readNulTerminated(in, charset);
        }
        return new ChangeUser(user, authResponse, emptyToNull(database), characterSet, emptyToNull(plugin));
    }

    private static byte[] authResponse(ByteBuf in, int capabilities) {
        if (!Capability.has(capabilities, Capability.SECURE_CONNECTION)) {
            throw new MalformedPacketException("COM_CHANGE_USER without SECURE_CONNECTION");
        }
        LengthEncoded.require(in, 1, "authentication response");
        int length = in.readUnsignedByte();
        LengthEncoded.require(in, length, "authentication response");
        return ByteBufUtil.getBytes(in.readSlice(length));
    }

    private static int readInt(ByteBuf in, String command) {
        LengthEncoded.require(in, 4, command);
        return in.readIntLE();
    }

    private static byte[] rest(ByteBuf in) {
        return ByteBufUtil.getBytes(in.readSlice(in.readableBytes()));
    }

    private static String rest(ByteBuf in, Charset charset) {
        return in.readString(in.readableBytes(), charset);
    }

    private static @Nullable String emptyToNull(@Nullable String text) {
        return text == null || text.isEmpty() ? null : text;
    }
}
