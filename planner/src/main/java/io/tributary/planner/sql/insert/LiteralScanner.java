package io.tributary.planner.sql.insert;

import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.token.Comments;
import io.tributary.dialect.token.Quoted;
import io.tributary.dialect.token.Swar;
import io.tributary.dialect.token.SyntaxError;
import io.tributary.dialect.token.Tokens;
import io.tributary.dialect.token.Words;
import java.util.Arrays;

/**
 * A cursor over the values of an INSERT: reads one literal at a time from the statement's bytes and hands it to a
 * visitor, copying only where there is something to unescape. {@link ValuesScanner} leads it from value to value.
 */
final class LiteralScanner {
    /** Unescaped bytes kept between statements; a statement with longer literals gets a buffer of its own. */
    private static final int SCRATCH_KEPT_BYTES_MAX = 64 * 1024;

    private static final int SCRATCH_BYTES = 256;
    private static final byte[] EMPTY = new byte[0];

    /** What the bytes of a literal are visited as. */
    private enum As {
        TEXT,
        BINARY,
        BITS
    }

    private byte[] sql = EMPTY;
    private int from;
    private int to;
    private int at;
    private SqlMode mode = SqlMode.DEFAULT;
    private boolean parametersAllowed;
    private int literalOffset;
    private int literalEnd;
    private byte[] scratch = new byte[SCRATCH_BYTES];

    void begin(byte[] text, int first, int last, SqlMode sqlMode, boolean parameters) {
        sql = text;
        from = first;
        at = first;
        to = last;
        mode = sqlMode;
        parametersAllowed = parameters;
    }

    /** Lets go of the statement. */
    void end() {
        sql = EMPTY;
        if (scratch.length > SCRATCH_KEPT_BYTES_MAX) {
            scratch = new byte[SCRATCH_BYTES];
        }
    }

    int literalOffset() {
        return literalOffset;
    }

    int literalEnd() {
        return literalEnd;
    }

    int at() {
        return at;
    }

    void moveTo(int index) {
        at = index;
    }

    /** The words from the cursor on; it does not move with them. */
    Tokens tokens() {
        return new Tokens(sql, at, to, mode);
    }

    Tokens tokensFrom(int offset) {
        return new Tokens(sql, from + offset, to, mode);
    }

    /**
     * Visits the values up to and with the closing parenthesis; false where one is no literal.
     *
     * <p>Strings without escapes and numbers of few digits, with a comma or parenthesis directly behind, are visited here:
     * in one loop and with the position in a register. {@link #anyValue} takes whatever else there is.
     */
    boolean values(LiteralVisitor visitor) {
        byte[] bytes = sql;
        // Prepared statements are asked for the place of each literal, which this loop does not keep.
        int last = parametersAllowed ? at : to - 2;
        int next = at;
        while (true) {
            int first = next;
            int end = -1;
            if (first < last) {
                byte b = bytes[first];
                if (b == '\'') {
                    int close = Swar.indexOfQuoteOrBackslash(bytes, first + 1, last, (byte) '\'');
                    if (bytes[close] == '\'' && isEnd(bytes[close + 1])) {
                        end = close + 1;
                        visitor.text(bytes, first + 1, close - first - 1);
                    }
                } else {
                    int digits = b == '-' ? first + 1 : first;
                    int behind = Swar.endOfFewDigits(bytes, digits, last);
                    int most = behind - digits;
                    if (behind >= 0 && bytes[behind] == '.') {
                        digits = behind + 1;
                        behind = Swar.endOfFewDigits(bytes, digits, last);
                        most = Math.max(most, behind - digits);
                    }
                    if (behind >= 0 && most > 0 && isEnd(bytes[behind])) {
                        end = behind;
                        visitor.number(bytes, first, behind - first);
                    }
                }
            }
            if (end < 0) {
                at = first;
                if (!anyValue(visitor)) {
                    return false;
                }
                end = at;
            }
            next = end + 1;
            if (bytes[end] == ')') {
                at = next;
                return true;
            }
            if (next < to && bytes[next] <= '/' && bytes[next] != '\'') {
                next = Comments.skipBlanks(bytes, next, to);
            }
        }
    }

    private static boolean isEnd(byte b) {
        return b == ',' || b == ')';
    }

    /** Visits the literal here and goes to the comma or parenthesis behind it. */
    private boolean anyValue(LiteralVisitor visitor) {
        if (!value(visitor)) {
            return false;
        }
        skipBlanks();
        return peek() == ',' || peek() == ')' || endOfValueElsewhere();
    }

    /** Neither comma nor parenthesis behind a value: the statement is cut off, or the value goes on as an expression. */
    private boolean endOfValueElsewhere() {
        if (peek() < 0 || peek() == ';') {
            throw syntaxError();
        }
        return false;
    }

    /** Visits the literal here; false where something else stands. */
    boolean value(LiteralVisitor visitor) {
        literalOffset = at;
        int b = peek();
        if (b == '\'') {
            return string((byte) '\'', visitor, As.TEXT);
        }
        return (b >= '0' && b <= '9') ? number(at, visitor) : rarerValue(b, visitor);
    }

    /** Apart from {@link #value}, which thus stays small enough to be inlined. */
    private boolean rarerValue(int b, LiteralVisitor visitor) {
        return switch (b) {
            case '"' -> !mode.ansiQuotes() && string((byte) b, visitor, As.TEXT);
            case '.' -> number(at, visitor);
            case '-', '+' -> signedNumber(visitor);
            case '?' -> parameter(visitor);
            case '[' -> array(at + 1, ']', visitor);
            case -1, ')', ',', ';' -> throw syntaxError();
            default -> word(visitor);
        };
    }

    private boolean parameter(LiteralVisitor visitor) {
        if (!parametersAllowed) {
            throw syntaxError();
        }
        ends(at + 1);
        visitor.parameter();
        return true;
    }

    private boolean number(int first, LiteralVisitor visitor) {
        int end = endOfNumber(at);
        if (end < 0) {
            return at == first && hexOrBits(visitor, As.BITS);
        }
        at = end;
        literalEnd = end;
        visitor.number(sql, first, end - first);
        return true;
    }

    /** The index after the number at {@code i}, or -1 where there is none, or a word goes on behind it. */
    private int endOfNumber(int first) {
        byte[] bytes = sql;
        int last = to;
        int i = first;
        while (i < last && Words.isDigit(bytes[i])) {
            i++;
        }
        int digits = i - first;
        if (i < last && bytes[i] == '.') {
            int point = i++;
            while (i < last && Words.isDigit(bytes[i])) {
                i++;
            }
            digits += i - point - 1;
        }
        if (digits == 0) {
            return -1;
        }
        if (i < last && (bytes[i] | 0x20) == 'e') {
            int exponent = i + 1;
            if (exponent < last && (bytes[exponent] == '-' || bytes[exponent] == '+')) {
                exponent++;
            }
            i = exponent;
            while (i < last && Words.isDigit(bytes[i])) {
                i++;
            }
            if (i == exponent) {
                return -1;
            }
        }
        return i < last && Words.isWord(bytes[i]) ? -1 : i;
    }

    private boolean signedNumber(LiteralVisitor visitor) {
        int sign = at++;
        boolean minus = sql[sign] == '-';
        boolean apart = at < to && Words.isBlank(sql[at]);
        skipBlanks();
        int first = at;
        int end = first < to ? endOfNumber(first) : -1;
        if (end < 0) {
            return notANumber();
        }
        at = end;
        literalEnd = end;
        if (!minus) {
            visitor.number(sql, first, end - first);
        } else if (!apart && first == sign + 1) {
            visitor.number(sql, sign, end - sign);
        } else {
            byte[] number = scratch(end - first + 1);
            number[0] = '-';
            System.arraycopy(sql, first, number, 1, end - first);
            visitor.number(number, 0, end - first + 1);
        }
        return true;
    }

    private boolean notANumber() {
        if (peek() < 0) {
            throw syntaxError();
        }
        return false;
    }

    /** Visits the string that begins here, with those beside it, which are one. */
    private boolean string(byte quote, LiteralVisitor visitor, As form) {
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

    private boolean atString() {
        int b = peek();
        return b == '\'' || (b == '"' && !mode.ansiQuotes());
    }

    private static void visit(LiteralVisitor visitor, As form, byte[] bytes, int offset, int length) {
        switch (form) {
            case TEXT -> visitor.text(bytes, offset, length);
            case BINARY -> visitor.binary(bytes, offset, length);
            case BITS -> visitor.bits(bytes, offset, length);
        }
    }

    /** NULL, DEFAULT, TRUE, FALSE, and literals that begin with a word. */
    private boolean word(LiteralVisitor visitor) {
        int end = at;
        while (end < to && Words.isWord(sql[end])) {
            end++;
        }
        if (end == at) {
            return false;
        }
        if (isWord("NULL")) {
            ends(end);
            visitor.nullValue();
            return true;
        }
        if (isWord("DEFAULT")) {
            ends(end);
            int behind = Comments.skipBlanks(sql, end, to);
            if (behind < to && sql[behind] == '(') {
                return false;
            }
            visitor.defaultValue();
            return true;
        }
        if (isWord("TRUE") || isWord("FALSE")) {
            boolean value = (sql[at] | 0x20) == 't';
            ends(end);
            visitor.bool(value);
            return true;
        }
        if (isWord("ARRAY")) {
            int open = Comments.skipBlanks(sql, end, to);
            return open < to && sql[open] == '(' && array(open + 1, ')', visitor);
        }
        return prefixedString(end, visitor);
    }

    /** {@code [a, b]} and {@code array(a, b)} of literals, visited as the text that an ARRAY column takes. */
    private boolean array(int first, char close, LiteralVisitor visitor) {
        if (visitor instanceof ArrayLiteral) {
            return false;
        }
        int begin = literalOffset;
        ArrayLiteral elements = new ArrayLiteral();
        at = first;
        skipBlanks();
        if (!accept(close)) {
            do {
                skipBlanks();
                if (!value(elements) || !elements.isLiteral()) {
                    return false;
                }
                skipBlanks();
            } while (accept(','));
            if (!accept(close)) {
                return endOfValueElsewhere();
            }
        }
        literalOffset = begin;
        literalEnd = at;
        byte[] text = elements.text();
        visitor.text(text, 0, text.length);
        return true;
    }

    private void ends(int end) {
        at = end;
        literalEnd = end;
    }

    private boolean prefixedString(int end, LiteralVisitor visitor) {
        if (atQuotedBits(end)) {
            return quotedBits(end, visitor, As.BITS);
        }
        boolean text = isWord("N") ? end < to && sql[end] == '\'' : isTextIntroducer();
        boolean binary = isWord("_BINARY");
        if (!text && !binary) {
            return false;
        }
        int mark = at;
        at = Comments.skipBlanks(sql, end, to);
        As form = binary ? As.BINARY : As.TEXT;
        if (atString()) {
            return string(sql[at], visitor, form);
        }
        if (peek() == '0') {
            return hexOrBits(visitor, form);
        }
        if (atQuotedBits(at + 1)) {
            return quotedBits(at + 1, visitor, form);
        }
        at = mark;
        return false;
    }

    private boolean atQuotedBits(int quote) {
        return (isWord("X") || isWord("B")) && quote < to && sql[quote] == '\'';
    }

    /** Visits {@code x'…'} or {@code b'…'}. */
    private boolean quotedBits(int quote, LiteralVisitor visitor, As form) {
        int close = Quoted.end(sql, quote, to, false);
        if (close < 0) {
            throw syntaxError();
        }
        return isWord("X")
                ? hex(quote + 1, close - 1, close, visitor, form)
                : bits(quote + 1, close - 1, close, visitor, form);
    }

    /** Character sets that are UTF-8, and the words that make a date of a string. */
    private boolean isTextIntroducer() {
        return isWord("_UTF8MB4")
                || isWord("_UTF8")
                || isWord("_UTF8MB3")
                || isWord("_ASCII")
                || isWord("DATE")
                || isWord("TIMESTAMP")
                || isWord("DATETIME");
    }

    /** {@code 0x1F} and {@code 0b01}: at the zero. */
    private boolean hexOrBits(LiteralVisitor visitor, As form) {
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

    // ---- bytes

    /** The byte at the cursor, 0 to 255, or -1 at the end. */
    int peek() {
        return at < to ? sql[at] & 0xff : -1;
    }

    boolean accept(char symbol) {
        if (at < to && sql[at] == symbol) {
            at++;
            return true;
        }
        return false;
    }

    /** Whether the word at the cursor is this one, in any case. */
    boolean isWord(String upper) {
        int length = upper.length();
        if (at + length > to) {
            return false;
        }
        for (int i = 0; i < length; i++) {
            int b = sql[at + i];
            if (b != upper.charAt(i) && b - 32 != upper.charAt(i)) {
                return false;
            }
        }
        return at + length == to || !Words.isWord(sql[at + length]);
    }

    void skipBlanks() {
        if (at < to && (sql[at] > '/' || sql[at] == '\'')) {
            return;
        }
        at = Comments.skipBlanks(sql, at, to);
    }

    private byte[] scratch(int length) {
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

    RuntimeException syntaxError() {
        return SyntaxError.near(sql, from, to, Math.min(at, to));
    }
}
