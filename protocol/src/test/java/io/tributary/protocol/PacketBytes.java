package io.tributary.protocol;

import io.netty.buffer.ByteBuf;
import io.netty.buffer.Unpooled;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Objects;

/** Packets as hex: from resource files, in which {@code #} begins a comment, and from strings. */
public final class PacketBytes {
    /** The length of a frame's header. */
    public static final int HEADER_BYTES = 4;

    private PacketBytes() {}

    /** The payload in {@code packets/<name>.hex}. */
    public static byte[] resource(String name) {
        String path = "/io/tributary/protocol/packets/" + name + ".hex";
        try (InputStream in = Objects.requireNonNull(PacketBytes.class.getResourceAsStream(path), path)) {
            String text = new String(in.readAllBytes(), StandardCharsets.UTF_8);
            return hex(text.replaceAll("#[^\n]*", ""));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public static byte[] hex(String digits) {
        return HexFormat.of().parseHex(digits.replaceAll("\\s", ""));
    }

    public static ByteBuf buffer(byte[] bytes) {
        return Unpooled.wrappedBuffer(bytes);
    }

    /** The payload a packet encodes itself to. */
    public static byte[] encoded(ServerPacket packet, int capabilities) {
        ByteBuf out = Unpooled.buffer();
        packet.encode(out, capabilities);
        byte[] bytes = new byte[out.readableBytes()];
        out.readBytes(bytes);
        return bytes;
    }
}
