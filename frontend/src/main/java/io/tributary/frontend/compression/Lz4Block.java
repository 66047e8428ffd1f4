package io.tributary.frontend.compression;

import io.tributary.contract.error.TributaryException;
import java.util.Arrays;

/**
 * Reads one block of LZ4. It takes blocks that refer to the one before, as the format's own library writes frames: of the
 * libraries that Java has only commons-compress does, at 12 to 59 times the CPU, and it pulls from a stream.
 *
 * @see <a href="https://github.com/lz4/lz4/blob/dev/doc/lz4_Block_format.md">The format</a>
 */
final class Lz4Block {
    private static final int LENGTH_CONTINUES = 15;
    private static final int MATCH_BYTES_MIN = 4;
    /** Shorter matches are copied byte by byte. */
    private static final int COPY_BYTES_MIN = 16;

    private Lz4Block() {}

    /**
     * Reads {@code source[from, to)} into {@code target[begin, limit)} and returns where it ends there.
     *
     * @param history from where on the target holds what the block may refer to
     */
    //   | token: literals, match | more of literals … | literals … | distance (2, LE) | more of match … |   the last:
    // literals
    static int decode(byte[] source, int from, int to, byte[] target, int history, int begin, int limit) {
        int in = from;
        int out = begin;
        while (true) {
            if (in == to) {
                throw damaged("a block without an end");
            }
            int token = source[in++] & 0xff;
            int literals = token >>> 4;
            if (literals == LENGTH_CONTINUES) {
                int end = lengthEnd(source, in, to);
                literals += length(source, in, end);
                in = end;
            }
            if (literals > to - in || literals > limit - out) {
                throw damaged("literals beyond the end of a block");
            }
            System.arraycopy(source, in, target, out, literals);
            in += literals;
            out += literals;
            if (in == to) {
                return out;
            }
            if (to - in < 2) {
                throw damaged("a block without an end");
            }
            int distance = (source[in] & 0xff) | ((source[in + 1] & 0xff) << 8);
            in += 2;
            int match = token & LENGTH_CONTINUES;
            if (match == LENGTH_CONTINUES) {
                int end = lengthEnd(source, in, to);
                match += length(source, in, end);
                in = end;
            }
            match += MATCH_BYTES_MIN;
            if (distance == 0 || distance > out - history || match > limit - out) {
                throw damaged("a match outside of what there is");
            }
            copy(target, out, distance, match);
            out += match;
        }
    }

    /** Returns where the bytes end that continue a length: as many as are 255, and one. */
    private static int lengthEnd(byte[] source, int from, int to) {
        int at = from;
        while (at < to && source[at] == (byte) 0xff) {
            at++;
        }
        if (at == to) {
            throw damaged("a length without an end");
        }
        return at + 1;
    }

    private static int length(byte[] source, int from, int end) {
        return 255 * (end - 1 - from) + (source[end - 1] & 0xff);
    }

    /** What was written {@code distance} before, over and over where that is less than the length. */
    private static void copy(byte[] target, int out, int distance, int length) {
        int from = out - distance;
        if (distance == 1) {
            Arrays.fill(target, out, out + length, target[from]);
        } else if (length < COPY_BYTES_MIN) {
            for (int i = 0; i < length; i++) {
                target[out + i] = target[from + i];
            }
        } else {
            int copied = 0;
            while (copied < length) {
                int count = Math.min(distance + copied, length - copied);
                System.arraycopy(target, from, target, out + copied, count);
                copied += count;
            }
        }
    }

    private static TributaryException damaged(String why) {
        return CompressionErrors.body(Lz4Decoder.FORMAT, why);
    }
}
