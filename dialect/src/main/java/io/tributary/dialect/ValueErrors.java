package io.tributary.dialect;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.ColumnType;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * Values that the engine cannot convert, or that do not fit, in MySQL's words. DuckDB tells by its texts alone what was
 * wrong with which value.
 *
 * <p>Where the value is to be stored the column is named, as for a row that a client sent; the engine does not say in which
 * row it met the value, so that is always the first.
 */
public final class ValueErrors {
    /** What the engine makes of a DOUBLE that is too large. */
    private static final Set<String> INFINITE = Set.of("inf", "-inf", "nan");

    private static final Pattern TOO_LARGE = Pattern.compile(
            "^Type \\S+ with value (.*?) can't be cast because the value is out of range for the destination type"
                    + " (\\w+)",
            Pattern.DOTALL);
    private static final Pattern TOO_LARGE_DECIMAL =
            Pattern.compile("^(?:Could not cast value |Casting value \")([^\" ]+)\"? to (?:type )?(DECIMAL)");
    private static final Pattern NOT_A_NUMBER =
            Pattern.compile("^Could not convert string ['\"](.*)['\"] to ([A-Z0-9]+)", Pattern.DOTALL);
    private static final Pattern NOT_A_MOMENT = Pattern.compile(
            "^(?:invalid )?(date|timestamp|time) field (?:format|value out of range): \"(.*?)\"(?:,|$| when)",
            Pattern.DOTALL);
    private static final Pattern OVERFLOW =
            Pattern.compile("^Overflow in (\\w+) of (\\w+)\\S* \\((.*)\\)[!.]", Pattern.DOTALL);
    private static final Pattern NUMBER = Pattern.compile("\\s*[-+]?(\\d+\\.?\\d*|\\.\\d+)([eE][-+]?\\d+)?\\s*");

    /** Words of a statement between a column and what it is compared with. */
    private static final int COMPARED_WITHIN = 4;

    /** Characters of a value that MySQL shows. */
    private static final int SHOWN_MAX = 128;

    private final EngineText statement;
    private final int token;
    private final Throwable cause;

    private ValueErrors(EngineText statement, int token, Throwable cause) {
        this.statement = statement;
        this.token = token;
        this.cause = cause;
    }

    /**
     * What the error says, if it is about a value.
     *
     * @param token of the statement where the engine met the value, or -1
     */
    public static Optional<TributaryException> of(String message, EngineText statement, int token, Throwable cause) {
        return Optional.ofNullable(new ValueErrors(statement, token, cause).of(message));
    }

    private @Nullable TributaryException of(String message) {
        Matcher matcher = TOO_LARGE.matcher(message);
        if (matcher.find()) {
            return outOfRange(matcher.group(1), matcher.group(2));
        }
        matcher = TOO_LARGE_DECIMAL.matcher(message);
        if (matcher.find()) {
            return outOfRange(matcher.group(1), matcher.group(2));
        }
        matcher = NOT_A_NUMBER.matcher(message);
        if (matcher.find()) {
            return notConverted(matcher.group(1), matcher.group(2));
        }
        matcher = NOT_A_MOMENT.matcher(message);
        if (matcher.find()) {
            return notConverted(matcher.group(2), matcher.group(1));
        }
        matcher = OVERFLOW.matcher(message);
        if (matcher.find()) {
            return error(
                    ErrorCode.OUT_OF_RANGE_IN_EXPRESSION,
                    number(matcher.group(2)) + " value is out of range in '(" + matcher.group(3) + ")'");
        }
        return null;
    }

    private TributaryException outOfRange(String value, String type) {
        Optional<Assignment> assigned = Assignment.at(statement.tokens(), token);
        return assigned.isPresent()
                ? error(
                        ErrorCode.OUT_OF_RANGE,
                        "Out of range value for column '" + assigned.get().column() + "' at row 1")
                : error(
                        ErrorCode.OUT_OF_RANGE_IN_EXPRESSION,
                        (INFINITE.contains(value) ? "DOUBLE" : number(type)) + " value is out of range in '" + value
                                + "'");
    }

    private TributaryException notConverted(String converted, String type) {
        String value = converted.length() > SHOWN_MAX ? converted.substring(0, SHOWN_MAX) : converted;
        Noun noun = noun(type);
        boolean moment = noun == Noun.DATE || noun == Noun.DATETIME || noun == Noun.TIME;
        Optional<Assignment> assigned =
                Assignment.at(statement.tokens(), token).filter(assignment -> assignment.isPlain(statement.tokens()));
        if (!moment && NUMBER.matcher(value).matches()) {
            return outOfRange(value, type);
        }
        if (assigned.isPresent()) {
            return error(
                    moment ? ErrorCode.BAD_DATE : ErrorCode.BAD_NUMBER_OR_TEXT,
                    "Incorrect " + noun.ofColumn + " value: '" + value + "' for column '"
                            + assigned.get().column() + "' at row 1");
        }
        if (moment && isCompared()) {
            return error(ErrorCode.WRONG_VALUE, "Incorrect " + noun + " value: '" + value + "'");
        }
        return noun == Noun.DATE || noun == Noun.DATETIME
                ? error(ErrorCode.BAD_DATE, "Incorrect datetime value: '" + value + "'")
                : error(
                        ErrorCode.BAD_DATE,
                        "Truncated incorrect " + (noun == Noun.TIME ? noun.ofColumn : noun) + " value: '" + value
                                + "'");
    }

    /** Whether the engine converts the value by itself, and no CAST or function asked for it. */
    private boolean isCompared() {
        if (token < 0) {
            return false;
        }
        List<Token> tokens = statement.tokens();
        return tokens.get(token).kind() == Token.Kind.STRING
                || (tokens.get(token).isName() && !tokens.get(token + 1).isSymbol("("));
    }

    private TributaryException error(ErrorCode code, String message) {
        return new TributaryException(code, message, cause);
    }

    /** What a value should have been. */
    private enum Noun {
        INTEGER("integer"),
        DECIMAL("decimal"),
        DOUBLE("double"),
        DATE("date"),
        DATETIME("datetime"),
        TIME("time");

        final String ofColumn;

        Noun(String ofColumn) {
            this.ofColumn = ofColumn;
        }
    }

    /** @param type as the engine's text names it: of a DATETIME without fraction it says INT64 */
    private Noun noun(String type) {
        return switch (type) {
            case "date" -> Noun.DATE;
            case "timestamp" -> Noun.DATETIME;
            case "time" -> Noun.TIME;
            case "DECIMAL" -> Noun.DECIMAL;
            case "FLOAT", "DOUBLE" -> Noun.DOUBLE;
            case "INT64" -> isMoment() ? Noun.DATETIME : Noun.INTEGER;
            default -> Noun.INTEGER;
        };
    }

    /** Whether the value is to be a DATETIME: by the CAST that converts it, the column that gets it, or one near it. */
    private boolean isMoment() {
        List<Token> tokens = statement.tokens();
        if (token < 0) {
            return false;
        }
        if (tokens.get(token).isWord("CAST") || tokens.get(token).isWord("CONVERT")) {
            return castType(tokens, token).isWord("DATETIME");
        }
        Optional<Assignment> assigned = Assignment.at(tokens, token);
        if (assigned.isPresent()) {
            return isMoment(assigned.get().column());
        }
        int first = Math.max(0, token - COMPARED_WITHIN);
        int last = Math.min(tokens.size() - 1, token + COMPARED_WITHIN);
        return tokens.subList(first, last + 1).stream().anyMatch(near -> near.isName() && isMoment(near.text()));
    }

    private boolean isMoment(String column) {
        return statement
                .columnTypes()
                .find(column, statement.tokens())
                .filter(type -> type.kind() == ColumnType.Kind.DATETIME)
                .isPresent();
    }

    /** Returns the token behind the last AS or comma of the call. */
    private static Token castType(List<Token> tokens, int call) {
        int depth = 0;
        int type = call;
        for (int i = call + 1; i < tokens.size() - 1; i++) {
            Token at = tokens.get(i);
            depth += at.isSymbol("(") ? 1 : at.isSymbol(")") ? -1 : 0;
            if (depth == 0) {
                break;
            }
            if (depth == 1 && (at.isWord("AS") || at.isSymbol(","))) {
                type = i + 1;
            }
        }
        return tokens.get(type);
    }

    /** The engine's type as MySQL names it in such errors. */
    private static String number(String type) {
        return switch (type) {
            case "UINT64" -> "BIGINT UNSIGNED";
            case "DOUBLE", "FLOAT" -> "DOUBLE";
            case "DECIMAL", "INT128" -> "DECIMAL";
            default -> "BIGINT";
        };
    }
}
