package io.tributary.planner.sql.query;

import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.token.RewrittenText;
import io.tributary.dialect.token.SqlLiterals;
import io.tributary.dialect.token.Token;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.plan.SessionExpression;
import io.tributary.planner.plan.VariableScope;
import java.nio.charset.StandardCharsets;
import java.util.function.IntFunction;
import org.jspecify.annotations.Nullable;

/** Replaces what only the session knows in a text for the engine, outside strings, identifiers and comments. */
public final class TokenSubstitution {
    /** Supplies SQL text (see {@link SqlLiterals}) for a token, or null to leave it as it stands. */
    public interface Session {
        @Nullable
        String systemVariable(VariableScope scope, String name);

        @Nullable
        String userVariable(String name);

        /** @param name in upper case, one of those {@code SelectVariablesPlan} lists, called without arguments */
        @Nullable
        String function(String name);

        /** @param index from 0 */
        @Nullable
        String parameter(int index);

        /** The sessions as a query for WITH: {@code PROCESSLIST(…) AS (…)}. */
        String processList();
    }

    private TokenSubstitution() {}

    /**
     * Puts values in place of {@code ?} and leaves all else as it stands.
     *
     * @param literals SQL text for each, by index from 0
     */
    public static String parameters(String sql, SqlMode mode, IntFunction<String> literals) {
        byte[] bytes = sql.getBytes(StandardCharsets.UTF_8);
        Tokens tokens = new Tokens(bytes, 0, bytes.length, mode);
        StringBuilder replaced = new StringBuilder(sql.length() + 64);
        boolean labelled = isQuery(tokens);
        int copied = 0;
        int parameters = 0;
        while (!tokens.atEnd()) {
            if (tokens.kind() == Token.Kind.PARAMETER) {
                String text = literals.apply(parameters++);
                replaced.append(new String(bytes, copied, tokens.start() - copied, StandardCharsets.UTF_8))
                        .append(labelled ? RewrittenText.instead("?", text) : text);
                copied = tokens.end();
            }
            tokens.advance();
        }
        return replaced.append(new String(bytes, copied, bytes.length - copied, StandardCharsets.UTF_8))
                .toString();
    }

    /**
     * Every byte that is no such token stays where it is; what is put instead of one in a query keeps it ({@link RewrittenText}),
     * since columns are labelled by what the client wrote. {@code information_schema.processlist} becomes the name of a
     * query that is put before the statement.
     */
    public static String replace(String sql, SqlMode mode, Session session) {
        byte[] bytes = sql.getBytes(StandardCharsets.UTF_8);
        Tokens tokens = new Tokens(bytes, 0, bytes.length, mode);
        StringBuilder replaced = new StringBuilder(sql.length() + 64);
        boolean labelled = isQuery(tokens);
        int copied = 0;
        int parameters = 0;
        boolean sessions = false;
        while (!tokens.atEnd()) {
            int begin = tokens.start();
            int end = tokens.end();
            @Nullable String text = null;
            switch (tokens.kind()) {
                case PARAMETER -> text = session.parameter(parameters++);
                case SYSTEM_VARIABLE -> {
                    SessionExpression.SystemVariable variable =
                            ExpressionParser.systemVariable(tokens.text(begin + 2, end));
                    text = session.systemVariable(variable.scope(), variable.name());
                }
                case USER_VARIABLE -> {
                    if (tokens.followedBy(':')) {
                        throw TributaryException.notSupported("assignment to a variable within a statement");
                    }
                    text = session.userVariable(ExpressionParser.userVariableName(tokens));
                }
                case WORD, QUOTED -> {
                    if (SessionTokens.isProcessList(tokens)) {
                        sessions = true;
                        text = SessionTokens.PROCESSLIST;
                        end = afterProcessList(tokens);
                        tokens.moveTo(begin);
                    } else if (SessionTokens.isFunction(tokens)) {
                        String name = tokens.upper();
                        int after = call(tokens);
                        if (after > 0) {
                            text = session.function(name);
                            end = after;
                        }
                        tokens.moveTo(begin);
                    }
                }
                default -> {}
            }
            if (text != null) {
                replaced.append(new String(bytes, copied, begin - copied, StandardCharsets.UTF_8))
                        .append(
                                labelled
                                        ? RewrittenText.instead(
                                                new String(bytes, begin, end - begin, StandardCharsets.UTF_8), text)
                                        : text);
                copied = end;
                tokens.moveTo(end);
            } else {
                tokens.advance();
            }
        }
        replaced.append(new String(bytes, copied, bytes.length - copied, StandardCharsets.UTF_8));
        return sessions ? with(session.processList(), replaced.toString(), mode) : replaced.toString();
    }

    /** Puts the query into a WITH before the statement, or first into the statement's own. */
    private static String with(String query, String statement, SqlMode mode) {
        Tokens tokens = Tokens.of(statement, mode);
        if (!tokens.accept("WITH")) {
            return "WITH " + query + " " + statement;
        }
        tokens.accept("RECURSIVE");
        int rest = tokens.start();
        return tokens.text(0, rest) + query + ", " + tokens.text(rest, tokens.limit());
    }

    /** Whether the columns of its result have labels. */
    private static boolean isQuery(Tokens tokens) {
        return tokens.ahead(() -> {
            while (tokens.acceptSymbol('(')) {
                // A query may stand in any number of parentheses.
            }
            return tokens.atAny("SELECT", "WITH");
        });
    }

    private static int afterProcessList(Tokens tokens) {
        tokens.advance();
        tokens.advance();
        return tokens.end();
    }

    /** Returns the index behind the function's empty parentheses, or -1 where it has arguments. */
    private static int call(Tokens tokens) {
        boolean parenthesesOptional = tokens.at("CURRENT_USER");
        int end = tokens.end();
        tokens.advance();
        if (!tokens.acceptSymbol('(')) {
            return parenthesesOptional ? end : -1;
        }
        return tokens.atSymbol(')') ? tokens.end() : -1;
    }
}
