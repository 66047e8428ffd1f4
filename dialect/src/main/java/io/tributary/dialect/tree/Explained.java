package io.tributary.dialect.tree;

/**
 * EXPLAIN of a query.
 *
 * @param runs whether the query is run, so that times and numbers of rows are told: {@code EXPLAIN ANALYZE}
 */
public record Explained(Query query, boolean runs) {}
