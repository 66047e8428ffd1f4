package io.tributary.backend.engine.duckdb;

import io.tributary.backend.engine.duckdb.ArithmeticTree.Factor;
import io.tributary.backend.engine.duckdb.ArithmeticTree.Sum;
import io.tributary.backend.engine.duckdb.ArithmeticTree.Term;
import io.tributary.rpc.schema.ColumnType;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * Operators of a statement that become calls of macros (see {@code mysql-functions.sql}), in two cases:
 *
 * <ul>
 *   <li>A quotient that is calculated with. MySQL keeps nine digits of its fraction and shows four more than the dividend
 *       has; a type of the engine's carries one scale. Such an {@link Expression} is written twice: with precise quotients,
 *       and as it stands, for its type alone ({@code cast_to_type} computes nothing of its second argument).
 *   <li>A sum, difference or product of integers one of which is UNSIGNED: to MySQL it is UNSIGNED, too, and less than 0 is
 *       an error. The engine keeps such columns in signed types, so they are known by their declarations, as far as those
 *       are certain ({@link UnsignedNames}).
 * </ul>
 *
 * One thread, one statement.
 */
final class Arithmetic {
    /** Calls to which a quotient comes with all its digits, and whose type does not depend on how many those are. */
    private static final Set<String> EXACT = Set.of(
            "ROUND",
            "TRUNCATE",
            "FLOOR",
            "CEIL",
            "CEILING",
            "CAST",
            "CONVERT",
            "FORMAT",
            "EXP",
            "SQRT",
            "POW",
            "POWER",
            "LN",
            "LOG",
            "LOG2",
            "LOG10",
            "SIGN");

    private static final Set<String> SUMS = Set.of("SUM", "AVG");
    private static final Set<String> EXTREMES = Set.of("MAX", "MIN", "ANY_VALUE");
    private static final Set<String> INTEGERS = Set.of(
            "COUNT",
            "LENGTH",
            "OCTET_LENGTH",
            "CHAR_LENGTH",
            "CHARACTER_LENGTH",
            "YEAR",
            "MONTH",
            "DAY",
            "HOUR",
            "MINUTE",
            "SECOND",
            "DATEDIFF",
            "TO_DAYS");

    private final List<Token> tokens;
    private final ArithmeticTree tree;
    private final Map<String, ColumnType> columns;
    private final Map<Integer, Expression> expressions = new HashMap<>();
    private final Map<Integer, List<String>> opened = new HashMap<>();
    private final Map<Integer, Integer> closed = new HashMap<>();
    private final Set<Integer> separators = new HashSet<>();
    private final QuotientDigits digits;
    private final boolean signed;
    private boolean precise;
    private boolean mayBePrecise;

    /**
     * Arithmetic with such calls in it.
     *
     * @param end behind its last token
     * @param closing is written behind that
     * @param isTyped whether it has precise quotients and is to have the type that it would have without them
     */
    record Expression(int end, String closing, boolean isTyped) {}

    /** What MySQL makes of a value. */
    private enum Type {
        OTHER,
        SIGNED,
        UNSIGNED,
        /** Of 64 bits, which the engine keeps in more. */
        WIDE;

        Type with(Type other) {
            return this == OTHER || other == OTHER ? OTHER : compareTo(other) < 0 ? other : this;
        }

        boolean isUnsigned() {
            return this == UNSIGNED || this == WIDE;
        }
    }

    private Arithmetic(List<Token> tokens, ArithmeticTree tree, Map<String, ColumnType> columns, boolean signed) {
        this.tokens = tokens;
        this.tree = tree;
        this.columns = columns;
        this.signed = signed;
        digits = new QuotientDigits(tokens, columns);
    }

    /**
     * @param tree of the same tokens
     * @param columns whose types are certain, by {@link ColumnTypes#key}
     */
    static Arithmetic find(List<Token> tokens, ArithmeticTree tree, Map<String, ColumnType> columns) {
        boolean signed = columns.values().stream().noneMatch(ColumnType::isUnsigned)
                && tokens.stream().noneMatch(token -> token.isWord("UNSIGNED"));
        return new Arithmetic(tokens, tree, columns, signed).scan();
    }

    /** Where a difference of UNSIGNED values may be less than 0. */
    static Arithmetic signed(List<Token> tokens, ArithmeticTree tree) {
        return new Arithmetic(tokens, tree, Map.of(), true).scan();
    }

    private Arithmetic scan() {
        if (!signed || tokens.stream().anyMatch(token -> token.isSymbol("/"))) {
            scan(0, tokens.size() - 1);
        }
        return this;
    }

    /** What begins at this token. */
    @Nullable
    Expression at(int i) {
        return expressions.get(i);
    }

    /** What is written before this token; empty: nothing. */
    String before(int i) {
        return ")".repeat(closed.getOrDefault(i, 0)) + String.join("", opened.getOrDefault(i, List.of()));
    }

    /** Whether a comma is written instead of this operator. */
    boolean isSeparator(int i) {
        return separators.contains(i);
    }

    private void scan(int from, int to) {
        int i = from;
        while (i < to) {
            Sum sum = tree.at(i);
            if (sum == null || sum.to() > to) {
                i++;
            } else {
                add(sum);
                i = sum.to();
            }
        }
    }

    private void add(Sum sum) {
        Factor first = sum.terms().get(0).factors().get(0);
        boolean exact = isExact(sum);
        if (sum.isFactor() && !exact && !(isCall(first, SUMS) && !first.parts().isEmpty())) {
            scan(first.value() + 1, first.to());
            return;
        }
        precise = false;
        mayBePrecise = digits.fit(sum);
        int before = separators.size();
        mark(sum, exact);
        if (separators.size() > before) {
            String closing = ")".repeat(closed.containsKey(sum.to()) ? closed.remove(sum.to()) : 0);
            expressions.put(sum.from(), new Expression(sum.to(), closing, precise && !exact));
        }
        scanBeside(sum);
    }

    /** A whole first argument. */
    private boolean isExact(Sum sum) {
        int name = sum.from() - 2;
        Token after = tokens.get(sum.to());
        return name >= 0
                && tokens.get(name + 1).isSymbol("(")
                && tokens.get(name).kind() == Token.Kind.WORD
                && EXACT.contains(tokens.get(name).upper())
                && (after.isSymbol(",") || after.isSymbol(")") || after.isWord("AS"));
    }

    /** What is no part of this arithmetic but stands in its calls. */
    private void scanBeside(Sum sum) {
        for (Term term : sum.terms()) {
            for (Factor factor : term.factors()) {
                int from = factor.value() + 1;
                for (Sum part : factor.parts()) {
                    scan(from, part.from());
                    scanBeside(part);
                    from = part.to();
                }
                scan(from, factor.to());
            }
        }
    }

    /** @param inner whether it is calculated with */
    private void mark(Sum sum, boolean inner) {
        Deque<String> calls = new ArrayDeque<>();
        Type type = type(sum.terms().get(0));
        for (int i = 0; i < sum.signs().size(); i++) {
            int sign = sum.signs().get(i);
            Term right = sum.terms().get(i + 1);
            type = type.with(type(right));
            if (type.isUnsigned()) {
                String name = unsigned(type, tokens.get(sign).isSymbol("+") ? "plus" : "minus");
                call(calls, name, sign, right.to());
            }
        }
        open(sum.from(), calls);
        boolean several = !sum.signs().isEmpty();
        sum.terms().forEach(term -> mark(term, inner || several));
    }

    private void mark(Term term, boolean inner) {
        Deque<String> calls = new ArrayDeque<>();
        List<Integer> operators = term.operators();
        Type type = type(term.factors().get(0));
        for (int i = 0; i < operators.size(); i++) {
            int operator = operators.get(i);
            Factor right = term.factors().get(i + 1);
            type = product(type, operator, type(right));
            if (mayBePrecise && tokens.get(operator).isSymbol("/") && (inner || i + 1 < operators.size())) {
                precise = true;
                call(calls, "my_precise(", operator, right.to());
            } else if (tokens.get(operator).isSymbol("*") && type.isUnsigned()) {
                call(calls, unsigned(type, "times"), operator, right.to());
            }
        }
        open(term.from(), calls);
        for (Factor factor : term.factors()) {
            boolean used = inner || !operators.isEmpty() || isCall(factor, SUMS);
            factor.parts().forEach(part -> mark(part, used));
        }
    }

    /** Around all to the left of the operator, calls before it included. */
    private void call(Deque<String> calls, String name, int operator, int to) {
        calls.addFirst(name);
        separators.add(operator);
        closed.merge(to, 1, Integer::sum);
    }

    private void open(int from, Deque<String> calls) {
        if (!calls.isEmpty()) {
            opened.computeIfAbsent(from, key -> new ArrayList<>()).addAll(calls);
        }
    }

    private static String unsigned(Type type, String operation) {
        return (type == Type.WIDE ? "my_wide_" : "my_unsigned_") + operation + "(";
    }

    private Type product(Type left, int operator, Type right) {
        Token token = tokens.get(operator);
        if (token.isSymbol("/")) {
            return Type.OTHER;
        }
        boolean remainder = token.isSymbol("%") || token.isWord("MOD");
        return remainder && left.with(right) != Type.OTHER ? left : left.with(right);
    }

    private Type type(Sum sum) {
        Type type = type(sum.terms().get(0));
        for (int i = 1; i < sum.terms().size(); i++) {
            type = type.with(type(sum.terms().get(i)));
        }
        return type;
    }

    private Type type(Term term) {
        Type type = type(term.factors().get(0));
        for (int i = 0; i < term.operators().size(); i++) {
            type = product(type, term.operators().get(i), type(term.factors().get(i + 1)));
        }
        return type;
    }

    private Type type(Factor factor) {
        Type type = typeOfValue(factor);
        for (int i = factor.from(); i < factor.value(); i++) {
            if (tokens.get(i).isSymbol("-") && type != Type.OTHER) {
                return Type.SIGNED;
            }
        }
        return type;
    }

    private Type typeOfValue(Factor factor) {
        if (signed) {
            return Type.OTHER;
        }
        int value = factor.value();
        Token first = tokens.get(value);
        if (first.kind() == Token.Kind.NUMBER) {
            return first.text().matches("\\d{1,18}") ? Type.SIGNED : Type.OTHER;
        }
        boolean one = factor.parts().size() == 1;
        if (first.isSymbol("(")) {
            return one ? type(factor.parts().get(0)) : ofSubquery(value);
        }
        if (!first.isName()) {
            return Type.OTHER;
        }
        if (tokens.get(value + 1).isSymbol("(")) {
            return one && isCall(factor, EXTREMES) ? type(factor.parts().get(0)) : ofCall(factor);
        }
        return ofColumn(value, factor.to());
    }

    private Type ofCall(Factor factor) {
        if (isCall(factor, INTEGERS)) {
            return Type.SIGNED;
        }
        if (!isCall(factor, Set.of("CAST", "CONVERT"))) {
            return Type.OTHER;
        }
        int last = factor.to() - 2;
        int type = tokens.get(last).isWord("INTEGER") || tokens.get(last).isWord("INT") ? last - 1 : last;
        return tokens.get(type).isWord("UNSIGNED")
                ? Type.WIDE
                : tokens.get(type).isWord("SIGNED") ? Type.SIGNED : Type.OTHER;
    }

    /** {@code (SELECT column FROM …)}. */
    private Type ofSubquery(int open) {
        if (!tokens.get(open + 1).isWord("SELECT")) {
            return Type.OTHER;
        }
        int end = tree.end(open + 2);
        return end > 0 && tokens.get(open + 2).isName() && tokens.get(end).isWord("FROM")
                ? ofColumn(open + 2, end)
                : Type.OTHER;
    }

    private Type ofColumn(int from, int to) {
        if (!ValueTexts.isName(tokens::get, from, to)) {
            return Type.OTHER;
        }
        ColumnType type = columns.get(ColumnTypes.key(tokens.get(to - 1).text()));
        if (type == null) {
            return Type.OTHER;
        }
        return switch (type.kind()) {
            case TINYINT, SMALLINT, INT, BIGINT -> type.isUnsigned() ? Type.UNSIGNED : Type.SIGNED;
            case LARGEINT -> type.isUnsigned() ? Type.WIDE : Type.OTHER;
            default -> Type.OTHER;
        };
    }

    private boolean isCall(Factor factor, Set<String> names) {
        Token name = tokens.get(factor.value());
        return name.kind() == Token.Kind.WORD
                && tokens.get(factor.value() + 1).isSymbol("(")
                && names.contains(name.upper());
    }
}
