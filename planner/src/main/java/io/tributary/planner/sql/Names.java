package io.tributary.planner.sql;

import io.tributary.planner.plan.TableName;
import io.tributary.rpc.schema.TableSchema;

/** Reads names that may have a database before them. */
final class Names {
    private Names() {}

    /** {@code [db.]t} of a table that exists. */
    static TableSchema table(Tokens tokens, NameResolver names) {
        String first = tokens.identifier();
        return tokens.acceptSymbol('.') ? names.table(first, tokens.identifier()) : names.table("", first);
    }

    /** {@code [db.]t}, which need not exist, nor its database. */
    static TableName tableName(Tokens tokens, NameResolver names) {
        String first = tokens.identifier();
        return tokens.acceptSymbol('.')
                ? new TableName(first, tokens.identifier())
                : new TableName(names.database(""), first);
    }
}
