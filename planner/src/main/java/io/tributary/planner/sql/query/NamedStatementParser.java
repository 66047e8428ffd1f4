package io.tributary.planner.sql.query;

import io.tributary.dialect.token.Token;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.plan.NamedStatementPlan;
import io.tributary.planner.plan.SessionExpression;
import java.util.List;

/** {@code PREPARE s FROM 'text' | @v}, {@code EXECUTE s [USING @a, …]}, {@code {DEALLOCATE | DROP} PREPARE s}. */
public final class NamedStatementParser {
    private final Tokens tokens;

    public NamedStatementParser(Tokens tokens) {
        this.tokens = tokens;
    }

    public NamedStatementPlan parse() {
        NamedStatementPlan plan;
        if (tokens.accept("PREPARE")) {
            plan = prepare();
        } else if (tokens.accept("EXECUTE")) {
            plan = new NamedStatementPlan.Execute(tokens.identifier(), arguments());
        } else {
            tokens.advance();
            tokens.expect("PREPARE");
            plan = new NamedStatementPlan.Deallocate(tokens.identifier());
        }
        tokens.expectEnd();
        return plan;
    }

    private NamedStatementPlan prepare() {
        String name = tokens.identifier();
        tokens.expect("FROM");
        if (tokens.kind() == Token.Kind.STRING) {
            return new NamedStatementPlan.Prepare(
                    name, new SessionExpression.Literal(SessionExpression.LiteralKind.STRING, tokens.string()));
        }
        return new NamedStatementPlan.Prepare(name, new SessionExpression.UserVariable(variable()));
    }

    private List<String> arguments() {
        return tokens.accept("USING") ? tokens.list(this::variable) : List.of();
    }

    private String variable() {
        if (tokens.kind() != Token.Kind.USER_VARIABLE) {
            throw tokens.syntaxError();
        }
        String name = ExpressionParser.userVariableName(tokens);
        tokens.advance();
        return name;
    }
}
