package io.tributary.engine.duckdb.session;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.BinderErrors;
import io.tributary.dialect.EngineText;
import io.tributary.dialect.Token;
import io.tributary.dialect.Tokenizer;
import io.tributary.dialect.ValueErrors;
import io.tributary.dialect.function.JavaFunctions;
import java.sql.SQLException;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the engine's errors mean to a client. The engine is opened with {@code errors_as_json}, so that an error names
 * its type and subtype, what is missing, and where; texts are looked at only where DuckDB tells two cases apart by nothing
 * else, and only here, in {@link BinderErrors} and in {@link ValueErrors}.
 */
public final class DuckDbErrors {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final EngineText UNKNOWN_STATEMENT = EngineText.own("");

    private static final Pattern NO_SCHEMA = Pattern.compile("because schema \"(.*)\" does not exist");

    private static final Pattern NO_CAST = Pattern.compile("^Unimplemented type for cast \\((.*) -> (.*)\\)");

    /** Types of errors that are about a statement and what it computes. */
    private static final Set<String> OF_QUERIES = Set.of(
            "Catalog",
            "Binder",
            "Parser",
            "Syntax",
            "Conversion",
            "Out of Range",
            "Invalid Input",
            "Not implemented",
            "Mismatch Type",
            "Invalid type");

    private static final Set<String> QUERIES = Set.of("SELECT", "WITH", "VALUES");

    /** Words that want something behind them: where one of them is the last, it is the end that is unexpected. */
    private static final Set<String> NEVER_LAST = Set.of(
            "SELECT", "FROM", "WHERE", "GROUP", "ORDER", "BY", "HAVING", "LIMIT", "ON", "JOIN", "AND", "OR", "NOT",
            "IN", "LIKE", "BETWEEN", "AS", "SET", "UNION", "USING", "WHEN", "THEN", "ELSE", "CASE", "IS", "VALUES");

    private static final Pattern DEFINITION_CHANGED =
            Pattern.compile("it has been (altered|dropped) by a different transaction"
                    + "|another transaction has (altered|dropped|no changes) this table");

    /** An error that is longer quotes itself (see {@link EngineFailures}); of a statement of 1 GiB it names a piece. */
    private static final int PARSED_CHARS_MAX = 1 << 20;

    private DuckDbErrors() {}

    /** Translates the error of a statement of our own. */
    public static TributaryException translate(SQLException error) {
        return translate(error, "", UNKNOWN_STATEMENT);
    }

    /** What a client is told where that stays so; {@code error} may be null. */
    public static TributaryException stale(@Nullable SQLException error) {
        return QueryErrors.stale(error);
    }

    /** Whether a text is of names that the engine does not have any more. */
    public static boolean isStale(SQLException error) {
        JsonNode node = parse(String.valueOf(error.getMessage()));
        return node != null
                && QueryErrors.isStale(
                        node.path("exception_type").asText(),
                        node.path("exception_message").asText());
    }

    /** Translates the error of a statement of our own about a database. */
    public static TributaryException translate(SQLException error, String database) {
        return translate(error, database, UNKNOWN_STATEMENT);
    }

    /**
     * @param database where a name without one is looked for, or empty
     * @param statement as the engine got it, since the engine's errors name positions in that
     */
    public static TributaryException translate(SQLException error, String database, EngineText statement) {
        String text = String.valueOf(error.getMessage());
        if (error instanceof EngineFailures.OpenCommit) {
            // The type within says what failed, and nothing of what was done.
            return engine(ErrorCode.ENGINE, text, error);
        }
        return translate(text, EngineFailures.cut(error), database, statement);
    }

    private static TributaryException translate(
            String text, SQLException error, String database, EngineText statement) {
        JsonNode node = parse(text);
        if (node == null) {
            return engine(ErrorCode.ENGINE, text, error);
        }
        String message = node.path("exception_message").asText(text);
        ErrorCode ofEngine = EngineFailures.code(node.path("exception_type").asText(), message);
        if (ofEngine == ErrorCode.ENGINE_MEMORY && statement.isCompiled()) {
            return new TributaryException(
                    ofEngine, "Out of memory; what the statement computes needs more than the engine has left", error);
        }
        if (ofEngine != null) {
            return engine(ofEngine, message, error);
        }
        String type = node.path("exception_type").asText();
        Optional<TributaryException> ofBody = JavaFunctions.error(message, error);
        if (ofBody.isPresent()) {
            return ofBody.get();
        }
        if (statement.isCompiled() && OF_QUERIES.contains(type)) {
            return QueryErrors.of(type, message, error);
        }
        int token = statement.tokenAt(node.path("position").asInt(-1));
        String name = node.path("name").asText();
        if (message.startsWith("Max expression depth limit")) {
            return TributaryException.notSupported("an expression that is nested so deep");
        }
        if (message.startsWith("Needed scale")) {
            return TributaryException.notSupported("a product of decimals with more than 38 digits behind the point");
        }
        if (message.contains("argument in function \"struct_extract\" must be a constant")) {
            // An aggregate of the engine's type of NULL, by which no form of an operator can be chosen.
            return TributaryException.notSupported(
                    "arithmetic on an aggregate of NULL, which has no type; CAST(NULL AS SIGNED) has one");
        }
        return switch (type) {
            case "Catalog" -> catalog(node, message, database, statement, token, error);
            case "Binder" ->
                BinderErrors.of(message, name, statement, token).orElseGet(() -> binder(node, message, error));
            case "Parser", "Syntax" -> syntax(message, statement, token, error);
            case "Conversion" ->
                ValueErrors.of(message, statement, token, error).orElseGet(() -> conversion(message, error));
            case "Out of Range" ->
                ValueErrors.of(message, statement, token, error)
                        .orElseGet(() -> new TributaryException(
                                ErrorCode.OUT_OF_RANGE_IN_EXPRESSION, firstLine(message), error));
            case "TransactionContext" -> transaction(message, error);
            case "INTERRUPT" -> new TributaryException(ErrorCode.INTERRUPTED, "Query execution was interrupted", error);
            case "Permission" -> engine(ErrorCode.DATABASE_ACCESS_DENIED, message, error);
            case "Not implemented" -> notImplemented(message, error);
            case "Constraint" -> engine(ErrorCode.CONSTRAINT_VIOLATED, message, error);
            case "Invalid Input" -> invalidInput(message, error);
            default -> engine(ErrorCode.ENGINE, message, error);
        };
    }

    private static TributaryException engine(ErrorCode code, String message, SQLException error) {
        return new TributaryException(code, "DuckDB: " + EngineFailures.cut(message), error);
    }

    private static @Nullable JsonNode parse(String text) {
        int start = text.indexOf('{');
        if (start < 0) {
            return null;
        }
        if (text.length() > PARSED_CHARS_MAX) {
            return JSON.createObjectNode()
                    .put("exception_type", EngineFailures.type(text))
                    .put("exception_message", EngineFailures.cut(text));
        }
        try {
            return JSON.readTree(text.substring(start));
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    private static TributaryException catalog(
            JsonNode node, String message, String database, EngineText statement, int token, SQLException error) {
        String name = node.path("name").asText();
        String type = node.path("type").asText();
        Matcher noSchema = NO_SCHEMA.matcher(message);
        if (!"MISSING_ENTRY".equals(node.path("error_subtype").asText())) {
            return noSchema.find()
                    ? unknownDatabase(noSchema.group(1), error)
                    : engine(ErrorCode.ENGINE, message, error);
        }
        if (type.endsWith("Function")) {
            return new TributaryException(
                    ErrorCode.UNKNOWN_FUNCTION, "FUNCTION " + qualified(database, name) + " does not exist", error);
        }
        if (type.equals("Schema")) {
            return unknownDatabase(noSchema.find() ? noSchema.group(1) : name, error);
        }
        String qualifier = qualifier(statement, token, database);
        return qualifier.isEmpty() && name.indexOf('.') < 0 && !statement.sql().isEmpty()
                ? new TributaryException(ErrorCode.NO_DATABASE, "No database selected", error)
                : new TributaryException(
                        ErrorCode.UNKNOWN_TABLE, "Table '" + qualified(qualifier, name) + "' doesn't exist", error);
    }

    private static TributaryException unknownDatabase(String name, SQLException error) {
        return new TributaryException(ErrorCode.UNKNOWN_DATABASE, "Unknown database '" + name + "'", error);
    }

    private static String qualified(String qualifier, String name) {
        return qualifier.isEmpty() || name.indexOf('.') >= 0 ? name : qualifier + "." + name;
    }

    /** The database in front of the table at the error's position, or the default. */
    private static String qualifier(EngineText statement, int token, String database) {
        return token >= 0
                        && statement.tokens().get(token).isName()
                        && statement.tokens().get(token + 1).isSymbol(".")
                ? statement.tokens().get(token).text()
                : database;
    }

    private static TributaryException conversion(String message, SQLException error) {
        if (message.startsWith("Malformed JSON")) {
            return new TributaryException(
                    ErrorCode.INVALID_JSON_TEXT, "Invalid JSON text in an argument of a function", error);
        }
        Matcher matcher = NO_CAST.matcher(message);
        return matcher.find()
                ? TributaryException.notSupported(matcher.group(1) + " as " + matcher.group(2))
                : new TributaryException(ErrorCode.BAD_DATE, firstLine(message), error);
    }

    private static TributaryException binder(JsonNode node, String message, SQLException error) {
        ErrorCode code =
                switch (node.path("error_subtype").asText()) {
                    case "NO_MATCHING_FUNCTION" -> ErrorCode.WRONG_ARGUMENTS;
                    case "COLUMN_NOT_FOUND" -> ErrorCode.UNKNOWN_COLUMN;
                    default -> ErrorCode.INVALID_STATEMENT;
                };
        // Arithmetic is written with a CASE (see mysql-functions.sql) that the client has not written.
        return new TributaryException(code, firstLine(message).replace(" in CASE expression", ""), error);
    }

    /** MySQL's sentence; what the engine misses in a statement that it could read stands behind it. */
    private static TributaryException syntax(String message, EngineText statement, int token, SQLException error) {
        if (statement.tokens().isEmpty()) {
            return engine(ErrorCode.ENGINE, message, error);
        }
        if (message.startsWith("Chained comparisons")) {
            return TributaryException.notSupported("comparisons one behind another without parentheses");
        }
        int at = token < 0
                ? 0
                : endIsUnexpected(statement, token) ? statement.tokens().size() - 1 : token;
        if (isListOfTables(statement.tokens(), at)) {
            return TributaryException.notSupported("list of tables in parentheses");
        }
        String sentence =
                Tokenizer.syntaxText(statement.sql(), statement.tokens().get(at).start());
        boolean read = !message.startsWith("syntax error");
        return new TributaryException(ErrorCode.SYNTAX, read ? sentence + ": " + firstLine(message) : sentence, error);
    }

    /** Whether this comma divides tables: {@code FROM (a, b)}. */
    private static boolean isListOfTables(List<Token> tokens, int comma) {
        int open = comma;
        for (int depth = 0; open > 0 && depth >= 0; open--) {
            depth -= tokens.get(open - 1).nesting();
        }
        Token before = tokens.get(Math.max(0, open - 1));
        return tokens.get(comma).isSymbol(",")
                && tokens.get(open + 1).isName()
                && !QUERIES.contains(tokens.get(open + 1).upper())
                && (before.isWord("FROM") || before.isWord("JOIN"));
    }

    /** The engine's parser blames the last word it took, also where it wanted another one behind it. */
    private static boolean endIsUnexpected(EngineText statement, int token) {
        if (token < statement.tokens().size() - 2) {
            return false;
        }
        Token last = statement.tokens().get(token);
        boolean wantsMore = (last.kind() == Token.Kind.SYMBOL && !last.isSymbol(")"))
                || (last.kind() == Token.Kind.WORD && NEVER_LAST.contains(last.upper()));
        long open =
                statement.tokens().stream().filter(each -> each.isSymbol("(")).count();
        long closed =
                statement.tokens().stream().filter(each -> each.isSymbol(")")).count();
        return wantsMore || open > closed;
    }

    private static TributaryException transaction(String message, SQLException error) {
        if (DEFINITION_CHANGED.matcher(message).find()) {
            return new TributaryException(
                    ErrorCode.SCHEMA_VERSION_MISMATCH, "Table definition has changed, please retry transaction", error);
        }
        return engine(
                message.contains("transaction is aborted") ? ErrorCode.TRANSACTION_ABORTED : ErrorCode.WRITE_CONFLICT,
                message,
                error);
    }

    private static TributaryException notImplemented(String message, SQLException error) {
        return new TributaryException(
                ErrorCode.NOT_SUPPORTED,
                "This version of Tributary doesn't yet support '" + firstLine(message) + "'",
                error);
    }

    private static TributaryException invalidInput(String message, SQLException error) {
        if (message.startsWith("Division by zero")) {
            return new TributaryException(ErrorCode.DIVISION_BY_ZERO, "Division by 0", error);
        }
        return message.startsWith("More than one row returned by a subquery")
                ? new TributaryException(ErrorCode.SUBQUERY_ROWS, "Subquery returns more than 1 row", error)
                : new TributaryException(
                        ErrorCode.INVALID_STATEMENT, firstLine(message).replace(" in CASE expression", ""), error);
    }

    private static String firstLine(String message) {
        int end = message.indexOf('\n');
        return EngineFailures.cut(end < 0 ? message : message.substring(0, end));
    }
}
