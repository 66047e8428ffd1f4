package io.tributary.dialect.token;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.token.Token.Kind;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * All tokens of a statement, their meaning decoded (<a
 * href="https://dev.mysql.com/doc/refman/8.0/en/language-structure.html">Language Structure</a>): introducers are joined with
 * their literals, strings with those beside them, and symbols have all their characters. What is no token of MySQL is a
 * syntax error, so that nothing else reaches the engine.
 */
public final class Scanner {
    private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");

    private static final List<String> SYMBOLS = List.of(
            "<=>", "->>", "->", "<<", ">>", "<=", ">=", "<>", "!=", "&&", "||", "(", ")", ",", ".", "+", "-", "*", "/",
            "%", "=", "<", ">", "!", "&", "|", "^", "~", ";", "[", "]", "{", "}");

    private final String sql;
    private final byte[] bytes;
    private final Lexer lexer;
    private final List<Token> tokens = new ArrayList<>();
    /** How many characters the first bytes are. */
    private int characters;

    private int counted;

    private Scanner(String sql, SqlMode mode) {
        this.sql = sql;
        bytes = sql.getBytes(StandardCharsets.UTF_8);
        lexer = new Lexer(bytes, 0, bytes.length, mode);
    }

    /** The statement's tokens, ending with one of kind END; last semicolons are dropped. */
    public static List<Token> scan(String sql, SqlMode mode) {
        Scanner scanner = new Scanner(sql, mode);
        for (scanner.lexer.advance(); scanner.lexer.kind != Kind.END; scanner.lexer.advance()) {
            scanner.token();
        }
        if (scanner.lexer.inExecutableComment) {
            throw SyntaxError.near(sql, sql.length());
        }
        List<Token> tokens = scanner.tokens;
        while (!tokens.isEmpty() && tokens.get(tokens.size() - 1).isSymbol(";")) {
            tokens.remove(tokens.size() - 1);
        }
        tokens.add(new Token(Kind.END, "", sql.length(), sql.length()));
        return tokens;
    }

    private void token() {
        int start = position(lexer.start);
        switch (lexer.kind) {
            case WORD -> word(start);
            case STRING -> string(start);
            case BINARY -> binary(start);
            case NUMBER, PARAMETER -> add(lexer.kind, text(), start);
            case QUOTED -> add(Kind.QUOTED, required(unquoted(lexer.start), start), start);
            case SYSTEM_VARIABLE, USER_VARIABLE -> variable(start);
            case SYMBOL -> symbol(start);
            case BINARY_TEXT, END -> throw new IllegalStateException(lexer.kind + " at " + start);
        }
    }

    /** The character that begins at a byte, which is never before the one asked for last. */
    private int position(int index) {
        for (; counted < index; counted++) {
            // Four bytes are a pair of characters.
            characters += (bytes[counted] & 0xc0) == 0x80 ? 0 : (bytes[counted] & 0xf0) == 0xf0 ? 2 : 1;
        }
        return characters;
    }

    private String text() {
        return new String(bytes, lexer.start, lexer.end - lexer.start, StandardCharsets.UTF_8);
    }

    /** What stands in the quotes that begin at a byte of this token and end with it. */
    private String unquoted(int quote) {
        byte[] value = new byte[lexer.end - quote];
        boolean escapes = lexer.escapes(bytes[quote]);
        int length = Quoted.unescape(bytes, quote + 1, lexer.end - 1, bytes[quote], escapes, value, 0);
        return new String(value, 0, length, StandardCharsets.UTF_8);
    }

    private String required(String name, int start) {
        if (name.isEmpty()) {
            throw SyntaxError.near(sql, start);
        }
        return name;
    }

    private void string(int start) {
        String text = unquoted(lexer.start);
        Token last = tokens.isEmpty() ? null : tokens.get(tokens.size() - 1);
        if (last != null && last.kind() == Kind.STRING) {
            tokens.set(
                    tokens.size() - 1, new Token(Kind.STRING, last.text() + text, last.start(), position(lexer.end)));
            return;
        }
        boolean national = lexer.start > lexer.previousEnd && (bytes[lexer.start - 1] | 0x20) == 'n';
        add(Kind.STRING, text, national ? start - 1 : start);
    }

    private void word(int start) {
        String word = text();
        if (Introducers.isOne(word, sql, start + word.length())) {
            introduced(word.substring(1).toLowerCase(Locale.ROOT), start);
        } else {
            add(Kind.WORD, word, start);
        }
    }

    /** {@code _utf8'…'}: the literal after the introducer, as text or as bytes. */
    private void introduced(String charset, int start) {
        lexer.advance();
        boolean binary = charset.equals("binary");
        if (lexer.kind == Kind.STRING) {
            String value = unquoted(lexer.start);
            add(
                    binary ? Kind.BINARY_TEXT : Kind.STRING,
                    binary ? HexFormat.of().formatHex(value.getBytes(StandardCharsets.UTF_8)) : value,
                    start);
            return;
        }
        String digits = lexer.kind == Kind.BINARY ? hex(position(lexer.start)) : null;
        if (digits == null) {
            throw SyntaxError.near(sql, start);
        }
        add(binary ? Kind.BINARY_TEXT : Kind.STRING, binary ? digits : decoded(digits, charset), start);
    }

    private static String decoded(String digits, String charset) {
        byte[] value = HexFormat.of().parseHex(digits);
        return charset.equals("latin1") ? latin1(value) : SqlText.strict(value, 0, value.length);
    }

    /** MySQL's latin1 is Windows' code page, in which bytes without a character stand for control characters. */
    private static String latin1(byte[] bytes) {
        char[] characters = new String(bytes, WINDOWS_1252).toCharArray();
        for (int i = 0; i < characters.length; i++) {
            if (characters[i] == '\uFFFD') {
                characters[i] = (char) (bytes[i] & 0xff);
            }
        }
        return new String(characters);
    }

    private void binary(int start) {
        String digits = hex(start);
        add(digits == null ? Kind.WORD : Kind.BINARY, digits == null ? text() : digits, start);
    }

    /** The digits of a literal's bytes; null of {@code 0xyz}, which is a name. */
    private @Nullable String hex(int start) {
        String text = text();
        boolean quoted = text.endsWith("'");
        boolean bits = (text.charAt(quoted ? 0 : 1) | 0x20) == 'b';
        String digits = text.substring(2, text.length() - (quoted ? 1 : 0));
        if (!digits.matches(bits ? "[01]*" : "[0-9a-fA-F]*")) {
            if (quoted) {
                throw SyntaxError.near(sql, start);
            }
            return null;
        }
        String whole = "0".repeat(-digits.length() & (bits ? 7 : 1)) + digits;
        if (!bits) {
            return whole;
        }
        StringBuilder hex = new StringBuilder();
        for (int i = 0; i < whole.length(); i += 4) {
            hex.append(Character.forDigit(Integer.parseInt(whole, i, i + 4, 2), 16));
        }
        return hex.toString();
    }

    /** {@code @name}, {@code @'name'}, {@code @@scope.name}. */
    private void variable(int start) {
        boolean system = lexer.kind == Kind.SYSTEM_VARIABLE;
        byte first = bytes[lexer.start + (system ? 2 : 1)];
        boolean quoted = first == '`' || first == '\'' || first == '"';
        String name = quoted && !system ? unquoted(lexer.start + 1) : text().substring(system ? 2 : 1);
        if (system && name.contains("`")) {
            throw SyntaxError.near(sql, start);
        }
        add(lexer.kind, (system ? "@@" : "@") + required(name, start), start);
    }

    private void symbol(int start) {
        for (String symbol : SYMBOLS) {
            if (sql.startsWith(symbol, start)) {
                lexer.extend(symbol.length() - 1);
                add(Kind.SYMBOL, symbol, start);
                return;
            }
        }
        // Control characters are blanks.
        if (sql.charAt(start) > ' ') {
            throw sql.startsWith(":=", start)
                    ? TributaryException.notSupported("assignment to a variable within a statement")
                    : SyntaxError.near(sql, start);
        }
    }

    private void add(Kind kind, String text, int start) {
        tokens.add(new Token(kind, text, start, position(lexer.end)));
    }
}
