package io.tributary.frontend.compression;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;

/**
 * The checksum of LZ4 frames: XXH32 with seed 0, of bytes that come in pieces. One thread at a time.
 *
 * @see <a href="https://github.com/Cyan4973/xxHash/blob/dev/doc/xxhash_spec.md">The specification</a>
 */
final class XxHash32 {
    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final int PRIME_1 = 0x9E3779B1;
    private static final int PRIME_2 = 0x85EBCA77;
    private static final int PRIME_3 = 0xC2B2AE3D;
    private static final int PRIME_4 = 0x27D4EB2F;
    private static final int PRIME_5 = 0x165667B1;
    private static final int STRIPE_BYTES = 16;

    /** PRIME_1 + PRIME_2, beyond 32 bits cut off. */
    private int lane1 = 0x24234428;

    private int lane2 = PRIME_2;
    private int lane3;
    /** 0 - PRIME_1. */
    private int lane4 = 0x61C8864F;

    private long length;
    /** What does not fill a stripe yet. */
    private final byte[] held = new byte[STRIPE_BYTES];

    private int heldBytes;

    static int of(byte[] bytes, int offset, int length) {
        XxHash32 hash = new XxHash32();
        hash.update(bytes, offset, length);
        return hash.value();
    }

    void update(byte[] bytes, int offset, int count) {
        length += count;
        int at = offset;
        int end = offset + count;
        if (heldBytes > 0) {
            int taken = Math.min(STRIPE_BYTES - heldBytes, count);
            System.arraycopy(bytes, at, held, heldBytes, taken);
            heldBytes += taken;
            at += taken;
            if (heldBytes < STRIPE_BYTES) {
                return;
            }
            stripe(held, 0);
            heldBytes = 0;
        }
        while (end - at >= STRIPE_BYTES) {
            stripe(bytes, at);
            at += STRIPE_BYTES;
        }
        heldBytes = end - at;
        System.arraycopy(bytes, at, held, 0, heldBytes);
    }

    private void stripe(byte[] bytes, int at) {
        lane1 = round(lane1, (int) INTS.get(bytes, at));
        lane2 = round(lane2, (int) INTS.get(bytes, at + 4));
        lane3 = round(lane3, (int) INTS.get(bytes, at + 8));
        lane4 = round(lane4, (int) INTS.get(bytes, at + 12));
    }

    private static int round(int lane, int word) {
        return Integer.rotateLeft(lane + word * PRIME_2, 13) * PRIME_1;
    }

    /** Returns the hash of all bytes so far. */
    int value() {
        int hash = length < STRIPE_BYTES
                ? PRIME_5
                : Integer.rotateLeft(lane1, 1)
                        + Integer.rotateLeft(lane2, 7)
                        + Integer.rotateLeft(lane3, 12)
                        + Integer.rotateLeft(lane4, 18);
        hash += (int) length;
        int at = 0;
        for (; heldBytes - at >= 4; at += 4) {
            hash = Integer.rotateLeft(hash + (int) INTS.get(held, at) * PRIME_3, 17) * PRIME_4;
        }
        for (; at < heldBytes; at++) {
            hash = Integer.rotateLeft(hash + (held[at] & 0xff) * PRIME_5, 11) * PRIME_1;
        }
        hash = (hash ^ (hash >>> 15)) * PRIME_2;
        hash = (hash ^ (hash >>> 13)) * PRIME_3;
        return hash ^ (hash >>> 16);
    }
}
