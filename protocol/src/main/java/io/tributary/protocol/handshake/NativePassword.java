package io.tributary.protocol.handshake;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.HexFormat;

/**
 * {@code mysql_native_password}: pure functions.
 *
 * <pre>
 *   verifier = SHA1(SHA1(password)), as 40 hex digits
 *   response = SHA1(password) XOR SHA1(nonce + SHA1(SHA1(password)))
 * </pre>
 *
 * @see <a href="https://dev.mysql.com/doc/dev/mysql-server/latest/page_protocol_connection_phase_authentication_methods_native_password_authentication.html">Native
 *     password authentication</a>
 */
public final class NativePassword {
    public static final String NAME = "mysql_native_password";

    private static final int DIGEST_BYTES = 20;
    private static final HexFormat HEX = HexFormat.of().withUpperCase();

    private NativePassword() {}

    /** What an account stores: 40 upper-case hex digits, or an empty string for an empty password. */
    public static String verifier(String password) {
        if (password.isEmpty()) {
            return "";
        }
        MessageDigest sha1 = Digests.sha1();
        return HEX.formatHex(sha1.digest(sha1.digest(password.getBytes(StandardCharsets.UTF_8))));
    }

    /**
     * Whether the client knows the password. A wrong response takes as long as a right one of the same length.
     *
     * @param verifier of the account, empty for an empty password
     * @param response as it came; empty, or one NUL, from a client without a password
     * @throws IllegalArgumentException if the verifier is not of this plugin
     */
    public static boolean verify(String verifier, byte[] nonce, byte[] response) {
        if (verifier.isEmpty()) {
            return isEmptyPassword(response);
        }
        byte[] twice = HEX.parseHex(verifier);
        if (twice.length != DIGEST_BYTES) {
            throw new IllegalArgumentException(
                    NAME + " verifier of " + verifier.length() + " characters, expected " + 2 * DIGEST_BYTES);
        }
        if (response.length != DIGEST_BYTES) {
            return false;
        }
        MessageDigest sha1 = Digests.sha1();
        sha1.update(nonce);
        byte[] once = Digests.xor(response, sha1.digest(twice));
        return MessageDigest.isEqual(sha1.digest(once), twice);
    }

    /** Whether a response, to whichever plugin, means an empty password. */
    public static boolean isEmptyPassword(byte[] response) {
        return response.length == 0 || (response.length == 1 && response[0] == 0);
    }
}
