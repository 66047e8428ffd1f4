package io.tributary.dialect;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Names and queries that the engine cannot make sense of, in MySQL's words. DuckDB gives most of these no subtype, so they
 * are told apart by their texts.
 */
public final class BinderErrors {
    private static final Pattern AMBIGUOUS = Pattern.compile("^Ambiguous reference to column name \"(.*?)\"");
    private static final Pattern TWICE = Pattern.compile("^Ambiguous reference to table \"(?:.*\\.)?(.*?)\"");
    private static final Pattern NO_COLUMN = Pattern.compile(
            "^(?:Referenced (?:update )?column \"?(.*?)\"? (?:not found|was not found)|Table \".*?\" does not have a column"
                    + " named \"(.*?)\"|Column \"(.*?)\" does not exist on|Referenced table \"(.*?)\" not found)");
    private static final Pattern NOT_GROUPED =
            Pattern.compile("^column \"?(.*?)\"? must appear in the GROUP BY clause");
    private static final Pattern NO_TERM = Pattern.compile("^(ORDER|GROUP BY) term out of range");
    private static final Pattern NO_ORDER = Pattern.compile("^Could not ORDER BY column \"(.*?)\"");
    private static final Pattern COLUMNS = Pattern.compile("^Subquery returns \\d+ columns - expected (\\d+)");

    private static final Pattern MIXED = Pattern.compile(
            "^Cannot (?:mix values|compare values|combine types) of (?:type )?(.*?) and (?:type )?(\\S+)");
    private static final Pattern NO_FUNCTION = Pattern.compile(
            "^(?:No function matches the given name and argument types '|Could not choose a best candidate function for the"
                    + " function call \")(?:java_)?(\\w+)\\((.*)\\)['\"]");

    private static final Pattern WRONG_COUNT =
            Pattern.compile("^Macro \"?(?:my_)?(\\w+)\"?\\(\\) does not support the supplied arguments");

    private final EngineText statement;
    private final int token;

    private BinderErrors(EngineText statement, int token) {
        this.statement = statement;
        this.token = token;
    }

    /**
     * @param name of what is missing, where the engine names it, else empty
     * @param token of the statement that the error is about, or -1
     */
    public static Optional<TributaryException> of(String message, String name, EngineText statement, int token) {
        BinderErrors errors = new BinderErrors(statement, token);
        Matcher matcher = NO_COLUMN.matcher(message);
        if (matcher.find()) {
            return Optional.of(errors.unknownColumn(name.isEmpty() ? found(matcher) : name));
        }
        matcher = AMBIGUOUS.matcher(message);
        if (matcher.find()) {
            return Optional.of(errors.ambiguous(matcher.group(1)));
        }
        matcher = NOT_GROUPED.matcher(message);
        if (matcher.find()) {
            return Optional.of(errors.notGrouped(matcher.group(1)));
        }
        matcher = NO_TERM.matcher(message);
        if (matcher.find()) {
            return Optional.of(errors.noTerm(matcher.group(1).equals("ORDER") ? "order clause" : "group statement"));
        }
        matcher = NO_ORDER.matcher(message);
        if (matcher.find()) {
            return error(ErrorCode.UNKNOWN_COLUMN, "Unknown column '" + matcher.group(1) + "' in 'order clause'");
        }
        matcher = TWICE.matcher(message);
        if (matcher.find()) {
            return error(ErrorCode.NOT_UNIQUE_TABLE, "Not unique table/alias: '" + matcher.group(1) + "'");
        }
        matcher = COLUMNS.matcher(message);
        if (matcher.find()) {
            return error(ErrorCode.OPERAND_COLUMNS, "Operand should contain " + matcher.group(1) + " column(s)");
        }
        matcher = MIXED.matcher(message);
        if (matcher.find()) {
            return Optional.of(TributaryException.notSupported(errors.call(message) + "values of types "
                    + type(matcher.group(1)) + " and " + type(matcher.group(2)) + " together"));
        }
        if (message.startsWith("Cannot deduce template type")) {
            return Optional.of(
                    TributaryException.notSupported(errors.call(message) + "values of these types together"));
        }
        matcher = NO_FUNCTION.matcher(message);
        if (matcher.find() && MySqlFunctions.isKnown(matcher.group(1))) {
            return Optional.of(TributaryException.notSupported("function " + matcher.group(1)
                    + (matcher.group(2).contains("BLOB") ? " of binary strings" : " of arguments of these types")));
        }
        matcher = WRONG_COUNT.matcher(message);
        if (matcher.find() && MySqlFunctions.isCallable(matcher.group(1))) {
            return error(
                    ErrorCode.WRONG_PARAMETER_COUNT,
                    "Incorrect parameter count in the call to native function '" + matcher.group(1) + "'");
        }
        if (message.startsWith("In a DISTINCT aggregate, ORDER BY")) {
            return Optional.of(
                    TributaryException.notSupported("ORDER BY of other values than those of a DISTINCT aggregate"));
        }
        if (message.contains(" cannot contain aggregates")
                || message.startsWith("aggregate function calls cannot be")) {
            return error(ErrorCode.INVALID_GROUP_FUNCTION, "Invalid use of group function");
        }
        if (message.startsWith("Set operations can only apply to expressions with the same number")) {
            return error(
                    ErrorCode.DIFFERENT_COLUMN_COUNTS, "The used SELECT statements have a different number of columns");
        }
        if (message.startsWith("* expression without FROM")) {
            return error(ErrorCode.NO_TABLES_USED, "No tables used");
        }
        return Optional.empty();
    }

    /** The function that gets the values, and "of", if one does; arithmetic is written with a CASE of its own. */
    private String call(String message) {
        List<Token> tokens = statement.tokens();
        if (token < 0 || message.contains("CASE expression")) {
            return "";
        }
        int depth = 0;
        for (int i = token; i >= 0; i--) {
            depth += i == token ? 0 : tokens.get(i).nesting();
            boolean called = tokens.get(i).kind() == Token.Kind.WORD
                    && tokens.get(i + 1).isSymbol("(")
                    && (i == token || depth > 0)
                    && MySqlFunctions.isCallable(tokens.get(i).text());
            if (called) {
                return "function " + tokens.get(i).text().toLowerCase(Locale.ROOT) + " of ";
            }
        }
        return "";
    }

    /** Returns the type's name in MySQL. */
    private static String type(String ofEngine) {
        String type = ofEngine.replace("_LITERAL", "");
        return type.startsWith("TIMESTAMP") ? "DATETIME" : type;
    }

    private static String found(Matcher matcher) {
        for (int i = 1; i <= matcher.groupCount(); i++) {
            if (matcher.group(i) != null) {
                return matcher.group(i);
            }
        }
        return "";
    }

    private static Optional<TributaryException> error(ErrorCode code, String message) {
        return Optional.of(new TributaryException(code, message));
    }

    private TributaryException unknownColumn(String name) {
        int at = place(name);
        return new TributaryException(
                ErrorCode.UNKNOWN_COLUMN, "Unknown column '" + written(at, name) + "' in '" + clause(at) + "'");
    }

    private TributaryException ambiguous(String name) {
        int at = place(name);
        return new TributaryException(
                ErrorCode.AMBIGUOUS_COLUMN, "Column '" + written(at, name) + "' in " + clause(at) + " is ambiguous");
    }

    private TributaryException notGrouped(String name) {
        int at = place(name);
        String clause = clause(at);
        String column = written(at, name);
        if (clause.equals("having clause")) {
            return new TributaryException(
                    ErrorCode.UNKNOWN_COLUMN, "Unknown column '" + column + "' in 'having clause'");
        }
        String list = clause.equals("order clause") ? "ORDER BY clause" : "SELECT list";
        String expression = "xpression #" + Clauses.number(statement.tokens(), at) + " of " + list;
        String mode = "; this is incompatible with sql_mode=only_full_group_by";
        return statement.tokens().stream().anyMatch(each -> each.isWord("GROUP"))
                ? new TributaryException(
                        ErrorCode.NOT_IN_GROUP_BY,
                        "E" + expression + " is not in GROUP BY clause and contains nonaggregated column '" + column
                                + "' which is not functionally dependent on columns in GROUP BY clause" + mode)
                : new TributaryException(
                        ErrorCode.MIXED_WITH_AGGREGATES,
                        "In aggregated query without GROUP BY, e" + expression + " contains nonaggregated column '"
                                + column + "'" + mode);
    }

    private TributaryException noTerm(String clause) {
        // The engine does not say where in GROUP BY: it is the first number behind it, as a rule the only one.
        String number = statement.tokens().stream()
                .skip(token >= 0 ? token : groupBy())
                .filter(each -> each.kind() == Token.Kind.NUMBER)
                .map(Token::text)
                .findFirst()
                .orElse("");
        return new TributaryException(ErrorCode.UNKNOWN_COLUMN, "Unknown column '" + number + "' in '" + clause + "'");
    }

    private int groupBy() {
        List<Token> tokens = statement.tokens();
        int at = 0;
        while (at < tokens.size() && !tokens.get(at).isWord("GROUP")) {
            at++;
        }
        return at;
    }

    /** The token that the error is about, or the first one of this name. */
    private int place(String name) {
        List<Token> tokens = statement.tokens();
        if (token >= 0 && tokens.get(token).isName()) {
            return token;
        }
        for (int i = 0; i < tokens.size() - 1; i++) {
            if (tokens.get(i).isName()
                    && tokens.get(i).text().equalsIgnoreCase(name)
                    && !tokens.get(i + 1).isSymbol("(")) {
                return i;
            }
        }
        return token;
    }

    /** The name with its qualifiers, as the client wrote it. */
    private String written(int at, String name) {
        List<Token> tokens = statement.tokens();
        if (at < 0 || !tokens.get(at).isName()) {
            return name;
        }
        StringBuilder chain = new StringBuilder(tokens.get(at).text());
        int last = at;
        while (tokens.get(last + 1).isSymbol(".") && tokens.get(last + 2).isName()) {
            last += 2;
            chain.append('.').append(tokens.get(last).text());
        }
        boolean same = tokens.get(last).text().equalsIgnoreCase(name)
                || tokens.get(at).text().equalsIgnoreCase(name);
        return same ? chain.toString() : name;
    }

    private String clause(int at) {
        return at < 0 ? Clauses.FIELD_LIST : Clauses.at(statement.tokens(), at);
    }
}
