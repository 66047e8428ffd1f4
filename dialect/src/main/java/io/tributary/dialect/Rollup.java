package io.tributary.dialect;

import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * {@code GROUP BY list WITH ROLLUP [HAVING …]}, as positions of tokens.
 *
 * @param from first of the list
 * @param with at WITH
 * @param having at HAVING, or {@code end}
 * @param end behind the last
 */
record Rollup(int from, int with, int having, int end) {
    private static final Set<String> NEXT_CLAUSES =
            Set.of("ORDER", "LIMIT", "UNION", "EXCEPT", "INTERSECT", "WINDOW", "FOR", "LOCK", "INTO");

    /** @param group at GROUP */
    static Optional<Rollup> of(List<Token> tokens, int group) {
        int depth = 0;
        int with = -1;
        int having = -1;
        for (int i = group + 2; i < tokens.size(); i++) {
            Token token = tokens.get(i);
            depth += token.isSymbol("(") ? 1 : token.isSymbol(")") ? -1 : 0;
            boolean ends = depth < 0
                    || token.kind() == Token.Kind.END
                    || (depth == 0 && token.kind() == Token.Kind.WORD && NEXT_CLAUSES.contains(token.upper()));
            if (ends) {
                return with < 0
                        ? Optional.empty()
                        : Optional.of(new Rollup(group + 2, with, having < 0 ? i : having, i));
            }
            if (depth == 0 && token.isWord("HAVING")) {
                having = i;
            } else if (depth == 0
                    && having < 0
                    && token.isWord("WITH")
                    && tokens.get(i + 1).isWord("ROLLUP")) {
                with = i;
            }
        }
        return Optional.empty();
    }
}
