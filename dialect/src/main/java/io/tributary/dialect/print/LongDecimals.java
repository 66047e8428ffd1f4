package io.tributary.dialect.print;

import io.tributary.dialect.bind.Bound;
import io.tributary.dialect.bind.Bound.Apply;
import io.tributary.dialect.registry.Spelling.Guarded;
import io.tributary.dialect.type.SqlType;
import io.tributary.dialect.type.SqlType.Kind;
import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * Sums and products of columns and literals by the engine's own arithmetic upon decimals of 64 bits, which takes a third of what 128
 * bits take and fails where a value needs more. So it is guarded by limits of its columns: the first may be large, as amounts are, and
 * all others are small, as rates are.
 */
final class LongDecimals {
    private static final int DIGITS = 18;
    /** Digits of a factor beside a large one, as many as there are factors: with more than four of them no digits are left. */
    private static final int[] SMALL = {0, DIGITS, 7, 4, 3};

    private final ExpressionPrinter printer;
    private final List<Bound> columns = new ArrayList<>();

    private LongDecimals(ExpressionPrinter printer) {
        this.printer = printer;
    }

    /** Returns null of what may have other parts, or never fits. */
    static @Nullable Guarded of(Bound bound, ExpressionPrinter printer) {
        LongDecimals decimals = new LongDecimals(printer);
        if (!(bound instanceof Apply) || bound.type().kind() != Kind.DECIMAL || !decimals.collect(bound)) {
            return null;
        }
        List<String> limits = new ArrayList<>();
        Bound large = decimals.columns.stream()
                .reduce((one, other) -> digits(one.type()) >= digits(other.type()) ? one : other)
                .orElse(bound);
        return decimals.limit(bound, DIGITS, large, limits) && !limits.isEmpty()
                ? new Guarded("(" + String.join(" AND ", limits) + ")", decimals.text(bound))
                : null;
    }

    private static boolean isOf(Bound bound, String operators) {
        return bound instanceof Apply apply
                && apply.arguments().size() == 2
                && operators.contains(apply.function().name())
                && apply.type().kind() == Kind.DECIMAL;
    }

    private static int digits(SqlType type) {
        return type.wholeDigits() + type.carried();
    }

    /** Whether there is nothing but sums and products of exact numbers that the engine has in 64 bits. */
    private boolean collect(Bound bound) {
        SqlType type = bound.type();
        if (type.carried() > DIGITS) {
            return false;
        }
        if (isOf(bound, "+-*")) {
            return ((Apply) bound).arguments().stream().allMatch(this::collect);
        }
        boolean number = (type.kind().isInteger() || type.kind() == Kind.DECIMAL) && digits(type) <= DIGITS;
        if (bound instanceof Bound.Column && number) {
            columns.add(bound);
        }
        return (bound instanceof Bound.Column || bound instanceof Bound.Slot) && number;
    }

    /** Adds what holds a value to so many digits where {@code large} may be large; false: nothing does. */
    private boolean limit(Bound bound, int digits, Bound large, List<String> limits) {
        if (isOf(bound, "*")) {
            List<Bound> factors = new ArrayList<>();
            factors(bound, factors);
            int left = digits;
            for (Bound factor : factors) {
                left -= isLarge(factor, large) ? 0 : small(factor, factors.size());
            }
            for (Bound factor : factors) {
                int most = isLarge(factor, large) ? left : small(factor, factors.size());
                if (factors.size() >= SMALL.length || !limit(factor, most, large, limits)) {
                    return false;
                }
            }
            return true;
        }
        if (bound instanceof Apply sum) {
            return sum.arguments().stream()
                    .allMatch(each -> limit(
                            each,
                            digits - 1 - (bound.type().carried() - each.type().carried()),
                            large,
                            limits));
        }
        if (digits >= digits(bound.type())) {
            return true;
        }
        if (digits < 1 || bound instanceof Bound.Slot) {
            return false;
        }
        String most = BigDecimal.valueOf(1, bound.type().carried() - digits).toPlainString();
        String column = printer.print(bound).text();
        limits.add(column + " >= -" + most + " AND " + column + " <= " + most);
        return true;
    }

    private static void factors(Bound bound, List<Bound> factors) {
        if (isOf(bound, "*")) {
            ((Apply) bound).arguments().forEach(each -> factors(each, factors));
        } else {
            factors.add(bound);
        }
    }

    private static int small(Bound factor, int factors) {
        return Math.min(digits(factor.type()), SMALL[Math.min(factors, SMALL.length - 1)]);
    }

    private static boolean isLarge(Bound factor, Bound large) {
        return factor == large
                || (factor instanceof Apply sum && sum.arguments().stream().anyMatch(each -> isLarge(each, large)));
    }

    private String text(Bound bound) {
        if (bound instanceof Apply apply) {
            List<Bound> operands = apply.arguments();
            return "(" + text(operands.get(0)) + " " + apply.function().name() + " " + text(operands.get(1)) + ")";
        }
        return printer.print(bound)
                .as("DECIMAL(" + digits(bound.type()) + "," + bound.type().carried() + ")")
                .text();
    }
}
