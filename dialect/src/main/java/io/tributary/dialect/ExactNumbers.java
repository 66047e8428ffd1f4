package io.tributary.dialect;

import io.tributary.contract.schema.ColumnType;
import io.tributary.dialect.ArithmeticTree.Factor;
import io.tributary.dialect.ArithmeticTree.Sum;
import io.tributary.dialect.ArithmeticTree.Term;
import io.tributary.dialect.Branches.Branch;
import io.tributary.dialect.ColumnNames.Origin;
import io.tributary.dialect.Query.Item;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * How many digits MySQL gives to an exact number, as far as its literals and columns tell. The engine's types of what is
 * computed are wider. One thread, one statement.
 */
final class ExactNumbers {
    private static final Set<String> FIRST =
            Set.of("ABS", "MAX", "MIN", "ANY_VALUE", "NULLIF", "FIRST_VALUE", "LAST_VALUE", "NTH_VALUE", "LAG", "LEAD");
    private static final Set<String> INTEGERS = Set.of(
            "LENGTH", "CHAR_LENGTH", "YEAR", "MONTH", "DAY", "HOUR", "MINUTE", "SECOND", "DATEDIFF", "TO_DAYS", "SIGN");

    private final List<Token> tokens;
    private final ArithmeticTree tree;
    private final ColumnNames names;
    /** Digits of values, by their first token and the one behind their last. */
    private final Map<Long, Digits> known = new HashMap<>();
    /** UNKNOWN while it is looked at. */
    private final Map<Item, Digits> computed = new HashMap<>();

    /**
     * The digits of a number before its point and behind it.
     *
     * @param whole may be more than there is room for
     */
    record Digits(int whole, int fraction) {
        /** No exact number, or not known. */
        static final Digits UNKNOWN = new Digits(-1, -1);
        /** Certainly a DOUBLE. */
        static final Digits DOUBLE = new Digits(-2, -2);

        private static final int FRACTION_MAX = 30;
        /** A quotient's, more than its dividend's. */
        private static final int QUOTIENT = 4;
        /** Digits before the point that a sum of many numbers has more than each of them. */
        private static final int ROWS = 22;

        private static final Digits INTEGER = new Digits(10, 0);
        private static final Digits BIGINT = new Digits(20, 0);

        boolean isKnown() {
            return fraction >= 0;
        }

        /** Returns the digits of a value that is one of two. */
        Digits or(Digits other) {
            if (isKnown() && other.isKnown()) {
                return new Digits(Math.max(whole, other.whole), Math.max(fraction, other.fraction));
            }
            return equals(UNKNOWN) || other.equals(UNKNOWN) ? UNKNOWN : DOUBLE;
        }

        private Digits plus(Digits other) {
            Digits both = or(other);
            return both.isKnown() ? new Digits(both.whole + 1, both.fraction) : none(other);
        }

        private Digits times(Digits other) {
            return isKnown() && other.isKnown()
                    ? new Digits(whole + other.whole, Math.min(FRACTION_MAX, fraction + other.fraction))
                    : none(other);
        }

        /** Returns the digits of arithmetic with what is no exact number. */
        private Digits none(Digits other) {
            return equals(DOUBLE) || other.equals(DOUBLE) ? DOUBLE : UNKNOWN;
        }

        private Digits by(Digits divisor) {
            return isKnown() && divisor.isKnown()
                    ? new Digits(whole + divisor.fraction, Math.min(FRACTION_MAX, fraction + QUOTIENT))
                    : none(divisor);
        }

        private Digits added() {
            return isKnown() ? new Digits(whole + ROWS, fraction) : this;
        }

        /** @param digits behind the point */
        private Digits rounded(int digits) {
            return isKnown() ? new Digits(whole + 1, fraction == 0 ? 0 : digits) : this;
        }
    }

    ExactNumbers(List<Token> tokens, ArithmeticTree tree, ColumnNames names) {
        this.tokens = tokens;
        this.tree = tree;
        this.names = names;
    }

    /** Returns the digits of the value of these tokens. */
    Digits of(int from, int to) {
        long place = ((long) from << Integer.SIZE) | to;
        Digits digits = known.get(place);
        if (digits == null) {
            Sum sum = from < to ? tree.at(from) : null;
            digits = sum != null && sum.to() == to ? of(sum) : Digits.UNKNOWN;
            known.put(place, digits);
        }
        return digits;
    }

    /** Whether it is a column of a table. */
    boolean isColumn(int from, int to) {
        return ValueTexts.isName(tokens::get, from, to) && names.declared(from, to) != null;
    }

    private Digits of(Sum sum) {
        return sum.terms().stream().map(this::of).reduce(Digits::plus).orElse(Digits.UNKNOWN);
    }

    private Digits of(Term term) {
        Digits digits = of(term.factors().get(0));
        for (int i = 0; i < term.operators().size(); i++) {
            Token operator = tokens.get(term.operators().get(i));
            Digits right = of(term.factors().get(i + 1));
            if (operator.isSymbol("/")) {
                digits = digits.by(right);
            } else if (operator.isSymbol("*")) {
                digits = digits.times(right);
            } else {
                digits = operator.isWord("DIV") ? whole(digits.by(right)) : remainder(digits, right);
            }
        }
        return digits;
    }

    private Digits of(Factor factor) {
        int from = factor.value();
        int to = factor.to();
        Token first = tokens.get(from);
        if (first.kind() == Token.Kind.NUMBER) {
            return ofLiteral(first.upper());
        }
        if (first.isSymbol("(")) {
            return ofParenthesis(from, to);
        }
        List<Branch> branches = Branches.at(tokens, tree, from);
        if (!branches.isEmpty()) {
            return branches.stream()
                    .filter(branch -> !isNull(branch))
                    .map(branch -> of(branch.from(), branch.to()))
                    .reduce(Digits::or)
                    .orElse(Digits.UNKNOWN);
        }
        if (first.kind() == Token.Kind.WORD && tokens.get(from + 1).isSymbol("(")) {
            return ofCall(first.upper(), from + 1, tree.closing(from + 1));
        }
        return ValueTexts.isName(tokens::get, from, to) ? ofName(from, to) : Digits.UNKNOWN;
    }

    private static Digits whole(Digits quotient) {
        return quotient.isKnown() ? quotient.rounded(0) : Digits.UNKNOWN;
    }

    private static Digits remainder(Digits left, Digits right) {
        Digits both = left.or(right);
        return both.isKnown() ? both : left.none(right);
    }

    private boolean isNull(Branch branch) {
        return branch.to() == branch.from() + 1 && tokens.get(branch.from()).isWord("NULL");
    }

    private static Digits ofLiteral(String number) {
        if (number.indexOf('E') >= 0) {
            return Digits.DOUBLE;
        }
        int point = number.indexOf('.');
        return point < 0 ? new Digits(number.length(), 0) : new Digits(point, number.length() - point - 1);
    }

    private Digits ofParenthesis(int open, int end) {
        Query query = tokens.get(open + 1).isWord("SELECT") ? names.queryAt(open + 1) : null;
        if (query == null) {
            return of(open + 1, end - 1);
        }
        return query.items().size() == 1 && query.to() == end - 1
                ? of(query.items().get(0))
                : Digits.UNKNOWN;
    }

    private Digits ofCall(String function, int open, int close) {
        int first = tree.argumentEnd(open + 1, close);
        int from = tokens.get(open + 1).isWord("DISTINCT") ? open + 2 : open + 1;
        if (FIRST.contains(function)) {
            return of(from, first);
        }
        if (INTEGERS.contains(function)) {
            return Digits.INTEGER;
        }
        return switch (function) {
            case "FLOOR", "CEIL", "CEILING" -> of(from, first).rounded(0);
            case "ROUND", "TRUNCATE" -> ofRounded(of(from, first), first, close);
            case "MOD" -> remainder(of(from, first), of(first + 1, close));
            case "SUM" -> of(from, first).added();
            case "AVG" -> of(from, first).by(new Digits(0, 0));
            case "COUNT" -> Digits.BIGINT;
            case "CAST", "CONVERT" -> ofCast(close);
            default -> DoubleFunctions.ALL.contains(function) ? Digits.DOUBLE : Digits.UNKNOWN;
        };
    }

    private Digits ofRounded(Digits number, int comma, int close) {
        if (comma == close) {
            return number.rounded(0);
        }
        String digits = tokens.get(comma + 1).text();
        boolean written = comma + 2 == close && digits.matches("[0-9]|[12][0-9]");
        return written ? number.rounded(Integer.parseInt(digits)) : Digits.UNKNOWN;
    }

    /** {@code … AS SIGNED}, {@code … AS DECIMAL(digits, fraction)}. */
    private Digits ofCast(int close) {
        if (tokens.get(close - 1).isWord("SIGNED") || tokens.get(close - 1).isWord("UNSIGNED")) {
            return Digits.BIGINT;
        }
        if (tokens.get(close - 1).isWord("DOUBLE")
                || tokens.get(close - 1).isWord("FLOAT")
                || tokens.get(close - 1).isWord("REAL")) {
            return Digits.DOUBLE;
        }
        boolean scaled = tokens.get(close - 1).isSymbol(")")
                && tokens.get(close - 3).isSymbol(",")
                && tokens.get(close - 6).isWord("DECIMAL");
        String digits = tokens.get(close - 4).text();
        String fraction = tokens.get(close - 2).text();
        if (!scaled || !digits.matches("\\d{1,2}") || !fraction.matches("\\d{1,2}")) {
            return Digits.UNKNOWN;
        }
        int behind = Integer.parseInt(fraction);
        return new Digits(Integer.parseInt(digits) - behind, behind);
    }

    private Digits ofName(int from, int to) {
        Origin origin = names.find(from, to);
        ColumnType type = origin.declared();
        if (type == null) {
            return origin.items().stream().map(this::of).reduce(Digits::or).orElse(Digits.UNKNOWN);
        }
        return switch (type.kind()) {
            case BOOLEAN, TINYINT, SMALLINT, INT -> Digits.INTEGER;
            case BIGINT -> Digits.BIGINT;
            case LARGEINT -> new Digits(39, 0);
            case DECIMAL -> new Digits(type.length() - type.scale(), type.scale());
            case FLOAT, DOUBLE -> Digits.DOUBLE;
            default -> Digits.UNKNOWN;
        };
    }

    private Digits of(Item item) {
        Digits before = computed.putIfAbsent(item, Digits.UNKNOWN);
        if (before != null) {
            return before;
        }
        Digits digits = of(item.from(), item.to());
        computed.put(item, digits);
        return digits;
    }
}
