package io.tributary.dialect.function;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import org.jspecify.annotations.Nullable;

/** Checksums and encodings of bytes. */
public final class ByteFunctions {
    private static final int LINE_CHARACTERS = 76;
    private static final byte[] NEWLINE = {'\n'};
    /** No byte is this one; the engine's texts have no character 0. */
    private static final char ZERO = 0x100;

    private ByteFunctions() {}

    /** Returns null where there is no digest of so many bits. */
    public static @Nullable String sha2(byte[] bytes, long bits) {
        if (bits != 0 && bits != 224 && bits != 256 && bits != 384 && bits != 512) {
            return null;
        }
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-" + (bits == 0 ? 256 : bits));
            return HexFormat.of().formatHex(digest.digest(bytes));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-" + bits, e);
        }
    }

    /** Returns so many bytes, the missing ones 0; null of more than a value may have. */
    public static byte @Nullable [] padded(byte[] bytes, long length) {
        return length > Substrings.BYTES_MAX ? null : Arrays.copyOf(bytes, (int) Math.max(bytes.length, length));
    }

    /** Returns a text with a character for each byte, of which those of ASCII are themselves. */
    public static String characters(byte[] bytes) {
        StringBuilder text = new StringBuilder(bytes.length);
        for (byte each : bytes) {
            text.append(each == 0 ? ZERO : (char) (each & 0xff));
        }
        return text.toString();
    }

    /** Returns the bytes of such a text. */
    public static byte[] ofCharacters(String text) {
        byte[] bytes = new byte[text.length()];
        for (int i = 0; i < bytes.length; i++) {
            bytes[i] = (byte) text.charAt(i);
        }
        return bytes;
    }

    public static String toBase64(byte[] bytes) {
        return Base64.getMimeEncoder(LINE_CHARACTERS, NEWLINE).encodeToString(bytes);
    }

    public static byte @Nullable [] fromBase64(String text) {
        try {
            byte[] encoded = text.replaceAll("\\s", "").getBytes(StandardCharsets.UTF_8);
            return encoded.length % 4 != 0 ? null : Base64.getDecoder().decode(encoded);
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
