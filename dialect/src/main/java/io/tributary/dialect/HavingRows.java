package io.tributary.dialect;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * HAVING without GROUP BY and without aggregates: to MySQL a filter over the rows of the result, by its columns' names;
 * to the engine an aggregation. Positions of tokens in a statement that is one SELECT and nothing else.
 *
 * @param having at HAVING
 * @param order at ORDER, or where it would stand
 * @param limit at LIMIT, or where it would stand
 * @param end behind the last
 */
record HavingRows(int having, int order, int limit, int end) {
    private static final Set<String> ELSEWHERE = Set.of("GROUP", "UNION", "EXCEPT", "INTERSECT", "WINDOW");
    private static final Set<String> AGGREGATES = Set.of(
            "COUNT",
            "SUM",
            "AVG",
            "MIN",
            "MAX",
            "ANY_VALUE",
            "GROUP_CONCAT",
            "STD",
            "STDDEV",
            "STDDEV_POP",
            "STDDEV_SAMP",
            "VARIANCE",
            "VAR_POP",
            "VAR_SAMP");

    static Optional<HavingRows> of(List<Token> tokens) {
        int end = tokens.size() - 1;
        if (!tokens.get(0).isWord("SELECT")) {
            return Optional.empty();
        }
        int having = -1;
        int order = end;
        int limit = end;
        int depth = 0;
        for (int i = 1; i < end; i++) {
            Token token = tokens.get(i);
            depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0;
            if (token.kind() != Token.Kind.WORD) {
                continue;
            }
            String word = token.upper();
            if (AGGREGATES.contains(word) && tokens.get(i + 1).isSymbol("(")) {
                return Optional.empty();
            }
            if (depth != 0) {
                continue;
            }
            if (ELSEWHERE.contains(word)) {
                return Optional.empty();
            }
            switch (word) {
                case "HAVING" -> having = i;
                case "ORDER" -> order = Math.min(order, i);
                case "LIMIT" -> limit = Math.min(limit, i);
                default -> {
                    // Part of a clause.
                }
            }
        }
        return having < 0 ? Optional.empty() : Optional.of(new HavingRows(having, Math.min(order, limit), limit, end));
    }
}
