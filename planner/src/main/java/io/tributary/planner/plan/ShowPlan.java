package io.tributary.planner.plan;

import java.util.List;

/**
 * SHOW, DESCRIBE.
 *
 * @param full FULL, or EXTENDED
 * @param global GLOBAL, of VARIABLES and STATUS
 * @param database filled in where the subject has one, else empty; it exists
 * @param table of COLUMNS, INDEX, PARTITIONS, CREATE_TABLE, QUARANTINE, where it exists; the user of GRANTS, empty for the session's own; else empty
 * @param filters all must hold
 * @param newestFirst of ALTER_COLUMN and ALTER_ROLLUP, else false
 * @param order of PARTITIONS, the first decides; else empty
 * @param limit of WARNINGS, ERRORS, PARTITIONS, QUARANTINE, ALTER_COLUMN and ALTER_ROLLUP; else {@link Limit#NONE}
 */
public record ShowPlan(
        Subject subject,
        boolean full,
        boolean global,
        String database,
        String table,
        List<ShowCondition> filters,
        boolean newestFirst,
        List<SortKey> order,
        Limit limit)
        implements Plan {
    /** What is shown. */
    public enum Subject {
        DATABASES,
        TABLES,
        TABLE_STATUS,
        COLUMNS,
        INDEX,
        PARTITIONS,
        CREATE_TABLE,
        CREATE_DATABASE,
        VARIABLES,
        STATUS,
        WARNINGS,
        WARNING_COUNT,
        ERRORS,
        ERROR_COUNT,
        PROCESSLIST,
        ENGINES,
        CHARACTER_SET,
        COLLATION,
        PLUGINS,
        PRIVILEGES,
        GRANTS,
        TRIGGERS,
        EVENTS,
        PROCEDURE_STATUS,
        FUNCTION_STATUS,
        OPEN_TABLES,
        BINARY_LOG_STATUS,
        REPLICA_STATUS,
        REPLICAS,
        PROFILES,
        HELP,
        /** Batches that are not committed yet, which only the backend knows. */
        GROUP_COMMIT,
        /** Backends with the state of their logs. */
        BACKENDS,
        /** What became of a load; its filter says which. */
        TRANSACTION,
        /** Acknowledged rows that the engine refused; of one table where it is named. */
        QUARANTINE,
        /** Changes of columns and indexes that this server made. */
        ALTER_COLUMN,
        /** Rollups that this server added. */
        ALTER_ROLLUP
    }

    /** The rows from {@code offset} (0-based) on, at most {@code rows}. */
    public record Limit(long offset, long rows) {
        public static final Limit NONE = new Limit(0, Long.MAX_VALUE);
    }

    /** A column of the result by which rows are ordered. */
    public record SortKey(String column, boolean descending) {}

    public ShowPlan {
        filters = List.copyOf(filters);
        order = List.copyOf(order);
    }

    public ShowPlan(
            Subject subject, boolean full, boolean global, String database, String table, List<ShowCondition> filters) {
        this(subject, full, global, database, table, filters, false, List.of(), Limit.NONE);
    }

    /** The same rows, in this order and cut to this limit. */
    public ShowPlan ordered(List<SortKey> by, Limit within) {
        return new ShowPlan(subject, full, global, database, table, filters, newestFirst, by, within);
    }

    @Override
    public <R> R accept(Visitor<R> visitor) {
        return visitor.visitShow(this);
    }
}
