package io.tributary.protocol.response;

import io.netty.buffer.ByteBuf;
import io.tributary.protocol.Capability;
import io.tributary.protocol.ServerPacket;

/**
 * The reply to COM_STMT_PREPARE. Behind it come the definitions of the parameters, then those of the columns, each list
 * where it is not empty and each ended by an {@link EofPacket} for clients without DEPRECATE_EOF.
 *
 * @param columns 0 for a statement without a result set
 * @param parameters at most {@value #PARAMETERS_MAX}
 * @param definitionsFollow as for {@link ColumnCount}
 */
public record PrepareOk(int statementId, int columns, int parameters, int warnings, boolean definitionsFollow)
        implements ServerPacket {
    /** More are error 1390. */
    public static final int PARAMETERS_MAX = 0xFFFF;

    /** Makes an answer that all definitions follow. */
    public PrepareOk(int statementId, int columns, int parameters, int warnings) {
        this(statementId, columns, parameters, warnings, true);
    }

    public PrepareOk {
        if (columns < 0 || columns > 0xFFFF || parameters < 0 || parameters > PARAMETERS_MAX) {
            throw new IllegalArgumentException(
                    columns + " columns and " + parameters + " parameters, allowed: 0 to 65535 each");
        }
    }

    @Override
    public void encode(ByteBuf out, int capabilities) {
        out.writeByte(0).writeIntLE(statementId).writeShortLE(columns).writeShortLE(parameters);
        out.writeByte(0).writeShortLE(Math.min(warnings, 0xFFFF));
        if (Capability.has(capabilities, Capability.OPTIONAL_RESULTSET_METADATA)) {
            out.writeBoolean(definitionsFollow);
        }
    }
}
