package io.tributary.planner;

import io.tributary.contract.schema.SqlMode;
import io.tributary.contract.temporary.TemporaryTables;

/**
 * What a statement's meaning depends on besides its text.
 *
 * @param database the session's current one, or empty
 * @param temporary the session's tables that nobody else sees
 */
public record PlanContext(String database, SqlMode sqlMode, TemporaryTables temporary) {
    public PlanContext(String database, SqlMode sqlMode) {
        this(database, sqlMode, TemporaryTables.NONE);
    }
}
