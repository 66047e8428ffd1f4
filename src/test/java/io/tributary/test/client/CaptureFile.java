package io.tributary.test.client;

import io.netty.buffer.Unpooled;
import io.tributary.protocol.command.Command;
import io.tributary.protocol.command.CommandDecoder;
import io.tributary.protocol.command.Query;
import io.tributary.protocol.command.StmtExecute;
import io.tributary.protocol.command.StmtPrepare;
import io.tributary.protocol.handshake.HandshakeResponse41;
import io.tributary.protocol.handshake.Nonce;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.HexFormat;

/**
 * The text of a golden file: a comment that names the client, the capabilities that the server offered, its nonce where
 * the client proves a password by it, and each packet of the client with its frame header, a comment with its meaning
 * before it.
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
        byte[] stream = conversation.client().toByteArray();
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
        if (response(stream).authResponse().length > 1) {
            text.append("# nonce\n")
                    .append(HexFormat.of().formatHex(nonce(greeting)))
                    .append('\n');
        }
        int capabilities = 0;
        for (int at = 0; at < stream.length; ) {
            int end = end(stream, at);
            byte[] payload = Arrays.copyOfRange(stream, at + HEADER_BYTES, end);
            if (at == 0) {
                HandshakeResponse41 response = response(stream);
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

    private static HandshakeResponse41 response(byte[] stream) {
        return HandshakeResponse41.decode(
                Unpooled.wrappedBuffer(Arrays.copyOfRange(stream, HEADER_BYTES, end(stream, 0))));
    }

    /** Where the packet that begins here ends. */
    private static int end(byte[] stream, int at) {
        return at
                + HEADER_BYTES
                + ((stream[at] & 0xFF) | ((stream[at + 1] & 0xFF) << 8) | ((stream[at + 2] & 0xFF) << 16));
    }

    //   | 10 | version NUL | thread id 4 | nonce 8 | 0 | capabilities 2 | charset | status 2 | capabilities 2 |
    //   | length | 10 zeros | nonce 12 | 0 | …
    private static byte[] nonce(byte[] greeting) {
        int at = nonceAt(greeting);
        byte[] nonce = Arrays.copyOfRange(greeting, at, at + Nonce.BYTES);
        int second = at + 8 + 1 + 2 + 1 + 2 + 2 + 1 + 10;
        System.arraycopy(greeting, second, nonce, 8, Nonce.BYTES - 8);
        return nonce;
    }

    private static int nonceAt(byte[] greeting) {
        return HEADER_BYTES + 1 + version(greeting).length() + 1 + 4;
    }

    private static int offered(byte[] greeting) {
        int at = nonceAt(greeting) + 8 + 1;
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
