package io.tributary.dialect.token;

import java.util.List;
import java.util.Set;

/** Terminals of MySQL's grammar, in upper case, by where they stand. */
public final class Terminals {
    /** They name nothing unless a point stands before them; fewer than MySQL reserves, so that old schemas are read. */
    private static final Set<String> NO_NAMES =
            Words.set("ALL AND AS BETWEEN BY COLLATE CROSS DELETE DISTINCT DISTINCTROW DIV ELSE"
                    + " EXCEPT FOR FROM GROUP HAVING IN INNER INTERSECT INTO IS JOIN LATERAL LIKE LIMIT LOCK NATURAL ON OR ORDER"
                    + " OVER REGEXP RLIKE SELECT SET STRAIGHT_JOIN THEN UNION UPDATE USING WHEN WHERE WINDOW WITH XOR");

    /** What may follow a value or a table, and is no alias then. */
    private static final Set<String> BEHIND_NAMES = Words.set("LEFT RIGHT NOT MOD");

    /** They end a list of SELECT. */
    static final Set<String> BEHIND_LIST =
            Words.set("FROM WHERE GROUP HAVING WINDOW ORDER LIMIT UNION EXCEPT INTERSECT INTO FOR LOCK");

    /** Terminals that may stand between SELECT and its list; DISTINCT alone changes a result. */
    public static final Set<String> OPTIONS =
            Words.set("ALL DISTINCT DISTINCTROW SQL_NO_CACHE SQL_CACHE SQL_CALC_FOUND_ROWS"
                    + " SQL_SMALL_RESULT SQL_BIG_RESULT SQL_BUFFER_RESULT HIGH_PRIORITY STRAIGHT_JOIN");

    /** An operand ends with one of them, or goes on behind it. */
    static final Set<String> OF_OPERANDS = Words.set("NOT BINARY INTERVAL CASE EXISTS END");

    /** They are values, or go on with an operand before them. */
    private static final Set<String> OF_VALUES = Words.set("TRUE FALSE NULL ESCAPE MOD");

    public static final Set<String> UNITS =
            Words.set("MICROSECOND SECOND MINUTE HOUR DAY WEEK MONTH QUARTER YEAR SECOND_MICROSECOND"
                    + " MINUTE_MICROSECOND MINUTE_SECOND HOUR_MICROSECOND HOUR_SECOND HOUR_MINUTE DAY_MICROSECOND DAY_SECOND"
                    + " DAY_MINUTE DAY_HOUR YEAR_MONTH SQL_TSI_SECOND SQL_TSI_MINUTE SQL_TSI_HOUR SQL_TSI_DAY SQL_TSI_WEEK"
                    + " SQL_TSI_MONTH SQL_TSI_QUARTER SQL_TSI_YEAR");

    private static final Set<String> COMBINING = Words.set("UNION EXCEPT INTERSECT MINUS");
    private static final Set<String> BEFORE_NULLS = Words.set("IGNORE RESPECT");

    private Terminals() {}

    private static Token at(List<Token> tokens, int i) {
        return tokens.get(Math.min(i, tokens.size() - 1));
    }

    private static String terminal(List<Token> tokens, int i) {
        return at(tokens, i).terminal();
    }

    public static boolean isName(Token token) {
        return token.isName() && !NO_NAMES.contains(token.terminal());
    }

    /** Whether a column of the one table that there is may be named here. */
    public static boolean isColumn(List<Token> tokens, int i) {
        Token token = tokens.get(i);
        String next = terminal(tokens, i + 1);
        boolean bare = isName(token)
                && !OF_OPERANDS.contains(token.terminal())
                && !OF_VALUES.contains(token.terminal())
                && !next.equals("(")
                && !next.equals(".");
        return (bare || token.kind() == Token.Kind.QUOTED)
                && !(i > 0 && terminal(tokens, i - 1).equals("."));
    }

    /** Whether a name behind a value or a table can be its alias. */
    public static boolean isAlias(List<Token> tokens, int i) {
        String word = terminal(tokens, i);
        String next = terminal(tokens, i + 1);
        return isName(tokens.get(i))
                && !BEHIND_NAMES.contains(word)
                && !isCombining(tokens, i)
                && !isQualify(tokens, i)
                && switch (word) {
                    case "FULL" -> !(next.equals("JOIN") || next.equals("OUTER"));
                    case "USE", "FORCE", "IGNORE" -> !(next.equals("INDEX") || next.equals("KEY"));
                    case "PARTITION", "TABLESAMPLE" -> !next.equals("(");
                    default -> true;
                };
    }

    /** Whether a query begins here. */
    public static boolean isQuery(List<Token> tokens, int i) {
        return switch (terminal(tokens, i)) {
            case "SELECT" -> true;
            case "WITH" -> at(tokens, i + 1).isName();
            case "VALUES" -> terminal(tokens, i + 1).equals("ROW");
            case "TABLE" -> isName(at(tokens, i + 1));
            default -> false;
        };
    }

    /** Whether the query before is combined with another one; MINUS may be a name, EXCEPT may list columns. */
    public static boolean isCombining(List<Token> tokens, int i) {
        String word = terminal(tokens, i);
        int next =
                terminal(tokens, i + 1).equals("ALL") || terminal(tokens, i + 1).equals("DISTINCT") ? i + 2 : i + 1;
        int first = next;
        while (terminal(tokens, first).equals("(")) {
            first++;
        }
        return COMBINING.contains(word)
                && (!word.equals("MINUS") || isQuery(tokens, first))
                && !(i > 0 && isExcept(tokens, i));
    }

    /** {@code * EXCEPT (a)}. */
    public static boolean isExcept(List<Token> tokens, int i) {
        return terminal(tokens, i).equals("EXCEPT")
                && terminal(tokens, i - 1).equals("*")
                && terminal(tokens, i + 1).equals("(")
                && isName(at(tokens, i + 2));
    }

    /** Whether QUALIFY has a condition behind it, and is no name. */
    public static boolean isQualify(List<Token> tokens, int i) {
        Token next = at(tokens, i + 1);
        boolean symbol = next.kind() == Token.Kind.SYMBOL || next.kind() == Token.Kind.END;
        return terminal(tokens, i).equals("QUALIFY")
                && (symbol
                        ? next.isSymbol("(") || next.isSymbol("-") || next.isSymbol("!")
                        : next.terminal().equals("NOT")
                                || !(NO_NAMES.contains(next.terminal()) || BEHIND_NAMES.contains(next.terminal())));
    }

    /** What may stand between a window function and its OVER: {@code FROM FIRST IGNORE NULLS}; returns how many tokens. */
    public static int treatment(List<Token> tokens, int i) {
        int next = i;
        if (terminal(tokens, i).equals("FROM")) {
            String row = terminal(tokens, i + 1);
            next += row.equals("FIRST") || row.equals("LAST") ? 2 : 0;
        }
        if (BEFORE_NULLS.contains(terminal(tokens, next))
                && terminal(tokens, next + 1).equals("NULLS")) {
            next += 2;
        }
        return terminal(tokens, next).equals("OVER") ? next - i : 0;
    }
}
