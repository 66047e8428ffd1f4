package io.tributary.backend.engine.duckdb;

import java.util.Locale;

/**
 * A token of MySQL's text, its meaning decoded.
 *
 * @param text of a name or string what it denotes; of a binary literal its hex digits; of everything else as written
 * @param start first character in the statement
 * @param end behind the last one
 */
record Token(Kind kind, String text, int start, int end) {
    enum Kind {
        /** A bare word: keyword or name. */
        WORD,
        /** A name in backticks, or in double quotes under ANSI_QUOTES. */
        NAME,
        STRING,
        BINARY,
        NUMBER,
        PARAMETER,
        SYMBOL,
        END
    }

    boolean isWord(String upper) {
        return kind == Kind.WORD && text.equalsIgnoreCase(upper);
    }

    boolean isSymbol(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }

    /** A word or a quoted name. */
    boolean isName() {
        return kind == Kind.WORD || kind == Kind.NAME;
    }

    String upper() {
        return text.toUpperCase(Locale.ROOT);
    }
}
