package io.tributary.protocol.handshake;

import java.security.MessageDigest;
import java.util.Arrays;

/**
 * The SHA-256 variant of SHA-crypt, with the salt's length unlimited: MySQL uses 20 bytes where {@code crypt(3)} cuts at
 * 16.
 *
 * @see <a href="https://www.akkadia.org/drepper/SHA-crypt.txt">Unix crypt using SHA-256 and SHA-512</a>; the numbers in
 *     the comments are the steps of that text
 */
final class Sha256Crypt {
    /** Characters of a digest. */
    static final int CHARACTERS = 43;

    private static final int DIGEST_BYTES = 32;
    private static final String ALPHABET = "./0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

    private Sha256Crypt() {}

    static String digest(byte[] password, byte[] salt, int rounds) {
        MessageDigest sha = Digests.sha256();

        // 4–8: B
        sha.update(password);
        sha.update(salt);
        byte[] b = sha.digest(password);

        // 1–3, 9–12: A
        sha.update(password);
        sha.update(salt);
        updateRepeated(sha, b, password.length);
        for (int bits = password.length; bits > 0; bits >>= 1) {
            sha.update((bits & 1) != 0 ? b : password);
        }
        byte[] a = sha.digest();

        // 13–16: P
        for (int i = 0; i < password.length; i++) {
            sha.update(password);
        }
        byte[] p = repeat(sha.digest(), password.length);

        // 17–20: S
        int times = 16 + (a[0] & 0xFF);
        for (int i = 0; i < times; i++) {
            sha.update(salt);
        }
        byte[] s = repeat(sha.digest(), salt.length);

        // 21
        byte[] c = a;
        for (int round = 0; round < rounds; round++) {
            boolean odd = (round & 1) != 0;
            sha.update(odd ? p : c);
            if (round % 3 != 0) {
                sha.update(s);
            }
            if (round % 7 != 0) {
                sha.update(p);
            }
            sha.update(odd ? c : p);
            c = sha.digest();
        }
        return encode(c);
    }

    private static void updateRepeated(MessageDigest sha, byte[] digest, int length) {
        for (int left = length; left > 0; left -= DIGEST_BYTES) {
            sha.update(digest, 0, Math.min(left, DIGEST_BYTES));
        }
    }

    private static byte[] repeat(byte[] digest, int length) {
        byte[] result = Arrays.copyOf(digest, length);
        for (int at = DIGEST_BYTES; at < length; at += DIGEST_BYTES) {
            System.arraycopy(digest, 0, result, at, Math.min(DIGEST_BYTES, length - at));
        }
        return result;
    }

    /** 22: three bytes become four characters, in an order of its own: (0, 10, 20), (21, 1, 11), (12, 22, 2) … */
    private static String encode(byte[] c) {
        StringBuilder out = new StringBuilder(CHARACTERS);
        int first = 0;
        int second = 10;
        int third = 20;
        for (int group = 0; group < 10; group++) {
            append(out, c[first] & 0xFF, c[second] & 0xFF, c[third] & 0xFF, 4);
            int next = third + 1;
            third = second + 1;
            second = first + 1;
            first = next;
        }
        append(out, 0, c[31] & 0xFF, c[30] & 0xFF, 3);
        return out.toString();
    }

    private static void append(StringBuilder out, int high, int middle, int low, int characters) {
        int bits = (high << 16) | (middle << 8) | low;
        for (int i = 0; i < characters; i++) {
            out.append(ALPHABET.charAt(bits & 0x3F));
            bits >>= 6;
        }
    }
}
