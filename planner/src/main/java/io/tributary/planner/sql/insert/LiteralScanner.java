package io.tributary.planner.sql.insert;

import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.token.Comments;
import io.tributary.dialect.token.Swar;
import io.tributary.dialect.token.Words;

/**
 * A cursor over the values of an INSERT: reads one literal at a time from the statement's bytes and hands it to a
 * visitor, copying only where there is something to unescape. {@link ValuesScanner} leads it from value to value.
 */
final class LiteralScanner extends ByteLiterals {
    private boolean parametersAllowed;

    void begin(byte[] text, int first, int last, SqlMode sqlMode, boolean parameters) {
        begin(text, first, last, sqlMode);
        parametersAllowed = parameters;
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

    private boolean prefixedString(int end, LiteralVisitor visitor) {
        if (atQuotedBits(end)) {
            return quotedBits(end, visitor, As.BITS);
        }
        if (isWord("DATE")) {
            return moment(end, As.DATE, visitor);
        }
        if (isWord("TIMESTAMP") || isWord("DATETIME")) {
            return moment(end, As.DATETIME, visitor);
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

    private boolean moment(int end, As form, LiteralVisitor visitor) {
        int mark = at;
        at = Comments.skipBlanks(sql, end, to);
        if (atString()) {
            return string(sql[at], visitor, form);
        }
        at = mark;
        return false;
    }

    /** Character sets that are UTF-8. */
    private boolean isTextIntroducer() {
        return isWord("_UTF8MB4") || isWord("_UTF8") || isWord("_UTF8MB3") || isWord("_ASCII");
    }
}
