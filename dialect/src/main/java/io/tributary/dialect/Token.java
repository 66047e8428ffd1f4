package io.tributary.dialect;

import io.tributary.dialect.print.SqlName;
import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.Locale;

/**
 * A token of MySQL's text, its meaning decoded.
 *
 * @param text of a name or string what it denotes; of a binary literal its hex digits; of everything else as written
 * @param start first character in the statement
 * @param end behind the last one
 */
public record Token(Kind kind, String text, int start, int end) {
    public enum Kind {
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

    public boolean isWord(String upper) {
        return kind == Kind.WORD && text.equalsIgnoreCase(upper);
    }

    /** 1 of an opening parenthesis or bracket, -1 of a closing one, else 0. */
    public int nesting() {
        if (kind != Kind.SYMBOL) {
            return 0;
        }
        return switch (text) {
            case "(", "[" -> 1;
            case ")", "]" -> -1;
            default -> 0;
        };
    }

    public boolean isSymbol(String symbol) {
        return kind == Kind.SYMBOL && text.equals(symbol);
    }

    /** A word or a quoted name. */
    public boolean isName() {
        return kind == Kind.WORD || kind == Kind.NAME;
    }

    /**
     * The token in the engine's text: always one token there too, whatever it says. A {@link #text()} must not be written
     * into that text by any other way than this, {@link SqlName#quote} or {@link #string}.
     */
    String engineText() {
        return switch (kind) {
            case WORD -> isPlain() ? text : SqlName.quote(text);
            case NAME -> SqlName.quote(text);
            case STRING -> string(text);
            case BINARY -> text.isEmpty() ? "CAST('' AS BLOB)" : "x'" + text + "'";
            case NUMBER, PARAMETER, SYMBOL -> text;
            case END -> "";
        };
    }

    private boolean isPlain() {
        return !Character.isDigit(text.charAt(0)) && text.chars().allMatch(c -> c < 0x80 && c != '$');
    }

    /** A literal. The engine ends a text at its first NUL, so such a string travels as hex digits. */
    public static String string(String value) {
        if (value.indexOf('\0') >= 0) {
            return "decode(unhex('" + HexFormat.of().formatHex(value.getBytes(StandardCharsets.UTF_8)) + "'))";
        }
        return "'" + value.replace("'", "''") + "'";
    }

    public String upper() {
        return text.toUpperCase(Locale.ROOT);
    }
}
