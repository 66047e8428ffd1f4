package io.tributary.dialect;

import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ColumnType.Kind;
import io.tributary.dialect.ArithmeticTree.Factor;
import io.tributary.dialect.ArithmeticTree.Sum;
import io.tributary.dialect.ArithmeticTree.Term;
import io.tributary.dialect.Query.Item;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Whether arithmetic with precise quotients fits the engine's decimals of 38 digits, as far as its literals and columns
 * tell. Where it may not, quotients stay as they are: less precise, and as large as before.
 */
final class QuotientDigits {
    /** The most digits behind the point, in any part of an expression. */
    private static final int FRACTION_MAX = 34;
    /** The same where quotients have 18 digits. */
    private static final int MORE_FRACTION_MAX = 26;
    /** The most digits before the point of one operand. */
    private static final int WHOLE_MAX = 18;
    /** Digits behind the point of an operand that nobody knows here. */
    private static final int UNKNOWN = 2;

    private static final int BEYOND = 1_000;
    static final int PRECISE = 9;
    private static final int MORE = 18;
    /** The most digits behind the point of operands that leave nine digits to a quotient. */
    private static final int SHORT = 5;

    private final List<Token> tokens;
    private final ArithmeticTree tree;
    private final ColumnNames names;
    private final Map<Item, Integer> computed = new HashMap<>();
    private int most = MORE;

    QuotientDigits(List<Token> tokens, ArithmeticTree tree, ColumnNames names) {
        this.tokens = tokens;
        this.tree = tree;
        this.names = names;
    }

    /** Digits of the fraction that the expression's quotients may have: 18, 9, or 0 where there is no room for more. */
    int fitting(Sum sum) {
        for (int digits : new int[] {MORE, PRECISE}) {
            most = digits;
            computed.clear();
            if (fraction(sum) <= (digits == MORE ? MORE_FRACTION_MAX : FRACTION_MAX)) {
                return digits;
            }
        }
        return 0;
    }

    /** The most that one of these has, after {@link #fitting}. */
    int most(List<Sum> parts) {
        return parts.stream().mapToInt(this::fraction).max().orElse(0);
    }

    private int fraction(Sum sum) {
        return sum.terms().stream().mapToInt(this::fraction).max().orElse(0);
    }

    private int fraction(Term term) {
        int digits = fraction(term.factors().get(0));
        for (int i = 0; i < term.operators().size(); i++) {
            Token operator = tokens.get(term.operators().get(i));
            int right = fraction(term.factors().get(i + 1));
            if (right >= BEYOND) {
                return BEYOND;
            }
            if (operator.isSymbol("/")) {
                digits = quotient(digits, right);
            } else if (operator.isSymbol("*")) {
                digits += right;
            } else {
                digits = Math.max(digits, right);
            }
        }
        return digits;
    }

    private int quotient(int dividend, int divisor) {
        boolean more = dividend > SHORT || divisor > SHORT || (dividend > 0 && divisor > 0);
        return more ? most : PRECISE;
    }

    private int fraction(Factor factor) {
        if (!factor.parts().isEmpty()) {
            return factor.parts().stream().mapToInt(this::fraction).max().orElse(0);
        }
        Token first = tokens.get(factor.value());
        if (first.kind() == Token.Kind.NUMBER) {
            return ofLiteral(first.upper());
        }
        if (!ValueTexts.isName(tokens::get, factor.value(), factor.to())) {
            return UNKNOWN;
        }
        ColumnNames.Origin origin = names.find(factor.value(), factor.to());
        return origin.items().isEmpty()
                ? ofColumn(origin.declared())
                : origin.items().stream().mapToInt(this::ofItem).max().orElse(UNKNOWN);
    }

    private int ofItem(Item item) {
        Integer known = computed.putIfAbsent(item, UNKNOWN);
        if (known != null) {
            return known;
        }
        Sum sum = tree.at(item.from());
        int digits = sum == null || sum.to() != item.to() ? UNKNOWN : fraction(sum);
        computed.put(item, digits);
        return digits;
    }

    private static int ofLiteral(String number) {
        if (number.indexOf('E') >= 0) {
            return 0;
        }
        int point = number.indexOf('.');
        int whole = point < 0 ? number.length() : point;
        return whole > WHOLE_MAX ? BEYOND : number.length() - whole - (point < 0 ? 0 : 1);
    }

    private static int ofColumn(@Nullable ColumnType type) {
        if (type == null) {
            return UNKNOWN;
        }
        if (type.kind() == Kind.DECIMAL) {
            return type.length() - type.scale() > WHOLE_MAX ? BEYOND : type.scale();
        }
        return type.kind() == Kind.LARGEINT ? BEYOND : 0;
    }
}
