package io.tributary.backend.engine.duckdb;

import io.tributary.rpc.schema.ColumnType;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Finds sums and differences of integers in which an UNSIGNED column stands: to MySQL they are UNSIGNED from there on, and
 * less than 0 is an error. Such a sign becomes an operator of its own (see {@code mysql-functions.sql}), which binds looser
 * than "+" and tighter than comparisons.
 *
 * <p>The engine keeps these columns in signed types, so they are found by their declarations, and only where those are
 * certain: among columns and whole numbers alone, in a statement without subqueries. Elsewhere arithmetic stays signed.
 */
final class UnsignedOperators {
    private static final Set<String> SIGNS = Set.of("+", "-");
    /** What may neither stand before such a sum nor behind it: it binds tighter, or like the new operators. */
    private static final Set<String> BESIDE =
            Set.of("+", "-", "*", "/", "%", "^", "&", "|", "<<", ">>", "||", "~", "!", ".", "[", "->", "->>");

    private static final Set<String> WORDS_BESIDE = Set.of(
            "DIV", "MOD", "BINARY", "COLLATE", "INTERVAL", "DATE", "TIME", "TIMESTAMP", "REGEXP", "RLIKE", "LIKE");

    private final List<Token> tokens;
    private final Map<String, ColumnType> columns;
    private final Map<Integer, String> found = new HashMap<>();

    private UnsignedOperators(List<Token> tokens, Map<String, ColumnType> columns) {
        this.tokens = tokens;
        this.columns = columns;
    }

    /** The engine's operator for each sign that is one. */
    static Map<Integer, String> find(List<Token> tokens, ColumnTypes types) {
        boolean nested = tokens.stream().filter(token -> token.isWord("SELECT")).count() > 1;
        if (nested || tokens.stream().noneMatch(UnsignedOperators::isSign)) {
            return Map.of();
        }
        Map<String, ColumnType> columns = types.mentioned(tokens);
        if (columns.values().stream().noneMatch(ColumnType::isUnsigned)) {
            return Map.of();
        }
        UnsignedOperators operators = new UnsignedOperators(tokens, columns);
        int i = 0;
        while (i < tokens.size()) {
            i = Math.max(i + 1, operators.sum(i));
        }
        return operators.found;
    }

    private static boolean isSign(Token token) {
        return token.kind() == Token.Kind.SYMBOL && SIGNS.contains(token.text());
    }

    private static boolean isBeside(Token token) {
        return switch (token.kind()) {
            case SYMBOL -> BESIDE.contains(token.text());
            case WORD -> WORDS_BESIDE.contains(token.upper());
            case NAME, STRING, BINARY, NUMBER, PARAMETER, END -> false;
        };
    }

    /** Behind the sum that begins here, if one does. */
    private int sum(int start) {
        if (start > 0 && isBeside(tokens.get(start - 1))) {
            return start;
        }
        Map<Integer, String> operators = new HashMap<>();
        Optional<Operand> operand = operand(start);
        boolean unsigned = operand.isPresent() && operand.get().unsigned();
        boolean wide = operand.isPresent() && operand.get().wide();
        int at = operand.map(Operand::end).orElse(start);
        while (operand.isPresent() && isSign(tokens.get(at))) {
            int sign = at;
            operand = operand(sign + 1);
            if (operand.isPresent()) {
                unsigned |= operand.get().unsigned();
                wide |= operand.get().wide();
                at = operand.get().end();
                if (unsigned) {
                    operators.put(sign, (wide ? "<||" : "<|") + tokens.get(sign).text() + ">");
                }
            }
        }
        if (operand.isPresent() && !isBeside(tokens.get(at)) && !tokens.get(at).isSymbol("(")) {
            found.putAll(operators);
        }
        return at;
    }

    /** @param wide whether its values need more than 63 bits */
    private record Operand(int end, boolean unsigned, boolean wide) {}

    /** A whole number, or a column of an integer type. */
    private Optional<Operand> operand(int start) {
        Token first = tokens.get(start);
        if (first.kind() == Token.Kind.NUMBER) {
            return first.text().matches("\\d{1,18}")
                    ? Optional.of(new Operand(start + 1, false, false))
                    : Optional.empty();
        }
        if (!first.isName()) {
            return Optional.empty();
        }
        int last = start;
        while (tokens.get(last + 1).isSymbol(".") && tokens.get(last + 2).isName()) {
            last += 2;
        }
        ColumnType type = columns.get(ColumnTypes.key(tokens.get(last).text()));
        if (type == null || tokens.get(last + 1).isSymbol("(")) {
            return Optional.empty();
        }
        int end = last + 1;
        return switch (type.kind()) {
            case TINYINT, SMALLINT, INT, BIGINT -> Optional.of(new Operand(end, type.isUnsigned(), false));
            case LARGEINT -> type.isUnsigned() ? Optional.of(new Operand(end, true, true)) : Optional.empty();
            default -> Optional.empty();
        };
    }
}
