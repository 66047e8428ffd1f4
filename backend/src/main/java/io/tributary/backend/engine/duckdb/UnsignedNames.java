package io.tributary.backend.engine.duckdb;

import io.tributary.rpc.schema.ColumnType;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * The types of columns by name, as far as they are certain in a statement: those of the tables that it mentions and, where
 * it reads queries, those of their columns that are nothing but a column of such a table.
 */
final class UnsignedNames {
    private static final Set<String> SETS = Set.of("UNION", "EXCEPT", "INTERSECT");
    private static final Set<String> READING = Set.of("FROM", "JOIN", "LATERAL");
    private static final Set<String> EXTREMES = Set.of("MAX", "MIN");

    private UnsignedNames() {}

    /**
     * By {@link ColumnTypes#key}.
     *
     * @param columns of the tables that the statement mentions
     * @param keywords words that are neither a name nor the end of an operand, in upper case
     */
    static Map<String, ColumnType> of(List<Token> tokens, Map<String, ColumnType> columns, Set<String> keywords) {
        if (tokens.stream().noneMatch(UnsignedNames::isOperator)) {
            return Map.of();
        }
        if (columns.values().stream().noneMatch(ColumnType::isUnsigned) || !readsQuery(tokens)) {
            return columns;
        }
        if (tokens.stream().anyMatch(token -> token.kind() == Token.Kind.WORD && SETS.contains(token.upper()))) {
            // Their columns have a type of all of them together.
            return Map.of();
        }
        Map<String, ColumnType> named = new HashMap<>(columns);
        Set<String> uncertain = new HashSet<>();
        for (int i = 1; i < tokens.size() - 1; i++) {
            if (!tokens.get(i).isName() || tokens.get(i + 1).isSymbol(".")) {
                continue;
            }
            String key = ColumnTypes.key(tokens.get(i).text());
            if (tokens.get(i - 1).isWord("AS")) {
                ColumnType type = renamed(columns, tokens, i);
                ColumnType known = type == null ? null : named.putIfAbsent(key, type);
                if (type == null || (known != null && !known.equals(type))) {
                    uncertain.add(key);
                }
            } else if (endsOperand(tokens.get(i - 1), keywords) || namesOfQuery(tokens, i)) {
                // A name without AS, or one of a list of them.
                uncertain.add(key);
            }
        }
        named.keySet().removeAll(uncertain);
        return named;
    }

    private static boolean isOperator(Token token) {
        return token.isSymbol("+") || token.isSymbol("-") || token.isSymbol("*") || token.isSymbol("/");
    }

    private static boolean readsQuery(List<Token> tokens) {
        for (int i = 0; i < tokens.size() - 1; i++) {
            Token token = tokens.get(i);
            if (token.isWord("WITH")
                    || (token.kind() == Token.Kind.WORD
                            && READING.contains(token.upper())
                            && tokens.get(i + 1).isSymbol("("))
                    || (token.isSymbol(",")
                            && tokens.get(i + 1).isSymbol("(")
                            && tokens.get(i + 2).isWord("SELECT"))) {
                return true;
            }
        }
        return false;
    }

    /** {@code WITH x(a, b) AS}: what stands in parentheses behind a name, and AS behind them. */
    private static boolean namesOfQuery(List<Token> tokens, int i) {
        int open = i - 1;
        while (open > 1
                && tokens.get(open).isSymbol(",")
                && tokens.get(open - 1).isName()) {
            open -= 2;
        }
        int close = i + 1;
        while (tokens.get(close).isSymbol(",") && tokens.get(close + 1).isName()) {
            close += 2;
        }
        return open > 0
                && tokens.get(open).isSymbol("(")
                && tokens.get(open - 1).isName()
                && tokens.get(close).isSymbol(")")
                && tokens.get(close + 1).isWord("AS");
    }

    private static boolean endsOperand(Token token, Set<String> keywords) {
        return switch (token.kind()) {
            case NAME, STRING, BINARY, NUMBER, PARAMETER -> true;
            case WORD -> !keywords.contains(token.upper());
            case SYMBOL -> token.isSymbol(")");
            case END -> false;
        };
    }

    /** Of {@code column AS name}, also of MAX and MIN of one; null of anything else. */
    private static @Nullable ColumnType renamed(Map<String, ColumnType> columns, List<Token> tokens, int name) {
        boolean extreme = tokens.get(name - 2).isSymbol(")");
        int last = extreme ? name - 3 : name - 2;
        int first = last;
        while (first > 1
                && tokens.get(first - 1).isSymbol(".")
                && tokens.get(first - 2).isName()) {
            first -= 2;
        }
        if (extreme) {
            first -= 2;
            if (first < 1
                    || !tokens.get(first + 1).isSymbol("(")
                    || tokens.get(first).kind() != Token.Kind.WORD
                    || !EXTREMES.contains(tokens.get(first).upper())) {
                return null;
            }
        }
        boolean whole = first > 0
                && (tokens.get(first - 1).isSymbol(",")
                        || tokens.get(first - 1).isWord("SELECT")
                        || tokens.get(first - 1).isWord("DISTINCT"));
        return whole && tokens.get(last).isName()
                ? columns.get(ColumnTypes.key(tokens.get(last).text()))
                : null;
    }
}
