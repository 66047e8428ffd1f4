package io.tributary.dialect.token;

import io.tributary.dialect.tree.Literals;
import java.math.BigInteger;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Writes a statement's key: its tokens, of each literal what decides its type, and the labels of those items of SELECT that
 * name themselves. An item whose alias is in doubt has its label in the key, which then serves fewer statements.
 */
final class KeyWriter {
    private static final BigInteger UNSIGNED_MAX = BigInteger.ONE.shiftLeft(64).subtract(BigInteger.ONE);
    private static final int NONE = -1;

    final List<Literals.Value> literals = new ArrayList<>();
    /** Which literal or parameter each token is. */
    final int[] ordinals;

    private final String sql;
    private final List<Token> tokens;
    private final StringBuilder key;
    private final StringBuilder labels = new StringBuilder();
    /** Where the item begins that is open at each depth of brackets. */
    private final int[] items = new int[Limit.DEPTH.most() + 1];

    private int depth;
    private int parameters;

    KeyWriter(String sql, List<Token> tokens) {
        this.sql = sql;
        this.tokens = tokens;
        key = new StringBuilder(sql.length() + tokens.size());
        ordinals = new int[tokens.size()];
        Arrays.fill(items, NONE);
    }

    String write() {
        for (int i = 0; i < ordinals.length; i++) {
            Token token = tokens.get(i);
            switch (token.kind()) {
                case STRING, BINARY, BINARY_TEXT, NUMBER -> literal(i, token);
                case PARAMETER -> {
                    ordinals[i] = parameters++;
                    key.append('?');
                }
                case QUOTED ->
                    key.append('`').append(token.text().replace("`", "``")).append('`');
                case SYSTEM_VARIABLE, USER_VARIABLE ->
                    key.append(token.text().length()).append(token.text());
                case WORD -> {
                    key.append(token.text());
                    if (i == 0 || !tokens.get(i - 1).isSymbol(".")) {
                        word(i, token.terminal());
                    }
                }
                default -> {
                    key.append(token.text());
                    symbol(i, token.text());
                }
            }
            key.append(' ');
        }
        end(ordinals.length - 1);
        return key.append('\0').append(labels).toString();
    }

    private void literal(int i, Token token) {
        String text = token.text();
        Literals.Kind kind =
                switch (token.kind()) {
                    case STRING -> Literals.Kind.TEXT;
                    case BINARY -> Literals.Kind.BYTES;
                    case BINARY_TEXT -> Literals.Kind.BINARY_TEXT;
                    default -> kindOfNumber(text);
                };
        ordinals[i] = literals.size();
        literals.add(new Literals.Value(kind, text));
        key.append('\0').append(kind.name().charAt(1));
        int length = text.length();
        switch (kind) {
            case INTEGER -> key.append(length < 19 ? "" + length : size(new BigInteger(text)));
            case DECIMAL -> key.append(length).append('.').append(length - 1 - text.indexOf('.'));
            case DOUBLE -> {}
            case TEXT, BYTES, BINARY_TEXT -> key.append(32 - Integer.numberOfLeadingZeros(length));
        }
    }

    private static Literals.Kind kindOfNumber(String text) {
        if (text.indexOf('e') >= 0 || text.indexOf('E') >= 0) {
            return Literals.Kind.DOUBLE;
        }
        return text.indexOf('.') >= 0 ? Literals.Kind.DECIMAL : Literals.Kind.INTEGER;
    }

    private static String size(BigInteger value) {
        return value.toString().length()
                + (value.bitLength() < 64 ? "s" : value.compareTo(UNSIGNED_MAX) <= 0 ? "u" : "d");
    }

    private void symbol(int i, String symbol) {
        switch (symbol) {
            case "(", "[", "{" -> {
                Limit.DEPTH.check(++depth);
                items[depth] = NONE;
            }
            case ")", "]", "}" -> {
                end(i);
                if (--depth < 0) {
                    throw SyntaxError.near(sql, tokens.get(i).start());
                }
            }
            case "," -> {
                if (items[depth] != NONE) {
                    end(i);
                    items[depth] = i + 1;
                }
            }
            case ";" -> throw SyntaxError.near(sql, tokens.get(i).start());
            default -> {}
        }
    }

    private void word(int i, String word) {
        if (word.equals("SELECT")) {
            end(i);
            int first = i + 1;
            while (Terminals.OPTIONS.contains(tokens.get(first).terminal())) {
                first++;
            }
            items[depth] = first;
        } else if (items[depth] != NONE && endsList(i, word)) {
            end(i);
        }
    }

    private boolean endsList(int i, String word) {
        return switch (word) {
            case "MINUS", "EXCEPT" -> Terminals.isCombining(tokens, i);
            default -> Terminals.BEHIND_LIST.contains(word) && Terminals.treatment(tokens, i) == 0;
        };
    }

    /** Ends the item that is open, if one is, before the token at {@code to}. */
    private void end(int to) {
        int from = items[depth];
        if (from == NONE) {
            return;
        }
        items[depth] = NONE;
        if (from >= to) {
            throw SyntaxError.near(sql, tokens.get(to).start());
        }
        if (!isColumn(from, to) && !hasAlias(from, to - 1)) {
            String label = RewrittenText.original(
                    sql, tokens.get(from).start(), tokens.get(to - 1).end());
            labels.append(label.length()).append(':').append(label);
        }
    }

    /** Whether the key has all characters of the label: one token, or names with points. */
    private boolean isColumn(int from, int to) {
        for (int i = from; i < to; i++) {
            Token token = tokens.get(i);
            boolean point = (i - from) % 2 == 1;
            boolean part = token.isName() || token.isSymbol("*");
            if (point ? !token.isSymbol(".") : !part) {
                return false;
            }
        }
        return true;
    }

    private boolean hasAlias(int from, int last) {
        Token alias = tokens.get(last);
        Token before = tokens.get(Math.max(from, last - 1));
        if (last == from || before.terminal().equals("AS")) {
            return last > from;
        }
        boolean name = Terminals.isName(alias)
                && !Terminals.OF_OPERANDS.contains(alias.terminal())
                && !Terminals.UNITS.contains(alias.terminal());
        return name && endsOperand(from, last - 1, before);
    }

    private boolean endsOperand(int from, int i, Token token) {
        if (token.kind() == Token.Kind.WORD) {
            String before = i == from ? "." : tokens.get(i - 1).terminal();
            boolean operator =
                    !before.isEmpty() && tokens.get(i - (i == from ? 0 : 1)).kind() == Token.Kind.SYMBOL;
            return (i == from || (operator && !isClosing(before)))
                    && Terminals.isName(token)
                    && !Terminals.OF_OPERANDS.contains(token.terminal());
        }
        return token.kind() != Token.Kind.SYMBOL || isClosing(token.text());
    }

    private static boolean isClosing(String symbol) {
        return symbol.equals(")") || symbol.equals("]") || symbol.equals("}");
    }
}
