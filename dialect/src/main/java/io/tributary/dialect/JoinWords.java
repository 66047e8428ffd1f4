package io.tributary.dialect;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The words of joins that the engine wants otherwise: to MySQL JOIN, INNER JOIN, CROSS JOIN and STRAIGHT_JOIN are one, with
 * a condition or without; the engine has JOIN with one and CROSS JOIN without.
 *
 * <pre>
 * a JOIN b JOIN c ON x        →  a CROSS JOIN b JOIN c ON x
 * a CROSS JOIN b ON x         →  a JOIN b ON x
 * a STRAIGHT_JOIN b           →  a CROSS JOIN b
 * </pre>
 */
final class JoinWords {
    private static final String CROSS_JOIN = "CROSS JOIN";
    private static final Set<String> ENDS_FROM =
            Set.of("SELECT", "WHERE", "GROUP", "HAVING", "WINDOW", "ORDER", "LIMIT", "UNION", "SET", "FROM");
    private static final Set<String> OUTER = Set.of("LEFT", "RIGHT", "OUTER");

    /** Stands for an outer join, which has a condition. */
    private static final int WITH_CONDITION = -1;

    private final List<Token> tokens;
    private final Map<Integer, String> written = new HashMap<>();
    /** Joins that lack a condition so far, of each parenthesis that is open. */
    private final Deque<Deque<Integer>> open = new ArrayDeque<>();

    private JoinWords(List<Token> tokens) {
        this.tokens = tokens;
    }

    /** What is written for which token; empty: nothing. */
    static Map<Integer, String> find(List<Token> tokens) {
        JoinWords words = new JoinWords(tokens);
        words.open.push(new ArrayDeque<>());
        for (int i = 0; i < tokens.size(); i++) {
            words.token(i);
        }
        words.open.forEach(words::end);
        return words.written;
    }

    private void token(int i) {
        Token token = tokens.get(i);
        if (token.kind() == Token.Kind.SYMBOL) {
            if (token.nesting() > 0) {
                open.push(new ArrayDeque<>());
            } else if (token.nesting() < 0 && open.size() > 1) {
                end(open.pop());
            } else if (token.isSymbol(",")) {
                end(open.element());
            }
        } else if (token.kind() == Token.Kind.WORD
                && !(i > 0 && tokens.get(i - 1).isSymbol("."))) {
            word(i, token.upper());
        }
    }

    private void word(int i, String word) {
        boolean straight = word.equals("STRAIGHT_JOIN");
        if (straight && ENDS_FROM.contains(before(i))) {
            // A hint of SELECT.
            written.put(i, "");
        } else if (straight || word.equals("JOIN")) {
            if (!before(i).equals("NATURAL")) {
                open.element().push(OUTER.contains(before(i)) ? WITH_CONDITION : i);
            }
        } else if ((word.equals("ON") || word.equals("USING"))
                && !open.element().isEmpty()) {
            conditional(open.element().pop());
        } else if (ENDS_FROM.contains(word)) {
            end(open.element());
        }
    }

    private void conditional(int join) {
        if (join == WITH_CONDITION) {
            return;
        }
        if (before(join).equals("CROSS")) {
            written.put(join - 1, "");
        }
        if (tokens.get(join).isWord("STRAIGHT_JOIN")) {
            written.put(join, "JOIN");
        }
    }

    /** Ends a list of tables: the joins that are left there have no condition. */
    private void end(Deque<Integer> joins) {
        for (int join : joins) {
            if (join == WITH_CONDITION) {
                continue;
            }
            String before = before(join);
            if (before.equals("CROSS")) {
                continue;
            }
            if (before.equals("INNER")) {
                written.put(join - 1, "");
            }
            written.put(join, CROSS_JOIN);
        }
        joins.clear();
    }

    private String before(int i) {
        return i > 0 && tokens.get(i - 1).kind() == Token.Kind.WORD
                ? tokens.get(i - 1).upper()
                : "";
    }
}
