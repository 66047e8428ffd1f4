package io.tributary.engine.port;

import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;

/** The hash by which labels and idempotency keys are known. */
public final class Sha256 {
    private Sha256() {}

    /**
     * Returns one for one thread at a time, which may use it again: to look one up costs as much as to hash a short text.
     */
    public static MessageDigest digest() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
