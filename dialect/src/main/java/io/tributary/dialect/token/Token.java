package io.tributary.dialect.token;

import java.util.Locale;

/**
 * A token of MySQL's text, its meaning decoded.
 *
 * @param text of a name or string what it denotes; of a binary literal its hex digits; of a variable its name behind its
 *     marks, which are kept; of everything else as written
 * @param terminal what the grammar knows it by: a word in upper case or a symbol; empty of all else
 * @param start first character in the statement
 * @param end behind the last one
 */
public record Token(Kind kind, String text, String terminal, int start, int end) {
    public enum Kind {
        /** A bare word: keyword or name. */
        WORD,
        /** A name in backticks, or in double quotes under ANSI_QUOTES. */
        QUOTED,
        STRING,
        NUMBER,
        /** {@code x'…'}, {@code 0x…}, {@code b'…'}, {@code 0b…}. */
        BINARY,
        /** Text behind {@code _binary}, which is no number; a cursor tells a word and a string. */
        BINARY_TEXT,
        PARAMETER,
        /** {@code @@x}, {@code @@global.x}, as one word. */
        SYSTEM_VARIABLE,
        /** {@code @u}, as one word. */
        USER_VARIABLE,
        /** All else; a cursor tells single bytes. */
        SYMBOL,
        END
    }

    Token(Kind kind, String text, int start, int end) {
        this(
                kind,
                text,
                kind == Kind.WORD ? text.toUpperCase(Locale.ROOT) : kind == Kind.SYMBOL ? text : "",
                start,
                end);
    }

    public boolean isSymbol(String symbol) {
        return terminal.equals(symbol);
    }

    public boolean isName() {
        return kind == Kind.WORD || kind == Kind.QUOTED;
    }
}
