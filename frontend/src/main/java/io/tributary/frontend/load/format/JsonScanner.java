package io.tributary.frontend.load.format;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.Arrays;

/**
 * Finds in a JSON body the values that are read as a whole: its lines, its documents, or the elements of its one array.
 * Looks at brackets and quotes only; whether what is between them is JSON is for who reads the value. Reads only values
 * that stand whole in the bytes given; the rest is to be given again with what follows. One thread at a time.
 */
final class JsonScanner {
    /** What is looked for. */
    enum Values {
        LINES,
        DOCUMENTS,
        /** The elements of an array, or of several one behind the other. */
        ELEMENTS,
        /** Not known before the first line is. */
        BY_FIRST_LINE
    }

    /** What comes next among {@link Values#ELEMENTS}. */
    private enum Awaited {
        ARRAY,
        ELEMENT_OR_END,
        COMMA_OR_END,
        ELEMENT
    }

    private final byte[] lineEnd;
    private Values values;

    private byte[] bytes = {};
    private int next;
    private int limit;
    private boolean lastBytes;
    private int start;
    private int end;
    private boolean begun;
    private Awaited awaited = Awaited.ARRAY;

    JsonScanner(Values values, byte[] lineEnd) {
        this.values = values;
        this.lineEnd = lineEnd;
    }

    /** @param last whether the body ends at {@code to} */
    void begin(byte[] source, int from, int to, boolean last) {
        bytes = source;
        next = from;
        limit = to;
        lastBytes = last;
    }

    /** Where the next value begins, or what is left of one. */
    int position() {
        return next;
    }

    int start() {
        return start;
    }

    int end() {
        return end;
    }

    /** Whether each value is a line, and a bad one says nothing of the next. */
    boolean readsLines() {
        return values == Values.LINES;
    }

    /**
     * Goes to the next value. False where there is none, or it is not there as a whole.
     *
     * @throws TributaryException where the body is broken, or ends within a value
     */
    boolean next() {
        if (!begun && !skipByteOrderMark()) {
            return false;
        }
        if (values == Values.BY_FIRST_LINE && !decide()) {
            return false;
        }
        return switch (values) {
            case LINES -> line();
            case DOCUMENTS -> document();
            case ELEMENTS -> element();
            case BY_FIRST_LINE -> throw new IllegalStateException("not decided");
        };
    }

    private boolean skipByteOrderMark() {
        if (limit - next < ByteOrderMark.BYTES && !lastBytes) {
            return false;
        }
        begun = true;
        next = ByteOrderMark.end(bytes, next, limit);
        return true;
    }

    // ---- lines

    private boolean decide() {
        skipBlanks();
        int line = lineEndAt(next);
        if (line < 0 && !lastBytes) {
            return false;
        }
        int lineLimit = line < 0 ? limit : line;
        values = next < lineLimit && isBracket(bytes[next]) && valueEnd(next, lineLimit) < 0
                ? Values.DOCUMENTS
                : Values.LINES;
        return true;
    }

    private boolean line() {
        while (next < limit) {
            int found = lineEndAt(next);
            if (found < 0 && !lastBytes) {
                return false;
            }
            start = next;
            end = found < 0 ? limit : found;
            next = found < 0 ? limit : found + lineEnd.length;
            trim();
            if (start < end) {
                return true;
            }
        }
        return false;
    }

    private void trim() {
        while (start < end && isBlank(bytes[start])) {
            start++;
        }
        while (end > start && isBlank(bytes[end - 1])) {
            end--;
        }
    }

    private int lineEndAt(int from) {
        int last = limit - lineEnd.length;
        for (int at = from; at <= last; at++) {
            if (bytes[at] == lineEnd[0] && Arrays.equals(bytes, at, at + lineEnd.length, lineEnd, 0, lineEnd.length)) {
                return at;
            }
        }
        return -1;
    }

    // ---- documents

    private boolean document() {
        skipBlanks();
        return next < limit && value();
    }

    private boolean element() {
        while (true) {
            skipBlanks();
            if (next == limit) {
                if (lastBytes && awaited != Awaited.ARRAY) {
                    throw broken("the body ends within an array");
                }
                return false;
            }
            byte b = bytes[next];
            if (awaited == Awaited.ARRAY) {
                if (b != '[') {
                    throw broken("JSON data is not an array-object, `strip_outer_array` must be FALSE");
                }
                next++;
                awaited = Awaited.ELEMENT_OR_END;
            } else if (b == ']' && awaited != Awaited.ELEMENT) {
                next++;
                awaited = Awaited.ARRAY;
            } else if (awaited == Awaited.COMMA_OR_END) {
                if (b != ',') {
                    throw broken("no comma between the elements of an array");
                }
                next++;
                awaited = Awaited.ELEMENT;
            } else if (value()) {
                awaited = Awaited.COMMA_OR_END;
                return true;
            } else {
                return false;
            }
        }
    }

    private boolean value() {
        int found = valueEnd(next, limit);
        if (found < 0 || (found == limit && !lastBytes && !isBracket(bytes[next]))) {
            if (lastBytes) {
                throw broken("the body ends within a value");
            }
            return false;
        }
        if (found == next) {
            throw broken("'" + (char) bytes[next] + "' where a value begins");
        }
        start = next;
        end = found;
        next = found;
        return true;
    }

    /**
     * Returns where the value ends that begins here; -1 where it has no end. A bare word goes to the next sign that is none
     * of it.
     */
    private int valueEnd(int from, int to) {
        int depth = 0;
        int at = from;
        while (at < to) {
            byte b = bytes[at];
            if (b == '"') {
                at = stringEnd(at, to);
                if (at < 0 || depth == 0) {
                    return at;
                }
            } else if (isBracket(b)) {
                depth++;
                at++;
            } else if (b == '}' || b == ']') {
                if (depth <= 1) {
                    return depth == 0 ? at : at + 1;
                }
                depth--;
                at++;
            } else if (depth == 0 && (b == ',' || isBlank(b))) {
                return at;
            } else {
                at++;
            }
        }
        return depth == 0 ? to : -1;
    }

    private int stringEnd(int from, int to) {
        int at = from + 1;
        while (at < to) {
            byte b = bytes[at];
            if (b == '"') {
                return at + 1;
            }
            at += b == '\\' ? 2 : 1;
        }
        return -1;
    }

    private void skipBlanks() {
        while (next < limit && isBlank(bytes[next])) {
            next++;
        }
    }

    private static boolean isBracket(byte b) {
        return b == '{' || b == '[';
    }

    private static boolean isBlank(byte b) {
        return b == ' ' || b == '\n' || b == '\r' || b == '\t';
    }

    private static TributaryException broken(String why) {
        return new TributaryException(ErrorCode.INVALID_STATEMENT, "the JSON body is broken: " + why);
    }
}
