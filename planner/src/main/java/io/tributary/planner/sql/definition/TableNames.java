package io.tributary.planner.sql.definition;

import io.tributary.dialect.token.NameResolver;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.plan.part.TableName;

/** Reads names of tables that need not exist. */
public final class TableNames {
    private TableNames() {}

    /** {@code [db.]t}, whose database need not exist either. */
    public static TableName read(Tokens tokens, NameResolver names) {
        String first = tokens.identifier();
        return tokens.acceptSymbol('.')
                ? new TableName(first, tokens.identifier())
                : new TableName(names.database(""), first);
    }
}
