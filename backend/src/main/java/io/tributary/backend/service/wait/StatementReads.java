package io.tributary.backend.service.wait;

import io.tributary.contract.calls.QueryContext;

/**
 * What a statement reads beside the table that it writes.
 *
 * @param texts which name the tables; empty: nothing
 * @param database in which names without one are; empty: none
 * @param visibleMillis for which it may wait for rows that it is bound to see
 */
public record StatementReads(String texts, String database, long visibleMillis) {
    public StatementReads(String texts, QueryContext context) {
        this(texts, context.database(), context.visibleMillis());
    }

    public static final StatementReads NOTHING = new StatementReads("", "", QueryContext.VISIBLE_MILLIS_DEFAULT);
}
