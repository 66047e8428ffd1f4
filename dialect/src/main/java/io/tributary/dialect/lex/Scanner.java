package io.tributary.dialect.lex;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;

/**
 * Splits a statement in MySQL's lexical rules (<a
 * href="https://dev.mysql.com/doc/refman/8.0/en/language-structure.html">Language Structure</a>): strings with backslash
 * escapes and doubled quotes, hex and bit literals, introducers, names in backticks, comments in three forms, and {@code
 * /*! … *}{@code /}, whose content counts. What is no token of MySQL is a syntax error, so that nothing else reaches the
 * engine.
 */
public final class Scanner {
    /** Comments for later versions of MySQL are comments; the frontend reads them so too. */
    private static final int EXECUTED_VERSION_MAX = 80_036;

    private static final Charset WINDOWS_1252 = Charset.forName("windows-1252");

    private static final List<String> SYMBOLS = List.of(
            "<=>", "->>", "->", "<<", ">>", "<=", ">=", "<>", "!=", "&&", "||", "(", ")", ",", ".", "+", "-", "*", "/",
            "%", "=", "<", ">", "!", "&", "|", "^", "~", ";", "[", "]", "{", "}");

    private final String sql;
    private final boolean ansiQuotes;
    private final boolean backslashEscapes;
    private final List<Token> tokens = new ArrayList<>();
    private boolean executedComment;
    private int at;

    private Scanner(String sql, SqlMode sqlMode) {
        this.sql = sql;
        ansiQuotes = sqlMode.ansiQuotes();
        backslashEscapes = !sqlMode.noBackslashEscapes();
    }

    /** The statement's tokens, adjacent strings joined, ending with one of kind END; last semicolons are dropped. */
    public static List<Token> scan(String sql, SqlMode sqlMode) {
        Scanner scanner = new Scanner(sql, sqlMode);
        while (scanner.skipBlanks()) {
            scanner.next();
        }
        List<Token> tokens = scanner.tokens;
        while (!tokens.isEmpty() && tokens.get(tokens.size() - 1).isSymbol(";")) {
            tokens.remove(tokens.size() - 1);
        }
        tokens.add(new Token(Token.Kind.END, "", sql.length(), sql.length()));
        return tokens;
    }

    /** Moves to the next token; false at the end. */
    private boolean skipBlanks() {
        while (at < sql.length()) {
            char c = sql.charAt(at);
            if (c <= ' ') {
                at++;
            } else if (c == '#' || (sql.startsWith("--", at) && endsDashes(at + 2))) {
                int end = sql.indexOf('\n', at);
                at = end < 0 ? sql.length() : end + 1;
            } else if (sql.startsWith("/*", at)) {
                skipComment();
            } else if (executedComment && sql.startsWith("*/", at)) {
                executedComment = false;
                at += 2;
            } else {
                return true;
            }
        }
        if (executedComment) {
            throw syntax(at);
        }
        return false;
    }

    private boolean endsDashes(int position) {
        return position >= sql.length() || sql.charAt(position) <= ' ';
    }

    private void skipComment() {
        int start = at;
        if (sql.startsWith("/*!", at) && !executedComment) {
            int text = at + 3;
            while (text < sql.length() && text < start + 9 && isDigit(sql.charAt(text))) {
                text++;
            }
            if (text == start + 3 || Integer.parseInt(sql.substring(start + 3, text)) <= EXECUTED_VERSION_MAX) {
                executedComment = true;
                at = text;
                return;
            }
        }
        int end = sql.indexOf("*/", at + 2);
        if (end < 0) {
            throw syntax(start);
        }
        at = end + 2;
    }

    private void next() {
        int start = at;
        char c = sql.charAt(at);
        if (c == '\'' || (c == '"' && !ansiQuotes)) {
            addString(quoted(c, backslashEscapes), start);
        } else if (c == '`' || c == '"') {
            String name = quoted(c, false);
            if (name.isEmpty()) {
                throw syntax(start);
            }
            add(Token.Kind.NAME, name, start);
        } else if (c == '?') {
            at++;
            add(Token.Kind.PARAMETER, "?", start);
        } else if (c == '@') {
            variable(start);
        } else if (isDigit(c) || (c == '.' && isDigit(charAt(at + 1)) && !afterName())) {
            number(start);
        } else if (isNamePart(c)) {
            word(start);
        } else {
            symbol(start);
        }
    }

    private boolean afterName() {
        if (tokens.isEmpty()) {
            return false;
        }
        Token last = tokens.get(tokens.size() - 1);
        return last.isName() && last.end() == at;
    }

    private void addString(String text, int start) {
        Token last = tokens.isEmpty() ? null : tokens.get(tokens.size() - 1);
        if (last != null && last.kind() == Token.Kind.STRING) {
            tokens.set(tokens.size() - 1, new Token(Token.Kind.STRING, last.text() + text, last.start(), at));
        } else {
            add(Token.Kind.STRING, text, start);
        }
    }

    private String quoted(char quote, boolean escapes) {
        int start = at;
        StringBuilder text = new StringBuilder();
        for (at++; at < sql.length(); at++) {
            char c = sql.charAt(at);
            if (c == quote) {
                if (charAt(at + 1) != quote) {
                    at++;
                    return text.toString();
                }
                at++;
                text.append(quote);
            } else if (c == '\\' && escapes && at + 1 < sql.length()) {
                at++;
                unescape(sql.charAt(at), text);
            } else {
                text.append(c);
            }
        }
        throw syntax(start);
    }

    /** {@code \%} and {@code \_} keep their backslash: they mean something to LIKE only. */
    private static void unescape(char c, StringBuilder text) {
        switch (c) {
            case '0' -> text.append('\0');
            case 'b' -> text.append('\b');
            case 'n' -> text.append('\n');
            case 'r' -> text.append('\r');
            case 't' -> text.append('\t');
            case 'Z' -> text.append('\032');
            case '%', '_' -> text.append('\\').append(c);
            default -> text.append(c);
        }
    }

    private void number(int start) {
        if (sql.charAt(at) == '0' && (charAt(at + 1) == 'x' || charAt(at + 1) == 'b')) {
            int end = at + 2;
            while (isNamePart(charAt(end))) {
                end++;
            }
            String digits = sql.substring(at + 2, end);
            boolean hex = charAt(at + 1) == 'x';
            if (!digits.isEmpty() && digits.matches(hex ? "[0-9a-fA-F]+" : "[01]+")) {
                at = end;
                add(Token.Kind.BINARY, hex ? evenHex(digits) : bitsToHex(digits), start);
                return;
            }
        }
        digits();
        boolean integer = charAt(at) != '.';
        if (!integer) {
            at++;
            digits();
        }
        char e = charAt(at);
        if (e == 'e' || e == 'E') {
            int sign = charAt(at + 1) == '+' || charAt(at + 1) == '-' ? 1 : 0;
            if (isDigit(charAt(at + 1 + sign))) {
                at += 1 + sign;
                digits();
                add(Token.Kind.NUMBER, sql.substring(start, at), start);
                return;
            }
        }
        if (integer && isNamePart(charAt(at))) {
            // A name may begin with digits.
            at = start;
            word(start);
            return;
        }
        add(Token.Kind.NUMBER, sql.substring(start, at), start);
    }

    private void digits() {
        while (isDigit(charAt(at))) {
            at++;
        }
    }

    private void word(int start) {
        while (isNamePart(charAt(at))) {
            at++;
        }
        String word = sql.substring(start, at);
        char next = charAt(at);
        if (next == '\'' && word.equalsIgnoreCase("x")) {
            add(Token.Kind.BINARY, evenHex(quotedDigits("[0-9a-fA-F]*", start)), start);
        } else if (next == '\'' && word.equalsIgnoreCase("b")) {
            add(Token.Kind.BINARY, bitsToHex(quotedDigits("[01]*", start)), start);
        } else if (next == '\'' && word.equalsIgnoreCase("n")) {
            addString(quoted('\'', backslashEscapes), start);
        } else if (Introducers.isOne(word, sql, at)) {
            introduced(word.substring(1).toLowerCase(Locale.ROOT), start);
        } else {
            add(Token.Kind.WORD, word, start);
        }
    }

    private String quotedDigits(String allowed, int start) {
        String digits = quoted('\'', false);
        if (!digits.matches(allowed)) {
            throw syntax(start);
        }
        return digits;
    }

    /** {@code _utf8'…'}: the literal after the introducer, as text or as bytes. */
    private void introduced(String charset, int start) {
        if (!skipBlanks()) {
            throw syntax(start);
        }
        int count = tokens.size();
        next();
        Token literal = tokens.remove(tokens.size() - 1);
        if (tokens.size() != count || (literal.kind() != Token.Kind.STRING && literal.kind() != Token.Kind.BINARY)) {
            throw syntax(start);
        }
        boolean text = literal.kind() == Token.Kind.STRING;
        if (charset.equals("binary")) {
            add(
                    text ? Token.Kind.BINARY_TEXT : Token.Kind.BINARY,
                    text ? HexFormat.of().formatHex(literal.text().getBytes(StandardCharsets.UTF_8)) : literal.text(),
                    start);
            return;
        }
        String value = text ? literal.text() : decoded(HexFormat.of().parseHex(literal.text()), charset);
        add(Token.Kind.STRING, value, start);
    }

    private static String decoded(byte[] bytes, String charset) {
        return charset.equals("latin1") ? latin1(bytes) : utf8(bytes);
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

    private static String utf8(byte[] bytes) {
        try {
            return StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            String shown = HexFormat.of().withUpperCase().formatHex(bytes, 0, Math.min(bytes.length, 6));
            throw new TributaryException(
                    ErrorCode.INVALID_CHARACTERS,
                    "Invalid utf8mb4 character string: '" + shown + (bytes.length > 6 ? "..." : "") + "'",
                    e);
        }
    }

    private static String evenHex(String digits) {
        return digits.length() % 2 == 0 ? digits : "0" + digits;
    }

    private static String bitsToHex(String bits) {
        StringBuilder hex = new StringBuilder();
        String padded = "0".repeat((8 - bits.length() % 8) % 8) + bits;
        for (int i = 0; i < padded.length(); i += 4) {
            hex.append(Character.forDigit(Integer.parseInt(padded.substring(i, i + 4), 2), 16));
        }
        return hex.toString();
    }

    /** {@code @name}, {@code @'name'}, {@code @@scope.name}: its text is the name behind its marks, {@code @} kept. */
    private void variable(int start) {
        boolean system = charAt(++at) == '@';
        at += system ? 1 : 0;
        String name;
        if (!system && (charAt(at) == '`' || charAt(at) == '\'' || charAt(at) == '"')) {
            name = quoted(charAt(at), charAt(at) != '`' && backslashEscapes);
        } else {
            int from = at;
            while (isNamePart(charAt(at)) || charAt(at) == '.') {
                at++;
            }
            name = sql.substring(from, at);
        }
        if (name.isEmpty()) {
            throw syntax(start);
        }
        add(Token.Kind.VARIABLE, (system ? "@@" : "@") + name, start);
    }

    private void symbol(int start) {
        for (String symbol : SYMBOLS) {
            if (sql.startsWith(symbol, at)) {
                at += symbol.length();
                add(Token.Kind.SYMBOL, symbol, start);
                return;
            }
        }
        throw sql.startsWith(":=", at)
                ? TributaryException.notSupported("assignment to a variable within a statement")
                : syntax(start);
    }

    private void add(Token.Kind kind, String text, int start) {
        tokens.add(new Token(kind, text, start, at));
    }

    private char charAt(int position) {
        return position < sql.length() ? sql.charAt(position) : '\0';
    }

    private static boolean isDigit(char c) {
        return c >= '0' && c <= '9';
    }

    private static boolean isNamePart(char c) {
        return isDigit(c) || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_' || c == '$' || c >= 0x80;
    }

    private TributaryException syntax(int position) {
        return Syntax.error(sql, position);
    }
}
