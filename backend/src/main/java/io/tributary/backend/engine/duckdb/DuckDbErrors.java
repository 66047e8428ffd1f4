package io.tributary.backend.engine.duckdb;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tributary.rpc.error.ErrorCode;
import io.tributary.rpc.error.TributaryException;
import java.nio.charset.StandardCharsets;
import java.sql.SQLException;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;

/**
 * What the engine's errors mean to a client. The engine is opened with {@code errors_as_json}, so that an error names
 * its type and subtype and what is missing; texts are looked at only where DuckDB tells two cases apart by nothing else,
 * and only here.
 */
final class DuckDbErrors {
    private static final ObjectMapper JSON = new ObjectMapper();
    /** A name followed by a dot and another. */
    private static final Pattern NAMES = Pattern.compile("(\"(?:[^\"]|\"\")*\"|[\\w$]+)\\s*\\.");

    private static final Pattern AMBIGUOUS = Pattern.compile("^Ambiguous reference to column name \"(.*?)\"");

    private static final Pattern NO_SCHEMA = Pattern.compile("because schema \"(.*)\" does not exist");

    private DuckDbErrors() {}

    /** For statements of our own. */
    static TributaryException translate(SQLException error) {
        return translate(error, "", "");
    }

    /**
     * @param database where a name without one is looked for, or empty
     * @param sql the statement as the engine got it: its errors give a table's position there, but not its database
     */
    static TributaryException translate(SQLException error, String database, String sql) {
        String text = String.valueOf(error.getMessage());
        JsonNode node = parse(text);
        if (node == null) {
            return new TributaryException(ErrorCode.ENGINE, "DuckDB: " + text, error);
        }
        String message = node.path("exception_message").asText(text);
        ErrorCode code = code(node, message);
        if (code == ErrorCode.UNKNOWN_TABLE && !sql.isEmpty() && isWithoutDatabase(node, database, sql)) {
            return new TributaryException(ErrorCode.NO_DATABASE, "No database selected", error);
        }
        return new TributaryException(code, describe(code, node, message, database, sql), error);
    }

    private static @Nullable JsonNode parse(String text) {
        int start = text.indexOf('{');
        if (start < 0) {
            return null;
        }
        try {
            return JSON.readTree(text.substring(start));
        } catch (JsonProcessingException e) {
            return null;
        }
    }

    private static ErrorCode code(JsonNode node, String message) {
        String subtype = node.path("error_subtype").asText();
        return switch (node.path("exception_type").asText()) {
            case "Catalog" -> "MISSING_ENTRY".equals(subtype) ? missing(node) : withoutSubtype(message);
            case "Binder" ->
                switch (subtype) {
                    case "COLUMN_NOT_FOUND" -> ErrorCode.UNKNOWN_COLUMN;
                    case "NO_MATCHING_FUNCTION" -> ErrorCode.WRONG_ARGUMENTS;
                    default -> binderWithoutSubtype(message);
                };
            case "Parser", "Syntax" -> ErrorCode.SYNTAX;
            case "Conversion" -> isTooLarge(message) ? ErrorCode.OUT_OF_RANGE : ErrorCode.BAD_DATE;
            case "Out of Range" -> ErrorCode.OUT_OF_RANGE;
            case "TransactionContext" ->
                message.contains("transaction is aborted") ? ErrorCode.TRANSACTION_ABORTED : ErrorCode.WRITE_CONFLICT;
            case "INTERRUPT" -> ErrorCode.INTERRUPTED;
            case "Permission" -> ErrorCode.DATABASE_ACCESS_DENIED;
            case "Not implemented" -> ErrorCode.NOT_SUPPORTED;
            case "Invalid Input" -> ErrorCode.INVALID_STATEMENT;
            default -> ErrorCode.ENGINE;
        };
    }

    private static ErrorCode withoutSubtype(String message) {
        return NO_SCHEMA.matcher(message).find() ? ErrorCode.UNKNOWN_DATABASE : ErrorCode.ENGINE;
    }

    /** Some of DuckDB's missing columns carry no subtype. */
    private static ErrorCode binderWithoutSubtype(String message) {
        if (AMBIGUOUS.matcher(message).find()) {
            return ErrorCode.AMBIGUOUS_COLUMN;
        }
        return isMissingColumn(message) ? ErrorCode.UNKNOWN_COLUMN : ErrorCode.INVALID_STATEMENT;
    }

    private static boolean isMissingColumn(String message) {
        return message.contains("does not have a column named")
                || message.startsWith("Referenced table ")
                || message.startsWith("Referenced column ");
    }

    /** A number, not a date that no calendar has. */
    private static boolean isTooLarge(String message) {
        return message.contains("out of range for the destination type");
    }

    private static ErrorCode missing(JsonNode node) {
        String type = node.path("type").asText();
        if (type.endsWith("Function")) {
            return ErrorCode.UNKNOWN_FUNCTION;
        }
        return type.equals("Schema") ? ErrorCode.UNKNOWN_DATABASE : ErrorCode.UNKNOWN_TABLE;
    }

    private static String describe(ErrorCode code, JsonNode node, String message, String database, String sql) {
        String name = node.path("name").asText();
        String qualifier = code == ErrorCode.UNKNOWN_TABLE ? qualifier(sql, node, database) : database;
        String qualified = qualifier.isEmpty() || name.indexOf('.') >= 0 ? name : qualifier + "." + name;
        return switch (code) {
            case UNKNOWN_FUNCTION -> "FUNCTION " + qualified + " does not exist";
            case UNKNOWN_TABLE -> "Table '" + qualified + "' doesn't exist";
            case UNKNOWN_DATABASE -> "Unknown database '" + schema(name, message) + "'";
            case UNKNOWN_COLUMN ->
                name.isEmpty() ? firstLine(message) : "Unknown column '" + name + "' in 'field list'";
            case AMBIGUOUS_COLUMN -> "Column '" + ambiguous(message) + "' in field list is ambiguous";
            case SYNTAX -> "You have an error in your SQL syntax; " + firstLine(message);
            // Arithmetic is written with a CASE (see mysql-functions.sql) that the client has not written.
            case INVALID_STATEMENT -> firstLine(message).replace(" in CASE expression", "");
            case INTERRUPTED -> "Query execution was interrupted";
            case BAD_DATE, OUT_OF_RANGE, WRONG_ARGUMENTS, NOT_SUPPORTED -> firstLine(message);
            default -> "DuckDB: " + message;
        };
    }

    private static boolean isWithoutDatabase(JsonNode node, String database, String sql) {
        return node.path("name").asText().indexOf('.') < 0
                && qualifier(sql, node, database).isEmpty();
    }

    /** The database in front of the table at the error's position, or the default. */
    private static String qualifier(String sql, JsonNode node, String database) {
        byte[] bytes = sql.getBytes(StandardCharsets.UTF_8);
        int position = node.path("position").asInt(-1);
        if (position < 0 || position >= bytes.length) {
            return database;
        }
        Matcher chain = NAMES.matcher(new String(bytes, position, bytes.length - position, StandardCharsets.UTF_8));
        if (!chain.lookingAt()) {
            return database;
        }
        String first = chain.group(1);
        return first.startsWith("\"") ? first.substring(1, first.length() - 1).replace("\"\"", "\"") : first;
    }

    private static String schema(String name, String message) {
        Matcher missing = NO_SCHEMA.matcher(message);
        return missing.find() ? missing.group(1) : name;
    }

    private static String ambiguous(String message) {
        Matcher matcher = AMBIGUOUS.matcher(message);
        return matcher.find() ? matcher.group(1) : "";
    }

    private static String firstLine(String message) {
        int end = message.indexOf('\n');
        return end < 0 ? message : message.substring(0, end);
    }
}
