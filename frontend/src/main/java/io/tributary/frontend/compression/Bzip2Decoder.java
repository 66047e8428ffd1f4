package io.tributary.frontend.compression;

import io.netty.handler.codec.compression.Bzip2Decompressor;
import java.util.Arrays;

/**
 * Streams of bzip2 one behind the other, as those who compress in parallel write them. The decompressor does not tell where
 * a stream ends, so the head of the next one is looked for: ten bytes that do not come by chance.
 */
final class Bzip2Decoder implements BodyDecoder {
    private static final byte[] NOTHING = {};
    private static final String FORMAT = "bzip2";
    /** The mark of a block, behind the first four bytes; the next one is that of the end of a stream without blocks. */
    private static final byte[] BLOCK = {0x31, 0x41, 0x59, 0x26, 0x53, 0x59};

    private static final byte[] END = {0x17, 0x72, 0x45, 0x38, 0x50, (byte) 0x90};
    private static final int HEAD_BYTES = 4 + BLOCK.length;

    private StreamDecoder stream = stream();
    /** Whether the present stream was given bytes. */
    private boolean begun;

    private byte[] input = NOTHING;
    private int from;
    private boolean ended;

    private static StreamDecoder stream() {
        return new StreamDecoder(FORMAT, Bzip2Decompressor.builder());
    }

    @Override
    public void add(byte[] piece) {
        int held = input.length - from;
        byte[] both = Arrays.copyOfRange(input, from, from + held + piece.length);
        System.arraycopy(piece, 0, both, held, piece.length);
        input = both;
        from = 0;
    }

    @Override
    public void end() {
        ended = true;
    }

    @Override
    public byte[] next() {
        while (true) {
            byte[] portion = stream.next();
            if (portion.length > 0) {
                return portion;
            }
            if (begun && isHeadAt(from)) {
                beginNext();
            }
            int to = feedable();
            if (to == from) {
                if (ended && !stream.isComplete()) {
                    throw CompressionErrors.cut(FORMAT);
                }
                return NOTHING;
            }
            stream.add(Arrays.copyOfRange(input, from, to));
            begun = true;
            from = to;
        }
    }

    private void beginNext() {
        if (!stream.isComplete()) {
            throw CompressionErrors.body(FORMAT, "a stream begins within another");
        }
        stream.close();
        stream = stream();
        begun = false;
    }

    /** Returns where the next head begins; what may be the beginning of one is held back. */
    private int feedable() {
        for (int at = begun ? from : from + 1; at + HEAD_BYTES <= input.length; at++) {
            if (isHeadAt(at)) {
                return towards(at);
            }
        }
        return ended ? towards(input.length) : Math.max(from, input.length - HEAD_BYTES + 1);
    }

    /** The last bytes of a stream one by one: it says that it is complete, but not with which of the bytes it had. */
    private int towards(int end) {
        return end == from ? end : Math.max(from + 1, end - HEAD_BYTES);
    }

    private boolean isHeadAt(int at) {
        return at + HEAD_BYTES <= input.length
                && input[at] == 'B'
                && input[at + 1] == 'Z'
                && input[at + 2] == 'h'
                && input[at + 3] >= '1'
                && input[at + 3] <= '9'
                && (isAt(at + 4, BLOCK) || isAt(at + 4, END));
    }

    private boolean isAt(int at, byte[] wanted) {
        return Arrays.equals(input, at, at + wanted.length, wanted, 0, wanted.length);
    }

    @Override
    public void close() {
        stream.close();
    }
}
