package io.tributary.dialect;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Finds what a statement does with the values of JSON functions. To MySQL such a value compares and sorts as JSON
 * ({@code "Bob"} equals {@code 'Bob'}, and 9 is less than 10), to the engine it is a text: so a comparison becomes a call,
 * and ORDER BY sorts by a key. One thread, one statement.
 */
final class JsonOperands {
    /** Calls that give JSON. */
    private static final Set<String> DOCUMENTS = Set.of(
            "JSON_EXTRACT",
            "JSON_OBJECT",
            "JSON_ARRAY",
            "JSON_SET",
            "JSON_INSERT",
            "JSON_REPLACE",
            "JSON_REMOVE",
            "JSON_KEYS",
            "JSON_ARRAY_APPEND",
            "JSON_ARRAY_INSERT",
            "JSON_MERGE_PATCH",
            "JSON_MERGE_PRESERVE",
            "JSON_ARRAYAGG",
            "JSON_OBJECTAGG");
    /** Calls that give a text out of JSON, which is a number next to one. */
    private static final Set<String> TEXTS = Set.of("JSON_UNQUOTE", "JSON_VALUE");

    private static final Set<String> COMPARISONS = Set.of("=", "<", ">", "<=", ">=", "<>", "!=");
    private static final Set<String> ARITHMETIC = Set.of("+", "-", "*", "/", "%", "^", "&", "|", "<<", ">>", "||", "[");
    private static final Set<String> ORDER_ENDS = Set.of("ASC", "DESC", "LIMIT", "ROWS", "RANGE");
    private static final Set<String> CLAUSES =
            Set.of("SELECT", "FROM", "WHERE", "GROUP", "HAVING", "ORDER", "PARTITION", "SET", "SEPARATOR", "LIMIT");

    private final List<Token> tokens;
    private final ArithmeticTree tree;
    private final Map<Integer, Use> uses = new HashMap<>();
    private final Set<Integer> placed = new HashSet<>();

    /** What is done with a value. */
    public enum Kind {
        /** Compared with one operand, by an operator. */
        COMPARED,
        BETWEEN,
        IN,
        SORTED_BY,
        /** A text that is to be a number. */
        NUMBER
    }

    /**
     * A range of tokens that is written anew.
     *
     * @param end behind it
     * @param left behind the first operand, which begins where this does
     * @param operator of a comparison
     * @param negated by NOT
     * @param others first token and the one behind the last of each other operand
     */
    record Use(Kind kind, int end, int left, String operator, boolean negated, List<int[]> others) {}

    private JsonOperands(List<Token> tokens, ArithmeticTree tree) {
        this.tokens = tokens;
        this.tree = tree;
    }

    /** @param tree of the same tokens */
    static JsonOperands find(List<Token> tokens, ArithmeticTree tree) {
        JsonOperands operands = new JsonOperands(tokens, tree);
        for (int i = 0; i < tokens.size() - 1; i++) {
            if (operands.isCall(i, DOCUMENTS) && !operands.isUnquoted(i)) {
                operands.add(i);
            } else if (operands.isCall(i, TEXTS)) {
                operands.addText(i);
            }
        }
        return operands;
    }

    /** What begins at this token. */
    @Nullable
    Use at(int i) {
        return uses.get(i);
    }

    /** Whether the value of the call at {@code name} is compared or sorted by. */
    boolean isPlaced(int name) {
        return placed.contains(name);
    }

    /** Whether these tokens are a call that gives JSON. */
    boolean isDocument(int from, int to) {
        return isCall(from, DOCUMENTS) && tree.closing(from + 1) + 1 == to;
    }

    /** Whether it is all that JSON_UNQUOTE takes. */
    boolean isUnquoted(int name) {
        return name > 1
                && tokens.get(name - 1).isSymbol("(")
                && tokens.get(name - 2).isWord("JSON_UNQUOTE")
                && tokens.get(tree.closing(name + 1) + 1).isSymbol(")");
    }

    private boolean isCall(int i, Set<String> names) {
        Token token = tokens.get(i);
        return token.kind() == Token.Kind.WORD
                && tokens.get(i + 1).isSymbol("(")
                && !(i > 0 && tokens.get(i - 1).isSymbol("."))
                && names.contains(token.upper());
    }

    private void add(int name) {
        int end = tree.closing(name + 1) + 1;
        boolean not = tokens.get(end).isWord("NOT");
        int word = not ? end + 1 : end;
        if (isComparison(end)) {
            int right = operandEnd(end + 1);
            put(name, name, right, end, tokens.get(end).text(), List.of(new int[] {end + 1, right}));
        } else if (name > 1 && isComparison(name - 1)) {
            int from = operandStart(name - 2);
            int last = isArithmetic(end) ? -1 : end;
            put(name, from, last, name - 1, tokens.get(name - 1).text(), List.of(new int[] {name, end}));
        } else if (tokens.get(word).isWord("IN") && tokens.get(word + 1).isSymbol("(")) {
            addIn(name, end, word + 1, not);
        } else if (tokens.get(word).isWord("BETWEEN")) {
            int and = operandEnd(word + 1);
            int last = and > 0 && tokens.get(and).isWord("AND") ? operandEnd(and + 1) : -1;
            if (last > 0) {
                List<int[]> bounds = List.of(new int[] {word + 1, and}, new int[] {and + 1, last});
                uses.put(name, new Use(Kind.BETWEEN, last, end, "", not, bounds));
                placed.add(name);
            }
        } else if (isSortedBy(name, end)) {
            uses.put(name, new Use(Kind.SORTED_BY, end, end, "", false, List.of()));
            placed.add(name);
        }
    }

    private void put(int name, int from, int end, int operator, String text, List<int[]> right) {
        if (from >= 0 && end > 0) {
            uses.put(from, new Use(Kind.COMPARED, end, operator, text, false, right));
            placed.add(name);
            if (isCall(right.get(0)[0], DOCUMENTS)) {
                placed.add(right.get(0)[0]);
            }
        }
    }

    private void addIn(int name, int end, int open, boolean not) {
        int close = tree.closing(open);
        if (tokens.get(open + 1).isWord("SELECT") || tokens.get(open + 1).isWord("WITH")) {
            return;
        }
        List<int[]> others = new ArrayList<>();
        int from = open + 1;
        int depth = 0;
        for (int i = open + 1; i <= close; i++) {
            if (depth == 0 && (i == close || tokens.get(i).isSymbol(","))) {
                others.add(new int[] {from, i});
                from = i + 1;
            }
            depth += i < close ? tokens.get(i).nesting() : 0;
        }
        uses.put(name, new Use(Kind.IN, close + 1, end, "", not, others));
        placed.add(name);
    }

    /** Next to a number MySQL makes a number of a text, the engine one of the number's own type. */
    private void addText(int name) {
        int end = tree.closing(name + 1) + 1;
        int word = tokens.get(end).isWord("NOT") ? end + 1 : end;
        boolean compared = isComparison(end) && isNumber(end + 1);
        boolean behind =
                name > 1 && isComparison(name - 1) && tokens.get(name - 2).kind() == Token.Kind.NUMBER;
        boolean within = (tokens.get(word).isWord("BETWEEN") && isNumber(word + 1))
                || (tokens.get(word).isWord("IN") && isNumber(word + 2));
        if (compared || behind || within) {
            uses.put(name, new Use(Kind.NUMBER, end, end, "", false, List.of()));
        }
    }

    private boolean isNumber(int i) {
        int at = tokens.get(i).isSymbol("-") || tokens.get(i).isSymbol("+") ? i + 1 : i;
        return at < tokens.size() && tokens.get(at).kind() == Token.Kind.NUMBER;
    }

    private boolean isComparison(int i) {
        return tokens.get(i).kind() == Token.Kind.SYMBOL
                && COMPARISONS.contains(tokens.get(i).text());
    }

    boolean isArithmetic(int i) {
        Token token = tokens.get(i);
        return token.kind() == Token.Kind.SYMBOL
                ? ARITHMETIC.contains(token.text())
                : token.isWord("DIV") || token.isWord("MOD") || token.isWord("COLLATE");
    }

    /** Returns where the operand of a comparison ends that begins here; -1: it is more than a literal, name or call. */
    private int operandEnd(int from) {
        int value = from;
        while (tokens.get(value).isSymbol("-") || tokens.get(value).isSymbol("+")) {
            value++;
        }
        int end = tree.end(value);
        return end < 0 || isArithmetic(end) ? -1 : end;
    }

    /** Where the operand begins that ends with this token, or -1. */
    private int operandStart(int last) {
        int from = tree.start(last);
        return from > 0 && isArithmetic(from - 1) ? -1 : from;
    }

    private boolean isSortedBy(int name, int end) {
        Token after = tokens.get(end);
        boolean ends = after.isSymbol(",")
                || after.isSymbol(")")
                || after.kind() == Token.Kind.END
                || (after.kind() == Token.Kind.WORD && ORDER_ENDS.contains(after.upper()));
        Token before = tokens.get(Math.max(0, name - 1));
        if (!ends || !(before.isSymbol(",") || before.isWord("BY"))) {
            return false;
        }
        int depth = 0;
        for (int i = name - 1; i >= 0 && depth >= 0; i--) {
            Token token = tokens.get(i);
            depth -= token.nesting();
            if (depth == 0 && token.kind() == Token.Kind.WORD && CLAUSES.contains(token.upper())) {
                return token.isWord("ORDER");
            }
        }
        return false;
    }
}
