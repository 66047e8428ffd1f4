package io.tributary.planner.sql;

import io.tributary.contract.error.TributaryException;
import io.tributary.dialect.token.Token;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.plan.DoNothingPlan;
import io.tributary.planner.plan.Plan;
import io.tributary.planner.plan.SessionExpression;
import io.tributary.planner.plan.SetPlan;
import io.tributary.planner.plan.SetPlan.Assignment;
import io.tributary.planner.plan.VariableScope;
import io.tributary.planner.sql.query.ExpressionParser;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** SET in all its forms, several in one statement; SET PASSWORD is an account's matter. */
final class SetParser {
    private final Tokens tokens;
    private VariableScope scope = VariableScope.UNSPECIFIED;

    SetParser(Tokens tokens) {
        this.tokens = tokens;
    }

    Plan parse() {
        tokens.advance();
        if (tokens.at("PASSWORD")) {
            return new AccountParser(tokens).setPassword();
        } else if (tokens.atAny("ROLE", "RESOURCE", "PROPERTY") && !tokens.followedBy('=')) {
            return role();
        }
        List<Assignment> assignments = new ArrayList<>();
        do {
            assignments(assignments);
        } while (tokens.acceptSymbol(','));
        tokens.expectEnd();
        return new SetPlan(assignments);
    }

    /** DO: values for nobody. */
    Plan computed() {
        tokens.advance();
        List<Assignment> assignments = new ArrayList<>();
        do {
            assignments.add(new SetPlan.Nothing(new ExpressionParser(tokens).assigned()));
        } while (tokens.acceptSymbol(','));
        tokens.expectEnd();
        return new SetPlan(assignments);
    }

    /** There are no roles, so each of {@code SET ROLE NONE | ALL | DEFAULT} is what is already. */
    private Plan role() {
        String what = tokens.word();
        if (!what.equals("ROLE") || !tokens.atAny("NONE", "ALL", "DEFAULT")) {
            throw TributaryException.notSupported("SET " + what);
        }
        tokens.advance();
        tokens.expectEnd();
        return new DoNothingPlan("SET ROLE");
    }

    private void assignments(List<Assignment> into) {
        switch (tokens.kind()) {
            case SYSTEM_VARIABLE -> {
                SessionExpression.SystemVariable variable =
                        ExpressionParser.systemVariable(tokens.text(tokens.start() + 2, tokens.end()));
                tokens.advance();
                into.add(new SetPlan.Variable(variable.scope(), variable.name(), value()));
            }
            case USER_VARIABLE -> {
                String name = ExpressionParser.userVariableName(tokens);
                tokens.advance();
                into.add(new SetPlan.UserVariable(name, value()));
            }
            case WORD, QUOTED -> word(into);
            default -> throw tokens.syntaxError();
        }
    }

    private void word(List<Assignment> into) {
        VariableScope named = scope();
        boolean variable = tokens.followedBy('=') || tokens.followedBy(':') || tokens.followedBy('.');
        if (!variable && tokens.accept("NAMES")) {
            into.add(names());
        } else if (!variable && (tokens.accept("CHARSET") || tokens.acceptClause("CHARACTER", "SET"))) {
            into.add(new SetPlan.CharacterSet(charset()));
        } else if (!variable && tokens.accept("TRANSACTION")) {
            transaction(named == VariableScope.UNSPECIFIED ? VariableScope.NEXT_TRANSACTION : named, into);
        } else {
            String name = tokens.identifier();
            if (tokens.acceptSymbol('.')) {
                name = name + "." + tokens.identifier();
            }
            into.add(new SetPlan.Variable(named, name, value()));
        }
    }

    /** GLOBAL or SESSION hold for the names behind them too, up to the next such word. */
    private VariableScope scope() {
        if (tokens.kind() == Token.Kind.WORD && !tokens.followedBy('=') && !tokens.followedBy(':')) {
            VariableScope named = ExpressionParser.scope(tokens.upper());
            if (named != VariableScope.UNSPECIFIED) {
                tokens.advance();
                scope = named;
            }
        }
        return scope;
    }

    private SessionExpression value() {
        tokens.acceptSymbol(':');
        tokens.expectSymbol('=');
        return new ExpressionParser(tokens).assigned();
    }

    private Assignment names() {
        if (tokens.acceptSymbol('=')) {
            throw tokens.syntaxError();
        }
        String charset = charset();
        String collation = tokens.accept("COLLATE") ? tokens.identifierOrString() : "";
        return new SetPlan.Names(charset, collation);
    }

    private String charset() {
        return tokens.at("DEFAULT") ? tokens.identifier().toUpperCase(Locale.ROOT) : tokens.identifierOrString();
    }

    private void transaction(VariableScope of, List<Assignment> into) {
        do {
            if (tokens.accept("READ")) {
                boolean only = tokens.accept("ONLY");
                if (!only) {
                    tokens.expect("WRITE");
                }
                into.add(new SetPlan.Variable(
                        of,
                        "transaction_read_only",
                        new SessionExpression.Literal(SessionExpression.LiteralKind.NUMBER, only ? "1" : "0")));
            } else {
                tokens.expect("ISOLATION", "LEVEL");
                into.add(new SetPlan.Variable(
                        of,
                        "transaction_isolation",
                        new SessionExpression.Literal(SessionExpression.LiteralKind.STRING, isolationLevel())));
            }
        } while (tokens.acceptSymbol(','));
    }

    private String isolationLevel() {
        if (tokens.accept("SERIALIZABLE")) {
            return "SERIALIZABLE";
        } else if (tokens.accept("REPEATABLE", "READ")) {
            return "REPEATABLE-READ";
        } else if (tokens.accept("READ", "COMMITTED")) {
            return "READ-COMMITTED";
        } else if (tokens.accept("READ", "UNCOMMITTED")) {
            return "READ-UNCOMMITTED";
        }
        throw tokens.syntaxError();
    }
}
