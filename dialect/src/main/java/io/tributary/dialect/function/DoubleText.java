package io.tributary.dialect.function;

/**
 * A DOUBLE as MySQL prints it, out of the engine's text of it: MySQL has no exponent from 1e-15 to below 1e15, the engine
 * none from 1e-4 to below 1e16. No macro, since those are bound anew for each value that a statement makes a text.
 */
final class DoubleText {
    static final JavaFunction FUNCTION = JavaFunction.text("double_text", 1, 1, a -> of(a.get(0)));

    private static final int PLAIN_LEAST = -15;
    /** The engine's text of 1e15 up to 1e16 without sign. */
    private static final int LONGEST = "1234567890123456.0".length();

    private DoubleText() {}

    /** @param engines such as 0.5, 12.0, 1.5e-07, 1e+20, inf */
    static String of(String engines) {
        String sign = engines.startsWith("-") ? "-" : "";
        int e = engines.indexOf('e');
        if (e < 0) {
            String digits = whole(engines.substring(sign.length()));
            return sign
                    + (engines.endsWith(".0") && engines.length() - sign.length() == LONGEST
                            ? exponential(digits)
                            : digits);
        }
        String digits = whole(engines.substring(sign.length(), e));
        int exponent = Integer.parseInt(engines.substring(e + 1));
        return exponent < 0 && exponent >= PLAIN_LEAST
                ? sign + "0." + "0".repeat(-exponent - 1) + digits.replace(".", "")
                : sign + digits + "e" + exponent;
    }

    private static String whole(String number) {
        return number.endsWith(".0") ? number.substring(0, number.length() - 2) : number;
    }

    /** @param digits 16 of them */
    private static String exponential(String digits) {
        int end = digits.length();
        while (end > 1 && digits.charAt(end - 1) == '0') {
            end--;
        }
        return digits.charAt(0) + (end > 1 ? "." + digits.substring(1, end) : "") + "e15";
    }
}
