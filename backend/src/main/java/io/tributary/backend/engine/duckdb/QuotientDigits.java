package io.tributary.backend.engine.duckdb;

import io.tributary.backend.engine.duckdb.ArithmeticTree.Factor;
import io.tributary.backend.engine.duckdb.ArithmeticTree.Sum;
import io.tributary.backend.engine.duckdb.ArithmeticTree.Term;
import io.tributary.rpc.schema.ColumnType;
import io.tributary.rpc.schema.ColumnType.Kind;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Whether arithmetic with precise quotients fits the engine's decimals of 38 digits, as far as its literals and columns
 * tell. Where it may not, quotients stay as they are: less precise, and as large as before.
 */
final class QuotientDigits {
    /** Behind the point, in any part of an expression. */
    private static final int FRACTION_MAX = 34;
    /** Before the point, of one operand. */
    private static final int WHOLE_MAX = 18;
    /** Of what nobody knows here. */
    private static final int UNKNOWN = 2;

    private static final int BEYOND = 1_000;
    private static final int PRECISE = 9;
    private static final int SHOWN = 4;

    private final List<Token> tokens;
    private final ColumnNames names;

    QuotientDigits(List<Token> tokens, ColumnNames names) {
        this.tokens = tokens;
        this.names = names;
    }

    boolean fit(Sum sum) {
        return fraction(sum) <= FRACTION_MAX;
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
                digits += digits >= PRECISE ? SHOWN : PRECISE;
            } else if (operator.isSymbol("*")) {
                digits += right;
            } else {
                digits = Math.max(digits, right);
            }
        }
        return digits;
    }

    private int fraction(Factor factor) {
        if (!factor.parts().isEmpty()) {
            return factor.parts().stream().mapToInt(this::fraction).max().orElse(0);
        }
        Token first = tokens.get(factor.value());
        if (first.kind() == Token.Kind.NUMBER) {
            return ofLiteral(first.upper());
        }
        ColumnType type = ValueTexts.isName(tokens::get, factor.value(), factor.to())
                ? names.declared(factor.value(), factor.to())
                : null;
        return ofColumn(type);
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
