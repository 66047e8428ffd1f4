package io.tributary.dialect.function;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** Checksums and encodings of bytes, which come as hexadecimal digits. */
final class ByteFunctions {
    private static final int LINE_CHARACTERS = 76;
    private static final byte[] NEWLINE = {'\n'};

    static final List<JavaFunction> ALL = List.of(
            JavaFunction.text("sha2", a -> sha2(a.get(0), Numbers.longOf(a.get(1)))),
            JavaFunction.text("to_base64", a -> Base64.getMimeEncoder(LINE_CHARACTERS, NEWLINE)
                    .encodeToString(bytes(a.get(0)))),
            JavaFunction.text("from_base64", a -> fromBase64(a.get(0))).givingBytes());

    private ByteFunctions() {}

    private static byte[] bytes(String digits) {
        return HexFormat.of().parseHex(digits);
    }

    private static @Nullable String sha2(String digits, long bits) {
        if (bits != 0 && bits != 224 && bits != 256 && bits != 384 && bits != 512) {
            return null;
        }
        try {
            MessageDigest digest = MessageDigest.getInstance("SHA-" + (bits == 0 ? 256 : bits));
            return HexFormat.of().formatHex(digest.digest(bytes(digits)));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java has SHA-" + bits, e);
        }
    }

    private static @Nullable String fromBase64(String text) {
        try {
            byte[] encoded = text.replaceAll("\\s", "").getBytes(StandardCharsets.UTF_8);
            return encoded.length % 4 != 0
                    ? null
                    : HexFormat.of().formatHex(Base64.getDecoder().decode(encoded));
        } catch (IllegalArgumentException e) {
            return null;
        }
    }
}
