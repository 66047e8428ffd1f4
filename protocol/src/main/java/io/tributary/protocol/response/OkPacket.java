package io.tributary.protocol.response;

import io.netty.buffer.ByteBuf;
import io.tributary.protocol.Capability;
import io.tributary.protocol.LengthEncoded;
import io.tributary.protocol.ServerPacket;
import io.tributary.protocol.ServerStatus;
import java.util.List;

/**
 * Success, without rows.
 *
 * <p>The info is length-encoded wherever there is one, with SESSION_TRACK or without, as real servers do and as
 * libmysqlclient reads it.
 *
 * @param status bits of {@link io.tributary.protocol.ServerStatus}
 * @param warnings 0 to 65535; more are sent as 65535
 * @param info shown by clients under "Query OK"; may be empty
 * @param changes of the session, for a client with SESSION_TRACK; the status says whether there are any
 * @see <a href="https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_basic_ok_packet.html">OK_Packet</a>
 */
public record OkPacket(
        long affectedRows, long lastInsertId, int status, int warnings, String info, List<SessionChange> changes)
        implements ServerPacket {
    private static final int HEADER = 0x00;

    public OkPacket {
        changes = List.copyOf(changes);
    }

    /** Makes an OK without changes of the session. */
    public OkPacket(long affectedRows, long lastInsertId, int status, int warnings, String info) {
        this(affectedRows, lastInsertId, status, warnings, info, List.of());
    }

    /** OK with a status only. */
    public static OkPacket of(int status) {
        return new OkPacket(0, 0, status, 0, "");
    }

    @Override
    public void encode(ByteBuf out, int capabilities) {
        encode(out, HEADER, capabilities);
    }

    void encode(ByteBuf out, int header, int capabilities) {
        out.writeByte(header);
        LengthEncoded.writeInteger(out, affectedRows);
        LengthEncoded.writeInteger(out, lastInsertId);
        boolean tracked = Capability.has(capabilities, Capability.SESSION_TRACK);
        boolean changed = tracked && !changes.isEmpty();
        out.writeShortLE(changed ? status | ServerStatus.SESSION_STATE_CHANGED : status);
        out.writeShortLE(Math.min(warnings, 0xFFFF));
        if (tracked || !info.isEmpty()) {
            LengthEncoded.writeText(out, info);
        }
        if (changed) {
            SessionChange.encode(changes, out);
        }
    }
}
