package io.tributary.planner.sql.definition;

import io.tributary.dialect.token.Names;
import io.tributary.dialect.token.Tokens;
import io.tributary.planner.catalog.NameResolver;
import io.tributary.planner.plan.part.TableName;

/** Reads names of tables that need not exist. */
public final class TableNames {
    private TableNames() {}

    /** {@code [db.]t}, whose database need not exist either. */
    public static TableName read(Tokens tokens, NameResolver names) {
        return Names.qualified(
                tokens, (database, name) -> new TableName(database.isEmpty() ? names.database("") : database, name));
    }
}
