package io.tributary.dialect;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.ArithmeticTree.Factor;
import io.tributary.dialect.ArithmeticTree.Sum;
import io.tributary.dialect.ArithmeticTree.Term;
import io.tributary.dialect.Branches.Branch;
import io.tributary.dialect.ExactNumbers.Digits;
import io.tributary.dialect.UnsignedTypes.Signedness;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
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
 *       are certain ({@link UnsignedTypes}).
 * </ul>
 *
 * One thread, one statement.
 */
final class Arithmetic {
    /** Other calls to which a quotient comes with all its digits, and whose type does not depend on how many those are. */
    private static final Set<String> EXACT =
            Set.of("ROUND", "TRUNCATE", "FLOOR", "CEIL", "CEILING", "CAST", "CONVERT", "FORMAT", "SIGN");
    /** What stands before a condition. */
    private static final Set<String> CONDITIONS =
            Set.of("WHERE", "HAVING", "ON", "AND", "OR", "NOT", "WHEN", "CASE", "BETWEEN");
    /** What stands behind one. */
    private static final Set<String> BEHIND_CONDITIONS =
            Set.of("AND", "OR", "THEN", "GROUP", "HAVING", "ORDER", "LIMIT", "WHEN");

    /** Calls that calculate with the values of their arguments. */
    private static final Set<String> CALCULATING = Set.of("SUM", "AVG", "MOD", "GREATEST", "LEAST");

    /** Tokens whose text is written three times. */
    private static final int REPEATED_MAX = 60;
    /** The most queries within each other through which a quotient keeps its digits. */
    private static final int QUERIES_MAX = 8;

    private final List<Token> tokens;
    private final ArithmeticTree tree;
    private final UnsignedTypes types;
    private final boolean signed;
    private final Map<Integer, Expression> expressions = new HashMap<>();
    private final Map<Integer, List<String>> opened = new HashMap<>();
    private final Map<Integer, Integer> closed = new HashMap<>();
    private final Set<Integer> separators = new HashSet<>();
    private final QuotientDigits digits;
    private final MergedQuotients merged;
    private final ColumnNames names;
    /** First tokens of what other queries calculate with. */
    private final Set<Integer> handedOn;

    private final Map<Integer, Quotient> quotients = new HashMap<>();
    private final Overflows overflows;
    private final ExactNumbers numbers;
    private final BranchScales branches;
    /** Digits behind the point that branches have where their quotients are precise. */
    private final Map<Integer, Integer> scales = new HashMap<>();

    private final Map<Integer, Integer> possibleScales = new HashMap<>();
    private int marks;
    private int finite;
    private boolean precise;
    private int fraction;

    /**
     * Arithmetic with such calls in it.
     *
     * @param end behind its last token
     * @param closing is written behind that
     * @param isTyped whether it has precise quotients and is to have the type that it would have without them
     */
    record Expression(int end, String closing, boolean isTyped) {}

    /**
     * The name of a quotient of another query.
     *
     * @param end behind its last token
     * @param item first token of what computes it
     * @param place see {@link MergedQuotients.Use}
     */
    record Quotient(int end, int item, MergedQuotients.Place place) {
        boolean isHandedOn() {
            return place != MergedQuotients.Place.WRITTEN_OUT;
        }
    }

    private Arithmetic(
            List<Token> tokens,
            ArithmeticTree tree,
            ColumnNames names,
            ExactNumbers numbers,
            BranchScales branches,
            boolean signed,
            Set<Integer> handedOn) {
        this.tokens = tokens;
        this.tree = tree;
        this.signed = signed;
        types = new UnsignedTypes(tokens, tree, names);
        digits = new QuotientDigits(tokens, tree, names);
        merged = new MergedQuotients(tokens, tree, names);
        overflows = new Overflows(tokens, names);
        this.names = names;
        this.numbers = numbers;
        this.branches = branches;
        this.handedOn = handedOn;
    }

    /** @param tree of the same tokens */
    static Arithmetic find(
            List<Token> tokens, ArithmeticTree tree, ColumnNames names, ExactNumbers numbers, BranchScales branches) {
        return find(tokens, tree, names, numbers, branches, false);
    }

    /** Where a difference of UNSIGNED values may be less than 0. */
    static Arithmetic signed(
            List<Token> tokens, ArithmeticTree tree, ColumnNames names, ExactNumbers numbers, BranchScales branches) {
        return find(tokens, tree, names, numbers, branches, true);
    }

    /** Which quotients are handed on shows where they are used, which may be behind them. */
    private static Arithmetic find(
            List<Token> tokens,
            ArithmeticTree tree,
            ColumnNames names,
            ExactNumbers numbers,
            BranchScales branches,
            boolean signed) {
        Set<Integer> handedOn = Set.of();
        for (int pass = 0; pass < QUERIES_MAX; pass++) {
            Arithmetic found = new Arithmetic(tokens, tree, names, numbers, branches, signed, handedOn).scan();
            Set<Integer> items =
                    found.quotients.values().stream().map(Quotient::item).collect(Collectors.toUnmodifiableSet());
            if (handedOn.containsAll(items)) {
                return found;
            }
            handedOn = items;
        }
        throw TributaryException.notSupported("quotients of more than " + QUERIES_MAX + " queries within each other");
    }

    private Arithmetic scan() {
        if (!(signed || types.areAbsent())
                || overflows.arePossible()
                || tokens.stream().anyMatch(token -> token.isSymbol("/"))) {
            scan(0, tokens.size() - 1);
        }
        return this;
    }

    /** What begins at this token. */
    @Nullable
    Expression at(int i) {
        return expressions.get(i);
    }

    /** Digits behind the point of the branch that begins here, where its quotients are precise; 0: they are not. */
    int scaleAt(int i) {
        return scales.getOrDefault(i, 0);
    }

    /** What is written before this token; empty: nothing. */
    String before(int i) {
        return ")".repeat(closed.getOrDefault(i, 0)) + String.join("", opened.getOrDefault(i, List.of()));
    }

    /** The quotient whose name begins here, if it has more digits than it shows. */
    @Nullable
    Quotient quotient(int i) {
        Quotient quotient = quotients.get(i);
        return quotient != null && isPrecise(quotient.item()) ? quotient : null;
    }

    /** What has a second, precise column behind the item that ends before this token: its first token, or -1. */
    int handedOnBefore(int i) {
        Query query = handedOn.isEmpty() ? null : names.queryAt(i > 0 ? i - 1 : 0);
        if (query == null) {
            return -1;
        }
        for (Query.Item item : query.items()) {
            if (query.behind(item, tokens) == i && isHandedOn(item.from())) {
                return item.from();
            }
        }
        return -1;
    }

    /** The names of such columns among those of {@code *}. */
    List<String> handedOnAmong(int star) {
        Query query = handedOn.isEmpty() ? null : names.queryAt(star);
        if (query == null || query.items().stream().noneMatch(item -> item.isAll() && item.to() == star + 1)) {
            return List.of();
        }
        String qualifier = star > 1 && tokens.get(star - 1).isSymbol(".")
                ? tokens.get(star - 2).text()
                : "";
        return query.sources().stream()
                .filter(source -> qualifier.isEmpty() || qualifier.equalsIgnoreCase(source.name()))
                .filter(source -> source.united().size() == 1)
                .flatMap(source -> source.united().get(0).items().stream())
                .map(Query.Item::from)
                .filter(this::isHandedOn)
                .map(Arithmetic::nameOf)
                .distinct()
                .toList();
    }

    /** Returns the name of the column that holds all digits of the item. */
    static String nameOf(int item) {
        return "$" + item;
    }

    private boolean isHandedOn(int item) {
        return isPrecise(item)
                && quotients.values().stream().anyMatch(quotient -> quotient.item() == item && quotient.isHandedOn());
    }

    private boolean isPrecise(int item) {
        Expression expression = handedOn.contains(item) ? expressions.get(item) : null;
        return expression != null && expression.isTyped();
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
        boolean exact = isExact(sum) || branches.isWidened(sum.from());
        boolean calculating = (isCall(first, CALCULATING) || mixesDoubles(first))
                && !first.parts().isEmpty();
        boolean kept = handedOn.contains(sum.from());
        boolean passing = sum.isFactor() && !exact && !calculating && !kept && !isNegativeWide(first);
        boolean marked = false;
        boolean typed = false;
        int inner = finite;
        if (passing) {
            scan(first.value() + 1, first.to());
        } else {
            int before = marks;
            fraction = digits.fitting(sum);
            precise = false;
            possibleScales.clear();
            mark(sum, exact || kept);
            if (precise) {
                scales.putAll(possibleScales);
            }
            marked = marks > before;
            typed = precise && !exact;
            scanBeside(sum);
        }
        if (overflows.mayBe(sum)) {
            bound(sum, finite > inner);
            marked = true;
        }
        if (marked) {
            String closing = ")".repeat(closed.containsKey(sum.to()) ? closed.remove(sum.to()) : 0);
            expressions.put(sum.from(), new Expression(sum.to(), closing, typed));
        }
    }

    /** @param nested whether there is such arithmetic within it */
    private void bound(Sum sum, boolean nested) {
        finite++;
        boolean once = nested || sum.to() - sum.from() > REPEATED_MAX;
        opened.computeIfAbsent(sum.from(), key -> new ArrayList<>()).add(0, once ? "my_finite_of(" : "my_finite(");
        closed.merge(sum.to(), 1, Integer::sum);
    }

    private boolean isExact(Sum sum) {
        int before = sum.from() - 1;
        Token after = tokens.get(sum.to());
        if (isCondition(before, sum.to())) {
            return true;
        }
        boolean ends = after.isSymbol(",") || after.isSymbol(")") || after.isWord("AS");
        if (before < 1 || !ends) {
            return false;
        }
        boolean first = tokens.get(before).isSymbol("(");
        int name = first ? before - 1 : tokens.get(before).isSymbol(",") ? opening(before) - 1 : -1;
        return name >= 0
                && tokens.get(name).kind() == Token.Kind.WORD
                && isExact(tokens.get(name).upper(), first)
                && !isText(sum.to());
    }

    private static boolean isExact(String function, boolean first) {
        return first
                ? EXACT.contains(function) || DoubleFunctions.ALL.contains(function)
                : DoubleFunctions.OF_TWO.contains(function);
    }

    /** {@code … AS CHAR} and {@code …, CHAR}. */
    private boolean isText(int behind) {
        return tokens.get(behind + 1).isWord("CHAR") || tokens.get(behind + 1).isWord("NCHAR");
    }

    /** A value by itself that is true or false, of which a small one is true; compared by BETWEEN or CASE, all of it. */
    private boolean isCondition(int before, int behind) {
        if (before < 0) {
            return false;
        }
        Token token = tokens.get(before);
        Token after = tokens.get(behind);
        boolean called =
                token.isSymbol("(") && before > 0 && tokens.get(before - 1).isWord("IF");
        boolean begins = called || (token.kind() == Token.Kind.WORD && CONDITIONS.contains(token.upper()));
        boolean ends = after.isSymbol(")")
                || (called && after.isSymbol(","))
                || after.kind() == Token.Kind.END
                || (after.kind() == Token.Kind.WORD && BEHIND_CONDITIONS.contains(after.upper()));
        boolean joined = after.isWord("AND") || after.isWord("OR");
        boolean alone = token.isWord("SELECT") || token.isSymbol(",") || token.isSymbol("(");
        return (begins && ends)
                || (alone && joined)
                || after.isWord("BETWEEN")
                || (after.isWord("NOT") && tokens.get(behind + 1).isWord("BETWEEN"))
                || (token.isWord("AND") && betweens(before));
    }

    /** Whether this AND belongs to a BETWEEN before it. */
    private boolean betweens(int and) {
        int depth = 0;
        for (int i = and - 1; i > 0; i--) {
            depth -= tokens.get(i).nesting();
            if (depth < 0 || tokens.get(i).isWord("AND")) {
                return false;
            }
            if (depth == 0 && tokens.get(i).isWord("BETWEEN")) {
                return true;
            }
        }
        return false;
    }

    /** Returns where the parenthesis around the argument opens whose comma this is; -1: there is none. */
    private int opening(int comma) {
        int depth = 0;
        for (int i = comma - 1; i >= 0; i--) {
            depth -= tokens.get(i).nesting();
            if (depth < 0) {
                return i;
            }
        }
        return -1;
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
        Signedness type = type(sum.terms().get(0));
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
        Signedness type = type(term.factors().get(0));
        for (int i = 0; i < operators.size(); i++) {
            int operator = operators.get(i);
            Factor right = term.factors().get(i + 1);
            boolean halved =
                    type == Signedness.UNSIGNED && tokens.get(right.from()).kind() == Token.Kind.NUMBER;
            type = types.product(type, operator, type(right));
            if (fraction > 0 && tokens.get(operator).isSymbol("/") && (inner || i + 1 < operators.size())) {
                precise = true;
                call(
                        calls,
                        fraction > QuotientDigits.PRECISE ? "my_precise(" : "my_precise_nine(",
                        operator,
                        right.to());
            } else if (tokens.get(operator).isSymbol("*") && type.isUnsigned()) {
                call(calls, unsigned(type, "times"), operator, right.to());
            } else if (tokens.get(operator).isWord("DIV") && type.isUnsigned() && !halved) {
                call(calls, unsigned(type, "div"), operator, right.to());
            }
        }
        open(term.from(), calls);
        for (Factor factor : term.factors()) {
            if (isNegativeWide(factor)) {
                marks++;
                opened.computeIfAbsent(factor.from(), key -> new ArrayList<>()).add("my_narrow(");
                closed.merge(factor.to(), 1, Integer::sum);
            }
            if (inner || !operators.isEmpty()) {
                addQuotient(factor);
            }
            boolean used = inner || !operators.isEmpty() || isCall(factor, CALCULATING) || mixesDoubles(factor);
            if (fraction > 0 && used) {
                int scale = digits.most(factor.parts());
                factor.parts().forEach(part -> possibleScales.put(part.from(), scale));
            }
            factor.parts().forEach(part -> mark(part, used));
        }
    }

    private void addQuotient(Factor factor) {
        if (fraction == 0 || !ValueTexts.isName(tokens::get, factor.value(), factor.to())) {
            return;
        }
        MergedQuotients.Use use = merged.use(factor.value(), factor.to());
        if (use != null) {
            quotients.put(factor.value(), new Quotient(factor.to(), use.item().from(), use.place()));
            precise = true;
            marks++;
        }
    }

    /** Around all to the left of the operator, calls before it included. */
    private void call(Deque<String> calls, String name, int operator, int to) {
        marks++;
        calls.addFirst(name);
        separators.add(operator);
        closed.merge(to, 1, Integer::sum);
    }

    private void open(int from, Deque<String> calls) {
        if (!calls.isEmpty()) {
            opened.computeIfAbsent(from, key -> new ArrayList<>()).addAll(calls);
        }
    }

    private static String unsigned(Signedness type, String operation) {
        return (type == Signedness.WIDE ? "my_wide_" : "my_unsigned_") + operation + "(";
    }

    private Signedness type(Term term) {
        return signed ? Signedness.OTHER : types.of(term);
    }

    private Signedness type(Factor factor) {
        return signed ? Signedness.OTHER : types.of(factor);
    }

    /** {@code -u}, which is a BIGINT and too small where u is the largest. */
    private boolean isNegativeWide(Factor factor) {
        boolean negative = false;
        for (int i = factor.from(); i < factor.value(); i++) {
            negative |= tokens.get(i).isSymbol("-");
        }
        return negative
                && !signed
                && tokens.get(factor.value()).kind() != Token.Kind.NUMBER
                && types.ofValue(factor) == Signedness.WIDE;
    }

    /** Whether it has a branch that is a DOUBLE, so that all become one. */
    private boolean mixesDoubles(Factor factor) {
        List<Branch> values = Branches.at(tokens, tree, factor.value());
        return !values.isEmpty()
                && values.stream()
                        .filter(branch -> !tokens.get(branch.from()).isWord("NULL"))
                        .map(branch -> numbers.of(branch.from(), branch.to()))
                        .reduce(Digits::or)
                        .orElse(Digits.UNKNOWN)
                        .equals(Digits.DOUBLE);
    }

    private boolean isCall(Factor factor, Set<String> names) {
        Token name = tokens.get(factor.value());
        return name.kind() == Token.Kind.WORD
                && tokens.get(factor.value() + 1).isSymbol("(")
                && names.contains(name.upper());
    }
}
