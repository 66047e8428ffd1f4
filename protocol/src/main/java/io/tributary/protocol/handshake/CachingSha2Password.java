package io.tributary.protocol.handshake;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.SecureRandom;
import java.util.Arrays;
import java.util.Optional;

/**
 * {@code caching_sha2_password}: pure functions; the cache is the caller's.
 *
 * <pre>
 *   verifier      = "$A$005$" + salt (20 characters) + SHA-256 crypt of (password, salt, 5000 rounds), 43 characters
 *   cached        = SHA256(SHA256(password)), known after one full authentication
 *   fast response = SHA256(password) XOR SHA256(cached + nonce)
 * </pre>
 *
 * @see <a href="https://dev.mysql.com/doc/dev/mysql-server/latest/page_caching_sha2_authentication_exchanges.html">Caching
 *     SHA-2 exchanges</a>
 */
public final class CachingSha2Password {
    public static final String NAME = "caching_sha2_password";
    /** Longer passwords are refused, as by MySQL; it bounds the work of a full check. */
    public static final int PASSWORD_BYTES_MAX = 256;

    /** Digest type A (SHA-256), 5 × 1000 rounds in hex. */
    private static final String PREFIX = "$A$005$";

    private static final int ROUNDS = 5000;
    private static final int VERIFIER_CHARACTERS = PREFIX.length() + Nonce.BYTES + Sha256Crypt.CHARACTERS;
    private static final int DIGEST_BYTES = 32;
    private static final byte PUBLIC_KEY_REQUEST = 2;

    private CachingSha2Password() {}

    /**
     * What an account stores, or an empty string for an empty password. Takes milliseconds, on purpose.
     *
     * @throws IllegalArgumentException if the password is longer than {@value #PASSWORD_BYTES_MAX} bytes of UTF-8
     */
    public static String verifier(String password, SecureRandom random) {
        if (password.isEmpty()) {
            return "";
        }
        byte[] bytes = password.getBytes(StandardCharsets.UTF_8);
        if (bytes.length > PASSWORD_BYTES_MAX) {
            throw new IllegalArgumentException(
                    "password of " + bytes.length + " bytes, allowed: at most " + PASSWORD_BYTES_MAX);
        }
        byte[] salt = Nonce.generate(random);
        return PREFIX + new String(salt, StandardCharsets.ISO_8859_1) + Sha256Crypt.digest(bytes, salt, ROUNDS);
    }

    /** What a cache keeps, from a password that {@link #verifyFull} accepted: 32 bytes. */
    public static byte[] cached(byte[] password) {
        MessageDigest sha256 = Digests.sha256();
        return sha256.digest(sha256.digest(password));
    }

    /** Whether a fast response fits what was cached. A wrong one takes as long as a right one. */
    public static boolean verifyFast(byte[] cached, byte[] nonce, byte[] response) {
        if (response.length != DIGEST_BYTES) {
            return false;
        }
        MessageDigest sha256 = Digests.sha256();
        sha256.update(cached);
        byte[] once = Digests.xor(response, sha256.digest(nonce));
        return MessageDigest.isEqual(sha256.digest(once), cached);
    }

    /**
     * Whether this is the account's password. Takes milliseconds, so not on an event loop: 5000 rounds of SHA-256.
     *
     * @param verifier of the account, empty for an empty password
     * @throws IllegalArgumentException if the verifier is not of this plugin
     */
    public static boolean verifyFull(String verifier, byte[] password) {
        if (verifier.isEmpty()) {
            return password.length == 0;
        }
        if (!verifier.startsWith(PREFIX) || verifier.length() != VERIFIER_CHARACTERS) {
            throw new IllegalArgumentException(NAME + " verifier of " + verifier.length() + " characters, expected "
                    + VERIFIER_CHARACTERS + " beginning with " + PREFIX);
        }
        if (password.length > PASSWORD_BYTES_MAX) {
            return false;
        }
        byte[] stored = verifier.getBytes(StandardCharsets.ISO_8859_1);
        int digestAt = PREFIX.length() + Nonce.BYTES;
        byte[] salt = Arrays.copyOfRange(stored, PREFIX.length(), digestAt);
        String digest = Sha256Crypt.digest(password, salt, ROUNDS);
        return MessageDigest.isEqual(
                digest.getBytes(StandardCharsets.ISO_8859_1), Arrays.copyOfRange(stored, digestAt, stored.length));
    }

    /** Whether the client asks for the public key instead of sending the password. */
    public static boolean isPublicKeyRequest(byte[] payload) {
        return payload.length == 1 && payload[0] == PUBLIC_KEY_REQUEST;
    }

    /**
     * The password in the client's last packet, without the NUL behind it: encrypted with {@code key} or, from clients
     * that do so over TLS and from two that do so anyway, in clear.
     *
     * @param nonce that the client was given last
     * @return empty where the packet holds neither
     */
    public static Optional<byte[]> password(byte[] payload, byte[] nonce, RsaKey key) {
        Optional<byte[]> decrypted = key.decrypt(payload);
        if (decrypted.isPresent()) {
            byte[] text = decrypted.get();
            for (int i = 0; i < text.length; i++) {
                text[i] ^= nonce[i % nonce.length];
            }
            return withoutNul(text);
        }
        return withoutNul(payload);
    }

    private static Optional<byte[]> withoutNul(byte[] text) {
        int last = text.length - 1;
        if (last < 0 || last > PASSWORD_BYTES_MAX || text[last] != 0) {
            return Optional.empty();
        }
        return Optional.of(Arrays.copyOf(text, last));
    }
}
