package io.tributary.contract.schema;

import org.jspecify.annotations.Nullable;

/**
 * What the rows that an UPDATE leaves are held to, as rows that are written are while they are encoded: NOT NULL, UNSIGNED, finite
 * numbers, the length of CHAR and VARCHAR, a partition that takes the row. Whose rule is broken is told with
 * {@code NULL_IN_NOT_NULL}, {@code OUT_OF_RANGE}, {@code TOO_LONG}, {@code NO_PARTITION} or {@code NOT_IN_PARTITIONS}.
 *
 * @param table whose columns and partitions demand it; null: nothing is demanded
 */
public record RowRules(@Nullable TableSchema table) {
    public static final RowRules NONE = new RowRules(null);
}
