package io.tributary.dialect.token;

import java.util.Set;

/** Words that may follow a table in FROM, and tell that its name or alias is over. */
public final class ClauseWords {
    private static final Set<String> JOINS =
            Set.of("JOIN", "INNER", "CROSS", "LEFT", "RIGHT", "NATURAL", "STRAIGHT_JOIN");
    private static final Set<String> COMBINING = Set.of("UNION", "EXCEPT", "INTERSECT", "MINUS");
    private static final Set<String> CLAUSES =
            Set.of("WHERE", "GROUP", "HAVING", "ORDER", "LIMIT", "WINDOW", "FOR", "LOCK", "INTO", "PROCEDURE");
    private static final Set<String> NO_ALIASES =
            Set.of("AS", "ON", "USING", "USE", "FORCE", "IGNORE", "OUTER", "PARTITION", "SET");

    private ClauseWords() {}

    /** A join begins here, or a function that is called like one. */
    public static boolean isAtJoin(Tokens tokens) {
        return isAt(tokens, JOINS);
    }

    /** What follows makes one result of several. */
    public static boolean isAtCombining(Tokens tokens) {
        return isAt(tokens, COMBINING);
    }

    /** The tables are over: another clause of the query begins. */
    public static boolean isAtClause(Tokens tokens) {
        return isAt(tokens, CLAUSES);
    }

    /** Whether the name that the statement gives the table before follows. */
    public static boolean isAtAlias(Tokens tokens) {
        return tokens.at("AS")
                || (tokens.atIdentifier()
                        && !(isAtJoin(tokens)
                                || isAtCombining(tokens)
                                || isAtClause(tokens)
                                || isAt(tokens, NO_ALIASES)));
    }

    private static boolean isAt(Tokens tokens, Set<String> words) {
        return tokens.kind() == Tokens.Kind.WORD && words.contains(tokens.upper());
    }
}
