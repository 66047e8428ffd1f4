package io.tributary.dialect.lex;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.tree.Literals;
import java.math.BigInteger;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Deque;
import java.util.List;

/** What is written for each token of a statement, in any order, and its literals. */
final class Pieces {
    private static final BigInteger UNSIGNED_MAX = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);

    private final String sql;
    private final List<Token> tokens;
    private final String[] written;
    private final String[] before;
    private final String[] after;
    private final int[] closes;
    private final List<Literals.Value> literals = new ArrayList<>();
    private final StringBuilder types = new StringBuilder();

    Pieces(String sql, List<Token> tokens) {
        this.sql = sql;
        this.tokens = tokens;
        written = tokens.stream().map(Token::text).toArray(String[]::new);
        before = new String[written.length];
        after = new String[written.length];
        Arrays.fill(before, "");
        Arrays.fill(after, "");
        closes = closes(tokens);
    }

    private static int[] closes(List<Token> tokens) {
        int[] closes = new int[tokens.size()];
        Arrays.fill(closes, tokens.size());
        Deque<Integer> open = new ArrayDeque<>();
        for (int i = 0; i < closes.length; i++) {
            if (tokens.get(i).kind() == Token.Kind.SYMBOL) {
                String symbol = tokens.get(i).text();
                if (symbol.equals("(") || symbol.equals("[") || symbol.equals("{")) {
                    open.push(i);
                } else if ((symbol.equals(")") || symbol.equals("]") || symbol.equals("}")) && !open.isEmpty()) {
                    closes[open.pop()] = i;
                }
            }
        }
        return closes;
    }

    /** The closing bracket of the opening one at {@code open}; behind all tokens where it has none. */
    int close(int open) {
        return open < closes.length ? closes[open] : closes.length;
    }

    /** The one at {@code i}, or the end. */
    Token token(int i) {
        return tokens.get(Math.min(i, tokens.size() - 1));
    }

    /** In upper case; empty of what is no word. */
    String word(int i) {
        return i < 0 ? "" : token(i).word();
    }

    boolean isSymbol(int i, String symbol) {
        return i >= 0 && token(i).isSymbol(symbol);
    }

    /** A client's name, which is never a {@link Mark}. */
    static String quoted(String name) {
        return "`" + (name.startsWith("$") ? "$" : "") + name.replace("`", "``") + "`";
    }

    void quote(int i) {
        written[i] = quoted(tokens.get(i).text());
    }

    void replace(int i, String text) {
        written[i] = text;
    }

    void prepend(int i, String text) {
        before[i] = text + before[i];
    }

    void append(int i, String text) {
        after[i] += text;
    }

    void literal(int i) {
        Token token = tokens.get(i);
        String text = token.text();
        Literals.Kind kind =
                switch (token.kind()) {
                    case STRING -> Literals.Kind.TEXT;
                    case BINARY -> Literals.Kind.BYTES;
                    default -> kindOfNumber(text);
                };
        literals.add(new Literals.Value(kind, text));
        boolean number = token.kind() == Token.Kind.NUMBER;
        replace(i, number ? Integer.toString(literals.size()) : "'" + literals.size() + "'");
        types.append(kind.name().charAt(1)).append(size(kind, text)).append(' ');
    }

    private static Literals.Kind kindOfNumber(String text) {
        if (text.indexOf('e') >= 0 || text.indexOf('E') >= 0) {
            return Literals.Kind.DOUBLE;
        }
        return text.indexOf('.') >= 0 ? Literals.Kind.DECIMAL : Literals.Kind.INTEGER;
    }

    /** What of a literal its type depends on. */
    private static String size(Literals.Kind kind, String text) {
        int length = text.length();
        return switch (kind) {
            case INTEGER -> length < 19 ? "" + length : size(new BigInteger(text));
            case DECIMAL -> length + "." + (length - 1 - text.indexOf('.'));
            case DOUBLE -> "";
            case TEXT, BYTES -> "" + (32 - Integer.numberOfLeadingZeros(length));
        };
    }

    private static String size(BigInteger value) {
        return value.toString().length()
                + (value.bitLength() < 64 ? "s" : value.compareTo(UNSIGNED_MAX) <= 0 ? "u" : "d");
    }

    TributaryException refused(int i) {
        return Syntax.error(sql, token(i).start());
    }

    Lexed lexed(SelectLabels labels, boolean deep, int parameters) {
        StringBuilder shape = new StringBuilder();
        int[] offsets = new int[tokens.size()];
        int[] starts = new int[tokens.size()];
        for (int i = 0; i < offsets.length; i++) {
            offsets[i] = shape.length();
            starts[i] = tokens.get(i).start();
            shape.append(before[i]).append(written[i]).append(after[i]);
            if (i < offsets.length - 1 && !written[i].isEmpty()) {
                shape.append(' ');
            }
        }
        String text = shape.toString().stripTrailing();
        offsets[offsets.length - 1] = text.length();
        String key = text + '\0' + types + labels.key();
        return new Lexed(
                key, new Shape(text, deep, offsets, starts, sql), new Literals(literals), labels.all(), parameters);
    }
}
