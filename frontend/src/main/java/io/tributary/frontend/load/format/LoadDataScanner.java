package io.tributary.frontend.load.format;

import io.tributary.dialect.token.Quoted;
import io.tributary.planner.plan.part.LoadDataFormat;
import java.util.Arrays;

/**
 * Takes a file of LOAD DATA apart, row by row, as MySQL does: what encloses and escapes, {@code \N}, and {@code NULL} where
 * fields may be enclosed. Reads only rows that stand whole in the bytes given; the rest is to be given again with what
 * follows. One thread at a time.
 *
 * @see <a href="https://dev.mysql.com/doc/refman/8.0/en/load-data.html">LOAD DATA</a>
 */
final class LoadDataScanner {
    /** What a call found. */
    enum Found {
        ROW,
        /** The bytes end before a row does. */
        INCOMPLETE,
        /** The file has no more rows. */
        END
    }

    private static final byte[] NULL_WORD = {'N', 'U', 'L', 'L'};

    private final LoadDataFormat format;
    private final int fieldsMax;
    private final int[] starts;
    private final int[] ends;
    private final boolean[] enclosed;
    private final boolean[] escaped;
    /** {@link LoadDataFormat#NONE} where the byte is the enclosure, too: then only doubling it escapes. */
    private final int escape;

    private final int fieldEndFirst;
    private final int lineEndFirst;

    private byte[] bytes = {};
    private int next;
    private int limit;
    private boolean lastBytes;
    private int fieldCount;
    private boolean surplus;
    private boolean lineEnded;
    private boolean outOfBytes;

    /** @param fieldsMax fields that a row should have */
    LoadDataScanner(LoadDataFormat format, int fieldsMax) {
        this.format = format;
        this.fieldsMax = fieldsMax;
        starts = new int[fieldsMax];
        ends = new int[fieldsMax];
        enclosed = new boolean[fieldsMax];
        escaped = new boolean[fieldsMax];
        escape = format.escape() == format.enclosure() ? LoadDataFormat.NONE : format.escape();
        fieldEndFirst = format.fieldEnd()[0];
        lineEndFirst = format.lineEnd().length == 0 ? Integer.MIN_VALUE : format.lineEnd()[0];
    }

    /**
     * Turns to {@code source[from, to)}, which {@link #unescape} changes.
     *
     * @param last whether the file ends there
     */
    void begin(byte[] source, int from, int to, boolean last) {
        bytes = source;
        next = from;
        limit = to;
        lastBytes = last;
    }

    /** Where the next row begins, or what is left of one. */
    int position() {
        return next;
    }

    /** Whether the file ends here. */
    boolean isAtEnd() {
        return lastBytes && next == limit;
    }

    /** Passes over a line whatever it holds; false where its end is not there yet. */
    boolean skipLine() {
        if (format.lineEnd().length == 0) {
            return true;
        }
        int at = next;
        while (at < limit) {
            if (!lastBytes && limit - at < format.lineEnd().length) {
                return false;
            }
            if (atLineEnd(at)) {
                next = at + format.lineEnd().length;
                return true;
            }
            at++;
        }
        if (lastBytes) {
            next = limit;
            return true;
        }
        return false;
    }

    /** The next row: its fields are there until the next call. */
    Found row() {
        int begin = next;
        fieldCount = 0;
        surplus = false;
        lineEnded = false;
        outOfBytes = false;
        if (!skipToStart()) {
            // No line begins before the last bytes, which may be the first part of what one starts with.
            next = lastBytes ? limit : Math.max(begin, limit - format.lineStart().length + 1);
            return lastBytes ? Found.END : Found.INCOMPLETE;
        }
        if (next == limit && lastBytes) {
            return Found.END;
        }
        while (!lineEnded && !outOfBytes && fieldCount < fieldsMax) {
            field();
        }
        if (!lineEnded && !outOfBytes && format.lineEnd().length > 0) {
            endLine();
        }
        if (outOfBytes) {
            next = begin;
            return Found.INCOMPLETE;
        }
        return Found.ROW;
    }

    /** Fields found in the row, at most those it should have. */
    int fieldCount() {
        return fieldCount;
    }

    /** Whether more stood in the line than there are fields. */
    boolean hasSurplus() {
        return surplus;
    }

    int start(int field) {
        return starts[field];
    }

    int end(int field) {
        return ends[field];
    }

    boolean isNull(int field) {
        int length = ends[field] - starts[field];
        if (escaped[field]) {
            return length == 2
                    && escape != LoadDataFormat.NONE
                    && bytes[starts[field]] == (byte) escape
                    && bytes[starts[field] + 1] == 'N';
        }
        return length == NULL_WORD.length
                && format.enclosure() != LoadDataFormat.NONE
                && !enclosed[field]
                && Arrays.equals(bytes, starts[field], ends[field], NULL_WORD, 0, NULL_WORD.length);
    }

    /** Makes a field in place what it means. Once for a field, after {@link #isNull}. */
    void unescape(int field) {
        if (!escaped[field]) {
            return;
        }
        int to = starts[field];
        int from = to;
        int end = ends[field];
        while (from < end) {
            byte b = bytes[from++];
            if (from < end && isEscape(b)) {
                bytes[to++] = Quoted.meaning(bytes[from++]);
            } else {
                bytes[to++] = b;
                boolean doubled = enclosed[field] && b == (byte) format.enclosure() && from < end && bytes[from] == b;
                if (doubled) {
                    from++;
                }
            }
        }
        ends[field] = to;
    }

    private boolean isEscape(byte b) {
        return escape != LoadDataFormat.NONE && b == (byte) escape;
    }

    /** Turns to behind what a line starts with, lines without it passed over; false where there is none any more. */
    private boolean skipToStart() {
        byte[] start = format.lineStart();
        if (start.length == 0) {
            return true;
        }
        for (int at = next; at + start.length <= limit; at++) {
            if (Arrays.equals(bytes, at, at + start.length, start, 0, start.length)) {
                next = at + start.length;
                return true;
            }
        }
        return false;
    }

    /** Reads a field and what ends it. */
    private void field() {
        int enclosure = format.enclosure();
        boolean quoted = enclosure != LoadDataFormat.NONE && next < limit && bytes[next] == (byte) enclosure;
        int start = quoted ? next + 1 : next;
        boolean escapes = false;
        int at = start;
        while (at < limit) {
            byte b = bytes[at];
            if (isEscape(b)) {
                escapes = true;
                at += 2;
            } else if (quoted && b == (byte) enclosure) {
                if (at + 1 < limit && bytes[at + 1] == b) {
                    escapes = true;
                    at += 2;
                    continue;
                }
                if (!lastBytes && limit - at <= longestEnd()) {
                    break; // what follows decides whether this ends the field
                }
                if (endsField(at + 1) || endsLine(at + 1)) {
                    add(start, at, true, escapes);
                    finish(at + 1);
                    return;
                }
                at++;
            } else if (!quoted && (b == fieldEndFirst || b == lineEndFirst)) {
                if (!lastBytes && limit - at < longestEnd()) {
                    break;
                }
                if (atLineEnd(at) || endsField(at)) {
                    add(start, at, false, escapes);
                    finish(at);
                    return;
                }
                at++;
            } else {
                at++;
            }
        }
        if (!lastBytes) {
            outOfBytes = true;
            return;
        }
        // The file ends within the field. An enclosure that was never closed belongs to it.
        add(quoted ? start - 1 : start, limit, false, escapes);
        next = limit;
        lineEnded = true;
    }

    private void add(int start, int end, boolean quoted, boolean escapes) {
        starts[fieldCount] = start;
        ends[fieldCount] = end;
        enclosed[fieldCount] = quoted;
        escaped[fieldCount] = escapes;
        fieldCount++;
    }

    private int longestEnd() {
        return Math.max(format.fieldEnd().length, format.lineEnd().length);
    }

    /** Passes over the end of a field, or of the line, at {@code at}. */
    private void finish(int at) {
        if (at >= limit) {
            next = limit;
            lineEnded = true;
        } else if (atLineEnd(at)) {
            next = at + format.lineEnd().length;
            lineEnded = true;
        } else {
            next = at + format.fieldEnd().length;
        }
    }

    /** Ends a line behind the last field: an end right here, or more than the row should have. */
    private void endLine() {
        int begin = next;
        if (skipLine()) {
            boolean empty = begin == limit || atLineEnd(begin);
            surplus = !empty;
        } else {
            outOfBytes = true;
        }
    }

    private boolean endsField(int at) {
        return matches(at, format.fieldEnd());
    }

    private boolean endsLine(int at) {
        return at >= limit || atLineEnd(at);
    }

    private boolean atLineEnd(int at) {
        return format.lineEnd().length > 0 && matches(at, format.lineEnd());
    }

    private boolean matches(int at, byte[] separator) {
        int end = at + separator.length;
        return end <= limit
                && bytes[at] == separator[0]
                && Arrays.equals(bytes, at, end, separator, 0, separator.length);
    }
}
