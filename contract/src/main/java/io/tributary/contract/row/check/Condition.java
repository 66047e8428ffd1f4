package io.tributary.contract.row.check;

import io.tributary.contract.schema.Check.Domain;
import io.tributary.contract.schema.Check.Step;
import io.tributary.contract.value.JsonText;
import java.util.Arrays;
import java.util.List;

/** A condition of three values, as SQL has them. */
interface Condition {
    int FALSE = -1;
    /** A value is NULL. */
    int UNKNOWN = 0;

    int TRUE = 1;

    /** Says what it is of a row. */
    int test(int row);

    static Condition not(Condition of) {
        return row -> -of.test(row);
    }

    static Condition and(Condition left, Condition right) {
        return row -> {
            int first = left.test(row);
            return first == FALSE ? FALSE : Math.min(first, right.test(row));
        };
    }

    static Condition or(Condition left, Condition right) {
        return row -> {
            int first = left.test(row);
            return first == TRUE ? TRUE : Math.max(first, right.test(row));
        };
    }

    static Condition any(List<Condition> of) {
        Condition[] all = of.toArray(Condition[]::new);
        return row -> {
            int result = FALSE;
            for (int i = 0; i < all.length && result != TRUE; i++) {
                result = Math.max(result, all[i].test(row));
            }
            return result;
        };
    }

    static Condition isNull(Operand value) {
        return row -> value.isNull(row) ? TRUE : FALSE;
    }

    /** What is no text here was a document when it was put. */
    static Condition isJson(Operand value) {
        return row -> {
            if (value.isNull(row)) {
                return UNKNOWN;
            }
            int begin = value.begin(row);
            boolean valid =
                    value.domain != Domain.TEXT || JsonText.isValid(value.bytes(), begin, value.end(row) - begin);
            return valid ? TRUE : FALSE;
        };
    }

    static Condition compared(Operand left, Step step, Operand right) {
        Comparing comparing = comparing(left, right);
        return row ->
                left.isNull(row) || right.isNull(row) ? UNKNOWN : holds(step, comparing.compare(row)) ? TRUE : FALSE;
    }

    private static boolean holds(Step step, int order) {
        return switch (step) {
            case EQUAL -> order == 0;
            case NOT_EQUAL -> order != 0;
            case LESS -> order < 0;
            case LESS_OR_EQUAL -> order <= 0;
            case GREATER -> order > 0;
            case GREATER_OR_EQUAL -> order >= 0;
            default -> throw new IllegalArgumentException(step + " compares nothing");
        };
    }

    /** The order of two values, of which none is NULL. */
    interface Comparing {
        int compare(int row);
    }

    private static Comparing comparing(Operand left, Operand right) {
        if (left.domain == Domain.REAL || right.domain == Domain.REAL) {
            return row -> {
                double one = left.real(row);
                double other = right.real(row);
                return one < other ? -1 : one > other ? 1 : 0;
            };
        }
        if (left.domain == Domain.TEXT) {
            return row -> Arrays.compareUnsigned(
                    left.bytes(), left.begin(row), left.end(row), right.bytes(), right.begin(row), right.end(row));
        }
        Operand one = scaled(left, right);
        Operand other = scaled(right, left);
        return one.isLong() && other.isLong() && one.scale() == other.scale()
                ? row -> Long.compare(one.whole(row), other.whole(row))
                : row -> one.decimal(row).compareTo(other.decimal(row));
    }

    private static Operand scaled(Operand value, Operand as) {
        return value instanceof Operand.Numeral number ? number.scaledTo(as.scale()) : value;
    }
}
