package io.tributary.dialect;

import java.util.List;
import java.util.Set;

/**
 * The engine gives all bit operators one precedence; MySQL has shifts before "&amp;" before "|". A statement that would be
 * grouped otherwise is found here, to be refused.
 */
final class BitOperators {
    private static final List<String> BY_PRECEDENCE = List.of("|", "&", "<<", ">>");
    private static final Set<String> ARITHMETIC = Set.of("+", "-", "*", "/", "%", "^", ".", "!");

    private BitOperators() {}

    /**
     * Whether an operator that binds tighter in MySQL follows the one at {@code operator} before its expression ends.
     *
     * @param keywords words that end an operand, in upper case
     */
    static boolean regroups(List<Token> tokens, int operator, Set<String> keywords) {
        int precedence = precedence(tokens.get(operator));
        int depth = 0;
        for (int i = operator + 1; i < tokens.size() && depth >= 0; i++) {
            Token token = tokens.get(i);
            if (token.isSymbol("(")) {
                depth++;
            } else if (token.isSymbol(")")) {
                depth--;
            } else if (depth == 0 && token.kind() == Token.Kind.SYMBOL && !ARITHMETIC.contains(token.text())) {
                int next = precedence(token);
                if (next < 0 || next > precedence) {
                    return next > precedence;
                }
            } else if (depth == 0 && token.kind() == Token.Kind.WORD && endsExpression(token, keywords)) {
                return false;
            }
        }
        return false;
    }

    private static boolean endsExpression(Token token, Set<String> keywords) {
        return keywords.contains(token.upper()) && !token.isWord("DIV") && !token.isWord("BINARY");
    }

    /** Both shifts have the same; -1 for other symbols. */
    private static int precedence(Token token) {
        return Math.min(BY_PRECEDENCE.indexOf(token.text()), 2);
    }
}
