package io.tributary.session;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A system variable: what it is called, who may set it and to what. Values are kept as the text that SHOW VARIABLES
 * prints, booleans as ON and OFF.
 *
 * @param low least number, of {@link Kind#INTEGER}, {@link Kind#BYTES} and {@link Kind#DECIMAL}
 * @param high greatest number of the same
 * @param choices of {@link Kind#CHOICE}, in the case they are printed in
 * @param isDoris whether MySQL has none of the name
 * @param effect what it changes here, or empty for one that is checked, stored and shown
 */
public record SystemVariable(
        String name,
        Kind kind,
        Scope scope,
        boolean readOnly,
        String defaultText,
        BigInteger low,
        BigInteger high,
        List<String> choices,
        boolean isDoris,
        String effect) {
    public enum Kind {
        BOOLEAN,
        INTEGER,
        /** A whole number, or one with Doris' units: {@code 8G} is {@code 8 * 2^30}. */
        BYTES,
        DECIMAL,
        TEXT,
        CHOICE,
        SQL_MODE,
        TIME_ZONE,
        CHARACTER_SET,
        COLLATION
    }

    public enum Scope {
        GLOBAL,
        SESSION,
        BOTH
    }

    /** Each 2^10 times the one before. */
    private static final String UNITS = "BKMGTP";

    private static final Pattern VOLUME = Pattern.compile("(\\d{1,19})\\s*(B|[KMGTP]B?)", Pattern.CASE_INSENSITIVE);

    private static final Set<String> CHARACTER_SETS =
            Set.of("utf8", "utf8mb3", "utf8mb4", "ascii", "binary", "latin1", "us-ascii");

    public SystemVariable {
        choices = List.copyOf(choices);
    }

    /** Whether a program that sets it to this expects what does not happen here; nobody is told so of MySQL's. */
    public boolean isInVain(String value) {
        return isDoris && effect.isEmpty() && !value.equals(defaultText);
    }

    /**
     * The text kept for a value that a client gave.
     *
     * @throws TributaryException 1231 for a value that is not allowed, 1232 for text where a number must stand, 1115, 1273 or 1298 for an unknown character set,
     *     collation or time zone
     */
    public String normalize(String value) {
        return switch (kind) {
            case BOOLEAN -> onOrOff(value);
            case INTEGER -> integer(value);
            case BYTES -> integer(bytes(value));
            case DECIMAL -> decimal(value);
            case TEXT -> value;
            case CHOICE -> choice(value);
            case SQL_MODE -> SqlMode.of(value).text();
            case TIME_ZONE -> timeZone(value);
            case CHARACTER_SET -> characterSet(value);
            case COLLATION -> collation(value);
        };
    }

    /** Whether clients read it as a number: {@code SELECT @@autocommit} gives 1, not ON. */
    public boolean isNumeric() {
        return kind == Kind.BOOLEAN || kind == Kind.INTEGER || kind == Kind.BYTES;
    }

    /** What {@code SELECT @@name} gives for a kept text. */
    public String selected(String text) {
        if (kind != Kind.BOOLEAN) {
            return text;
        }
        return text.equals("ON") ? "1" : "0";
    }

    TributaryException wrongValue(String value) {
        return new TributaryException(
                ErrorCode.WRONG_VALUE_FOR_VARIABLE,
                "Variable '" + name + "' can't be set to the value of '" + value + "'");
    }

    private TributaryException wrongType() {
        return new TributaryException(
                ErrorCode.WRONG_TYPE_FOR_VARIABLE, "Incorrect argument type to variable '" + name + "'");
    }

    private String onOrOff(String value) {
        return switch (value.strip().toLowerCase(Locale.ROOT)) {
            case "on", "1", "true" -> "ON";
            case "off", "0", "false" -> "OFF";
            default -> throw wrongValue(value);
        };
    }

    private String integer(String value) {
        BigInteger number;
        try {
            number = new BigInteger(value.strip());
        } catch (NumberFormatException e) {
            throw wrongType();
        }
        if (number.compareTo(low) < 0 || number.compareTo(high) > 0) {
            throw wrongValue(value);
        }
        return number.toString();
    }

    /** The number of bytes where a unit is written, K to P with a B or without; else the value. */
    private static String bytes(String value) {
        Matcher volume = VOLUME.matcher(value.strip());
        if (!volume.matches()) {
            return value;
        }
        int power = UNITS.indexOf(Character.toUpperCase(volume.group(2).charAt(0)));
        return new BigInteger(volume.group(1)).shiftLeft(10 * power).toString();
    }

    private String decimal(String value) {
        BigDecimal number;
        try {
            number = new BigDecimal(value.strip());
        } catch (NumberFormatException e) {
            throw wrongType();
        }
        if (number.precision() - number.scale() > 19
                || number.compareTo(new BigDecimal(low)) < 0
                || number.compareTo(new BigDecimal(high)) > 0) {
            throw wrongValue(value);
        }
        return number.toPlainString();
    }

    /** Finds the choice by its name; ON and OFF, where they are choices, may be written as 1 and 0. */
    private String choice(String value) {
        String stripped = value.strip();
        for (String choice : choices) {
            if (choice.equalsIgnoreCase(stripped)) {
                return choice;
            }
        }
        if (choices.contains("ON") && choices.contains("OFF") && (stripped.equals("1") || stripped.equals("0"))) {
            return stripped.equals("1") ? "ON" : "OFF";
        }
        throw wrongValue(value);
    }

    private static String timeZone(String value) {
        if (value.equalsIgnoreCase("SYSTEM")) {
            return "SYSTEM";
        }
        try {
            ZoneId.of(value);
        } catch (DateTimeException e) {
            throw new TributaryException(
                    ErrorCode.UNKNOWN_TIME_ZONE, "Unknown or incorrect time zone: '" + value + "'", e);
        }
        return value;
    }

    private static String characterSet(String value) {
        String lower = value.toLowerCase(Locale.ROOT);
        if (lower.isEmpty()) {
            return "";
        }
        if (!CHARACTER_SETS.contains(lower)) {
            throw new TributaryException(
                    ErrorCode.UNKNOWN_CHARACTER_SET,
                    "Unknown character set: '" + value + "' (utf8mb4, utf8, ascii, binary and latin1 are understood)");
        }
        return lower;
    }

    private static String collation(String value) {
        String lower = value.toLowerCase(Locale.ROOT);
        int end = lower.indexOf('_');
        if (!lower.equals("binary") && (end < 0 || !CHARACTER_SETS.contains(lower.substring(0, end)))) {
            throw new TributaryException(ErrorCode.UNKNOWN_COLLATION, "Unknown collation: '" + value + "'");
        }
        return lower;
    }
}
