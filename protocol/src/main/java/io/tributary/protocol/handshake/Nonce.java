package io.tributary.protocol.handshake;

import java.security.SecureRandom;

/**
 * The server's challenge, and the salt of a stored password: 20 random bytes, none of them NUL (clients take it for the
 * end) nor {@code $} (it separates the parts of a verifier), all of them printable ASCII.
 */
public final class Nonce {
    public static final int BYTES = 20;

    private static final int LOWEST = '!';
    private static final int HIGHEST = '~';

    private Nonce() {}

    /** About 6.5 random bits a byte, 130 bits in all. */
    public static byte[] generate(SecureRandom random) {
        byte[] nonce = new byte[BYTES];
        for (int i = 0; i < BYTES; i++) {
            int value = LOWEST + random.nextInt(HIGHEST - LOWEST);
            // '$' is left out: its place is taken by the highest, which the line above never draws.
            nonce[i] = (byte) (value == '$' ? HIGHEST : value);
        }
        return nonce;
    }
}
