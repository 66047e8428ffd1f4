package io.tributary.dialect.token;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Supplier;

/**
 * The words of one statement, one at a time, straight from its bytes; blanks and comments are passed over, executable
 * comments ({@code /*!40101 … *}{@code /}) of versions up to ours are read as text. The rows of an INSERT are not read with it but
 * with {@code ValuesScanner}.
 *
 * <p>Used by one thread. Every method that expects something throws SYNTAX (1064) where it is not there.
 */
public final class Tokens {
    private final byte[] sql;
    private final int from;
    private final int to;
    private final SqlMode mode;
    private final Lexer lexer;

    /** Begins at the first word of {@code sql[from, to)}. */
    public Tokens(byte[] sql, int from, int to, SqlMode mode) {
        this.sql = sql;
        this.from = from;
        this.to = to;
        this.mode = mode;
        lexer = new Lexer(sql, from, to, mode);
        lexer.advance();
    }

    /** Begins at the first word of a text. */
    public static Tokens of(String text, SqlMode mode) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        return new Tokens(bytes, 0, bytes.length, mode);
    }

    public Token.Kind kind() {
        return lexer.kind;
    }

    /** Index of the word's first byte. */
    public int start() {
        return lexer.start;
    }

    /** Index of the byte after the word. */
    public int end() {
        return lexer.end;
    }

    /** Index of the byte after the word before. */
    public int previousEnd() {
        return lexer.previousEnd;
    }

    /** Index of the byte after the last executable comment passed over; 0 where none began at {@code from} or later. */
    public int executableEnd(int from) {
        return lexer.executableEnd(from);
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
        return text(lexer.hintStart, lexer.hintEnd);
    }

    public void advance() {
        lexer.advance();
    }

    // ---- questions

    public boolean atEnd() {
        return kind() == Token.Kind.END;
    }

    /** Whether the statement ends here, with a semicolon or without. */
    public boolean atStatementEnd() {
        return atEnd() || atSymbol(';');
    }

    /** Whether an unquoted word stands here, in any case; {@code upper} is in upper case. */
    public boolean at(String upper) {
        int start = start();
        if (kind() != Token.Kind.WORD || end() - start != upper.length()) {
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

    /** @param uppers in upper case */
    public boolean atAny(Set<String> uppers) {
        return kind() == Token.Kind.WORD && uppers.contains(upper());
    }

    public boolean atSymbol(char symbol) {
        return kind() == Token.Kind.SYMBOL && sql[start()] == symbol;
    }

    /** Whether the byte right behind this word, blanks aside, is {@code symbol}. */
    public boolean followedBy(char symbol) {
        int i = end();
        while (i < to && Words.isBlank(sql[i])) {
            i++;
        }
        return i < to && sql[i] == symbol;
    }

    public boolean atIdentifier() {
        return kind() == Token.Kind.WORD || kind() == Token.Kind.QUOTED;
    }

    /** Answers a question that needs steps; the cursor stays. */
    public boolean ahead(BooleanSupplier question) {
        int here = start();
        boolean answer = question.getAsBoolean();
        moveTo(here);
        return answer;
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
        int mark = start();
        advance();
        if (accept(second)) {
            return true;
        }
        moveTo(mark);
        return false;
    }

    /** One of these words. */
    public boolean acceptAny(String... uppers) {
        boolean found = atAny(uppers);
        if (found) {
            advance();
        }
        return found;
    }

    /** The words of a clause: where the first one stands, the others must follow. */
    public boolean acceptClause(String first, String... others) {
        if (accept(first)) {
            expect(others);
            return true;
        }
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

    public void expect(String... uppers) {
        for (String upper : uppers) {
            expect(upper);
        }
    }

    public void expectAny(String... uppers) {
        if (!acceptAny(uppers)) {
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

    /** Items with commas between them, one at least. */
    public <T> List<T> list(Supplier<T> item) {
        List<T> items = new ArrayList<>();
        do {
            items.add(item.get());
        } while (acceptSymbol(','));
        return items;
    }

    /** {@code (a, b, …)}, one at least. */
    public <T> List<T> inParentheses(Supplier<T> item) {
        return parenthesized(() -> list(item));
    }

    /** What stands between parentheses. */
    public <T> T parenthesized(Supplier<T> inner) {
        expectSymbol('(');
        T value = inner.get();
        expectSymbol(')');
        return value;
    }

    /** Goes back, or forward, to the word that begins at {@code index}. */
    public void moveTo(int index) {
        lexer.moveTo(index);
    }

    // ---- values

    /** The word in upper case, for messages and switches; not passed over. */
    public String upper() {
        return text(start(), end()).toUpperCase(Locale.ROOT);
    }

    /** Reads an unquoted word; returns it in upper case. */
    public String word() {
        if (kind() != Token.Kind.WORD) {
            throw syntaxError();
        }
        String word = upper();
        advance();
        return word;
    }

    /** Reads whatever stands here; returns it as it is written. */
    public String written() {
        String written = text(start(), end());
        advance();
        return written;
    }

    public String identifier() {
        if (!atIdentifier()) {
            throw syntaxError();
        }
        String name = kind() == Token.Kind.WORD ? text(start(), end()) : unquote(start(), end());
        advance();
        return name;
    }

    /** A name that may also be written as a string: a label, a character set. */
    public String identifierOrString() {
        return kind() == Token.Kind.STRING ? string() : identifier();
    }

    /** One string, or several side by side, which are one. */
    public String string() {
        byte[] value = stringBytes();
        return SqlText.strict(value, 0, value.length);
    }

    /** Reads like {@link #string}, whatever the bytes are. */
    public byte[] stringBytes() {
        if (kind() != Token.Kind.STRING) {
            throw syntaxError();
        }
        byte[] value = {};
        int length = 0;
        while (kind() == Token.Kind.STRING) {
            value = Arrays.copyOf(value, length + end() - start());
            length = unescape(start(), end(), value, length);
            advance();
        }
        return Arrays.copyOf(value, length);
    }

    /** An unsigned whole number that fits a long. */
    public long wholeNumber() {
        if (kind() != Token.Kind.NUMBER) {
            throw syntaxError();
        }
        long value;
        try {
            value = Long.parseLong(text(start(), end()));
        } catch (NumberFormatException e) {
            throw syntaxError();
        }
        advance();
        return value;
    }

    /** Passes over everything from this {@code (} up to the matching {@code )}. */
    public void skipParentheses() {
        if (!atSymbol('(')) {
            throw syntaxError();
        }
        int depth = 0;
        do {
            if (atEnd()) {
                throw syntaxError();
            }
            depth += nesting();
            advance();
        } while (depth > 0);
    }

    /** How many brackets this word opens: one, none, or -1 where it closes one. */
    public int nesting() {
        return atSymbol('(') || atSymbol('[') ? 1 : atSymbol(')') || atSymbol(']') ? -1 : 0;
    }

    /** Passes over a value, up to a comma, a semicolon, a bracket that it did not open, one of these words, or the end. */
    public void skipValue(String... ends) {
        int begin = start();
        int depth = 0;
        while (!atStatementEnd() && !(depth == 0 && (atSymbol(',') || nesting() < 0 || atAny(ends)))) {
            depth += nesting();
            advance();
        }
        if (depth != 0 || start() == begin) {
            throw syntaxError();
        }
    }

    /** What was passed over since {@code begin}, as text. */
    public String textSince(int begin) {
        return text(begin, previousEnd());
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
        return Quoted.unescape(sql, first + 1, last - 1, sql[first], lexer.escapes(sql[first]), value, at);
    }

    /** MySQL's text for a statement that ends, or goes on, where it must not. */
    public TributaryException syntaxError() {
        return SyntaxError.near(sql, from, to, kind() == Token.Kind.END ? to : start());
    }
}
