package io.tributary.frontend.compression;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;
import java.util.Locale;

/**
 * LZ4 frames one behind the other, with all that the format has but dictionaries. Holds one block as it came and one, with
 * its history, as it is: 13 MiB at most, for blocks of 4 MiB.
 *
 * @see <a href="https://github.com/lz4/lz4/blob/dev/doc/lz4_Frame_format.md">The format</a>
 */
//   | magic 4 | FLG | BD | content size 8 | dictionary 4 | HC |  blocks: | size 4 | data … | checksum 4 |  | 0 (4) |
// checksum 4 |
final class Lz4Decoder implements BodyDecoder {
    static final String FORMAT = "LZ4";

    private static final VarHandle INTS = MethodHandles.byteArrayViewVarHandle(int[].class, ByteOrder.LITTLE_ENDIAN);
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final byte[] NOTHING = {};
    private static final int MAGIC = 0x184D2204;
    private static final int LEGACY_MAGIC = 0x184C2102;
    /** The magic number of frames that are skipped, without its last four bits. */
    private static final int SKIPPABLE_MAGIC = 0x184D2A50;

    private static final int UNCOMPRESSED = 1 << 31;
    private static final int HISTORY_BYTES = 64 << 10;

    private enum State {
        BETWEEN_FRAMES,
        BLOCK,
        CONTENT_CHECKSUM,
        SKIPPING
    }

    /** What a frame's head says of it. */
    private record Head(
            boolean independent, boolean blockChecksums, boolean contentChecksum, long contentSize, int blockBytesMax) {
        static final Head NONE = new Head(true, false, false, -1, 0);
    }

    private byte[] input = NOTHING;
    private int from;
    private int to;
    private boolean ended;

    private State state = State.BETWEEN_FRAMES;
    private Head head = Head.NONE;
    private long toSkip;
    private long contentBytes;
    private XxHash32 content = new XxHash32();

    /** History, and behind it the present block. */
    private byte[] window = NOTHING;

    private int windowEnd;
    /** What of the window was not given yet. */
    private int given;

    @Override
    public void add(byte[] piece) {
        int held = to - from;
        if (held == 0) {
            input = piece;
            from = 0;
            to = piece.length;
            return;
        }
        if (piece.length > input.length - to) {
            byte[] longer = held + piece.length <= input.length / 2 ? input : new byte[2 * (held + piece.length)];
            System.arraycopy(input, from, longer, 0, held);
            input = longer;
            from = 0;
            to = held;
        }
        System.arraycopy(piece, 0, input, to, piece.length);
        to += piece.length;
    }

    @Override
    public void end() {
        ended = true;
    }

    @Override
    public byte[] next() {
        while (given == windowEnd) {
            if (!advance()) {
                if (ended && (state != State.BETWEEN_FRAMES || from < to)) {
                    throw CompressionErrors.cut(FORMAT);
                }
                return NOTHING;
            }
        }
        int end = Math.min(windowEnd, given + PORTION_BYTES_MAX);
        byte[] portion = Arrays.copyOfRange(window, given, end);
        given = end;
        return portion;
    }

    /** Reads what comes next; false where it is not there as a whole. */
    private boolean advance() {
        return switch (state) {
            case BETWEEN_FRAMES -> beginFrame();
            case BLOCK -> block();
            case CONTENT_CHECKSUM -> contentChecksum();
            case SKIPPING -> skip();
        };
    }

    private boolean beginFrame() {
        if (to - from < 4) {
            return false;
        }
        int magic = intAt(from);
        if ((magic & ~0xf) == SKIPPABLE_MAGIC) {
            if (to - from < 8) {
                return false;
            }
            toSkip = Integer.toUnsignedLong(intAt(from + 4));
            from += 8;
            state = State.SKIPPING;
            return true;
        }
        if (magic != MAGIC) {
            throw CompressionErrors.body(
                    FORMAT,
                    magic == LEGACY_MAGIC
                            ? "it is of the legacy format, of which there are no frames"
                            : String.format(Locale.ROOT, "0x%08X is no beginning of a frame", magic));
        }
        return readHead();
    }

    private boolean readHead() {
        if (to - from < 6) {
            return false;
        }
        int flags = input[from + 4];
        int block = input[from + 5];
        boolean sized = (flags & 0x08) != 0;
        int hashAt = from + 6 + (sized ? 8 : 0);
        if ((flags & 0xc2) != 0x40 || (block & 0x8f) != 0 || block >> 4 < 4) {
            throw CompressionErrors.body(
                    FORMAT, String.format(Locale.ROOT, "a frame with flags 0x%02X 0x%02X", flags & 0xff, block & 0xff));
        }
        if ((flags & 0x01) != 0) {
            throw CompressionErrors.body(FORMAT, "it needs a dictionary");
        }
        if (to <= hashAt) {
            return false;
        }
        if ((byte) (XxHash32.of(input, from + 4, hashAt - from - 4) >> 8) != input[hashAt]) {
            throw CompressionErrors.body(FORMAT, "the checksum of a frame's head is wrong");
        }
        head = new Head(
                (flags & 0x20) != 0,
                (flags & 0x10) != 0,
                (flags & 0x04) != 0,
                sized ? (long) LONGS.get(input, from + 6) : -1,
                1 << (8 + 2 * (block >> 4)));
        content = new XxHash32();
        contentBytes = 0;
        windowEnd = 0;
        given = 0;
        from = hashAt + 1;
        state = State.BLOCK;
        return true;
    }

    private boolean block() {
        if (to - from < 4) {
            return false;
        }
        int word = intAt(from);
        if (word == 0) {
            from += 4;
            endContent();
            return true;
        }
        int stored = word & ~UNCOMPRESSED;
        if (stored > head.blockBytesMax()) {
            throw CompressionErrors.body(
                    FORMAT, "a block of " + stored + " bytes in a frame of " + head.blockBytesMax());
        }
        int data = from + 4;
        if (to - data < stored + (head.blockChecksums() ? 4 : 0)) {
            return false;
        }
        if (head.blockChecksums() && XxHash32.of(input, data, stored) != intAt(data + stored)) {
            throw CompressionErrors.body(FORMAT, "the checksum of a block is wrong");
        }
        from = data + stored + (head.blockChecksums() ? 4 : 0);
        put(data, stored, word < 0);
        return true;
    }

    private void put(int data, int stored, boolean uncompressed) {
        int history = head.independent() ? 0 : Math.min(windowEnd, HISTORY_BYTES);
        if (window.length < HISTORY_BYTES + head.blockBytesMax()) {
            window = Arrays.copyOf(window, HISTORY_BYTES + head.blockBytesMax());
        }
        System.arraycopy(window, windowEnd - history, window, 0, history);
        given = history;
        windowEnd = history;
        if (uncompressed) {
            System.arraycopy(input, data, window, history, stored);
            windowEnd += stored;
        } else {
            windowEnd = Lz4Block.decode(input, data, data + stored, window, 0, history, history + head.blockBytesMax());
        }
        contentBytes += windowEnd - given;
        if (head.contentChecksum()) {
            content.update(window, given, windowEnd - given);
        }
    }

    private void endContent() {
        if (head.contentSize() >= 0 && head.contentSize() != contentBytes) {
            throw CompressionErrors.body(
                    FORMAT, "a frame of " + contentBytes + " bytes says that it has " + head.contentSize());
        }
        state = head.contentChecksum() ? State.CONTENT_CHECKSUM : State.BETWEEN_FRAMES;
    }

    private boolean contentChecksum() {
        if (to - from < 4) {
            return false;
        }
        if (intAt(from) != content.value()) {
            throw CompressionErrors.body(FORMAT, "the checksum of a frame is wrong");
        }
        from += 4;
        state = State.BETWEEN_FRAMES;
        return true;
    }

    private boolean skip() {
        int count = (int) Math.min(toSkip, to - from);
        from += count;
        toSkip -= count;
        if (toSkip > 0) {
            return false;
        }
        state = State.BETWEEN_FRAMES;
        return true;
    }

    private int intAt(int at) {
        return (int) INTS.get(input, at);
    }

    @Override
    public void close() {}
}
