package io.tributary.dialect;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.function.StepCounter;
import io.tributary.dialect.print.SqlName;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * Where the recursive members of a statement's queries begin and end. Around each one the engine gets a condition that
 * {@link StepCounter} computes once a step:
 *
 * <pre>
 * r AS (SELECT 1 UNION ALL SELECT * FROM (SELECT n + 1 FROM r) AS "$step" WHERE (SELECT java_recursion_step(…) FROM r))
 * </pre>
 *
 * A LIMIT, which the engine has no place for in a recursive query, is put around it; it ends the recursion there, too:
 *
 * <pre>
 * r AS (WITH RECURSIVE r AS (SELECT 1 UNION ALL …) SELECT * FROM r LIMIT 10)
 * </pre>
 */
final class RecursionSteps {
    private final List<Token> tokens;
    private final long stepsMax;
    private final Map<Integer, String> before = new HashMap<>();

    private RecursionSteps(List<Token> tokens, long stepsMax) {
        this.tokens = tokens;
        this.stepsMax = stepsMax;
    }

    /**
     * @param stepsMax of each query
     * @return what is written before which token
     */
    static Map<Integer, String> find(List<Token> tokens, long stepsMax) {
        if (tokens.stream().noneMatch(token -> token.isWord("RECURSIVE"))) {
            return Map.of();
        }
        RecursionSteps steps = new RecursionSteps(tokens, stepsMax);
        for (int i = 0; i < tokens.size() - 1; i++) {
            if (tokens.get(i).isWord("WITH") && tokens.get(i + 1).isWord("RECURSIVE")) {
                steps.queries(i + 2);
            }
        }
        return steps.before;
    }

    /** {@code name [(columns)] AS (query), …}; what is written otherwise is the parser's business. */
    private void queries(int first) {
        int name = first;
        while (at(name).isName()) {
            int as = at(name + 1).isSymbol("(") ? closing(name + 1) + 1 : name + 1;
            if (!at(as).isWord("AS") || !at(as + 1).isSymbol("(")) {
                return;
            }
            int close = closing(as + 1);
            query(name, as, as + 2, close);
            if (!at(close + 1).isSymbol(",")) {
                return;
            }
            name = close + 2;
        }
    }

    /** The members from the first one on that names its own query are recursive; those before are where it begins. */
    private void query(int name, int as, int from, int to) {
        if (at(from).isSymbol("(") && closing(from) == to - 1) {
            query(name, as, from + 1, to - 1);
            return;
        }
        List<Integer> unions = unions(from, to);
        int end = end(unions.isEmpty() ? to : unions.get(unions.size() - 1), to);
        int first = 0;
        while (first < unions.size()
                && !names(
                        tokens.get(name),
                        behind(unions.get(first)),
                        first + 1 < unions.size() ? unions.get(first + 1) : end)) {
            first++;
        }
        if (first == unions.size()) {
            return;
        }
        int begin = behind(unions.get(first));
        List<Integer> recursive = unions.subList(first, unions.size());
        if (recursive.stream().map(this::keepsAll).distinct().count() > 1) {
            throw TributaryException.notSupported(
                    "UNION ALL and UNION DISTINCT among the recursive members of a query");
        }
        String quoted = SqlName.quote(tokens.get(name).text());
        // Several members are one to the engine, whose UNION would end before the last of them.
        boolean counted = stepsMax < StepCounter.UNLIMITED;
        if (counted || recursive.size() > 1) {
            add(begin, "SELECT * FROM (");
            add(
                    end,
                    ") AS \"$step\""
                            + (counted
                                    ? " WHERE (SELECT " + StepCounter.call(stepsMax, "count(*)") + " FROM " + quoted
                                            + ")"
                                    : ""));
        }
        if (end < to && at(end).isWord("LIMIT")) {
            add(from, "WITH RECURSIVE " + quoted + columns(name + 1, as) + " AS (");
            add(end, ") SELECT * FROM " + quoted);
        }
    }

    /** Where the query's own UNIONs stand. */
    private List<Integer> unions(int from, int to) {
        List<Integer> unions = new ArrayList<>();
        int depth = 0;
        for (int i = from; i < to; i++) {
            depth += tokens.get(i).nesting();
            if (depth == 0 && tokens.get(i).isWord("UNION")) {
                unions.add(i);
            }
        }
        return unions;
    }

    /** Where ORDER BY or LIMIT of the whole begins, or {@code to}. */
    private int end(int from, int to) {
        int depth = 0;
        for (int i = from; i < to; i++) {
            depth += tokens.get(i).nesting();
            if (depth == 0 && (at(i).isWord("ORDER") || at(i).isWord("LIMIT"))) {
                return i;
            }
        }
        return to;
    }

    private int behind(int union) {
        boolean word = at(union + 1).isWord("ALL") || at(union + 1).isWord("DISTINCT");
        return union + (word ? 2 : 1);
    }

    private boolean keepsAll(int union) {
        return at(union + 1).isWord("ALL");
    }

    /** The list of names that stands there, or nothing. */
    private String columns(int from, int to) {
        StringBuilder columns = new StringBuilder();
        for (int i = from; i < to; i++) {
            columns.append(at(i).isName() ? SqlName.quote(at(i).text()) : at(i).text());
        }
        return columns.toString();
    }

    private boolean names(Token name, int from, int to) {
        for (int i = from; i < to; i++) {
            if (tokens.get(i).isName() && tokens.get(i).text().equalsIgnoreCase(name.text())) {
                return true;
            }
        }
        return false;
    }

    /** What ends later was begun earlier. */
    private void add(int token, String text) {
        before.merge(token, text, (there, more) -> there + " " + more);
    }

    private int closing(int open) {
        int depth = 0;
        for (int i = open; i < tokens.size(); i++) {
            depth += tokens.get(i).nesting();
            if (depth == 0) {
                return i;
            }
        }
        return tokens.size() - 1;
    }

    private Token at(int index) {
        return tokens.get(Math.min(index, tokens.size() - 1));
    }
}
