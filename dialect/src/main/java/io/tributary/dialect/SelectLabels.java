package io.tributary.dialect;

import io.tributary.dialect.text.RewrittenText;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Names for the columns of a result: MySQL calls an expression without an alias by its own text ({@code count(*)}), which
 * DuckDB would print in another way.
 */
final class SelectLabels {
    private static final Set<String> AFTER_LIST = Set.of(
            "FROM",
            "WHERE",
            "GROUP",
            "HAVING",
            "ORDER",
            "LIMIT",
            "UNION",
            "EXCEPT",
            "INTERSECT",
            "FOR",
            "LOCK",
            "WINDOW",
            "INTO");
    private static final Set<String> BEFORE_LIST = Stream.concat(
                    Keywords.DROPPED_AFTER_SELECT.stream(), Stream.of("DISTINCT", "ALL", "DISTINCTROW"))
            .collect(Collectors.toUnmodifiableSet());
    /** Words that end an expression and so are no alias. */
    private static final Set<String> LAST_WORDS = Set.of("END", "NULL", "TRUE", "FALSE", "UNKNOWN");
    /** Words after which a name belongs to the expression. */
    private static final Set<String> OPERATORS = Set.of(
            "AND",
            "OR",
            "NOT",
            "XOR",
            "LIKE",
            "IS",
            "IN",
            "BETWEEN",
            "DIV",
            "MOD",
            "CASE",
            "WHEN",
            "THEN",
            "ELSE",
            "INTERVAL",
            "BINARY",
            "ESCAPE",
            "COLLATE",
            "OVER",
            "REGEXP",
            "RLIKE");

    /** A string behind one of them is no alias. */
    private static final Set<String> LITERAL_TYPES = Set.of("DATE", "TIME", "TIMESTAMP");

    private static final Set<String> UNITS =
            Set.of("MICROSECOND", "SECOND", "MINUTE", "HOUR", "DAY", "WEEK", "MONTH", "QUARTER", "YEAR");

    private final String sql;
    private final List<Token> tokens;
    private final Map<Integer, String> labels = new HashMap<>();

    private SelectLabels(String sql, List<Token> tokens) {
        this.sql = sql;
        this.tokens = tokens;
    }

    /**
     * The labels by the index of the token before which they stand. A string that is an alias itself is marked by the
     * negative of its index.
     */
    static Map<Integer, String> of(String sql, List<Token> tokens) {
        SelectLabels found = new SelectLabels(sql, tokens);
        found.scan();
        return found.labels;
    }

    private void scan() {
        int depth = 0;
        while (tokens.get(depth).isSymbol("(")) {
            depth++;
        }
        int at = depth;
        for (int open = depth; !(tokens.get(at).isWord("SELECT") && open == depth); at++) {
            open += nesting(at);
            if (tokens.get(at).kind() == Token.Kind.END) {
                return;
            }
        }
        at++;
        while (tokens.get(at).kind() == Token.Kind.WORD
                && BEFORE_LIST.contains(tokens.get(at).upper())) {
            at++;
        }
        int open = 0;
        for (int first = at; ; at++) {
            Token token = tokens.get(at);
            boolean over = token.kind() == Token.Kind.END
                    || (open == 0 && token.isSymbol(")"))
                    || (open == 0 && token.kind() == Token.Kind.WORD && AFTER_LIST.contains(token.upper()));
            if (over || (open == 0 && token.isSymbol(","))) {
                item(first, at);
                first = at + 1;
            }
            if (over) {
                return;
            }
            open += nesting(at);
        }
    }

    private int nesting(int at) {
        return tokens.get(at).nesting();
    }

    private void item(int from, int to) {
        if (from >= to) {
            return;
        }
        Token last = tokens.get(to - 1);
        if (last.isSymbol("*") || isColumn(from, to) || hasAs(from, to)) {
            return;
        }
        if (to - from > 1 && isImplicitAlias(tokens, from, to)) {
            if (last.kind() == Token.Kind.STRING) {
                labels.put(-(to - 1), last.text());
            }
            return;
        }
        String label = to - from == 1 && last.kind() == Token.Kind.STRING
                ? last.text()
                : RewrittenText.original(sql.substring(tokens.get(from).start(), last.end()));
        if (!label.isEmpty()) {
            labels.put(to, label);
        }
    }

    private boolean isColumn(int from, int to) {
        for (int i = from; i < to; i++) {
            boolean name = (i - from) % 2 == 0;
            if (name ? !tokens.get(i).isName() : !tokens.get(i).isSymbol(".")) {
                return false;
            }
        }
        return !(to - from == 1 && isKeyword(tokens.get(from)));
    }

    /** Written like a column but computed. */
    private static boolean isKeyword(Token token) {
        return token.kind() == Token.Kind.WORD
                && (LAST_WORDS.contains(token.upper())
                        || token.upper().startsWith("CURRENT_")
                        || token.upper().startsWith("LOCALTIME")
                        || token.upper().startsWith("UTC_"));
    }

    private boolean hasAs(int from, int to) {
        int open = 0;
        for (int i = from; i < to; i++) {
            open += nesting(i);
            if (open == 0 && tokens.get(i).isWord("AS")) {
                return true;
            }
        }
        return false;
    }

    /** Whether a value without AS ends with a name for it. */
    static boolean isImplicitAlias(List<Token> tokens, int from, int to) {
        Token last = tokens.get(to - 1);
        Token before = tokens.get(to - 2);
        if (!last.isName() && last.kind() != Token.Kind.STRING) {
            return false;
        }
        if (last.kind() == Token.Kind.WORD && (LAST_WORDS.contains(last.upper()) || endsInterval(tokens, from, to))) {
            return false;
        }
        return switch (before.kind()) {
            case SYMBOL -> before.isSymbol(")");
            case WORD ->
                !OPERATORS.contains(before.upper())
                        && !(last.kind() == Token.Kind.STRING && LITERAL_TYPES.contains(before.upper()));
            case NAME, STRING, BINARY, NUMBER, PARAMETER -> true;
            case END -> false;
        };
    }

    private static boolean endsInterval(List<Token> tokens, int from, int to) {
        if (!UNITS.contains(tokens.get(to - 1).upper())) {
            return false;
        }
        for (int i = from; i < to - 1; i++) {
            if (tokens.get(i).isWord("INTERVAL")) {
                return true;
            }
        }
        return false;
    }
}
