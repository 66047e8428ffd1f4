package io.tributary.frontend.execution;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.information.ToldRows;
import io.tributary.contract.schema.SqlMode;
import io.tributary.dialect.token.SessionFunction;
import io.tributary.dialect.token.SqlLiterals;
import io.tributary.planner.catalog.Catalog;
import io.tributary.planner.plan.SessionExpression;
import io.tributary.planner.plan.VariableScope;
import io.tributary.planner.sql.query.TokenSubstitution;
import io.tributary.session.Session;
import io.tributary.session.Sessions;
import io.tributary.session.SystemVariable;
import io.tributary.session.UserVariables;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Computes what only the session knows: variables, and functions such as DATABASE(). Event loop of the connection. */
public final class SessionValues {
    private final Session session;
    private final Catalog catalog;
    private final String serverVersion;
    private final Sessions sessions;

    /** @param text null for SQL's NULL */
    public record Value(@Nullable String text, boolean number) {
        public static final Value NULL = new Value(null, false);

        static Value text(String text) {
            return new Value(text, false);
        }

        static Value number(long number) {
            return new Value(Long.toString(number), true);
        }
    }

    public SessionValues(Session session, Sessions sessions, Catalog catalog, String serverVersion) {
        this.session = session;
        this.catalog = catalog;
        this.serverVersion = serverVersion;
        this.sessions = sessions;
    }

    /** @throws TributaryException 1193, 1305, or 1235 for an expression that needs the engine */
    public Value evaluate(SessionExpression expression) {
        if (expression instanceof SessionExpression.Literal literal) {
            return switch (literal.kind()) {
                case NULL -> Value.NULL;
                case NUMBER -> new Value(literal.text(), true);
                case STRING, WORD -> Value.text(literal.text());
            };
        }
        if (expression instanceof SessionExpression.SystemVariable variable) {
            return systemVariable(variable.scope(), variable.name());
        }
        if (expression instanceof SessionExpression.UserVariable variable) {
            return userVariable(variable.name());
        }
        if (expression instanceof SessionExpression.Call call) {
            return call(call);
        }
        throw TributaryException.notSupported(describe(expression), " here");
    }

    /** Every token of the session in a text for the engine replaced by its value. */
    public String substitute(String sql, SqlMode mode, PreparedParameters parameters) {
        return TokenSubstitution.replace(sql, mode, new TokenSubstitution.Session() {
            @Override
            public @Nullable String systemVariable(VariableScope scope, String name) {
                return literal(SessionValues.this.systemVariable(scope, name), mode);
            }

            @Override
            public @Nullable String userVariable(String name) {
                return literal(SessionValues.this.userVariable(name), mode);
            }

            @Override
            public @Nullable String function(String name) {
                return literal(SessionValues.this.function(name), mode);
            }

            @Override
            public @Nullable String parameter(int index) {
                return parameters.literal(index, mode);
            }

            @Override
            public String processList() {
                return ProcessList.query(sessions, mode);
            }
        });
    }

    /** A user variable as SQL text. */
    public String literal(String userVariable, SqlMode mode) {
        return literal(userVariable(userVariable), mode);
    }

    Value systemVariable(VariableScope scope, String name) {
        if (scope != VariableScope.GLOBAL
                && (name.equalsIgnoreCase("last_insert_id") || name.equalsIgnoreCase("identity"))) {
            return Value.number(session.lastInsertId());
        }
        Map<String, String> globals = catalog.snapshot().globalVariables();
        SystemVariable variable = session.variables().table().get(name);
        if (scope == VariableScope.SESSION && variable.scope() == SystemVariable.Scope.GLOBAL) {
            throw new TributaryException(
                    ErrorCode.READ_ONLY_VARIABLE, "Variable '" + variable.name() + "' is a GLOBAL variable");
        }
        String text = scope == VariableScope.GLOBAL
                ? session.variables().getGlobal(name, globals)
                : ofSession(variable, globals);
        boolean untranslated = text.isEmpty() && variable.name().equals("character_set_results");
        return untranslated ? Value.NULL : new Value(variable.selected(text), variable.isNumeric());
    }

    /** Some follow from what the session does. */
    private String ofSession(SystemVariable variable, Map<String, String> globals) {
        return switch (variable.name()) {
            case "last_insert_id", "identity" -> Long.toString(session.lastInsertId());
            case "warning_count" -> Integer.toString(session.diagnostics().countBefore());
            case "error_count" -> Integer.toString(session.diagnostics().errorCountBefore());
            case "pseudo_thread_id" -> Integer.toUnsignedString(session.id());
            case "character_set_database" ->
                textsOfDatabase().map(ToldRows.Texts::characterSet).orElseGet(() -> session.variables()
                        .get(variable.name(), globals));
            case "collation_database" ->
                textsOfDatabase().map(ToldRows.Texts::collation).orElseGet(() -> session.variables()
                        .get(variable.name(), globals));
            default -> session.variables().get(variable.name(), globals);
        };
    }

    /** What the server of the current database has told. */
    private Optional<ToldRows.Texts> textsOfDatabase() {
        return catalog.snapshot().tables(session.database()).stream()
                .flatMap(table -> ToldRows.textsOfDatabase(table).stream())
                .findFirst();
    }

    public Value userVariable(String name) {
        return session.userVariables()
                .get(name)
                .map(value -> new Value(value.text(), value.number()))
                .orElse(Value.NULL);
    }

    private Value call(SessionExpression.Call call) {
        if (call.name().equals("CONCAT")) {
            StringBuilder joined = new StringBuilder();
            for (SessionExpression argument : call.arguments()) {
                String text = evaluate(argument).text();
                if (text == null) {
                    return Value.NULL;
                }
                joined.append(text);
            }
            return Value.text(joined.toString());
        }
        if (call.isSleep()) {
            // Whoever runs it has waited before; here it is asked what its column will be.
            return Value.number(0);
        }
        if (!call.arguments().isEmpty()) {
            throw unknownFunction(call.name());
        }
        return function(call.name());
    }

    private Value function(String name) {
        return switch (SessionFunction.named(name).orElseThrow(() -> unknownFunction(name))) {
            case DATABASE -> session.database().isEmpty() ? Value.NULL : Value.text(session.database());
            case VERSION -> Value.text(serverVersion);
            case USER -> Value.text(session.user() + "@" + session.host());
            case CURRENT_USER -> Value.text(session.user() + "@%");
            case CURRENT_ROLE -> Value.text("NONE");
            case CONNECTION_ID -> new Value(Integer.toUnsignedString(session.id()), true);
            case LAST_INSERT_ID -> Value.number(session.lastInsertId());
            case ROW_COUNT -> Value.number(session.rowCount());
            case FOUND_ROWS -> foundRows();
        };
    }

    private Value foundRows() {
        if (session.foundRows() < 0) {
            throw TributaryException.notSupported(
                    "FOUND_ROWS() after SQL_CALC_FOUND_ROWS and LIMIT, or after a result that is fetched by a cursor");
        }
        return Value.number(session.foundRows());
    }

    /** What a user variable is set to. */
    public static UserVariables.Value kept(String text, boolean number) {
        return new UserVariables.Value(text, number);
    }

    private static String literal(Value value, SqlMode mode) {
        if (value.text() == null) {
            return "NULL";
        }
        return value.number() ? value.text() : SqlLiterals.string(value.text(), mode);
    }

    private static TributaryException unknownFunction(String name) {
        return new TributaryException(ErrorCode.UNKNOWN_FUNCTION, "FUNCTION " + name + " does not exist");
    }

    private static String describe(SessionExpression expression) {
        return expression instanceof SessionExpression.Text text ? text.sql() : expression.toString();
    }
}
