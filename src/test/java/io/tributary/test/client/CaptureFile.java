package io.tributary.test.client;

import io.netty.buffer.Unpooled;
import io.tributary.protocol.command.Command;
import io.tributary.protocol.command.CommandDecoder;
import io.tributary.protocol.command.Query;
import io.tributary.protocol.command.StmtExecute;
import io.tributary.protocol.command.StmtPrepare;
import io.tributary.protocol.handshake.HandshakeResponse41;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The text of a golden file: a comment that names the client, the capabilities that the server offered, and each packet
 * of the client with its frame header, a comment with its meaning before it.
 */
final class CaptureFile {
    private static final int HEADER_BYTES = 4;
    private static final int LINE_BYTES = 32;
    private static final int COMMENT_LENGTH = 160;

    private CaptureFile() {}

    /**
     * @param client name and version, for the comment
     * @param content what it sent, for the comment
     */
    static String text(String client, String content, RecordingProxy.Conversation conversation) {
        byte[] greeting = conversation.server().toByteArray();
        int offered = offered(greeting);
        StringBuilder text = new StringBuilder("# ")
                .append(client)
                .append(", towards ")
                .append(version(greeting))
                .append(": ")
                .append(content)
                .append("\n# offered\n")
                .append(HexFormat.of().toHexDigits(offered))
                .append('\n');
        byte[] stream = conversation.client().toByteArray();
        int capabilities = 0;
        for (int at = 0; at < stream.length; ) {
            int length = (stream[at] & 0xFF) | ((stream[at + 1] & 0xFF) << 8) | ((stream[at + 2] & 0xFF) << 16);
            int end = at + HEADER_BYTES + length;
            byte[] payload = Arrays.copyOfRange(stream, at + HEADER_BYTES, end);
            if (at == 0) {
                HandshakeResponse41 response = HandshakeResponse41.decode(Unpooled.wrappedBuffer(payload));
                capabilities = response.effectiveCapabilities(offered);
                text.append("# ").append(response).append('\n');
            } else {
                text.append("# ")
                        .append(comment(describe(payload, capabilities)))
                        .append('\n');
            }
            for (int line = at; line < end; line += LINE_BYTES) {
                text.append(HexFormat.ofDelimiter(" ").formatHex(stream, line, Math.min(end, line + LINE_BYTES)))
                        .append('\n');
            }
            at = end;
        }
        return text.toString();
    }

    //   | 10 | version NUL | thread id 4 | nonce 8 | 0 | capabilities 2 | charset | status 2 | capabilities 2 | …
    private static int offered(byte[] greeting) {
        int at = HEADER_BYTES + 1 + version(greeting).length() + 1 + 4 + 8 + 1;
        return (greeting[at] & 0xFF)
                | ((greeting[at + 1] & 0xFF) << 8)
                | ((greeting[at + 5] & 0xFF) << 16)
                | ((greeting[at + 6] & 0xFF) << 24);
    }

    private static String version(byte[] greeting) {
        String text =
                new String(greeting, HEADER_BYTES + 1, greeting.length - HEADER_BYTES - 1, StandardCharsets.ISO_8859_1);
        return text.substring(0, text.indexOf('\0'));
    }

    private static String describe(byte[] payload, int capabilities) {
        Command command = CommandDecoder.decode(Unpooled.wrappedBuffer(payload), capabilities, StandardCharsets.UTF_8);
        if (command instanceof Query query) {
            return "Query " + new String(query.text(), StandardCharsets.UTF_8);
        }
        if (command instanceof StmtPrepare prepare) {
            return "StmtPrepare " + new String(prepare.text(), StandardCharsets.UTF_8);
        }
        return command instanceof StmtExecute execute ? "StmtExecute " + execute.statementId() : command.toString();
    }

    private static String comment(String text) {
        String line = text.replaceAll("[\\s\\p{Cntrl}]+", " ").strip();
        return line.length() > COMMENT_LENGTH ? line.substring(0, COMMENT_LENGTH) + " …" : line;
    }
}
