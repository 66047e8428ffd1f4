package io.tributary.dialect;

import java.util.ArrayList;
import java.util.List;

/** Where the arguments of calls begin and end: commas and words of MySQL's own syntax, outside of inner parentheses. */
final class Arguments {
    private final StatementRewriter statement;

    Arguments(StatementRewriter statement) {
        this.statement = statement;
    }

    /** Returns the positions of the commas between the arguments. */
    List<Integer> commas(int open, int close) {
        List<Integer> found = new ArrayList<>();
        int depth = 0;
        for (int i = open + 1; i < close; i++) {
            depth += statement.token(i).nesting();
            if (depth == 0 && statement.token(i).isSymbol(",")) {
                found.add(i);
            }
        }
        return found;
    }

    /** The first such word from there on, or -1. */
    int find(String word, int from, int to) {
        List<Integer> found = words(word, from - 1, to);
        return found.isEmpty() ? -1 : found.get(0);
    }

    List<Integer> words(String word, int open, int close) {
        List<Integer> found = new ArrayList<>();
        int depth = 0;
        for (int i = open + 1; i < close; i++) {
            Token token = statement.token(i);
            depth += token.nesting();
            if (depth == 0 && token.isWord(word)) {
                found.add(i);
            }
        }
        return found;
    }
}
