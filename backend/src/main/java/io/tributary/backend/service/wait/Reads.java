package io.tributary.backend.service.wait;

import io.tributary.contract.calls.QueryContext;

/**
 * What a statement reads beside the table that it writes.
 *
 * @param texts which name the tables; empty: nothing
 * @param visibleMillis for which it may wait for rows that it is bound to see
 */
public record Reads(String texts, long visibleMillis) {
    public static final Reads NOTHING = new Reads("", QueryContext.VISIBLE_MILLIS_DEFAULT);
}
