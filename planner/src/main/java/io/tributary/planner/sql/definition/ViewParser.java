package io.tributary.planner.sql.definition;

import io.tributary.contract.error.ErrorCode;
import io.tributary.contract.error.TributaryException;
import io.tributary.contract.schema.Column;
import io.tributary.contract.schema.ColumnType;
import io.tributary.contract.schema.ViewSchema;
import io.tributary.contract.schema.ViewSchema.Existing;
import io.tributary.dialect.token.NameResolver;
import io.tributary.dialect.token.Names;
import io.tributary.dialect.token.Tokens;
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
        Existing existing = Existing.REFUSED;
        if (tokens.accept("OR")) {
            tokens.expect("REPLACE");
            existing = Existing.REPLACED;
        }
        return rest("CREATE", existing);
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
        if (verb.equals("CREATE") && tokens.accept("IF")) {
            tokens.expect("NOT");
            tokens.expect("EXISTS");
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
            if (tokens.accept("SQL")) {
                tokens.expect("SECURITY");
                tokens.identifier();
                continue;
            }
            boolean account = tokens.at("DEFINER");
            tokens.advance();
            tokens.expectSymbol('=');
            if (account && !tokens.at("CURRENT_USER")) {
                definer = tokens.identifierOrString();
                if (tokens.kind() == Tokens.Kind.USER_VARIABLE) {
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
        int end = begin;
        while (!tokens.atEnd() && !tokens.atSymbol(';')) {
            switch (tokens.kind()) {
                case PARAMETER, SYSTEM_VARIABLE, USER_VARIABLE ->
                    throw new TributaryException(
                            ErrorCode.VIEW_WITH_VARIABLE, "View's SELECT contains a variable or parameter");
                default -> {}
            }
            if (isCheckOption()) {
                throw new TributaryException(
                        ErrorCode.CHECK_OPTION_OF_VIEW, "CHECK OPTION on non-updatable view '" + name + "'");
            }
            tokens.advance();
            end = tokens.previousEnd();
        }
        if (end == begin) {
            throw tokens.syntaxError();
        }
        return tokens.text(begin, end);
    }

    /** {@code WITH [CASCADED | LOCAL] CHECK OPTION}; the cursor stays. */
    private boolean isCheckOption() {
        if (!tokens.at("WITH")) {
            return false;
        }
        int begin = tokens.start();
        tokens.advance();
        if (!tokens.accept("CASCADED")) {
            tokens.accept("LOCAL");
        }
        boolean found = tokens.accept("CHECK", "OPTION");
        tokens.moveTo(begin);
        return found;
    }
}
