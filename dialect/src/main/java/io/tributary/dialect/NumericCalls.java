package io.tributary.dialect;

import java.util.List;
import java.util.Set;

/** Calls in which MySQL takes a hexadecimal or bit literal for an unsigned number. */
final class NumericCalls {
    private static final Set<String> FUNCTIONS = Set.of(
            "BIT_COUNT",
            "CHAR",
            "ABS",
            "SIGN",
            "ROUND",
            "TRUNCATE",
            "FLOOR",
            "CEIL",
            "CEILING",
            "MOD",
            "POW",
            "POWER",
            "SQRT",
            "EXP",
            "LN",
            "LOG",
            "LOG2",
            "LOG10",
            "SIN",
            "COS",
            "TAN",
            "ACOS",
            "ASIN",
            "ATAN",
            "ATAN2",
            "COT",
            "RADIANS",
            "DEGREES",
            "FORMAT",
            "INET_NTOA",
            "BIT_AND",
            "BIT_OR",
            "BIT_XOR",
            "SUM",
            "AVG",
            "SEC_TO_TIME",
            "FROM_DAYS",
            "FROM_UNIXTIME",
            "MAKEDATE");
    /** Functions of which only the first argument is a number. */
    private static final Set<String> FIRST = Set.of("EXPORT_SET", "MAKE_SET", "ELT", "SPACE");

    /** The most tokens between a literal and the parenthesis of its call. */
    private static final int TOKENS_MAX = 200;

    private NumericCalls() {}

    /** Whether the literal at {@code i} is such an argument by itself. */
    static boolean takes(List<Token> tokens, int i) {
        Token after = tokens.get(i + 1);
        if (i < 2 || !(after.isSymbol(",") || after.isSymbol(")"))) {
            return false;
        }
        Token before = tokens.get(i - 1);
        if (before.isSymbol("(")) {
            return takes(tokens.get(i), tokens.get(i - 2), true);
        }
        if (!before.isSymbol(",")) {
            return false;
        }
        int depth = 0;
        for (int at = i - 1; at > 0 && at > i - TOKENS_MAX; at--) {
            depth -= tokens.get(at).nesting();
            if (depth < 0) {
                return takes(tokens.get(i), tokens.get(at - 1), false);
            }
        }
        return false;
    }

    private static boolean takes(Token literal, Token name, boolean first) {
        return name.kind() == Token.Kind.WORD && takes(literal, name.upper(), first, true);
    }

    /**
     * @param function in upper case
     * @param alone whether the argument is nothing but this token
     */
    static boolean takes(Token token, String function, boolean first, boolean alone) {
        return alone
                && token.kind() == Token.Kind.BINARY
                && (FUNCTIONS.contains(function) || (first && FIRST.contains(function)));
    }
}
