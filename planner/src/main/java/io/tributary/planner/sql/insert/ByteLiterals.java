package io.tributary.planner.sql.insert;

import io.tributary.contract.schema.ColumnType;
import io.tributary.dialect.token.Quoted;
import io.tributary.dialect.token.Swar;
import io.tributary.dialect.token.Words;
import java.util.Arrays;

/**
 * Literals whose value is bytes: strings, and hexadecimal and bit literals. They are visited where they stand, and copied only
 * where there is something to unescape.
 */
abstract class ByteLiterals extends RowsCursor {
    /** Unescaped bytes kept between statements; a statement with longer literals gets a buffer of its own. */
    private static final int SCRATCH_KEPT_BYTES_MAX = 64 * 1024;

    private static final int SCRATCH_BYTES = 256;

    /** What the bytes of a literal are visited as. */
    enum As {
        TEXT,
        DATE,
        DATETIME,
        BINARY,
        BITS
    }

    private byte[] scratch = new byte[SCRATCH_BYTES];

    @Override
    void end() {
        super.end();
        if (scratch.length > SCRATCH_KEPT_BYTES_MAX) {
            scratch = new byte[SCRATCH_BYTES];
        }
    }

    /** Visits the string that begins here, with those beside it, which are one. */
    final boolean string(byte quote, LiteralVisitor visitor, As form) {
        int content = at + 1;
        boolean escapes = !mode.noBackslashEscapes();
        int stop = Swar.indexOfQuoteOrBackslash(sql, content, to, quote);
        if (stop < to && sql[stop] == quote) {
            int next = stop + 1 < to ? sql[stop + 1] : 0;
            if (next == ',' || next == ')') {
                at = stop + 1;
                literalEnd = at;
                visit(visitor, form, sql, content, stop - content);
                return true;
            }
        }
        return longString(quote, escapes, visitor, form);
    }

    /** A string with escapes, doubled quotes, or another string beside it. */
    private boolean longString(byte quote, boolean escapes, LiteralVisitor visitor, As form) {
        int first = at;
        int end = Quoted.end(sql, at, to, escapes);
        if (end < 0) {
            throw syntaxError();
        }
        at = end;
        skipBlanks();
        if (!atString()) {
            literalEnd = end;
            if (!needsUnescape(first + 1, end - 1, quote, escapes)) {
                visit(visitor, form, sql, first + 1, end - first - 2);
                return true;
            }
            byte[] value = scratch(end - first - 2);
            int length = Quoted.unescape(sql, first + 1, end - 1, quote, escapes, value, 0);
            visit(visitor, form, value, 0, length);
            return true;
        }
        byte[] value = scratch(end - first - 2);
        int length = Quoted.unescape(sql, first + 1, end - 1, quote, escapes, value, 0);
        while (atString()) {
            int begin = at;
            end = Quoted.end(sql, begin, to, escapes);
            if (end < 0) {
                throw syntaxError();
            }
            value = grown(value, length, length + end - begin);
            length = Quoted.unescape(sql, begin + 1, end - 1, sql[begin], escapes, value, length);
            at = end;
            skipBlanks();
        }
        literalEnd = end;
        visit(visitor, form, value, 0, length);
        return true;
    }

    private boolean needsUnescape(int first, int last, byte quote, boolean escapes) {
        int stop = Swar.indexOfQuoteOrBackslash(sql, first, last, quote);
        while (stop < last && sql[stop] == '\\' && !escapes) {
            stop = Swar.indexOfQuoteOrBackslash(sql, stop + 1, last, quote);
        }
        return stop < last;
    }

    final boolean atString() {
        int b = peek();
        return b == '\'' || (b == '"' && !mode.ansiQuotes());
    }

    private static void visit(LiteralVisitor visitor, As form, byte[] bytes, int offset, int length) {
        switch (form) {
            case TEXT -> visitor.text(bytes, offset, length);
            case DATE -> visitor.moment(ColumnType.Kind.DATE, bytes, offset, length);
            case DATETIME -> visitor.moment(ColumnType.Kind.DATETIME, bytes, offset, length);
            case BINARY -> visitor.binary(bytes, offset, length);
            case BITS -> visitor.bits(bytes, offset, length);
        }
    }

    final boolean atQuotedBits(int quote) {
        return (isWord("X") || isWord("B")) && quote < to && sql[quote] == '\'';
    }

    /** Visits {@code x'…'} or {@code b'…'}. */
    final boolean quotedBits(int quote, LiteralVisitor visitor, As form) {
        int close = Quoted.end(sql, quote, to, false);
        if (close < 0) {
            throw syntaxError();
        }
        return isWord("X")
                ? hex(quote + 1, close - 1, close, visitor, form)
                : bits(quote + 1, close - 1, close, visitor, form);
    }

    /** {@code 0x1F} and {@code 0b01}: at the zero. */
    final boolean hexOrBits(LiteralVisitor visitor, As form) {
        int end = at;
        while (end < to && Words.isWord(sql[end])) {
            end++;
        }
        if (end - at <= 2 || sql[at] != '0') {
            return false;
        }
        if (sql[at + 1] == 'x') {
            return hex(at + 2, end, end, visitor, form);
        }
        return sql[at + 1] == 'b' && bits(at + 2, end, end, visitor, form);
    }

    private boolean hex(int first, int last, int end, LiteralVisitor visitor, As form) {
        int digits = last - first;
        boolean evenOnly = sql[first - 1] == '\'';
        if (evenOnly && (digits & 1) != 0) {
            throw syntaxError();
        }
        byte[] value = scratch((digits + 1) / 2);
        int length = 0;
        int pending = (digits & 1) == 0 ? -1 : 0;
        for (int i = first; i < last; i++) {
            int digit = Character.digit(sql[i], 16);
            if (digit < 0) {
                return notLiteral(evenOnly);
            }
            if (pending < 0) {
                pending = digit;
            } else {
                value[length++] = (byte) (pending << 4 | digit);
                pending = -1;
            }
        }
        ends(end);
        visit(visitor, form, value, 0, length);
        return true;
    }

    private boolean bits(int first, int last, int end, LiteralVisitor visitor, As form) {
        int count = last - first;
        int length = (count + 7) / 8;
        byte[] value = scratch(length);
        Arrays.fill(value, 0, length, (byte) 0);
        for (int i = first; i < last; i++) {
            if (sql[i] != '0' && sql[i] != '1') {
                return notLiteral(sql[first - 1] == '\'');
            }
            int fromRight = last - 1 - i;
            if (sql[i] == '1') {
                value[length - 1 - fromRight / 8] |= (byte) (1 << (fromRight & 7));
            }
        }
        ends(end);
        visit(visitor, form, value, 0, length);
        return true;
    }

    private boolean notLiteral(boolean quoted) {
        if (quoted) {
            throw syntaxError();
        }
        return false;
    }

    final byte[] scratch(int length) {
        if (scratch.length < length) {
            scratch = new byte[Math.max(length, 2 * scratch.length)];
        }
        return scratch;
    }

    private byte[] grown(byte[] value, int used, int needed) {
        if (value.length >= needed) {
            return value;
        }
        byte[] larger = new byte[Math.max(needed, 2 * value.length)];
        System.arraycopy(value, 0, larger, 0, used);
        scratch = larger;
        return larger;
    }
}
