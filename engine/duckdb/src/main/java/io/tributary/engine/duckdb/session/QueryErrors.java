package io.tributary.engine.duckdb.session;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the engine's errors mean of a text that the compiler made: its names and types are right, so that it fails for values,
 * for what it takes, or because a table is another one by now. Clients see none of the engine's words.
 */
final class QueryErrors {
    private static final Logger log = LoggerFactory.getLogger(QueryErrors.class);

    private static final Set<String> OF_VALUES = Set.of("Conversion", "Out of Range");

    private static final Set<String> OF_NAMES = Set.of("Catalog", "Binder");

    private static final Pattern MISSING = Pattern.compile(
            "does not have a column named|Referenced (table|column) .* not found|does not exist", Pattern.DOTALL);

    /** Each with the engine's type and the value or expression that is beyond it. */
    private static final List<Pattern> OUT_OF_RANGE = List.of(
            Pattern.compile(
                    "^Type \\S+ with value (?<value>.*?) can't be cast .* destination type (?<type>\\w+)",
                    Pattern.DOTALL),
            Pattern.compile(
                    "^(?:Could not cast value |Casting value \")(?<value>[^\" ]+)\"? to (?:type )?(?<type>DECIMAL)"),
            Pattern.compile("^Could not convert string ['\"](?<value>.*)['\"] to (?<type>[A-Z0-9]+)", Pattern.DOTALL),
            Pattern.compile("^Overflow in \\w+ of (?<type>\\w+)\\S* (?<value>\\(.*\\))[!.]", Pattern.DOTALL),
            Pattern.compile("^Overflow in (?<type>HUGEINT) \\w+: (?<value>.*)", Pattern.DOTALL));

    private static final Map<String, String> NUMBERS = Map.of(
            "UINT64",
            "BIGINT UNSIGNED",
            "DOUBLE",
            "DOUBLE",
            "FLOAT",
            "DOUBLE",
            "DECIMAL",
            "DECIMAL",
            "INT128",
            "DECIMAL",
            "HUGEINT",
            "DECIMAL");

    private static final Set<String> INFINITE = Set.of("inf", "-inf", "nan");

    /** How an error begins that has a meaning of its own. */
    private static final Map<String, Meaning> TOLD = Map.of(
            "Division by zero",
            new Meaning(ErrorCode.DIVISION_BY_ZERO, "Division by 0"),
            "More than one row returned by a subquery",
            new Meaning(ErrorCode.SUBQUERY_ROWS, "Subquery returns more than 1 row"),
            "Malformed JSON",
            new Meaning(ErrorCode.INVALID_JSON_TEXT, "Invalid JSON text in an argument of a function"),
            "invalid perl operator",
            Meaning.notSupported("look-around in regular expressions"),
            "invalid escape sequence",
            Meaning.notSupported("back references and such escapes in regular expressions"),
            "Max expression depth limit",
            Meaning.notSupported("an expression that is nested so deep"));

    /** How an error of a regular expression begins, and what is wrong with that. */
    private static final Map<String, String> OF_PATTERNS = Map.of(
            "missing )", "a parenthesis is not closed",
            "unexpected )", "a parenthesis is not opened",
            "missing ]", "a bracket is not closed",
            "invalid character class", "there is no such class or range of characters",
            "no argument for repetition operator", "there is nothing to repeat",
            "bad repetition operator", "a repetition is repeated",
            "invalid repetition size", "more than 1000 repetitions, or fewer at most than at least",
            "invalid named capture group", "the name of a group is none",
            "trailing \\", "a backslash is at the end",
            "Invalid replacement string for regexp", "a group is replaced that the pattern has not");

    private record Meaning(ErrorCode code, String text) {
        static Meaning notSupported(String what) {
            return new Meaning(
                    ErrorCode.NOT_SUPPORTED,
                    String.valueOf(TributaryException.notSupported(what).getMessage()));
        }

        TributaryException caused(SQLException error) {
            return new TributaryException(code, text, error);
        }
    }

    private QueryErrors() {}

    /** Whether a table has no such column any more, or is gone. */
    static boolean isStale(String type, String message) {
        return OF_NAMES.contains(type) && MISSING.matcher(message).find();
    }

    static TributaryException of(String type, String message, SQLException error) {
        for (Map.Entry<String, Meaning> each : TOLD.entrySet()) {
            if (message.startsWith(each.getKey())) {
                return each.getValue().caused(error);
            }
        }
        for (Map.Entry<String, String> each : OF_PATTERNS.entrySet()) {
            if (message.startsWith(each.getKey())) {
                return new TributaryException(
                        ErrorCode.INVALID_PATTERN, "Got error '" + each.getValue() + "' from regexp", error);
            }
        }
        if (OF_VALUES.contains(type)) {
            return outOfRange(message, error);
        }
        if (isStale(type, message)) {
            return stale(error);
        }
        log.warn("event=engine_query_error type=\"{}\" error=\"{}\"", type, EngineFailures.cut(message));
        return type.equals("Invalid Input")
                ? new TributaryException(ErrorCode.WRONG_ARGUMENTS, "Incorrect arguments to a function", error)
                : Meaning.notSupported("what this statement asks of the engine").caused(error);
    }

    static TributaryException stale(@Nullable SQLException error) {
        return new TributaryException(
                ErrorCode.SCHEMA_VERSION_MISMATCH, "Table definition has changed, please retry transaction", error);
    }

    /** A query of whose failure the engine tells nothing, and that did not fail when it was asked again. */
    static TributaryException untold(SQLException error) {
        log.warn("event=engine_query_error error=untold");
        return new TributaryException(
                ErrorCode.SCHEMA_VERSION_MISMATCH,
                "The query failed for rows that are no longer there, please retry it",
                error);
    }

    private static TributaryException outOfRange(String message, SQLException error) {
        for (Pattern pattern : OUT_OF_RANGE) {
            Matcher matcher = pattern.matcher(message);
            if (matcher.find()) {
                String value = matcher.group("value");
                String type =
                        INFINITE.contains(value) ? "DOUBLE" : NUMBERS.getOrDefault(matcher.group("type"), "BIGINT");
                // The engine tells decimals without their point, and doubles as what they have become: nobody wrote
                // those.
                String where = type.startsWith("BIGINT") ? " in '" + value + "'" : "";
                return new TributaryException(
                        ErrorCode.OUT_OF_RANGE_IN_EXPRESSION, type + " value is out of range" + where, error);
            }
        }
        log.warn("event=engine_query_error error=\"{}\"", EngineFailures.cut(message));
        return new TributaryException(ErrorCode.OUT_OF_RANGE_IN_EXPRESSION, "A value is out of range", error);
    }
}
