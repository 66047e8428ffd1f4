package io.tributary.dialect;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/** Finds the clause of a statement in which a word stands, as MySQL's errors name it. */
final class Clauses {
    static final String FIELD_LIST = "field list";

    private static final String FROM = "from clause";
    private static final String ON = "on clause";

    private Clauses() {}

    /** The clause of the token at {@code index}. */
    static String at(List<Token> tokens, int index) {
        Deque<Scope> open = new ArrayDeque<>();
        Scope scope = new Scope(Kind.QUERY, FIELD_LIST);
        for (int i = 0; i < index; i++) {
            Token token = tokens.get(i);
            if (token.isSymbol("(")) {
                open.push(scope);
                scope = new Scope(kind(tokens, i), scope.clause());
            } else if (token.isSymbol(")")) {
                scope = open.isEmpty() ? scope : open.pop();
            } else if (token.kind() == Token.Kind.WORD
                    && !(i > 0 && tokens.get(i - 1).isSymbol("."))) {
                scope = scope.behind(token.upper(), tokens.get(i + 1));
            }
        }
        return scope.clause();
    }

    /** Which expression of its list the token at {@code index} is part of, from 1. */
    static int number(List<Token> tokens, int index) {
        int number = 1;
        int depth = 0;
        for (int i = index - 1; i >= 0; i--) {
            Token token = tokens.get(i);
            if (token.isSymbol(")")) {
                depth++;
            } else if (token.isSymbol("(") && depth == 0) {
                // What was counted are arguments of a call.
                number = 1;
            } else if (token.isSymbol("(")) {
                depth--;
            } else if (depth == 0 && token.isSymbol(",")) {
                number++;
            } else if (depth == 0 && (token.isWord("SELECT") || token.isWord("BY"))) {
                break;
            }
        }
        return number;
    }

    private static Kind kind(List<Token> tokens, int open) {
        Token next = tokens.get(open + 1);
        if (next.isWord("SELECT") || next.isWord("WITH")) {
            return Kind.QUERY;
        }
        return open > 0 && tokens.get(open - 1).isWord("OVER") ? Kind.WINDOW : Kind.EXPRESSION;
    }

    private enum Kind {
        /** A statement, or a subquery in parentheses. */
        QUERY,
        /** The parentheses behind OVER. */
        WINDOW,
        /** Other parentheses, joined tables among them. */
        EXPRESSION
    }

    private record Scope(Kind kind, String clause) {
        Scope behind(String word, Token next) {
            boolean ofTables = clause.equals(FROM) || clause.equals(ON);
            return switch (word) {
                case "ON" -> ofTables ? in(ON) : this;
                case "JOIN", "INNER", "CROSS", "NATURAL", "STRAIGHT_JOIN", "USING" -> ofTables ? in(FROM) : this;
                case "LEFT", "RIGHT" -> ofTables && !next.isSymbol("(") ? in(FROM) : this;
                case "ORDER" -> next.isWord("BY") ? in(kind == Kind.WINDOW ? "window order by" : "order clause") : this;
                case "PARTITION" -> kind == Kind.WINDOW ? in("window partition by") : this;
                case "SELECT", "SET", "UNION", "EXCEPT", "INTERSECT" -> ofQuery(FIELD_LIST);
                case "FROM" -> ofQuery(FROM);
                case "WHERE" -> ofQuery("where clause");
                case "GROUP" -> next.isWord("BY") ? ofQuery("group statement") : this;
                case "HAVING" -> ofQuery("having clause");
                default -> this;
            };
        }

        private Scope ofQuery(String other) {
            return kind == Kind.QUERY ? in(other) : this;
        }

        private Scope in(String other) {
            return new Scope(kind, other);
        }
    }
}
