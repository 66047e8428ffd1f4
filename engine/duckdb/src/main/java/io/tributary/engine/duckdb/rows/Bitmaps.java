package io.tributary.engine.duckdb.rows;

/** Validity bitmaps in Arrow's order (bit {@code i % 8} of byte {@code i / 8}), joined at any bit. */
final class Bitmaps {
    private Bitmaps() {}

    /** Sets {@code bits} bits from {@code start} on; everything from {@code start} on must be zero before. */
    static void append(byte[] target, int start, int bits) {
        int position = start;
        int end = start + bits;
        while (position < end && (position & 7) != 0) {
            target[position >> 3] |= (byte) (1 << (position & 7));
            position++;
        }
        java.util.Arrays.fill(target, position >> 3, end >> 3 > position >> 3 ? end >> 3 : position >> 3, (byte) 0xff);
        for (position = Math.max(position, end & ~7); position < end; position++) {
            target[position >> 3] |= (byte) (1 << (position & 7));
        }
    }

    /**
     * Copies {@code bits} bits; everything from {@code start} on must be zero before.
     *
     * @param source byte that holds the first bit to copy
     * @param shift which bit of that byte is the first, 0 to 7
     */
    static void append(byte[] target, int start, byte[] bytes, int source, int shift, int bits) {
        int done = 0;
        while (done < bits) {
            int from = shift + done;
            int chunk = Math.min(8, bits - done);
            int value = (bytes[source + (from >> 3)] & 0xff) >> (from & 7);
            if ((from & 7) + chunk > 8) {
                value |= bytes[source + (from >> 3) + 1] << (8 - (from & 7));
            }
            value &= 0xff >> (8 - chunk);
            int to = start + done;
            target[to >> 3] |= (byte) (value << (to & 7));
            if ((to & 7) + chunk > 8) {
                target[(to >> 3) + 1] |= (byte) (value >> (8 - (to & 7)));
            }
            done += chunk;
        }
    }

    static int count(byte[] bitmap, int bits) {
        int count = 0;
        int whole = bits >> 3;
        for (int i = 0; i < whole; i++) {
            count += Integer.bitCount(bitmap[i] & 0xff);
        }
        if ((bits & 7) != 0) {
            count += Integer.bitCount(bitmap[whole] & (0xff >> (8 - (bits & 7))));
        }
        return count;
    }
}
