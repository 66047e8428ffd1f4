package io.tributary.dialect.lex;

import java.util.Set;

/** Words of MySQL's grammar, in upper case, by where they stand. */
final class Words {
    static final Set<String> VALUES = of("TRUE FALSE NULL");
    /** Words that follow a brace. */
    static final Set<String> ESCAPES = of("D T TS FN OJ");

    static final Set<String> REGEXP = of("REGEXP RLIKE");
    static final Set<String> TRIM = of("BOTH LEADING TRAILING");
    static final Set<String> ORDERING = of("ORDER LIMIT");
    static final Set<String> SETS = of("UNION EXCEPT INTERSECT MINUS");
    static final Set<String> BEHIND_QUERY = of("UNION EXCEPT INTERSECT MINUS ORDER LIMIT");
    static final Set<String> BEFORE_QUERY = of("IN EXISTS ANY ALL SOME AS UNION EXCEPT INTERSECT MINUS DISTINCT");
    /** They stand before JOIN. */
    static final Set<String> JOINS = of("LEFT RIGHT INNER OUTER FULL CROSS NATURAL");

    /** A join of these must have a condition. */
    static final Set<String> CONDITIONAL = of("LEFT RIGHT OUTER FULL SEMI ANTI");
    /** Hints behind SELECT that change no result. */
    static final Set<String> HINTS = of("ALL SQL_NO_CACHE SQL_CACHE SQL_CALC_FOUND_ROWS SQL_SMALL_RESULT SQL_BIG_RESULT"
            + " SQL_BUFFER_RESULT HIGH_PRIORITY STRAIGHT_JOIN");

    /** An operand is due behind them. */
    static final Set<String> INFIX = of("AND OR XOR LIKE IN BETWEEN DIV MOD ESCAPE WHEN THEN ELSE BY FROM FOR SEPARATOR"
            + " OFFSET ROWS RANGE ON REGEXP RLIKE WHERE ALL DISTINCT");

    /** Before an operand, which is still due. */
    static final Set<String> PREFIX =
            of("BINARY DISTINCT DISTINCTROW ALL ANY SOME EXISTS BY BETWEEN FROM SELECT WHEN NOT"
                    + " CASE LOW_PRIORITY QUICK IGNORE");

    /** Operands and their beginnings that are no names. */
    static final Set<String> OPERANDS = of("TRUE FALSE NULL DEFAULT BINARY DISTINCT DISTINCTROW ALL EXISTS BY"
            + " BETWEEN FROM SELECT WHEN WITH RECURSIVE CURRENT_DATE CURRENT_TIME CURRENT_TIMESTAMP CURRENT_USER LOCALTIME"
            + " LOCALTIMESTAMP UTC_DATE UTC_TIME UTC_TIMESTAMP LOW_PRIORITY IGNORE QUICK LATERAL AS ON JOIN VALUES");

    static final Set<String> BEHIND_NAME =
            of("AS FROM WHERE GROUP HAVING WINDOW ORDER LIMIT UNION EXCEPT INTERSECT SET ON"
                    + " USING JOIN LEFT RIGHT INNER CROSS NATURAL FULL OUTER SEMI ANTI STRAIGHT_JOIN");

    static final Set<String> NO_ALIASES = of("FOR OVER INDEX KEY");
    static final Set<String> WINDOW = of("PARTITION ORDER ROWS RANGE GROUPS UNBOUNDED CURRENT BETWEEN");
    static final Set<String> UNITS = of("MICROSECOND SECOND MINUTE HOUR DAY WEEK MONTH QUARTER YEAR SECOND_MICROSECOND"
            + " MINUTE_MICROSECOND MINUTE_SECOND HOUR_MICROSECOND HOUR_SECOND HOUR_MINUTE DAY_MICROSECOND DAY_SECOND"
            + " DAY_MINUTE DAY_HOUR YEAR_MONTH");

    private Words() {}

    private static Set<String> of(String words) {
        return Set.of(words.split(" "));
    }

    /** Whether a query begins with this word and what follows it. */
    static boolean isQuery(String word, Token next) {
        return switch (word) {
            case "SELECT", "WITH" -> true;
            case "VALUES" -> next.isWord("ROW");
            case "TABLE" -> next.isName();
            default -> false;
        };
    }

    /** Whether a condition begins here, so that the word before is no name. */
    static boolean beginsCondition(Token token) {
        boolean symbol = token.isSymbol("(") || token.isSymbol("-") || token.isSymbol("!");
        boolean other = token.kind() == Token.Kind.SYMBOL || token.kind() == Token.Kind.END;
        return symbol || !(other || BEHIND_NAME.contains(token.word()));
    }
}
