package io.tributary.dialect;

import io.tributary.contract.calls.QueryContext;
import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.RowRules;
import java.time.DateTimeException;
import java.time.Instant;
import java.time.LocalDateTime;
import java.time.ZoneId;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Set;

/**
 * Turns statements in MySQL's dialect into DuckDB's. Only tokens of MySQL, statements of the kinds named here and
 * functions of the list of {@link MySqlFunctions} reach the engine.
 */
public final class MySqlDialect {
    private static final Set<String> QUERIES = Set.of("SELECT", "WITH");
    private static final Set<String> CHANGES = Set.of("DELETE", "UPDATE");

    private MySqlDialect() {}

    /** Whether a statement returns rows. */
    public static boolean isQuery(String sql, QueryContext context) {
        return QUERIES.contains(firstWord(Tokenizer.tokenize(sql, context.sqlMode())));
    }

    /** A statement that returns rows. */
    public static EngineText query(String sql, QueryContext context, ColumnTypes types) {
        List<Token> tokens = Tokenizer.tokenize(sql, context.sqlMode());
        String first = firstWord(tokens);
        if (!QUERIES.contains(first)) {
            throw refused(first, "a query");
        }
        return new StatementRewriter(sql, tokens, context, types, now(context)).query();
    }

    /**
     * A query to be described only: NULL stands for every parameter, since the engine tells no columns at all where it
     * must guess one parameter's type.
     */
    public static EngineText described(String sql, QueryContext context, ColumnTypes types) {
        List<Token> tokens = Tokenizer.tokenize(sql, context.sqlMode());
        tokens.replaceAll(token -> token.kind() == Token.Kind.PARAMETER
                ? new Token(Token.Kind.WORD, "NULL", token.start(), token.end())
                : token);
        return new StatementRewriter(sql, tokens, context, types, now(context)).query();
    }

    /** A statement that changes rows. An INSERT is none: its rows come as such, whoever computes them, and are checked. */
    public static EngineText change(String sql, RowRules rules, QueryContext context, ColumnTypes types) {
        List<Token> tokens = Tokenizer.tokenize(sql, context.sqlMode());
        String first = firstWord(tokens);
        if (!CHANGES.contains(first)) {
            throw refused(first, "a statement that changes rows");
        }
        return new StatementRewriter(sql, tokens, context, types, now(context)).change(new AssignedValues(rules));
    }

    private static LocalDateTime now(QueryContext context) {
        try {
            Instant start = context.startMicros() == 0
                    ? Instant.now()
                    : Instant.EPOCH.plus(context.startMicros(), ChronoUnit.MICROS);
            return LocalDateTime.ofInstant(start, ZoneId.of(context.timeZone()));
        } catch (DateTimeException e) {
            throw new TributaryException(
                    ErrorCode.UNKNOWN_TIME_ZONE, "Unknown or incorrect time zone: '" + context.timeZone() + "'", e);
        }
    }

    private static TributaryException refused(String first, String wanted) {
        if (first.isEmpty()) {
            return new TributaryException(ErrorCode.EMPTY_QUERY, "Query was empty");
        }
        return TributaryException.notSupported(first + " as " + wanted + " in the engine");
    }

    /** Returns the first word in upper case, opening parentheses skipped; empty if there is none. */
    private static String firstWord(List<Token> tokens) {
        for (Token token : tokens) {
            if (!token.isSymbol("(")) {
                return token.kind() == Token.Kind.WORD ? token.upper() : "";
            }
        }
        return "";
    }
}
