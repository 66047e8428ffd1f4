package io.tributary.dialect;

import io.tributary.contract.error.TributaryException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Finds comparisons of rows. To the engine two rows are equal where both have NULL in a place, and NULL is the greatest value
 * of one; to MySQL a comparison with NULL is NULL, unless another place decides it. So they are written out:
 *
 * <pre>
 * (a, b) = (c, d)          →  (a = c AND b = d)
 * (a, b) &lt;> (c, d)         →  (NOT (a = c AND b = d))
 * (a, b) IN ((1, 2), …)    →  ((a = 1 AND b = 2) OR …)
 * (a, b) &lt; (c, d)          →  (a &lt; c OR (a = c AND b &lt; d))
 * </pre>
 *
 * {@code <=>} is what the engine does, and so is IN of a query.
 */
final class RowComparisons {
    private static final Set<String> ORDERS = Set.of("<", ">", "<=", ">=");
    /** Words between which and a parenthesis there is no call. */
    private static final Set<String> BEFORE = Set.of(
            "SELECT",
            "WHERE",
            "AND",
            "OR",
            "NOT",
            "ON",
            "HAVING",
            "WHEN",
            "THEN",
            "ELSE",
            "IF",
            "BY",
            "DISTINCT",
            "XOR");

    private final List<Token> tokens;
    private final ArithmeticTree tree;
    private final Map<Integer, Comparison> found = new HashMap<>();

    /**
     * A comparison that begins with the parenthesis of its left row.
     *
     * @param operator {@code =}, {@code <>}, IN, NOT IN, or an order
     * @param left first tokens of the values, and those behind their last ones
     * @param rights the rows on the other side: several of IN
     * @param end behind the last token
     */
    record Comparison(String operator, List<int[]> left, List<List<int[]>> rights, int end) {}

    private RowComparisons(List<Token> tokens, ArithmeticTree tree) {
        this.tokens = tokens;
        this.tree = tree;
    }

    /** Returns the comparisons by their first token. */
    static Map<Integer, Comparison> find(List<Token> tokens, ArithmeticTree tree) {
        RowComparisons rows = new RowComparisons(tokens, tree);
        for (int i = 1; i < tokens.size() - 1; i++) {
            if (tokens.get(i).isSymbol("(") && rows.mayBegin(i)) {
                rows.comparison(i);
            }
        }
        rows.found.values().forEach(rows::requireFlat);
        return rows.found;
    }

    /** Values that are written more than once must hold no other comparison of rows: the text would double with each level. */
    private void requireFlat(Comparison comparison) {
        boolean once =
                !ORDERS.contains(comparison.operator()) && comparison.rights().size() == 1;
        boolean nested = Stream.concat(
                        comparison.left().stream(), comparison.rights().stream().flatMap(List::stream))
                .anyMatch(value -> found.keySet().stream().anyMatch(open -> open >= value[0] && open < value[1]));
        if (!once && nested) {
            throw TributaryException.notSupported("comparisons of rows within each other");
        }
    }

    /** Writes it. */
    static void write(StatementRewriter out, List<Token> tokens, Comparison comparison) {
        boolean order = ORDERS.contains(comparison.operator());
        if ((order || comparison.rights().size() > 1) && holdsParameter(tokens, comparison)) {
            throw TributaryException.notSupported("a parameter in a comparison of rows that is not = or <>");
        }
        if (order) {
            ordered(
                    out,
                    comparison.operator(),
                    comparison.left(),
                    comparison.rights().get(0));
            return;
        }
        boolean not =
                comparison.operator().equals("<>") || comparison.operator().equals("NOT IN");
        out.emit(not ? "(NOT (" : "((");
        String or = "";
        for (List<int[]> right : comparison.rights()) {
            out.emit(or + "(");
            or = "OR ";
            for (int i = 0; i < right.size(); i++) {
                out.emit(i == 0 ? "" : "AND ");
                place(out, comparison.left().get(i), "=", right.get(i));
            }
            out.emit(")");
        }
        out.emit("))");
    }

    private static void ordered(StatementRewriter out, String operator, List<int[]> left, List<int[]> right) {
        out.emit("(");
        int last = left.size() - 1;
        for (int i = 0; i < last; i++) {
            place(out, left.get(i), operator.substring(0, 1), right.get(i));
            out.emit("OR (");
            place(out, left.get(i), "=", right.get(i));
            out.emit("AND (");
        }
        place(out, left.get(last), operator, right.get(last));
        out.emit("))".repeat(last) + ")");
    }

    private static void place(StatementRewriter out, int[] left, String operator, int[] right) {
        out.emit("(");
        out.write(left[0], left[1]);
        out.emit(") " + operator + " (");
        out.write(right[0], right[1]);
        out.emit(")");
    }

    /** Which would be written more than once. */
    private static boolean holdsParameter(List<Token> tokens, Comparison comparison) {
        return Stream.concat(
                        comparison.left().stream(), comparison.rights().stream().flatMap(List::stream))
                .flatMap(value -> tokens.subList(value[0], value[1]).stream())
                .anyMatch(token -> token.kind() == Token.Kind.PARAMETER);
    }

    private boolean mayBegin(int open) {
        Token before = tokens.get(open - 1);
        return switch (before.kind()) {
            case WORD -> BEFORE.contains(before.upper());
            case SYMBOL ->
                before.isSymbol("(") || before.isSymbol(",") || before.isSymbol("&&") || before.isSymbol("||");
            case NAME, STRING, BINARY, NUMBER, PARAMETER, END -> false;
        };
    }

    private void comparison(int open) {
        List<int[]> left = row(open);
        if (left.isEmpty()) {
            return;
        }
        int after = tree.closing(open) + 1;
        boolean not = at(after).isWord("NOT");
        if (at(not ? after + 1 : after).isWord("IN")) {
            in(open, left, not ? after + 2 : after + 1, not);
            return;
        }
        String operator = at(after).kind() == Token.Kind.SYMBOL ? at(after).text() : "";
        boolean compared =
                operator.equals("=") || operator.equals("<>") || operator.equals("!=") || ORDERS.contains(operator);
        List<int[]> right = compared && at(after + 1).isSymbol("(") ? row(after + 1) : List.of();
        if (right.size() == left.size()) {
            String written = operator.equals("!=") ? "<>" : operator;
            found.put(open, new Comparison(written, left, List.of(right), tree.closing(after + 1) + 1));
        }
    }

    private void in(int open, List<int[]> left, int list, boolean not) {
        if (!at(list).isSymbol("(")) {
            return;
        }
        int close = tree.closing(list);
        List<List<int[]>> rights = new ArrayList<>();
        int i = list + 1;
        while (i < close) {
            List<int[]> right = at(i).isSymbol("(") ? row(i) : List.of();
            int end = right.isEmpty() ? i : tree.closing(i) + 1;
            if (right.size() != left.size() || !(end == close || at(end).isSymbol(","))) {
                return;
            }
            rights.add(right);
            i = end + 1;
        }
        if (!rights.isEmpty()) {
            found.put(open, new Comparison(not ? "NOT IN" : "IN", left, List.copyOf(rights), close + 1));
        }
    }

    /** The values of a row of two or more, or nothing. */
    private List<int[]> row(int open) {
        int close = tree.closing(open);
        if (at(open + 1).isWord("SELECT")
                || at(open + 1).isWord("WITH")
                || at(open + 1).isWord("VALUES")) {
            return List.of();
        }
        List<int[]> values = new ArrayList<>();
        int from = open + 1;
        while (from <= close) {
            int end = tree.argumentEnd(from, close);
            if (end == from) {
                return List.of();
            }
            values.add(new int[] {from, end});
            from = end + 1;
        }
        return values.size() > 1 ? values : List.of();
    }

    private Token at(int index) {
        return tokens.get(Math.min(index, tokens.size() - 1));
    }
}
