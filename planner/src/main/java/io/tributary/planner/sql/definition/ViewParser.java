package io.tributary.planner.sql.definition;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ViewSchema;
import io.tributary.contract.schema.ViewSchema.Existing;
import io.tributary.dialect.token.Names;
import io.tributary.dialect.token.Token;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.catalog.NameResolver;
import io.tributary.planner.plan.DefinitionPlan;
import io.tributary.planner.plan.part.TableName;
import java.util.ArrayList;
import java.util.List;

/**
 * CREATE VIEW and ALTER VIEW from behind the verb. ALGORITHM and SQL SECURITY have no effect: a view is always computed where
 * it is read, and every account may do everything. Its query stays text, which the backend checks.
 */
final class ViewParser {
    private final Tokens tokens;
    private final NameResolver names;

    ViewParser(Tokens tokens, NameResolver names) {
        this.tokens = tokens;
        this.names = names;
    }

    static boolean isAt(Tokens tokens) {
        return tokens.atAny("OR", "ALGORITHM", "DEFINER", "SQL", "VIEW");
    }

    DefinitionPlan create() {
        return rest("CREATE", tokens.acceptClause("OR", "REPLACE") ? Existing.REPLACED : Existing.REFUSED);
    }

    DefinitionPlan alter() {
        return rest("ALTER", Existing.REQUIRED);
    }

    private DefinitionPlan rest(String verb, Existing unconditional) {
        String definer = clauses();
        if (!tokens.accept("VIEW")) {
            throw TributaryException.notSupported(verb + " " + tokens.upper());
        }
        Existing existing = unconditional;
        if (verb.equals("CREATE") && tokens.acceptClause("IF", "NOT", "EXISTS")) {
            existing = existing == Existing.REFUSED ? Existing.KEPT : existing;
        }
        TableName name = NewNames.table(TableNames.read(tokens, names));
        names.existingDatabase(name.database());
        List<Column> columns = new ArrayList<>();
        if (tokens.atSymbol('(')) {
            for (String column : Names.inParentheses(tokens)) {
                NewNames.requireColumn(column);
                columns.add(Column.of(column, ColumnType.of(ColumnType.Kind.NULL), true));
            }
        }
        tokens.expect("AS");
        String query = query(name);
        return new DefinitionPlan.CreateView(
                new ViewSchema(ViewSchema.table(name.database(), name.table(), columns), query, tokens.mode(), definer),
                names.currentDatabase(),
                existing);
    }

    /** Returns the account of DEFINER; empty: the session's. */
    private String clauses() {
        String definer = "";
        while (tokens.atAny("ALGORITHM", "DEFINER", "SQL")) {
            if (tokens.acceptClause("SQL", "SECURITY")) {
                tokens.identifier();
                continue;
            }
            boolean account = tokens.at("DEFINER");
            tokens.advance();
            tokens.expectSymbol('=');
            if (account && !tokens.at("CURRENT_USER")) {
                definer = tokens.identifierOrString();
                if (tokens.kind() == Token.Kind.USER_VARIABLE) {
                    tokens.advance();
                }
                continue;
            }
            tokens.identifier();
            if (tokens.acceptSymbol('(')) {
                tokens.expectSymbol(')');
            }
        }
        return definer;
    }

    private String query(TableName name) {
        int begin = tokens.start();
        while (!tokens.atStatementEnd()) {
            switch (tokens.kind()) {
                case PARAMETER, SYSTEM_VARIABLE, USER_VARIABLE ->
                    throw ErrorCode.VIEW_WITH_VARIABLE.error("View's SELECT contains a variable or parameter");
                default -> {}
            }
            if (isCheckOption()) {
                throw ErrorCode.CHECK_OPTION_OF_VIEW.error("CHECK OPTION on non-updatable view '" + name + "'");
            }
            tokens.advance();
        }
        if (tokens.start() == begin) {
            throw tokens.syntaxError();
        }
        return tokens.textSince(begin);
    }

    /** {@code WITH [CASCADED | LOCAL] CHECK OPTION}; the cursor stays. */
    private boolean isCheckOption() {
        return tokens.at("WITH")
                && tokens.ahead(() -> {
                    tokens.advance();
                    tokens.acceptAny("CASCADED", "LOCAL");
                    return tokens.accept("CHECK", "OPTION");
                });
    }
}
