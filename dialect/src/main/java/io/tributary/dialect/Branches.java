package io.tributary.dialect;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * The values of which a CASE or a call gives one, by their tokens: those of IF without its condition, those of CASE without
 * what is compared. Stateless.
 */
final class Branches {
    private static final Set<String> CALLS = Set.of("IF", "IFNULL", "NVL", "COALESCE", "GREATEST", "LEAST");

    private Branches() {}

    /**
     * One of them.
     *
     * @param from its first token
     * @param to behind its last
     */
    record Branch(int from, int to) {}

    /**
     * Returns the values of which what begins at this token gives one; empty: it gives none of several.
     *
     * @param tree of the same tokens
     */
    static List<Branch> at(List<Token> tokens, ArithmeticTree tree, int at) {
        Token first = tokens.get(at);
        if (first.kind() != Token.Kind.WORD || (at > 0 && tokens.get(at - 1).isSymbol("."))) {
            return List.of();
        }
        if (first.isWord("CASE")) {
            return ofCase(tokens, at, tree.end(at));
        }
        return CALLS.contains(first.upper()) && tokens.get(at + 1).isSymbol("(")
                ? ofCall(tree, at + 1, first.isWord("IF"))
                : List.of();
    }

    private static List<Branch> ofCall(ArithmeticTree tree, int open, boolean conditional) {
        int close = tree.closing(open);
        List<Branch> found = new ArrayList<>();
        for (int from = conditional ? tree.argumentEnd(open + 1, close) + 1 : open + 1; from < close; ) {
            int end = tree.argumentEnd(from, close);
            found.add(new Branch(from, end));
            from = end + 1;
        }
        return found;
    }

    /** What stands behind THEN and ELSE. */
    private static List<Branch> ofCase(List<Token> tokens, int from, int end) {
        List<Branch> found = new ArrayList<>();
        int depth = 0;
        int cases = 0;
        int start = -1;
        for (int i = from; i < end; i++) {
            Token token = tokens.get(i);
            depth += token.nesting();
            boolean top = depth == 0 && cases == 1;
            if (top && start >= 0 && (token.isWord("WHEN") || token.isWord("ELSE") || token.isWord("END"))) {
                found.add(new Branch(start, i));
                start = -1;
            }
            if (top && (token.isWord("THEN") || token.isWord("ELSE"))) {
                start = i + 1;
            }
            cases += token.isWord("CASE") ? 1 : token.isWord("END") ? -1 : 0;
        }
        return found;
    }
}
