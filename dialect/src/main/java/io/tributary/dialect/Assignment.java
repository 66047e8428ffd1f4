package io.tributary.dialect;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * {@code column = value} of an UPDATE, by the positions of its tokens.
 *
 * @param column as written
 * @param from where the value begins
 * @param to behind the value
 */
record Assignment(String column, int from, int to) {
    /** Whether the value is a literal or a column and nothing else, so that what is wrong with it is wrong with the column. */
    boolean isPlain(List<Token> tokens) {
        int first = tokens.get(from).isSymbol("-") ? from + 1 : from;
        for (int i = first + 1; i < to; i++) {
            if (!tokens.get(i).isSymbol(".") && !tokens.get(i - 1).isSymbol(".")) {
                return false;
            }
        }
        return true;
    }

    /**
     * The assignment in whose value a token stands; where it is not known which token, the only assignment.
     *
     * @param index of the token, or -1
     */
    static Optional<Assignment> at(List<Token> tokens, int index) {
        List<Assignment> all = of(tokens);
        if (index < 0) {
            return all.size() == 1 ? Optional.of(all.get(0)) : Optional.empty();
        }
        return all.stream()
                .filter(each -> each.from() - 2 <= index && index < each.to())
                .findFirst();
    }

    private static List<Assignment> of(List<Token> tokens) {
        List<Assignment> found = new ArrayList<>();
        if (tokens.isEmpty() || !tokens.get(0).isWord("UPDATE")) {
            return found;
        }
        int end = tokens.size() - 1;
        int at = 1;
        while (at < end && !tokens.get(at).isWord("SET")) {
            at++;
        }
        while (at < end && (tokens.get(at).isWord("SET") || tokens.get(at).isSymbol(","))) {
            int equals = at + 1;
            while (equals < end && !tokens.get(equals).isSymbol("=")) {
                equals++;
            }
            int to = valueEnd(tokens, equals + 1, end);
            if (to > equals + 1) {
                found.add(new Assignment(tokens.get(equals - 1).text(), equals + 1, to));
            }
            at = to;
        }
        return found;
    }

    private static int valueEnd(List<Token> tokens, int from, int end) {
        int depth = 0;
        for (int i = from; i < end; i++) {
            Token token = tokens.get(i);
            depth += token.nesting();
            if (depth == 0
                    && (token.isSymbol(",")
                            || token.isWord("WHERE")
                            || token.isWord("ORDER")
                            || token.isWord("LIMIT"))) {
                return i;
            }
        }
        return Math.max(from, end);
    }
}
