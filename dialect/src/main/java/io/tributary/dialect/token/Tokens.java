package io.tributary.dialect.token;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Locale;

/**
 * The words of one statement, one at a time, straight from its bytes; blanks and comments are passed over, executable
 * comments ({@code /*!40101 … *}{@code /}) of versions up to ours are read as text. The rows of an INSERT are not read with it but
 * with {@code ValuesScanner}.
 *
 * <p>Used by one thread. Every method that expects something throws SYNTAX (1064) where it is not there.
 */
public final class Tokens {
    /** What kind of word stands at the cursor. */
    public enum Kind {
        WORD,
        /** An identifier in backticks, or in double quotes under ANSI_QUOTES. */
        QUOTED,
        STRING,
        NUMBER,
        /** {@code x'…'}, {@code 0x…}, {@code b'…'}, {@code 0b…}. */
        BINARY,
        PARAMETER,
        /** {@code @@x}, {@code @@global.x}, as one word. */
        SYSTEM_VARIABLE,
        /** {@code @u}, as one word. */
        USER_VARIABLE,
        /** Any other single byte. */
        SYMBOL,
        END
    }

    /** Executable comments up to this version are executed. */
    static final int EXECUTABLE_VERSION_MAX = 80_036;

    private static final int NEAR_LENGTH_MAX = 80;

    private final byte[] sql;
    private final int from;
    private final int to;
    private final SqlMode mode;
    private int next;
    private Kind kind = Kind.END;
    private int start;
    private int end;
    private int previousEnd;
    private int hintStart;
    private int hintEnd;
    private boolean inExecutableComment;
    private int executableStart;
    private int executableEnd;

    /** Begins at the first word of {@code sql[from, to)}. */
    public Tokens(byte[] sql, int from, int to, SqlMode mode) {
        this.sql = sql;
        this.from = from;
        this.to = to;
        this.mode = mode;
        this.next = from;
        this.end = from;
        advance();
    }

    public Kind kind() {
        return kind;
    }

    /** Index of the word's first byte. */
    public int start() {
        return start;
    }

    /** Index of the byte after the word. */
    public int end() {
        return end;
    }

    /** Index of the byte after the word before. */
    public int previousEnd() {
        return previousEnd;
    }

    /** Index of the byte after the last executable comment passed over; 0 where none began at {@code from} or later. */
    public int executableEnd(int from) {
        return executableStart < from ? 0 : executableEnd;
    }

    public int limit() {
        return to;
    }

    public SqlMode mode() {
        return mode;
    }

    public byte[] bytes() {
        return sql;
    }

    /** The text of the optimizer hint passed over last, without its marks; empty where there was none. */
    public String hint() {
        return text(hintStart, hintEnd);
    }

    public void advance() {
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

    // ---- questions

    public boolean atEnd() {
        return kind == Kind.END;
    }

    /** Whether an unquoted word stands here, in any case; {@code upper} is in upper case. */
    public boolean at(String upper) {
        if (kind != Kind.WORD || end - start != upper.length()) {
            return false;
        }
        for (int i = 0; i < upper.length(); i++) {
            int b = sql[start + i];
            if (b >= 'a' && b <= 'z') {
                b -= 32;
            }
            if (b != upper.charAt(i)) {
                return false;
            }
        }
        return true;
    }

    public boolean atAny(String... uppers) {
        for (String upper : uppers) {
            if (at(upper)) {
                return true;
            }
        }
        return false;
    }

    public boolean atSymbol(char symbol) {
        return kind == Kind.SYMBOL && sql[start] == symbol;
    }

    /** Whether the byte right behind this word, blanks aside, is {@code symbol}. */
    public boolean followedBy(char symbol) {
        int i = end;
        while (i < to && Words.isBlank(sql[i])) {
            i++;
        }
        return i < to && sql[i] == symbol;
    }

    public boolean atIdentifier() {
        return kind == Kind.WORD || kind == Kind.QUOTED;
    }

    // ---- steps

    public boolean accept(String upper) {
        if (at(upper)) {
            advance();
            return true;
        }
        return false;
    }

    /** All of these words in order, or none of them. */
    public boolean accept(String first, String second) {
        if (!at(first)) {
            return false;
        }
        int mark = start;
        advance();
        if (accept(second)) {
            return true;
        }
        moveTo(mark);
        return false;
    }

    public boolean acceptSymbol(char symbol) {
        if (atSymbol(symbol)) {
            advance();
            return true;
        }
        return false;
    }

    public void expect(String upper) {
        if (!accept(upper)) {
            throw syntaxError();
        }
    }

    public void expectSymbol(char symbol) {
        if (!acceptSymbol(symbol)) {
            throw syntaxError();
        }
    }

    /** The end of the statement, after an optional semicolon. */
    public void expectEnd() {
        acceptSymbol(';');
        if (!atEnd()) {
            throw syntaxError();
        }
    }

    /** Goes back, or forward, to the word that begins at {@code index}. */
    public void moveTo(int index) {
        if (executableEnd > executableStart) {
            inExecutableComment = executableStart < index && index < executableEnd;
        }
        next = index;
        end = index;
        advance();
    }

    // ---- values

    /** The word in upper case, for messages and switches; not passed over. */
    public String upper() {
        return text(start, end).toUpperCase(Locale.ROOT);
    }

    public String identifier() {
        if (!atIdentifier()) {
            throw syntaxError();
        }
        String name = kind == Kind.WORD ? text(start, end) : unquote(start, end);
        advance();
        return name;
    }

    /** A name that may also be written as a string: a label, a character set. */
    public String identifierOrString() {
        return kind == Kind.STRING ? string() : identifier();
    }

    /** One string, or several side by side, which are one. */
    public String string() {
        byte[] value = stringBytes();
        return SqlText.strict(value, 0, value.length);
    }

    /** Reads like {@link #string}, whatever the bytes are. */
    public byte[] stringBytes() {
        if (kind != Kind.STRING) {
            throw syntaxError();
        }
        byte[] value = {};
        int length = 0;
        while (kind == Kind.STRING) {
            value = Arrays.copyOf(value, length + end - start);
            length = unescape(start, end, value, length);
            advance();
        }
        return Arrays.copyOf(value, length);
    }

    /** An unsigned whole number that fits a long. */
    public long wholeNumber() {
        if (kind != Kind.NUMBER) {
            throw syntaxError();
        }
        long value;
        try {
            value = Long.parseLong(text(start, end));
        } catch (NumberFormatException e) {
            throw syntaxError();
        }
        advance();
        return value;
    }

    /** Passes over everything from this {@code (} up to the matching {@code )}. */
    public void skipParentheses() {
        expectSymbol('(');
        int depth = 1;
        while (depth > 0) {
            if (atEnd()) {
                throw syntaxError();
            }
            if (atSymbol('(')) {
                depth++;
            } else if (atSymbol(')')) {
                depth--;
            }
            advance();
        }
    }

    /** What stands there as text: see {@link SqlText}. */
    public String text(int first, int last) {
        return SqlText.of(sql, first, last, mode);
    }

    /** The content of a quoted word, its own quotes given by its first byte. */
    public String unquote(int first, int last) {
        byte[] value = new byte[last - first];
        return SqlText.strict(value, 0, unescape(first, last, value, 0));
    }

    private int unescape(int first, int last, byte[] value, int at) {
        return Quoted.unescape(sql, first + 1, last - 1, sql[first], escapes(sql[first]), value, at);
    }

    /** MySQL's text for a statement that ends, or goes on, where it must not. */
    public TributaryException syntaxError() {
        return syntaxError(sql, from, to, kind == Kind.END ? to : start);
    }

    public static TributaryException syntaxError(byte[] sql, int from, int to, int at) {
        int line = 1;
        for (int i = from; i < at; i++) {
            if (sql[i] == '\n') {
                line++;
            }
        }
        int last = Math.min(to, at + NEAR_LENGTH_MAX);
        while (last < to && last > at && (sql[last] & 0xc0) == 0x80) {
            last--;
        }
        return new TributaryException(
                ErrorCode.SYNTAX,
                "You have an error in your SQL syntax; check the manual that corresponds to your MySQL server version"
                        + " for the right syntax to use near '"
                        + new String(sql, at, last - at, StandardCharsets.UTF_8) + "' at line " + line);
    }

    // ---- reading

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
            if (version <= EXECUTABLE_VERSION_MAX) {
                inExecutableComment = true;
                executableStart = next;
                next = i;
                return;
            }
        }
        int after = Comments.endOfBlock(sql, next, to);
        if (after < 0) {
            throw syntaxError(sql, from, to, next);
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
        return next > from && (Words.isWord(sql[next - 1]) || sql[next - 1] == '`');
    }

    private void skipQuoted(byte quote) {
        int after = Quoted.end(sql, next, to, escapes(quote));
        if (after < 0) {
            throw syntaxError(sql, from, to, next);
        }
        next = after;
    }

    private boolean escapes(byte quote) {
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
                throw syntaxError(sql, from, to, start);
            }
            return;
        }
        kind = Kind.USER_VARIABLE;
        int first = next;
        if (next < to && (sql[next] == '\'' || sql[next] == '"')) {
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
