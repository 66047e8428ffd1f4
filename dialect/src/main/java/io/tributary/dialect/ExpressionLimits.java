package io.tributary.dialect;

import io.tributary.contract.error.TributaryException;
import java.util.List;
import java.util.Set;

/**
 * What one statement for the engine may hold: beyond these its planning, and the rewriting before it, would keep a thread
 * for seconds that no client can stop. Checked before anything else looks at the tokens.
 */
final class ExpressionLimits {
    /** Parentheses within each other. */
    static final int DEPTH_MAX = 256;
    /** Arithmetic operators and signs. */
    static final int OPERATORS_MAX = 10_000;
    /** Operators whose precedence is not the engine's, INTERVALs and the like: each is looked up among its neighbours. */
    static final int SPECIAL_OPERATORS_MAX = 1_000;
    /** Calls within each other of functions that name an argument several times in the engine: the text grows with each. */
    static final int REPEATING_CALLS_MAX = 6;

    private static final Set<String> OPERATORS = Set.of("+", "-", "*", "/", "%", "^", "!");
    private static final Set<String> BIT_OPERATORS = Set.of("&", "|", "<<", ">>");
    private static final Set<String> REPEATING = Set.of(
            "UNIX_TIMESTAMP",
            "TIME_TO_SEC",
            "TRUNCATE",
            "MOD",
            "AVG",
            "COUNT",
            "GREATEST",
            "LEAST",
            "ELT",
            "STRCMP",
            "TRIM",
            "REGEXP_SUBSTR",
            "SUBSTRING_INDEX",
            "FIND_IN_SET",
            "SHA2",
            "MD5",
            "SHA",
            "SHA1",
            "ASCII",
            "CRC32",
            "TO_BASE64",
            "BIN_TO_UUID",
            "BIT_LENGTH",
            "ACOS",
            "ASIN",
            "SUBSTRING",
            "SUBSTR",
            "MID",
            "LEFT",
            "RIGHT",
            "LPAD",
            "RPAD",
            "REPEAT",
            "SPACE",
            "LENGTH",
            "OCTET_LENGTH",
            "LOCATE",
            "POSITION",
            "INSTR",
            "SQRT",
            "LN",
            "LOG",
            "LOG2",
            "LOG10",
            "CONVERT_TZ",
            "TIME",
            "HOUR",
            "MINUTE",
            "SECOND",
            "MICROSECOND",
            "EXTRACT");

    private static final Set<String> SPECIAL_WORDS = Set.of("INTERVAL", "REGEXP", "RLIKE", "JSON_EXTRACT", "GROUP");

    private ExpressionLimits() {}

    static void check(List<Token> tokens) {
        int depth = 0;
        int operators = 0;
        int special = 0;
        for (Token token : tokens) {
            if (token.nesting() > 0) {
                if (++depth > DEPTH_MAX) {
                    throw beyond("parentheses nested more than " + DEPTH_MAX + " deep");
                }
            } else if (token.nesting() < 0) {
                depth--;
            } else if (SPECIAL_WORDS.contains(token.kind() == Token.Kind.WORD ? token.upper() : "")
                    || (token.kind() == Token.Kind.SYMBOL && BIT_OPERATORS.contains(token.text()))) {
                if (++special > SPECIAL_OPERATORS_MAX) {
                    throw beyond("more than " + SPECIAL_OPERATORS_MAX
                            + " bit operators, INTERVALs, REGEXPs, JSON paths and GROUP BYs in a statement");
                }
            } else if (token.kind() == Token.Kind.SYMBOL && OPERATORS.contains(token.text())) {
                if (++operators > OPERATORS_MAX) {
                    throw beyond("more than " + OPERATORS_MAX + " arithmetic operators in a statement");
                }
            }
        }
    }

    /** @param function in upper case */
    static boolean isRepeating(String function) {
        return REPEATING.contains(function);
    }

    /** @param depth of calls for which {@link #isRepeating} holds */
    static void checkRepeating(int depth, String function) {
        if (depth > REPEATING_CALLS_MAX) {
            throw beyond(
                    "more than " + REPEATING_CALLS_MAX + " calls of functions like " + function + " within each other");
        }
    }

    private static TributaryException beyond(String what) {
        return TributaryException.notSupported(what);
    }
}
