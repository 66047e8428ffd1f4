package io.tributary.dialect;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the operands of arithmetic that may be text, bytes or FLOAT: columns, strings, hexadecimal literals and calls next
 * to an operator, alone in parentheses or not. They are written inside {@code my_operand(…)} (see {@code mysql-functions.sql}), which makes them
 * numbers as MySQL does. An operand that holds an operator is a number already.
 *
 * <p>{@code my_operand} names its argument several times; as no operand found here holds another one, a long expression
 * grows by a constant factor only.
 */
final class Operands {
    private static final Set<String> SIGNS = Set.of("+", "-");
    private static final Set<String> BINARY = Set.of("+", "-", "*", "/", "%", "&", "|", "^", "<<", ">>");
    /** Words after which a string is a literal of another type. */
    private static final Set<String> TYPED = Set.of("DATE", "TIME", "TIMESTAMP");

    private final List<Token> tokens;
    private final Set<String> keywords;
    private final Map<Integer, Integer> spans = new HashMap<>();

    private Operands(List<Token> tokens, Set<String> keywords) {
        this.tokens = tokens;
        this.keywords = keywords;
    }

    /**
     * The tokens of each operand: first one to the one behind the last.
     *
     * @param keywords words that are neither a name nor the end of an operand, in upper case
     * @param intervals first to last token of each INTERVAL n unit
     */
    static Map<Integer, Integer> find(List<Token> tokens, Set<String> keywords, Map<Integer, Integer> intervals) {
        Operands operands = new Operands(tokens, keywords);
        for (int i = 0; i < tokens.size(); i++) {
            if (tokens.get(i).kind() == Token.Kind.BINARY && NumericCalls.takes(tokens, i)) {
                operands.spans.put(i, i + 1);
            }
            boolean binary = operands.isBinary(i);
            // Before and after an interval stands a moment, not a number.
            if (!(binary || operands.isSign(i)) || intervals.containsKey(i + 1) || intervals.containsValue(i - 1)) {
                continue;
            }
            if (binary) {
                operands.addBefore(i);
            }
            operands.addAfter(i);
        }
        return operands.spans;
    }

    boolean isBinary(int i) {
        Token token = tokens.get(i);
        boolean operator = token.kind() == Token.Kind.SYMBOL
                ? BINARY.contains(token.text())
                : token.isWord("DIV") || token.isWord("MOD");
        return operator && i > 0 && endsOperand(i - 1);
    }

    private boolean isSign(int i) {
        return tokens.get(i).kind() == Token.Kind.SYMBOL
                && SIGNS.contains(tokens.get(i).text());
    }

    private boolean endsOperand(int i) {
        Token token = tokens.get(i);
        return switch (token.kind()) {
            case NAME, STRING, BINARY, NUMBER, PARAMETER -> true;
            case WORD -> isQualified(i) || !keywords.contains(token.upper());
            case SYMBOL -> token.isSymbol(")");
            case END -> false;
        };
    }

    private void addAfter(int operator) {
        int start = operator + 1;
        while (tokens.get(start).isSymbol("(")) {
            start++;
        }
        int parentheses = start - operator - 1;
        int end = end(start);
        for (int i = 0; i < parentheses && end > 0; i++) {
            end = tokens.get(end).isSymbol(")") ? end + 1 : -1;
        }
        if (end > 0 && !isOver(end)) {
            spans.put(start, end - parentheses);
        }
    }

    private void addBefore(int operator) {
        int last = operator - 1;
        if (last > 1 && tokens.get(last).isName() && tokens.get(last - 1).isWord("COLLATE")) {
            last -= 2;
        }
        int start = last;
        int end = last + 1;
        if (tokens.get(last).isSymbol(")")) {
            int open = opening(last);
            if (open > 0 && tokens.get(open - 1).isName() && !isKeyword(open - 1)) {
                start = open - 1;
            } else if (open == 0 || !tokens.get(open - 1).isWord("OVER")) {
                // Alone in parentheses.
                start = open;
                while (tokens.get(start).isSymbol("(") && tokens.get(end - 1).isSymbol(")")) {
                    start++;
                    end--;
                }
            }
        }
        while (isQualified(start)) {
            start -= 2;
        }
        if (start > 0 && isOver(start - 1)) {
            // The name of a window.
            return;
        }
        if (start > 0
                && tokens.get(start - 1).kind() == Token.Kind.WORD
                && TYPED.contains(tokens.get(start - 1).upper())) {
            return;
        }
        if (start < end && end(start) == end) {
            spans.put(start, end);
        }
    }

    /** Returns the position behind the operand that begins at {@code start}, or -1 if none of ours does. */
    private int end(int start) {
        Token first = tokens.get(start);
        if (first.kind() == Token.Kind.STRING || first.kind() == Token.Kind.BINARY) {
            return start + 1;
        }
        if (!first.isName() || isKeyword(start)) {
            return -1;
        }
        int end = start + 1;
        while (tokens.get(end).isSymbol(".") && tokens.get(end + 1).isName()) {
            end += 2;
        }
        if (tokens.get(end).isSymbol("[")) {
            // An element has its own type.
            return -1;
        }
        if (!tokens.get(end).isSymbol("(")) {
            return tokens.get(end).kind() == Token.Kind.STRING ? -1 : end;
        }
        int close = closing(end);
        return close < 0 || holdsOperator(end, close) ? -1 : close + 1;
    }

    private boolean holdsOperator(int open, int close) {
        for (int i = open + 1; i < close; i++) {
            if (isBinary(i) || isSign(i) || tokens.get(i).isWord("SELECT")) {
                return true;
            }
        }
        return false;
    }

    private boolean isKeyword(int i) {
        Token token = tokens.get(i);
        return token.kind() == Token.Kind.WORD
                && !isQualified(i)
                && (keywords.contains(token.upper()) || token.isWord("END") || token.isWord("NULL"));
    }

    private boolean isQualified(int i) {
        return i > 1 && tokens.get(i - 1).isSymbol(".") && tokens.get(i - 2).isName();
    }

    private boolean isOver(int i) {
        return tokens.get(i).isWord("OVER");
    }

    private int closing(int open) {
        int depth = 0;
        for (int i = open; i < tokens.size(); i++) {
            depth += tokens.get(i).isSymbol("(") ? 1 : tokens.get(i).isSymbol(")") ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return -1;
    }

    /** Returns where the parenthesis opens that closes at {@code close}, or 0. */
    private int opening(int close) {
        int depth = 0;
        for (int i = close; i > 0; i--) {
            depth += tokens.get(i).isSymbol(")") ? 1 : tokens.get(i).isSymbol("(") ? -1 : 0;
            if (depth == 0) {
                return i;
            }
        }
        return 0;
    }
}
