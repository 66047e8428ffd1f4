package io.tributary.planner;

import io.tributary.contract.schema.SqlMode;

/**
 * What a statement's meaning depends on besides its text.
 *
 * @param database the session's current one, or empty
 */
public record PlanContext(String database, SqlMode sqlMode) {}
