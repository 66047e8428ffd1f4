package io.tributary.planner.sql.query;

import io.tributary.dialect.token.SessionFunction;
import io.tributary.dialect.token.SqlText;
import io.tributary.dialect.token.Token;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.plan.SessionExpression;
import io.tributary.planner.plan.VariableScope;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads values that the session can compute: literals, variables, and calls with such values. */
public final class ExpressionParser {
    /** Calls inside calls; deeper text goes to the engine. */
    private static final int NESTING_MAX = 16;

    private final Tokens tokens;

    public ExpressionParser(Tokens tokens) {
        this.tokens = tokens;
    }

    /**
     * The value of an assignment, up to a comma, a semicolon or the end: what the session can compute, else its text.
     */
    public SessionExpression assigned() {
        int begin = tokens.start();
        if (tokens.atAny("DEFAULT") && !tokens.followedBy('(')) {
            tokens.advance();
            if (atEndOfValue()) {
                return new SessionExpression.Default();
            }
            throw tokens.syntaxError();
        }
        Optional<SessionExpression> simple = simple(0);
        if (simple.isPresent() && isComputable(simple.get()) && atEndOfValue()) {
            return simple.get();
        }
        tokens.moveTo(begin);
        return text();
    }

    /** Whether the session computes it: of calls it knows its own functions and CONCAT, others are the engine's. */
    private static boolean isComputable(SessionExpression expression) {
        if (!(expression instanceof SessionExpression.Call call)) {
            return !(expression instanceof SessionExpression.Parameter);
        }
        if (call.isSleep()) {
            return true;
        }
        return call.name().equals("CONCAT")
                ? call.arguments().stream().allMatch(ExpressionParser::isComputable)
                : call.arguments().isEmpty()
                        && SessionFunction.named(call.name()).isPresent();
    }

    private SessionExpression text() {
        int begin = tokens.start();
        tokens.skipValue();
        return new SessionExpression.Text(tokens.textSince(begin));
    }

    private boolean atEndOfValue() {
        return tokens.atStatementEnd() || tokens.atSymbol(',') || tokens.atSymbol(')');
    }

    /** A value without operators, or empty; the cursor is then anywhere behind. */
    Optional<SessionExpression> simple(int depth) {
        return switch (tokens.kind()) {
            case STRING -> string();
            case NUMBER -> Optional.of(number(""));
            case SYMBOL -> sign();
            case SYSTEM_VARIABLE -> Optional.of(systemVariable());
            case USER_VARIABLE -> Optional.of(userVariable());
            case WORD -> word(depth);
            case PARAMETER -> parameter(depth);
            case QUOTED, BINARY, BINARY_TEXT, END -> Optional.empty();
        };
    }

    /** Outside of a call it is a value like any other, whose type the engine tells. */
    private Optional<SessionExpression> parameter(int depth) {
        if (depth == 0) {
            return Optional.empty();
        }
        tokens.advance();
        return Optional.of(new SessionExpression.Parameter());
    }

    /** Reads a string; empty for one that is not UTF-8, which is left to the engine. */
    private Optional<SessionExpression> string() {
        byte[] value = tokens.stringBytes();
        return SqlText.isUtf8(value, 0, value.length)
                ? Optional.of(new SessionExpression.Literal(
                        SessionExpression.LiteralKind.STRING, new String(value, StandardCharsets.UTF_8)))
                : Optional.empty();
    }

    private SessionExpression number(String sign) {
        return new SessionExpression.Literal(SessionExpression.LiteralKind.NUMBER, sign + tokens.written());
    }

    private Optional<SessionExpression> sign() {
        boolean minus = tokens.atSymbol('-');
        if (!minus && !tokens.atSymbol('+')) {
            return Optional.empty();
        }
        tokens.advance();
        return tokens.kind() == Token.Kind.NUMBER ? Optional.of(number(minus ? "-" : "")) : Optional.empty();
    }

    private SessionExpression systemVariable() {
        SessionExpression variable = systemVariable(tokens.text(tokens.start() + 2, tokens.end()));
        tokens.advance();
        return variable;
    }

    /** @param text behind {@code @@} */
    public static SessionExpression.SystemVariable systemVariable(String text) {
        String name = text.replace("`", "");
        int point = name.indexOf('.');
        if (point > 0) {
            VariableScope scope = scope(name.substring(0, point));
            if (scope != VariableScope.UNSPECIFIED) {
                return new SessionExpression.SystemVariable(scope, name.substring(point + 1));
            }
        }
        return new SessionExpression.SystemVariable(VariableScope.UNSPECIFIED, name);
    }

    public static VariableScope scope(String word) {
        return switch (word.toUpperCase(Locale.ROOT)) {
            case "SESSION", "LOCAL" -> VariableScope.SESSION;
            // Global values outlast a restart.
            case "GLOBAL", "PERSIST", "PERSIST_ONLY" -> VariableScope.GLOBAL;
            default -> VariableScope.UNSPECIFIED;
        };
    }

    private SessionExpression userVariable() {
        String name = userVariableName(tokens);
        tokens.advance();
        return new SessionExpression.UserVariable(name);
    }

    /** The name of the user variable at the cursor, its quotes taken off. */
    public static String userVariableName(Tokens tokens) {
        int first = tokens.start() + 1;
        byte quote = tokens.bytes()[first];
        return quote == '\'' || quote == '"' || quote == '`'
                ? tokens.unquote(first, tokens.end())
                : tokens.text(first, tokens.end());
    }

    private Optional<SessionExpression> word(int depth) {
        if (tokens.accept("NULL")) {
            return Optional.of(new SessionExpression.Literal(SessionExpression.LiteralKind.NULL, ""));
        }
        String word = tokens.text(tokens.start(), tokens.end());
        if (!tokens.followedBy('(')) {
            tokens.advance();
            return Optional.of(
                    word.equalsIgnoreCase("CURRENT_USER")
                            ? new SessionExpression.Call("CURRENT_USER", List.of())
                            : new SessionExpression.Literal(SessionExpression.LiteralKind.WORD, word));
        }
        if (depth == NESTING_MAX) {
            return Optional.empty();
        }
        tokens.advance();
        tokens.expectSymbol('(');
        List<SessionExpression> arguments = new ArrayList<>();
        if (!tokens.atSymbol(')')) {
            do {
                Optional<SessionExpression> argument = simple(depth + 1);
                if (argument.isEmpty()) {
                    return Optional.empty();
                }
                arguments.add(argument.get());
            } while (tokens.acceptSymbol(','));
        }
        if (!tokens.acceptSymbol(')')) {
            return Optional.empty();
        }
        return Optional.of(new SessionExpression.Call(word.toUpperCase(Locale.ROOT), arguments));
    }
}
