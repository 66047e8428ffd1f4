package io.tributary.session;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.time.DateTimeException;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A system variable: what it is called, who may set it and to what. Values are kept as the text that SHOW VARIABLES
 * prints, booleans as ON and OFF.
 *
 * @param low least number, of {@link Kind#INTEGER} and {@link Kind#DECIMAL}
 * @param high greatest number of the same
 * @param choices of {@link Kind#CHOICE}, in the case they are printed in
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
        String effect) {
    public enum Kind {
        BOOLEAN,
        INTEGER,
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

    private static final Set<String> CHARACTER_SETS =
            Set.of("utf8", "utf8mb3", "utf8mb4", "ascii", "binary", "latin1", "us-ascii");

    private static final Set<String> SQL_MODES = Set.of(
            "ALLOW_INVALID_DATES",
            "ANSI_QUOTES",
            "ERROR_FOR_DIVISION_BY_ZERO",
            "HIGH_NOT_PRECEDENCE",
            "IGNORE_SPACE",
            "NO_AUTO_CREATE_USER",
            "NO_AUTO_VALUE_ON_ZERO",
            "NO_BACKSLASH_ESCAPES",
            "NO_DIR_IN_CREATE",
            "NO_ENGINE_SUBSTITUTION",
            "NO_FIELD_OPTIONS",
            "NO_KEY_OPTIONS",
            "NO_TABLE_OPTIONS",
            "NO_UNSIGNED_SUBTRACTION",
            "NO_ZERO_DATE",
            "NO_ZERO_IN_DATE",
            "ONLY_FULL_GROUP_BY",
            "PAD_CHAR_TO_FULL_LENGTH",
            "PIPES_AS_CONCAT",
            "REAL_AS_FLOAT",
            "STRICT_ALL_TABLES",
            "STRICT_TRANS_TABLES",
            "TIME_TRUNCATE_FRACTIONAL");

    public SystemVariable {
        choices = List.copyOf(choices);
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
            case DECIMAL -> decimal(value);
            case TEXT -> value;
            case CHOICE -> choice(value);
            case SQL_MODE -> sqlMode(value);
            case TIME_ZONE -> timeZone(value);
            case CHARACTER_SET -> characterSet(value);
            case COLLATION -> collation(value);
        };
    }

    /** Whether clients read it as a number: {@code SELECT @@autocommit} gives 1, not ON. */
    public boolean isNumeric() {
        return kind == Kind.BOOLEAN || kind == Kind.INTEGER;
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

    /** By name; ON and OFF, where they are choices, may be written as 1 and 0. */
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

    private String sqlMode(String value) {
        List<String> modes = new ArrayList<>();
        for (String part : value.split(",", -1)) {
            String mode = part.strip().toUpperCase(Locale.ROOT);
            if (mode.isEmpty()) {
                continue;
            }
            List<String> expanded =
                    switch (mode) {
                        case "ANSI" ->
                            List.of(
                                    "REAL_AS_FLOAT",
                                    "PIPES_AS_CONCAT",
                                    "ANSI_QUOTES",
                                    "IGNORE_SPACE",
                                    "ONLY_FULL_GROUP_BY",
                                    "ANSI");
                        case "TRADITIONAL" ->
                            List.of(
                                    "STRICT_TRANS_TABLES",
                                    "STRICT_ALL_TABLES",
                                    "NO_ZERO_IN_DATE",
                                    "NO_ZERO_DATE",
                                    "ERROR_FOR_DIVISION_BY_ZERO",
                                    "TRADITIONAL",
                                    "NO_ENGINE_SUBSTITUTION");
                        default -> {
                            if (!SQL_MODES.contains(mode)) {
                                throw wrongValue(part.strip());
                            }
                            yield List.of(mode);
                        }
                    };
            for (String one : expanded) {
                if (!modes.contains(one)) {
                    modes.add(one);
                }
            }
        }
        return String.join(",", modes);
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
