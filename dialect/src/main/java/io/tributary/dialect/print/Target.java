package io.tributary.dialect.print;

/**
 * What a text for the embedded engine depends on beside the query.
 *
 * @param recursionStepsMax after which WITH RECURSIVE fails, {@code cte_max_recursion_depth}
 */
public record Target(TableNames tables, long recursionStepsMax) {}
