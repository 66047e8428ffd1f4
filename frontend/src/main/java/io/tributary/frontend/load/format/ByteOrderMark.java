package io.tributary.frontend.load.format;

/** The three bytes that some programs write before text in UTF-8. */
public final class ByteOrderMark {
    static final int BYTES = 3;

    private ByteOrderMark() {}

    /** Where the text begins that stands in {@code bytes[from, to)}. */
    public static int end(byte[] bytes, int from, int to) {
        boolean marked = to - from >= BYTES
                && bytes[from] == (byte) 0xEF
                && bytes[from + 1] == (byte) 0xBB
                && bytes[from + 2] == (byte) 0xBF;
        return marked ? from + BYTES : from;
    }
}
