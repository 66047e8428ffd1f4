package io.tributary.backend.service.wait;

import io.tributary.contract.calls.QueryContext;

/**
 * What a statement reads beside the table that it writes.
 *
 * @param texts which name the tables; empty: nothing
 * @param visibleMillis for which it may wait for rows that it is bound to see
 */
public record StatementReads(String texts, long visibleMillis) {
    public static final StatementReads NOTHING = new StatementReads("", QueryContext.VISIBLE_MILLIS_DEFAULT);
}
