package io.tributary.frontend.load.format;

import java.lang.invoke.MethodHandles;
import java.lang.invoke.VarHandle;
import java.nio.ByteOrder;
import java.util.Arrays;

/**
 * Takes a CSV body apart, row by row. Reads only rows that stand whole in the bytes given; the rest is to be given again
 * with what follows. Eight bytes are looked at together for the two that can end a field: this is the hot path of Stream
 * Load. One thread at a time.
 */
public final class CsvScanner {
    private static final VarHandle LONGS = MethodHandles.byteArrayViewVarHandle(long[].class, ByteOrder.LITTLE_ENDIAN);
    private static final long ONES = 0x0101010101010101L;
    private static final long HIGH_BITS = 0x8080808080808080L;
    private static final int UNKNOWN = -1;

    private final byte[] separator;
    private final byte[] lineEnd;
    private final int enclosure;
    private final int escape;
    private final boolean trimsQuotes;
    private final boolean dropsCarriageReturn;
    private final long separatorPattern;
    private final long lineEndPattern;
    private final int longestEnd;
    private final int fieldsMax;
    private final int[] starts;
    private final int[] ends;
    private final boolean[] enclosed;
    private final boolean[] escaped;

    private byte[] bytes = {};
    private int next;
    private int limit;
    private boolean lastBytes;
    private int rowStart;
    private int rowEnd;
    private int fieldCount;
    private boolean unclosed;

    /** @param fieldsMax fields whose places are kept; those beyond are counted */
    public CsvScanner(CsvFormat format, int fieldsMax) {
        separator = format.separator();
        lineEnd = format.lineEnd();
        enclosure = format.enclosure();
        escape = format.escape();
        trimsQuotes = format.trimsQuotes();
        dropsCarriageReturn = lineEnd.length == 1 && lineEnd[0] == '\n';
        separatorPattern = (separator[0] & 0xffL) * ONES;
        lineEndPattern = (lineEnd[0] & 0xffL) * ONES;
        longestEnd = Math.max(separator.length, lineEnd.length);
        this.fieldsMax = fieldsMax;
        starts = new int[fieldsMax];
        ends = new int[fieldsMax];
        enclosed = new boolean[fieldsMax];
        escaped = new boolean[fieldsMax];
    }

    /**
     * Turns to {@code source[from, to)}, which {@link #unescape} changes.
     *
     * @param last whether the body ends there
     */
    public void begin(byte[] source, int from, int to, boolean last) {
        bytes = source;
        next = from;
        limit = to;
        lastBytes = last;
        unclosed = false;
    }

    /** Where the next row begins, or what is left of one. */
    int position() {
        return next;
    }

    /** Passes over a line whatever it holds; false where its end is not there yet, or there is none. */
    public boolean skipLine() {
        int at = next;
        while (true) {
            at = nextOf(at, lineEndPattern, lineEndPattern);
            if (at >= limit || (!lastBytes && limit - at < lineEnd.length)) {
                if (lastBytes && next < limit) {
                    next = limit;
                    return true;
                }
                return false;
            }
            if (isAt(at, lineEnd)) {
                next = at + lineEnd.length;
                return true;
            }
            at++;
        }
    }

    /**
     * Reads the next row that is not empty: its fields are there until the next call. False where there is none, or it is
     * not there as a whole.
     */
    public boolean row() {
        while (next < limit) {
            int begin = next;
            fieldCount = 0;
            rowStart = begin;
            if (!fields()) {
                next = begin;
                return false;
            }
            if (rowEnd > rowStart) {
                return true;
            }
        }
        return false;
    }

    /** Whether there is no row since the body ends in a field that begins with an enclosure and is not closed. */
    public boolean isUnclosed() {
        return unclosed;
    }

    /** How many fields the row has; the places of the first are kept. */
    public int fieldCount() {
        return fieldCount;
    }

    /** Where the row begins. */
    int rowStart() {
        return rowStart;
    }

    /** Where the row ends, its line's end not included. */
    int rowEnd() {
        return rowEnd;
    }

    public int start(int field) {
        return starts[field];
    }

    public int end(int field) {
        return ends[field];
    }

    /** Whether the field is {@code \N}. */
    boolean isNull(int field) {
        int start = starts[field];
        return ends[field] - start == 2 && bytes[start] == '\\' && bytes[start + 1] == 'N' && !enclosed[field];
    }

    /** Makes an enclosed field in place what it means. Once for a field, after {@link #isNull}. */
    void unescape(int field) {
        if (!escaped[field]) {
            return;
        }
        int to = starts[field];
        int from = to;
        int end = ends[field];
        while (from < end) {
            byte b = bytes[from++];
            boolean escapes = b == (byte) escape && escape != CsvFormat.NONE && escape != enclosure;
            boolean doubled = b == (byte) enclosure && from < end && bytes[from] == b;
            if (from < end && (escapes || doubled)) {
                b = bytes[from++];
            }
            bytes[to++] = b;
        }
        ends[field] = to;
    }

    /** Reads up to the line's end; false where it is not there. */
    private boolean fields() {
        while (true) {
            if (enclosure != CsvFormat.NONE && next < limit && bytes[next] == (byte) enclosure) {
                int closed = closing(next + 1);
                if (closed == UNKNOWN) {
                    unclosed = lastBytes;
                    return false;
                }
                boolean more = !isLineEndAt(closed + 1);
                add(next + 1, closed, true);
                if (!more) {
                    endRow(closed + 1);
                    return true;
                }
                next = closed + 1 + separator.length;
                continue;
            }
            int end = plainEnd(next);
            if (end < 0) {
                return false;
            }
            if (end < limit && isAt(end, separator)) {
                add(next, end, false);
                next = end + separator.length;
            } else {
                endRowWithField(end);
                return true;
            }
        }
    }

    private void endRowWithField(int end) {
        int fieldEnd = end > next && dropsCarriageReturn && bytes[end - 1] == '\r' ? end - 1 : end;
        add(next, fieldEnd, false);
        rowEnd = fieldEnd;
        next = Math.min(limit, end + lineEnd.length);
    }

    private void endRow(int end) {
        rowEnd = end;
        int behind = end < limit && dropsCarriageReturn && bytes[end] == '\r' ? end + 1 : end;
        next = Math.min(limit, behind + lineEnd.length);
    }

    /** Where a field that begins here ends: at a separator, a line's end or the end; -1 where that is not known yet. */
    private int plainEnd(int from) {
        int at = from;
        while (true) {
            at = nextOf(at, separatorPattern, lineEndPattern);
            if (at >= limit) {
                return lastBytes ? limit : -1;
            }
            if (!lastBytes && limit - at < longestEnd) {
                return -1;
            }
            if (isAt(at, separator) || isAt(at, lineEnd)) {
                return at;
            }
            at++;
        }
    }

    /** The enclosure that ends a field which begins here: one with a separator or a line's end behind it, or {@link #UNKNOWN}. */
    private int closing(int from) {
        boolean escapes = false;
        int at = from;
        while (at < limit) {
            byte b = bytes[at];
            if (escape != CsvFormat.NONE && b == (byte) escape && escape != enclosure) {
                escapes = true;
                at += 2;
            } else if (b == (byte) enclosure) {
                if (!lastBytes && limit - at <= longestEnd + 1) {
                    return UNKNOWN;
                }
                if (at + 1 < limit && bytes[at + 1] == b) {
                    escapes = true;
                    at += 2;
                } else if (at + 1 >= limit || isAt(at + 1, separator) || isLineEndAt(at + 1)) {
                    if (fieldCount < fieldsMax) {
                        escaped[fieldCount] = escapes;
                    }
                    return at;
                } else {
                    at++;
                }
            } else {
                at++;
            }
        }
        return UNKNOWN;
    }

    private boolean isLineEndAt(int at) {
        return at >= limit
                || isAt(at, lineEnd)
                || (dropsCarriageReturn && bytes[at] == '\r' && (at + 1 >= limit || bytes[at + 1] == '\n'));
    }

    private void add(int start, int end, boolean quoted) {
        if (fieldCount < fieldsMax) {
            boolean trimmed =
                    trimsQuotes && !quoted && end - start >= 2 && bytes[start] == '"' && bytes[end - 1] == '"';
            starts[fieldCount] = trimmed ? start + 1 : start;
            ends[fieldCount] = trimmed ? end - 1 : end;
            enclosed[fieldCount] = quoted;
            if (!quoted) {
                escaped[fieldCount] = false;
            }
        }
        fieldCount++;
    }

    private boolean isAt(int at, byte[] wanted) {
        int end = at + wanted.length;
        return bytes[at] == wanted[0]
                && (wanted.length == 1 || (end <= limit && Arrays.equals(bytes, at, end, wanted, 0, wanted.length)));
    }

    /** The next place of either byte, at the earliest here; the limit where there is none. */
    private int nextOf(int from, long onePattern, long otherPattern) {
        int at = from;
        int longsEnd = limit - Long.BYTES;
        while (at <= longsEnd) {
            long word = (long) LONGS.get(bytes, at);
            long one = word ^ onePattern;
            long other = word ^ otherPattern;
            long found = (((one - ONES) & ~one) | ((other - ONES) & ~other)) & HIGH_BITS;
            if (found != 0) {
                return at + (Long.numberOfTrailingZeros(found) >>> 3);
            }
            at += Long.BYTES;
        }
        byte one = (byte) onePattern;
        byte other = (byte) otherPattern;
        while (at < limit && bytes[at] != one && bytes[at] != other) {
            at++;
        }
        return at;
    }
}
