package io.tributary.protocol.handshake;

import java.security.GeneralSecurityException;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.SecureRandom;
import java.util.Base64;
import java.util.Optional;
import javax.crypto.Cipher;

/**
 * The key by which clients send a password over a connection without TLS. Immutable, thread-safe; made once per
 * process.
 */
public final class RsaKey {
    private static final int BITS = 2048;
    private static final String OAEP_SHA1 = "RSA/ECB/OAEPWithSHA-1AndMGF1Padding";
    private static final String PKCS1 = "RSA/ECB/PKCS1Padding";

    private final KeyPair pair;
    private final String pem;

    private RsaKey(KeyPair pair) {
        this.pair = pair;
        byte[] lineEnd = {'\n'};
        this.pem = "-----BEGIN PUBLIC KEY-----\n"
                + Base64.getMimeEncoder(64, lineEnd)
                        .encodeToString(pair.getPublic().getEncoded())
                + "\n-----END PUBLIC KEY-----\n";
    }

    /** A fresh 2048-bit key; takes some 100 ms. */
    public static RsaKey generate(SecureRandom random) {
        try {
            KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
            generator.initialize(BITS, random);
            return new RsaKey(generator.generateKeyPair());
        } catch (GeneralSecurityException e) {
            throw new IllegalStateException("this Java lacks RSA", e);
        }
    }

    /** The public half, as PEM of a SubjectPublicKeyInfo. */
    public String pem() {
        return pem;
    }

    /** Undoes RSA, by OAEP with SHA-1 or else by PKCS#1 v1.5: which one the client took depends on its idea of us. */
    Optional<byte[]> decrypt(byte[] ciphertext) {
        if (ciphertext.length != BITS / 8) {
            return Optional.empty();
        }
        return decrypt(ciphertext, OAEP_SHA1).or(() -> decrypt(ciphertext, PKCS1));
    }

    private Optional<byte[]> decrypt(byte[] ciphertext, String transformation) {
        try {
            Cipher cipher = Cipher.getInstance(transformation);
            cipher.init(Cipher.DECRYPT_MODE, pair.getPrivate());
            return Optional.of(cipher.doFinal(ciphertext));
        } catch (GeneralSecurityException e) {
            return Optional.empty(); // another padding, or not encrypted by this key
        }
    }
}
