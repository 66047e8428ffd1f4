package io.tributary.engine.duckdb.session;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.function.JavaFunctions;
import java.sql.SQLException;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * What the engine's errors mean to a client. The engine is opened with {@code errors_as_json}, so that an error names
 * its type and subtype, what is missing, and where; texts are looked at only where DuckDB tells two cases apart by nothing
 * else, and only here and in {@link QueryErrors}. Clients see none of its words, which are the causes of what is thrown.
 */
public final class DuckDbErrors {
    private static final Logger log = LoggerFactory.getLogger(DuckDbErrors.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final EngineText UNKNOWN_STATEMENT = EngineText.own("");

    private static final Pattern NO_SCHEMA = Pattern.compile("because schema \"(.*)\" does not exist");

    /** The value of a row that is no value of a column's new type. */
    private static final Pattern QUOTED = Pattern.compile("['\"](.*?)['\"]", Pattern.DOTALL);

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
     * @param statement as the engine got it
     */
    public static TributaryException translate(SQLException error, String database, EngineText statement) {
        String text = String.valueOf(error.getMessage());
        if (FailedQueryReasons.isLost(error)) {
            return QueryErrors.untold(error);
        }
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
        if (ofEngine != null) {
            return engine(ofEngine, message, error);
        }
        String type = node.path("exception_type").asText();
        Optional<TributaryException> ofBody = JavaFunctions.error(message, error);
        if (ofBody.isPresent()) {
            return ofBody.get();
        }
        if (type.equals("Conversion") && !statement.isCompiled()) {
            Matcher quoted = QUOTED.matcher(message);
            String value = quoted.find() ? ": '" + quoted.group(1) + "'" : "";
            return new TributaryException(ErrorCode.BAD_DATE, "Truncated incorrect value" + value, error);
        }
        if (OF_QUERIES.contains(type) && (statement.isCompiled() || !type.equals("Catalog"))) {
            return QueryErrors.of(type, message, error);
        }
        return switch (type) {
            case "Catalog" -> catalog(node, message, database, error);
            case "TransactionContext" -> transaction(message, error);
            case "INTERRUPT" -> new TributaryException(ErrorCode.INTERRUPTED, "Query execution was interrupted", error);
            case "Permission" -> engine(ErrorCode.DATABASE_ACCESS_DENIED, message, error);
            case "Constraint" -> engine(ErrorCode.CONSTRAINT_VIOLATED, message, error);
            default -> engine(ErrorCode.ENGINE, message, error);
        };
    }

    /**
     * An error that no client could have foreseen. What the engine said goes with it as its cause, and into the log but where
     * the engine's health is logged, or where whoever is refused tries again.
     */
    private static TributaryException engine(ErrorCode code, String message, SQLException error) {
        if (code.kind() != ErrorCode.Kind.UNAVAILABLE && code != ErrorCode.TRANSACTION_ABORTED) {
            log.warn("event=engine_error code={} error=\"{}\"", code, EngineFailures.cut(message));
        }
        return new TributaryException(code, EngineFailures.told(code, message), error);
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

    private static TributaryException catalog(JsonNode node, String message, String database, SQLException error) {
        String name = node.path("name").asText();
        Matcher noSchema = NO_SCHEMA.matcher(message);
        if (noSchema.find()) {
            return unknownDatabase(noSchema.group(1), error);
        }
        if (!"MISSING_ENTRY".equals(node.path("error_subtype").asText())) {
            return engine(ErrorCode.ENGINE, message, error);
        }
        return node.path("type").asText().equals("Schema")
                ? unknownDatabase(name, error)
                : new TributaryException(
                        ErrorCode.UNKNOWN_TABLE, "Table '" + qualified(database, name) + "' doesn't exist", error);
    }

    private static TributaryException unknownDatabase(String name, SQLException error) {
        return new TributaryException(ErrorCode.UNKNOWN_DATABASE, "Unknown database '" + name + "'", error);
    }

    private static String qualified(String qualifier, String name) {
        return qualifier.isEmpty() || name.indexOf('.') >= 0 ? name : qualifier + "." + name;
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
}
