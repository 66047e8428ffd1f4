package io.tributary.frontend.mysql;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.temporary.TemporaryName;
import io.tributary.dialect.token.RewrittenText;
import io.tributary.frontend.execution.SentErrors;
import io.tributary.protocol.MalformedPacketException;
import io.tributary.protocol.codec.PacketTooLargeException;
import io.tributary.protocol.codec.PacketsOutOfOrderException;
import io.tributary.protocol.response.ErrPacket;
import io.tributary.session.Session;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** The one place where errors become MySQL's numbers, states and texts; each is a line of {@link SentErrors}. */
final class MySqlErrors {
    private static final Logger log = LoggerFactory.getLogger(MySqlErrors.class);
    private static final int MALFORMED_PACKET = 1835;
    private static final String DENIED = "Access denied for user '";

    private MySqlErrors() {}

    /** Returns an error like {@link #packet(Throwable, int)}, with the account where MySQL names it; a server has named its own. */
    static ErrPacket packet(Throwable error, Session session) {
        if (error instanceof TributaryException refused
                && refused.code() == ErrorCode.DATABASE_ACCESS_DENIED
                && !String.valueOf(refused.getMessage()).contains(DENIED)) {
            return packet(
                    refused.code(), DENIED + session.user() + "'@'" + session.host() + "' to " + refused.getMessage());
        }
        return packet(error, session.id());
    }

    /** What a client is told; an error that nobody foresaw is logged with its session and told without details. */
    static ErrPacket packet(Throwable error, int sessionId) {
        if (error instanceof TributaryException refused) {
            if (refused.code().kind() == ErrorCode.Kind.INTERNAL) {
                log.warn("session={} code={} internal error", sessionId, refused.code(), refused);
            }
            // Engines quote what they were sent.
            return packet(refused.code(), RewrittenText.inMessage(String.valueOf(refused.getMessage())));
        }
        if (error instanceof PacketTooLargeException) {
            return packet(ErrorCode.PACKET_TOO_LARGE, String.valueOf(error.getMessage()));
        }
        if (error instanceof PacketsOutOfOrderException) {
            return packet(ErrorCode.PACKETS_OUT_OF_ORDER, String.valueOf(error.getMessage()));
        }
        if (error instanceof MalformedPacketException) {
            return sent(
                    new ErrPacket(MALFORMED_PACKET, "HY000", "Malformed communication packet: " + error.getMessage()));
        }
        log.error("session={} unexpected error", sessionId, error);
        return packet(ErrorCode.UNKNOWN, "internal error; the server's log names it under session " + sessionId);
    }

    static ErrPacket packet(ErrorCode code, String message) {
        return sent(new ErrPacket(code.number(), code.sqlState(), TemporaryName.shownIn(message)));
    }

    private static ErrPacket sent(ErrPacket error) {
        SentErrors.log(error.number(), error.message());
        return error;
    }
}
