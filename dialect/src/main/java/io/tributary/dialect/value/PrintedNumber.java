package io.tributary.dialect.value;

import io.tributary.contract.value.TextForm;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Numbers as MySQL prints them ("Numeric Type Syntax"). */
public final class PrintedNumber {
    /** MySQL prints so many digits of a FLOAT, whatever it takes to read the same one again. */
    private static final MathContext FLOAT_DIGITS = new MathContext(6, RoundingMode.HALF_EVEN);

    private PrintedNumber() {}

    /** Prints a DOUBLE by its shortest digits, with an exponent from 1e15 on and below 1e-15. Zero has no sign. */
    public static String of(double value) {
        TextForm form = new TextForm();
        form.setDouble(value);
        return form.toString();
    }

    /** Prints a DOUBLE with so many digits of a fraction, as of a type that has a number of them. */
    public static String of(double value, int fraction) {
        // Zeros follow the digits that tell it apart; what has more is rounded by its exact value.
        BigDecimal shortest = new BigDecimal(Double.toString(value));
        BigDecimal printed = shortest.stripTrailingZeros().scale() <= fraction ? shortest : new BigDecimal(value);
        return printed.setScale(fraction, RoundingMode.HALF_EVEN).toPlainString();
    }

    /** Prints a DOUBLE with as many digits as so many characters have room for; with all where that is none. */
    public static String within(double value, int characters) {
        TextForm form = new TextForm();
        form.setDouble(value, characters);
        return form.toString();
    }

    /** Prints a FLOAT by six digits. */
    public static String of(float value) {
        return of(value == 0 ? value : new BigDecimal(value).round(FLOAT_DIGITS).doubleValue());
    }
}
