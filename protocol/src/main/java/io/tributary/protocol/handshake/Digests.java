package io.tributary.protocol.handshake;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The two digests every Java platform must have, and the XOR that both plugins build on. */
final class Digests {
    private Digests() {}

    static MessageDigest sha1() {
        return digest("SHA-1");
    }

    static MessageDigest sha256() {
        return digest("SHA-256");
    }

    /** Returns the XOR of two arrays of the same length. */
    static byte[] xor(byte[] left, byte[] right) {
        byte[] result = new byte[left.length];
        for (int i = 0; i < left.length; i++) {
            result[i] = (byte) (left[i] ^ right[i]);
        }
        return result;
    }

    private static MessageDigest digest(String algorithm) {
        try {
            return MessageDigest.getInstance(algorithm);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("this Java lacks " + algorithm, e);
        }
    }
}
