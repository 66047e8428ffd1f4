package io.tributary.dialect.token;

import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.token.Token.Kind;

/**
 * Where one word of a statement begins, where it ends and what kind of word it is; blanks and comments before it are passed
 * over, but a hint is remembered, and an executable comment of a version up to ours, and one of ours alone, is read as text.
 */
final class Lexer {
    /** Executable comments up to this version are executed. */
    private static final int EXECUTABLE_VERSION_MAX = 80_036;

    /** The number of comments that are for us alone: no MySQL up to 9 is so new, and a MariaDB passes over all from 50700 to 99999. */
    private static final int OWN_VERSION = 99_001;

    private final byte[] sql;
    private final int from;
    private final int to;
    private final SqlMode mode;
    private int next;
    Kind kind = Kind.END;
    /** Index of the word's first byte. */
    int start;
    /** Index of the byte after the word. */
    int end;
    /** Index of the byte after the word before. */
    int previousEnd;
    /** Where the hint stands that was passed over last, without its marks; nothing where there was none. */
    int hintStart;

    int hintEnd;
    /** Whether an executable comment has not ended. */
    boolean inExecutableComment;

    private int executableStart;
    private int executableEnd;

    /** Stands before the first word of {@code sql[from, to)}. */
    Lexer(byte[] sql, int from, int to, SqlMode mode) {
        this.sql = sql;
        this.from = from;
        this.to = to;
        this.mode = mode;
        next = from;
        end = from;
    }

    /** Index of the byte after the last executable comment passed over; 0 where none began at {@code first} or later. */
    int executableEnd(int first) {
        return executableStart < first ? 0 : executableEnd;
    }

    /** Takes these bytes behind it to the symbol that was read. */
    void extend(int count) {
        next += count;
        end = next;
    }

    /** Reads the next word. */
    void advance() {
        previousEnd = end;
        skipBlanks();
        start = next;
        if (next >= to) {
            kind = Kind.END;
            end = to;
            return;
        }
        readToken();
        end = next;
    }

    /** Reads the word that begins at {@code index}, which may stand before this one. */
    void moveTo(int index) {
        if (executableEnd > executableStart) {
            inExecutableComment = executableStart < index && index < executableEnd;
        }
        next = index;
        end = index;
        advance();
    }

    private void skipBlanks() {
        while (next < to) {
            byte b = sql[next];
            if (Words.isBlank(b)) {
                next++;
            } else if (b == '/' && next + 1 < to && sql[next + 1] == '*') {
                skipComment();
            } else if (b == '*' && inExecutableComment && next + 1 < to && sql[next + 1] == '/') {
                inExecutableComment = false;
                next += 2;
                executableEnd = next;
            } else {
                int after = Comments.skipLine(sql, next, to);
                if (after < 0) {
                    return;
                }
                next = after;
            }
        }
    }

    private void skipComment() {
        int mark = next + 2;
        if (mark < to && sql[mark] == '!') {
            int version = 0;
            int i = mark + 1;
            while (i < to && i < mark + 7 && Words.isDigit(sql[i])) {
                version = 10 * version + sql[i] - '0';
                i++;
            }
            if (version <= EXECUTABLE_VERSION_MAX || version == OWN_VERSION) {
                inExecutableComment = true;
                executableStart = next;
                next = i;
                return;
            }
        }
        int after = Comments.endOfBlock(sql, next, to);
        if (after < 0) {
            throw SyntaxError.near(sql, from, to, next);
        }
        if (mark < to && sql[mark] == '+') {
            hintStart = mark + 1;
            hintEnd = after - 2;
        }
        next = after;
    }

    private void readToken() {
        byte b = sql[next];
        switch (b) {
            case '\'' -> {
                kind = Kind.STRING;
                skipQuoted(b);
            }
            case '"' -> {
                kind = mode.ansiQuotes() ? Kind.QUOTED : Kind.STRING;
                skipQuoted(b);
            }
            case '`' -> {
                kind = Kind.QUOTED;
                skipQuoted(b);
            }
            case '?' -> {
                kind = Kind.PARAMETER;
                next++;
            }
            case '@' -> readVariable();
            default -> {
                if (Words.isDigit(b) || (b == '.' && next + 1 < to && Words.isDigit(sql[next + 1]) && !afterWord())) {
                    readNumber();
                } else if (Words.isWord(b)) {
                    readWord();
                } else {
                    kind = Kind.SYMBOL;
                    next++;
                }
            }
        }
    }

    /** {@code t.1st} is a name after a point, {@code .5} a number. */
    private boolean afterWord() {
        byte before = next > from ? sql[next - 1] : 0;
        return Words.isWord(before) || before == '`' || (before == '"' && mode.ansiQuotes());
    }

    private void skipQuoted(byte quote) {
        int after = Quoted.end(sql, next, to, escapes(quote));
        if (after < 0) {
            throw SyntaxError.near(sql, from, to, next);
        }
        next = after;
    }

    /** Whether a backslash means something within this quote. */
    boolean escapes(byte quote) {
        return quote != '`' && !mode.noBackslashEscapes() && !(quote == '"' && mode.ansiQuotes());
    }

    private void readWord() {
        kind = Kind.WORD;
        int first = next;
        skipWord();
        if (next - first == 1 && next < to && sql[next] == '\'') {
            int letter = sql[first] | 0x20;
            if (letter == 'x' || letter == 'b') {
                kind = Kind.BINARY;
                skipQuoted((byte) '\'');
            } else if (letter == 'n') {
                // N'…' is a string like any other here: everything is UTF-8.
                kind = Kind.STRING;
                start = next;
                skipQuoted((byte) '\'');
            }
        }
    }

    private void readNumber() {
        int first = next;
        kind = Kind.NUMBER;
        while (next < to && Words.isDigit(sql[next])) {
            next++;
        }
        if (next < to && Words.isWord(sql[next]) && !atExponent()) {
            skipWord();
            boolean prefixed =
                    next - first > 2 && sql[first] == '0' && (sql[first + 1] == 'x' || sql[first + 1] == 'b');
            kind = prefixed ? Kind.BINARY : Kind.WORD;
            return;
        }
        if (next < to && sql[next] == '.') {
            next++;
            while (next < to && Words.isDigit(sql[next])) {
                next++;
            }
        }
        if (atExponent()) {
            next += 2;
            while (next < to && Words.isDigit(sql[next])) {
                next++;
            }
        }
    }

    private boolean atExponent() {
        if (next + 1 >= to || (sql[next] | 0x20) != 'e') {
            return false;
        }
        byte after = sql[next + 1];
        return Words.isDigit(after)
                || ((after == '-' || after == '+') && next + 2 < to && Words.isDigit(sql[next + 2]));
    }

    private void readVariable() {
        next++;
        if (next < to && sql[next] == '@') {
            next++;
            kind = Kind.SYSTEM_VARIABLE;
            int first = next;
            skipVariableName();
            if (next == first) {
                throw SyntaxError.near(sql, from, to, start);
            }
            return;
        }
        kind = Kind.USER_VARIABLE;
        int first = next;
        if (next < to && (sql[next] == '\'' || sql[next] == '"' || sql[next] == '`')) {
            skipQuoted(sql[next]);
        } else {
            skipVariableName();
        }
        if (next == first) {
            kind = Kind.SYMBOL;
        }
    }

    private void skipVariableName() {
        while (next < to) {
            if (sql[next] == '`') {
                skipQuoted((byte) '`');
            } else if (Words.isWord(sql[next]) || sql[next] == '.') {
                next++;
            } else {
                return;
            }
        }
    }

    private void skipWord() {
        while (next < to && Words.isWord(sql[next])) {
            next++;
        }
    }
}
