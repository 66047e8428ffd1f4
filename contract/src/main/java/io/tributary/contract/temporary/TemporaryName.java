package io.tributary.contract.temporary;

import java.security.SecureRandom;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What a temporary table is called in the catalog, the log and the engine, where it is a table like others:
 * {@code tributary_tmp_<frontend><number>_<shown>}. No statement may name a table so, and whatever a client is told has the
 * shown name alone.
 *
 * @param frontend which made it, see {@link #newFrontend}
 * @param number of all temporary tables of that frontend
 * @param shown what its session calls it, {@value #SHOWN_LENGTH_MAX} characters at most
 */
public record TemporaryName(String frontend, long number, String shown) {
    private static final String BEGIN = "tributary_tmp_";
    private static final int RADIX = 36;
    private static final int FRONTEND_DIGITS = 5;
    private static final int NUMBER_DIGITS = 6;
    private static final String HEAD = BEGIN + "([0-9a-z]{" + FRONTEND_DIGITS + "})([0-9a-z]{" + NUMBER_DIGITS + "})_";
    private static final Pattern HEADS = Pattern.compile(HEAD);
    private static final Pattern WHOLE = Pattern.compile(HEAD + "(.+)", Pattern.DOTALL);

    /** Numbers begin again behind this one. */
    public static final long NUMBER_MAX = pow(NUMBER_DIGITS) - 1;

    /** MySQL's 64 characters of a name, less what stands before it. */
    public static final int SHOWN_LENGTH_MAX = 64 - BEGIN.length() - FRONTEND_DIGITS - NUMBER_DIGITS - 1;

    private static long pow(int digits) {
        long value = 1;
        for (int i = 0; i < digits; i++) {
            value *= RADIX;
        }
        return value;
    }

    /** Returns what a frontend calls itself from its start to its end. */
    public static String newFrontend() {
        return digits(new SecureRandom().nextLong(pow(FRONTEND_DIGITS)), FRONTEND_DIGITS);
    }

    private static String digits(long value, int count) {
        String digits = Long.toString(value, RADIX);
        return "0".repeat(count - digits.length()) + digits;
    }

    /** What the table is called in the catalog. */
    public String hidden() {
        return BEGIN + frontend + digits(number, NUMBER_DIGITS) + "_" + shown;
    }

    /** Returns the name of a temporary table; empty for that of any other. */
    public static Optional<TemporaryName> of(String table) {
        if (!table.startsWith(BEGIN)) {
            return Optional.empty();
        }
        Matcher name = WHOLE.matcher(table);
        return name.matches()
                ? Optional.of(new TemporaryName(name.group(1), Long.parseLong(name.group(2), RADIX), name.group(3)))
                : Optional.empty();
    }

    /** Whether a table of this name is a temporary one; in any case, since engines may have no cases. */
    public static boolean isOne(String table) {
        return table.regionMatches(true, 0, BEGIN, 0, BEGIN.length())
                && of(table.toLowerCase(Locale.ROOT)).isPresent();
    }

    /** Whether such a name may stand in a text. */
    public static boolean mayBeIn(String text) {
        for (int at = text.indexOf('_'); at >= 0; at = text.indexOf('_', at + 1)) {
            int begin = at - BEGIN.indexOf('_');
            if (text.regionMatches(true, begin, BEGIN, 0, BEGIN.length())) {
                return true;
            }
        }
        return false;
    }

    /** A text for a client: with the shown names in place of the hidden ones. Also of a name. */
    public static String shownIn(String text) {
        return text.contains(BEGIN) ? HEADS.matcher(text).replaceAll("") : text;
    }
}
