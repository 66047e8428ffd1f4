package io.tributary.protocol.response;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.ByteBufUtil;
import io.tributary.protocol.LengthEncoded;
import java.util.List;

/**
 * One change of a session's state, told in an OK packet to clients with SESSION_TRACK: a type, and the lenenc texts that
 * belong to it, together with a length of their own.
 *
 * @see <a href="https://dev.mysql.com/doc/dev/mysql-server/latest/mysql__com_8h.html">enum_session_state_type</a>
 */
public record SessionChange(int type, List<String> texts) {
    private static final int SYSTEM_VARIABLE = 0;
    private static final int SCHEMA = 1;
    private static final int STATE = 2;
    private static final int TRANSACTION_CHARACTERISTICS = 4;
    private static final int TRANSACTION_STATE = 5;

    public SessionChange {
        texts = List.copyOf(texts);
    }

    public static SessionChange ofVariable(String name, String value) {
        return new SessionChange(SYSTEM_VARIABLE, List.of(name, value));
    }

    /** @param name of the current database, or empty */
    public static SessionChange ofSchema(String name) {
        return new SessionChange(SCHEMA, List.of(name));
    }

    /** Something changed that a client would have to restore on another connection. */
    public static SessionChange ofState() {
        return new SessionChange(STATE, List.of("1"));
    }

    /** @param statements that would begin the transaction again; empty without one */
    public static SessionChange ofTransactionCharacteristics(String statements) {
        return new SessionChange(TRANSACTION_CHARACTERISTICS, List.of(statements));
    }

    /** @param places eight characters */
    public static SessionChange ofTransactionState(String places) {
        return new SessionChange(TRANSACTION_STATE, List.of(places));
    }

    /** All changes as one lenenc string. */
    static void encode(List<SessionChange> changes, ByteBuf out) {
        int length = 0;
        for (SessionChange change : changes) {
            int bytes = change.textBytes();
            length += 1 + integerBytes(bytes) + bytes;
        }
        LengthEncoded.writeInteger(out, length);
        for (SessionChange change : changes) {
            out.writeByte(change.type());
            LengthEncoded.writeInteger(out, change.textBytes());
            change.texts().forEach(text -> LengthEncoded.writeText(out, text));
        }
    }

    private int textBytes() {
        int bytes = 0;
        for (String text : texts) {
            int utf8 = ByteBufUtil.utf8Bytes(text);
            bytes += integerBytes(utf8) + utf8;
        }
        return bytes;
    }

    private static int integerBytes(int value) {
        return value <= 0xFA ? 1 : value <= 0xFFFF ? 3 : value <= 0xFFFFFF ? 4 : 9;
    }
}
