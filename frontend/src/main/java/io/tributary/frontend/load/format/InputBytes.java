package io.tributary.frontend.load.format;

/**
 * The bytes of an input that comes in pieces: those that are not read yet, in one array. A row that the end of a piece cuts
 * waits for the next; it is looked at again only when as much has come as was there, so that a long row costs no more than
 * twice its length.
 */
public final class InputBytes {
    private static final byte[] NOTHING = {};

    private byte[] bytes = NOTHING;
    private int from;
    private int to;
    private int incomplete;

    /** @param piece owned from now on */
    public void add(byte[] piece) {
        if (from == to) {
            bytes = piece;
            from = 0;
            to = piece.length;
            return;
        }
        int left = to - from;
        if (bytes.length - to < piece.length) {
            byte[] longer = left + piece.length <= bytes.length ? bytes : new byte[2 * (left + piece.length)];
            System.arraycopy(bytes, from, longer, 0, left);
            bytes = longer;
            from = 0;
            to = left;
        }
        System.arraycopy(piece, 0, bytes, to, piece.length);
        to += piece.length;
    }

    /** Whether it is worth to look whether a row is complete by now. */
    public boolean isWorthReading() {
        return to - from >= 2 * incomplete;
    }

    public byte[] bytes() {
        return bytes;
    }

    public int from() {
        return from;
    }

    public int to() {
        return to;
    }

    /** Memory that it holds. */
    int heldBytes() {
        return bytes.length;
    }

    /** What is before this was read; returns how much is left. */
    public int readTo(int position) {
        from = position;
        incomplete = to - from;
        return incomplete;
    }

    public void clear() {
        bytes = NOTHING;
        from = 0;
        to = 0;
        incomplete = 0;
    }
}
